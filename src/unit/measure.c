/* measure.c - products of units */
#include "unit/measure.h"

void bri_measure_multiply(measure *m, const measure *by, int power)
{
    for (int i = 0; i < BASES; i++)
        m->power[i] += power * by->power[i];
    for (; power > 0; power--) {
        m->up *= by->up;
        m->down *= by->down;
    }
    for (; power < 0; power++) {
        m->up *= by->down;
        m->down *= by->up;
    }
}
