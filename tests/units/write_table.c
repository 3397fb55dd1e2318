/* write_table.c - writes src/unit/table.c to standard output, from UDUNITS: run by `make units` */
#include <stdio.h>

#include "base/number.h"
#include "udunits.h"

/* A string literal; after an escaped byte a letter could be one more digit of it. */
static void print_text(const char *text)
{
    printf("{\"");
    for (bool escaped = false; *text; text++) {
        bool escape = (*text & 0x80) != 0;
        if (escape)
            printf("\\x%02x", (unsigned char)*text);
        else
            printf("%s%c", escaped ? "\" \"" : "", *text);
        escaped = escape;
    }
    printf("\", ");
}

static void print_number(double value)
{
    char text[32];
    bri_number_print(text, value);
    fputs(text, stdout);
}

static void print_row(const unit_row *row)
{
    static const char *const uses[] = {"USABLE", "HAS_OFFSET", "LOGARITHMIC"};
    int last = BASES - 1;
    while (last > 0 && row->power[last] == 0)
        last--;
    printf("    ");
    print_text(row->name);
    print_number(row->scale);
    printf(", {");
    for (int i = 0; i <= last; i++)
        printf("%s%d", i ? ", " : "", row->power[i]);
    printf("}, %s},\n", uses[row->use]);
}

static void print_units(const char *array, const char *count, const udunits_list *list,
                        bool (*find)(const char *text, unit_row *row))
{
    printf("\nconst unit_row %s[] = {\n", array);
    for (size_t i = 0; i < list->count; i++) {
        unit_row row;
        find(list->text[i], &row);
        row.name = list->text[i];
        print_row(&row);
    }
    printf("};\nconst size_t %s = COUNT(%s);\n", count, array);
}

static void print_prefixes(const char *array, const udunits_list *list)
{
    printf("\nconst unit_prefix %s[] = {\n", array);
    for (size_t i = 0; i < list->count; i++) {
        printf("    ");
        print_text(list->text[i]);
        print_number(list->factor[i]);
        printf("},\n");
    }
    printf("    {NULL, 0},\n};\n");
}

int main(void)
{
    const udunits *all = udunits_open();
    printf("/* table.c - the names of units and their prefixes, written from UDUNITS-2 by `make units`; do not edit\n"
           " *\n"
           " * Copyright 2008, 2009 University Corporation for Atmospheric Research; their notice is in COPYRIGHT.\n"
           " *\n"
           " * {name, scale, {powers of m, kg, s, rad, K, A, mol, cd}, use} */\n"
           "#include \"unit/table.h\"\n"
           "\n"
           "/* clang-format off */\n");
    print_units("bri_unit_names", "bri_unit_name_count", &all->names, udunits_find_name);
    print_units("bri_unit_symbols", "bri_unit_symbol_count", &all->symbols, udunits_find_symbol);
    print_prefixes("bri_unit_prefix_names", &all->prefix_names);
    print_prefixes("bri_unit_prefix_symbols", &all->prefix_symbols);
    udunits_close();
    return fflush(stdout) != 0;
}
