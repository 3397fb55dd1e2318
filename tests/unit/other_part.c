/* other_part.c - modules that do not fit, for test_part.c: of another interface, of another version, without a table */
#include <stddef.h>

#include "part/part.h"

#if defined OTHER_HDF5
extern BRI_API const bri_part_table bri_part_hdf5;
const bri_part_table bri_part_hdf5 = {0, BRI_VERSION, NULL};
#elif defined OTHER_CLP
extern BRI_API const bri_part_table bri_part_clp;
const bri_part_table bri_part_clp = {BRI_PART_ABI, "0.0.0", NULL};
#else
extern BRI_API const int bri_part_of_nothing;
const int bri_part_of_nothing = 0;
#endif
