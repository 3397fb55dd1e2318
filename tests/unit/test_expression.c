/* test_expression.c - expressions: grammar, dimensions, values, derivatives, messages, limits */
#include "test.h"

#include "expression/parse.h"
#include "expression/run.h"

#define HUNDRED_ZEROS                                                                                                  \
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"

static const bri_symbol names[] = {{"v", "m/s", NULL},   {"load", "N", NULL}, {"a", "1", NULL},
                                   {"v_s", "m/s", NULL}, {"tau", "s", NULL},  {"T", "N m", NULL}};
enum {
    NAMES = sizeof names / sizeof *names
};
static const double values[] = {0.7, 0.02, 3, 5}; /* of those behind v and load */

static bri_status compile(const char *text, const char *unit, bri_formula *out, bri_error *err)
{
    return bri_expression_compile(text, "mu", names, NAMES, unit, out, err);
}

static dual compute(const char *text, const char *unit, double v, double load)
{
    bri_formula f;
    bri_error err = {0};
    dual out;
    if (compile(text, unit, &f, &err)) fail_msg("%s: %s: %s", text, err.where, err.what);
    assert_string_equal(f.text, text);
    formula_run(&f, (const double[2]){v, load}, values, &out);
    return out;
}

static void values_are_those_of_the_mathematics(void **state)
{
    static const struct {
        const char *text, *unit;
        double value; /* v = 0.3, load = 11 */
    } rows[] = {
        {"1 + 2*3", "1", 7},
        {"2 - 3 - 4", "1", -5},
        {"24/4/3", "1", 2},
        {"-2^2", "1", -4},
        {"(-2)^3", "1", -8},
        {"2^3^2", "1", 512},
        {"2^-2", "1", 0.25},
        {"4^0.5", "1", 2},
        {"a^2", "1", 0.49},
        {"+a - -a", "1", 1.4},
        {" a *\n2 ", "1", 1.4},
        {"1.5e-3*a", "1", 1.05e-3},
        {".5*a", "1", 0.35},
        {"2 mm", "m", 2e-3},
        {"v/10 mm/s", "1", 30},
        {"v/(10 mm)*tau", "1", 90},
        {"v/10 mm*2 s", "1", 60},
        {"5 N/2 kN", "1", 2.5e-3},
        {"4 N-1 N*3 + load - 12 N", "N", 0},
        {"30 %*a", "1", 0.21},
        {"3 kg m2/s2 + T", "N m", 8},
        {"2 m^2/s^2 + v^2", "m2/s2", 2.09},
        {"sqrt(v^2)", "m/s", 0.3},
        {"(v^3)^(1/3)", "m/s", 0.3},
        {"abs(v - v_s)", "m/s", 0.28},
        {"min(v, v_s)", "m/s", 0.02},
        {"max(v, v_s)", "m/s", 0.3},
        {"load/1 N + v/v_s", "1", 26},
        {"sin(pi/6)", "1", 0.5},
        {"cos(60 deg)", "1", 0.5},
        {"exp(log(a))", "1", 0.7},
        {"log10(1000)", "1", 3},
        {"atan(1)*4 - pi", "1", 0},
        {"tanh(0.5*log(3))", "1", 0.5},  /* (3 - 1)/(3 + 1) */
        {"a^a", "1", 0.779055912670449}, /* e^(0.7 ln 0.7) */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_close(compute(rows[i].text, rows[i].unit, 0.3, 11).value, rows[i].value, 1e-14);
}

static void what_does_not_exist_is_no_number(void **state)
{
    static const char *const rows[] = {
        "log(-a*v/v_s)",       "sqrt(-v/v_s)",        "(-v/v_s)^a",          "1/(v - v)*v_s*0 + log(v/v_s - v/v_s)",
        "min(log(-v/v_s), 1)", "min(1, log(-v/v_s))", "max(log(-v/v_s), 1)", "max(1, log(-v/v_s))",
        "log10(-v/v_s)"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(isnan(compute(rows[i], "1", 0.3, 11).value));
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

typedef struct writer {
    char text[BRI_FORMULA_TEXT];
    size_t length;
    uint64_t seed;
} writer;

static void put(writer *w, const char *text) { w->length += (size_t)snprintf(w->text + w->length, 200, "%s", text); }

/* A random expression without dimension, smooth at almost every point and defined everywhere. */
static void put_random(writer *w, int depth)
{
    static const char *const leaves[] = {"a", "v/v_s", "load/3 N", "1.5", "0.25"};
    static const char *const functions[] = {"exp(-abs(", "log(1 + abs(", "sqrt(1 + abs(", "(tanh(",
                                            "(atan(",    "(sin(",        "(cos(",         "log10(2 + abs("};
    static const char *const operators[] = {"+", "-", "*"};
    uint64_t kind = random_bits(&w->seed) % 8;
    if (depth == 0 || w->length > 180) {
        put(w, leaves[random_bits(&w->seed) % 5]);
    } else if (kind < 3) {
        put(w, functions[random_bits(&w->seed) % 8]);
        put_random(w, depth - 1);
        put(w, "))");
    } else if (kind == 3) {
        put(w, "(");
        put_random(w, depth - 1);
        put(w, random_bits(&w->seed) % 2 ? ")^3" : ")^2");
    } else if (kind == 4) {
        put(w, "(1.1 + abs(");
        put_random(w, depth - 1);
        put(w, random_bits(&w->seed) % 2 ? "))^-0.6" : "))^tanh(v/v_s)");
    } else if (kind == 5) {
        put(w, random_bits(&w->seed) % 2 ? "min(" : "max(");
        put_random(w, depth - 1);
        put(w, ", ");
        put_random(w, depth - 1);
        put(w, ")");
    } else if (kind == 6) {
        put(w, "(");
        put_random(w, depth - 1);
        put(w, ")/(2 + abs(");
        put_random(w, depth - 1);
        put(w, "))");
    } else {
        put(w, "(");
        put_random(w, depth - 1);
        put(w, operators[random_bits(&w->seed) % 3]);
        put_random(w, depth - 1);
        put(w, ")");
    }
}

static double value_at(const bri_formula *f, double v, double load)
{
    dual out;
    formula_run(f, (const double[2]){v, load}, values, &out);
    return out.value;
}

/* Central differences at two steps, and where both agree (no kink between), the derivative. */
static int agrees(const bri_formula *f, const double at[2], int i, double slope)
{
    double difference[2];
    for (int k = 0; k < 2; k++) {
        double h = (k ? 1e-5 : 2e-5) * at[i], up[2] = {at[0], at[1]}, down[2] = {at[0], at[1]};
        up[i] += h;
        down[i] -= h;
        difference[k] = (value_at(f, up[0], up[1]) - value_at(f, down[0], down[1])) / (2 * h);
    }
    double size = fabs(slope) + fabs(value_at(f, at[0], at[1]) / at[i]) + 1e-9;
    if (fabs(difference[0] - difference[1]) > 1e-6 * size) return 0;
    if (fabs(difference[1] - slope) > 1e-5 * size)
        fail_msg("%s: by variable %d at (%g, %g) %.9g, differences %.9g", f->text, i, at[0], at[1], slope,
                 difference[1]);
    return 1;
}

static void derivatives_are_those_of_differences(void **state)
{
    int agreed = 0, all = 0;
    uint64_t seed = 5;
    (void)state;
    for (int round = 0; round < 3000; round++) {
        writer w = {.seed = random_bits(&seed)};
        bri_formula f;
        bri_error err = {0};
        dual out;
        put_random(&w, 4);
        if (compile(w.text, "1", &f, &err)) {
            if (!strstr(err.what, "more than"))
                fail_msg("%s: %s", w.text, err.what); /* long ones meet a limit, no other error */
            continue;
        }
        double at[2] = {random_scale(&seed, 1e-3, 0.1), random_scale(&seed, 0.1, 10)};
        formula_run(&f, at, values, &out);
        if (!(fabs(out.value) < 1e6)) continue;
        for (int i = 0; i < 2; i++, all++)
            agreed += agrees(&f, at, i, out.by[i]);
    }
    assert_true(all > 4000);
    assert_true(agreed > 0.95 * all); /* the others are beside a kink, or rounding */
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

static void errors_say_where_and_what(void **state)
{
    static const struct {
        const char *text, *where, *what;
    } rows[] = {
        {"", "character 1", "mu: a number or a name is missing at the end"},
        {"a +", "character 4", "mu: a number or a name is missing at the end"},
        {"a + )", "character 5", "mu: a number or a name is wanted before ')'"},
        {"a a", "character 3", "mu: 'a' is not expected here; a product is written with *"},
        {"2 v_s", "character 3", "mu: 'v_s' is not a unit; a product is written with *"},
        {"a*1" HUNDRED_ZEROS " m", "character 3", "mu: a number with its unit has more than 100 characters"},
        {"2 a", "character 3", "mu: 'a' is a unit and a parameter: rename it"},
        {"b", "character 1", "mu: there is no 'b'"},
        {"a*velocity", "character 3", "mu: there is no 'velocity'; add it to the parameters"},
        {"exp + 1", "character 1", "mu: 'exp' is a function: write exp(...)"},
        {"ex(1)", "character 1", "mu: there is no function 'ex'; did you mean 'exp'"},
        {"a(1)", "character 2", "mu: 'a' is not a function; a product is written with *"},
        {"exp(1, 2)", "character 6", "mu: exp has one argument"},
        {"max(1)", "character 6", "mu: ',' is wanted before ')'"},
        {"(1", "character 3", "mu: ')' is missing at the end"},
        {"(a 1)", "character 4", "mu: ')' is wanted before '1)'"},
        {"a**2", "character 2", "mu: '**': a power is written with ^"},
        {"1e999", "character 1", "mu: the number is too large"},
        {"1/0", "character 1", "mu: '1/0' is not a finite number"},
        {"log(-1)", "character 1", "mu: 'log(-1)' is not a finite number"},
        {"exp(v)", "character 5",
         "mu: exp(v): 'v' is a speed in m/s, and must be a plain number: divide it by a value in m/s"},
        {"a + v", "character 3",
         "mu: +: 'a' is a plain number, but 'v' is a speed in m/s; both must have the same dimension"},
        {"min(v, a)", "character 1", "mu: min: 'v' is a speed in m/s, but 'a' is a plain number; both must have"},
        {"v^a", "character 2",
         "mu: 'v' is a speed in m/s, and its exponent 'a' is no number: divide it by a value in m/s"},
        {"a^v", "character 3", "mu: the exponent 'v' is a speed in m/s, and must be a plain number"},
        {"v*load", "character 1", "mu: 'v*load' is a power in W, but a plain number is wanted"},
        {"v^2*load", "character 1", "mu: 'v^2*load' is a value in kg m3/s4, but a plain number is wanted"},
        {"sqrt(v/1 m)", "character 1", "mu: 'sqrt(v/1 m)' is a value in 1/s^0.5, but a plain number is wanted"},
        {"5 degC", "character 3", "mu: '5 degC': degC"},
        {"5 m^99", "character 3", "mu: '5 m^99': an exponent must lie between 1 and 9"},
        {"a_name_that_is_much_longer_than_others", "character 1",
         "mu: the name 'a_name_that_is_much_longer_than_others' has more than 23 characters"},
        {"\x01", "character 1", "mu: a number or a name is wanted before '?'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_formula f = {.length = -7};
        bri_error err = {0};
        assert_int_equal(compile(rows[i].text, "1", &f, &err), BRI_BAD_VALUE);
        if (strcmp(err.where, rows[i].where) != 0) fail_msg("'%s': %s: %s", rows[i].text, err.where, err.what);
        if (strncmp(err.what, rows[i].what, strlen(rows[i].what)) != 0)
            fail_msg("'%s': '%s' is not '%s'", rows[i].text, err.what, rows[i].what);
        assert_int_equal(f.length, -7);
    }
}

static void refused(const char *text, const char *what)
{
    bri_formula f;
    bri_error err = {0};
    assert_int_equal(compile(text, "1", &f, &err), BRI_BAD_VALUE);
    if (!strstr(err.what, what)) fail_msg("%s: '%s' is not in '%s'", text, what, err.what);
}

/* times copies of a piece, then the rest. */
static const char *repeat(const char *piece, int times, const char *rest)
{
    static char out[2000];
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < times; i++)
        length += (size_t)snprintf(out + length, sizeof out - length, "%s", piece);
    snprintf(out + length, sizeof out - length, "%s", rest);
    return out;
}

static void lengths_and_depths_are_bounded(void **state)
{
    bri_formula f;
    bri_error err = {0};
    char many[BRI_FORMULA_TEXT] = "a";
    (void)state;
    refused(repeat("a+", 70, "a"), "more than 120 operations; shorten the expression");
    refused(repeat("(", 30, "a"), "more than 24 nested parentheses, signs and powers");
    refused(repeat("-", 30, "a"), "more than 24 nested parentheses, signs and powers");
    refused(repeat("a^", 30, "a"), "more than");
    refused(repeat("a+(", 18, "a"), "more than 16 values wait to be combined; reorder the expression");
    refused(repeat("a+", 250, "a"), "the expression has 501 characters; at most 399 are allowed");
    for (int i = 0; i < 33; i++)
        snprintf(many + strlen(many), 16, "+%d", i + 3);
    refused(many, "more than 32 different numbers; make some of them parameters");
    assert_int_equal(compile(repeat("(", 20, "a"), "1", &f, NULL), BRI_BAD_VALUE);
    static const bri_symbol second[] = {{"s", "s", NULL}};
    assert_int_equal(bri_expression_compile("5 m/s", "mu", second, 1, "m", &f, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what,
                        "mu: 's' is a unit and a parameter: rename it, or put the quantity before it in parentheses");
    assert_int_equal(bri_expression_compile("(5 m)/s", "mu", second, 1, "m/s", &f, &err), BRI_OK);
    err = (bri_error){0};
    static const bri_symbol odd[] = {{"x", "furlong per fortnight", NULL}};
    assert_int_equal(bri_expression_compile("x", "mu", odd, 1, "1", &f, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "mu: 'x' has no unit that is known: 'furlong per fortnight'");
}

static void names_of_symbols_are_checked(void **state)
{
    const char *why;
    (void)state;
    assert_true(bri_symbol_is_valid("v_s2", &why));
    static const char *const bad[] = {"", "2a", "_a", "a-b", "exp", "pi", "a_name_that_is_so_long_a", "a b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(bri_symbol_is_valid(bad[i], &why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_mathematics),  cmocka_unit_test(what_does_not_exist_is_no_number),
        cmocka_unit_test(derivatives_are_those_of_differences), cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(lengths_and_depths_are_bounded),       cmocka_unit_test(names_of_symbols_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
