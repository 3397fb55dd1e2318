/* test_catalogue.c - laws of one's own in a catalogue: used by their names, with the bits of their twins in the library
 *
 * A twin is a copy of a law of the library whose name and parameters are renamed. */
#include "mechanism.h"

#include "base/text.h"
#include "joint/joint.h"
#include "model/families.h"

enum {
    ROWS = 24
};

typedef struct twin {
    const bri_friction_law *of;
    bri_friction_law law;
    bri_param row[ROWS];
    char name[ROWS][48], choice[ROWS][48], called[48];
} twin;

static void make_twin(twin *t, const char *of)
{
    memset(t, 0, sizeof *t);
    t->of = bri_law_find(of, NULL);
    assert_non_null(t->of);
    t->law = *t->of;
    t->law.size = sizeof t->law;
    snprintf(t->called, sizeof t->called, "my_%s", of);
    t->law.kind.name = t->called;
    t->law.kind.equations = "F = twin\n";
    t->law.kind.params = t->row;
    for (int i = 0; t->of->kind.params[i].name; i++) {
        bri_param *row = &t->row[i];
        assert_true(i < ROWS - 1);
        *row = t->of->kind.params[i];
        snprintf(t->name[i], sizeof t->name[i], "q_%s", row->name);
        row->name = t->name[i];
        if (row->follows && row->type != BRI_FORMULA) {
            snprintf(t->choice[i], sizeof t->choice[i], "q_%s", row->follows);
            row->follows = t->choice[i];
        }
    }
}

static bri_catalogue *catalogue_of(twin *t)
{
    bri_error err = {0};
    bri_catalogue *catalogue = NULL;
    assert_false(bri_catalogue_create(&catalogue, &err));
    if (bri_catalogue_add_law(catalogue, &t->law, &err)) fail_msg("%s", err.what);
    return catalogue;
}

/* "law: lugre, mu_s: 0.5" as the twin writes it: "law: my_lugre, q_mu_s: 0.5". */
static const char *renamed(const char *friction)
{
    static char out[600];
    size_t length = 0;
    for (const char *at = friction; *at;) {
        const char *end = at + strcspn(at, ",");
        bool law = !strncmp(at, "law: ", 5), key = !law && *at != ' ';
        length += (size_t)snprintf(out + length, sizeof out - length,
                                   law   ? "law: my_%.*s"
                                   : key ? "q_%.*s"
                                         : "%.*s",
                                   (int)(end - at) - (law ? 5 : 0), at + (law ? 5 : 0));
        at = end;
        if (*at == ',') {
            length += (size_t)snprintf(out + length, sizeof out - length, ", ");
            at += 1 + strspn(at + 1, " ");
        }
    }
    return out;
}

static bri_model *parse(const bri_catalogue *catalogue, const char *model_text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse_with(catalogue, model_text, strlen(model_text), "test", &model, &err))
        fail_msg("%s: %s", err.where, err.what);
    return model;
}

static bri_system *system_of(const bri_catalogue *catalogue, const char *model_text)
{
    bri_error err = {0};
    bri_system *system = NULL;
    bri_model *model = parse(catalogue, model_text);
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

static const char *const kins[] = {
    "law: coulomb, mu_s: 0.5, mu_k: 0.3",
    "law: stribeck, mu_s: 0.5, mu_k: 0.3, v_s: 0.02, k_v: 2",
    "law: coulomb_tanh, mu_k: 0.5, k_tanh: 1e3",
    "law: lugre, mu_s: 0.5, mu_k: 0.3, sigma0: 1e5 1/m, sigma1: 300 s/m, sigma2: 0.1 s/m, v_s: 1e-3",
    "law: dahl, mu_k: 0.5, sigma0: 1e6 N/m",
    "law: elasto_plastic, mu_s: 0.5, mu_k: 0.3, sigma0: 1e6 N/m, sigma1: 1e3 N s/m, G_min: 1e-3 N",
    "law: elastic_coulomb, mu_k: 0.5, k: 1e7",
    "law: cubic_step, mu_s: 0.5, mu_k: 0.3",
};
enum {
    KINS = sizeof kins / sizeof *kins
};

static const char *law_of(const char *friction)
{
    static char name[48];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(friction + 5, ","), friction + 5);
    return name;
}

/* --- the same bits ------------------------------------------------------------------------------------------------- */

static bri_result *result_of(const bri_catalogue *catalogue, const char *model_text)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_system *system = system_of(catalogue, model_text);
    bri_run_def def = bri_run_defaults();
    def.until = 1.5;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static void runs_with_the_bits_of_its_twin(void **state)
{
    (void)state;
    for (int i = 0; i < KINS; i++) {
        twin t;
        make_twin(&t, law_of(kins[i]));
        bri_catalogue *catalogue = catalogue_of(&t);
        bri_result *a = result_of(NULL, two_sliders_with(kins[i])),
                   *b = result_of(catalogue, two_sliders_with(renamed(kins[i])));
        assert_int_equal(b->channels->rows, a->channels->rows);
        assert_int_equal(b->channels->columns, a->channels->columns);
        assert_memory_equal(b->channels->value, a->channels->value,
                            a->channels->rows * a->channels->columns * sizeof(double));
        assert_int_equal(b->events, a->events);
        bri_result_destroy(a);
        bri_result_destroy(b);
        bri_catalogue_destroy(catalogue);
    }
}

static bri_verdict_result *verdict_of(const bri_catalogue *catalogue, const char *model_text, double time)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_system *system = system_of(catalogue, model_text);
    if (bri_verdict_at(system, &(bri_verdict_def){.size = sizeof(bri_verdict_def), .intervals = true}, time, &result,
                       &err))
        fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static void has_the_verdict_of_its_twin(void **state)
{
    (void)state;
    for (int i = 0; i < KINS; i++)
        for (double time = 0.5; time < 3; time += 1) {
            twin t;
            make_twin(&t, law_of(kins[i]));
            bri_catalogue *catalogue = catalogue_of(&t);
            bri_verdict_result *a = verdict_of(NULL, two_sliders_with(kins[i]), time),
                               *b = verdict_of(catalogue, two_sliders_with(renamed(kins[i])), time);
            assert_int_equal(b->verdict, a->verdict);
            assert_memory_equal(&b->possible_factor, &a->possible_factor, sizeof(double));
            assert_memory_equal(&b->guaranteed_factor, &a->guaranteed_factor, sizeof(double));
            assert_true(b->interface[0]->mu_s == a->interface[0]->mu_s);
            bri_verdict_destroy(a);
            bri_verdict_destroy(b);
            bri_catalogue_destroy(catalogue);
        }
}

/* With vectors of the library, and contact by contact as a law without them. */
static void a_batch_has_the_bits_of_its_twin(void **state)
{
    enum {
        COUNT = 133
    };
    static double v[COUNT], load[COUNT], z[8][COUNT], discrete[8][COUNT], force[2][COUNT], zdot[2][8][COUNT];
    const double *z_of[8], *discrete_of[8];
    double *zdot_of[2][8];
    uint64_t seed = 3;
    (void)state;
    for (int i = 0; i < 8; i++) {
        z_of[i] = z[i], discrete_of[i] = discrete[i];
        zdot_of[0][i] = zdot[0][i], zdot_of[1][i] = zdot[1][i];
    }
    for (int i = 0; i < KINS; i++) {
        twin t;
        bri_params params;
        make_twin(&t, law_of(kins[i]));
        t.law.lanes = NULL;
        bri_catalogue *catalogue = catalogue_of(&t);
        const bri_friction_law *own = bri_catalogue_find_law(catalogue, t.called, NULL);
        assert_true(own && own != &t.law); /* a copy */
        bri_params_defaults(&own->kind, &params);
        int states = bri_friction_states(own, &params, 1);
        assert_true(states <= 8 && bri_friction_discrete_states(own, &params, 1) <= 8);
        for (int at = 0; at < COUNT; at++) {
            v[at] = random_between(&seed, -1, 1);
            load[at] = random_scale(&seed, 0.1, 100);
            for (int k = 0; k < states; k++)
                z[k][at] = random_between(&seed, -1e-5, 1e-5);
        }
        for (int k = 0; k < 2; k++)
            bri_friction_batch(k ? own : t.of, &params,
                               &(bri_batch){.count = COUNT,
                                            .dim = 1,
                                            .v = {v},
                                            .load = load,
                                            .z = z_of,
                                            .discrete = discrete_of,
                                            .force = {force[k]},
                                            .zdot = zdot_of[k]});
        assert_memory_equal(force[1], force[0], sizeof force[0]);
        assert_memory_equal(zdot[1], zdot[0], (size_t)states * sizeof zdot[0][0]);
        bri_catalogue_destroy(catalogue);
    }
}

/* --- by its name everywhere ---------------------------------------------------------------------------------------- */

static bool keep_text(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

static void its_name_works_as_any_other(void **state)
{
    twin t;
    bri_error err = {0};
    bri_text written = {0}, again = {0}, schema = {0}, help = {0}, friction = {0}, list = {0};
    bri_model *copy = NULL, *other = NULL, *none = NULL;
    double value;
    (void)state;
    make_twin(&t, "stribeck");
    bri_catalogue *catalogue = catalogue_of(&t);
    const char *own = two_sliders_with(renamed(kins[1]));
    assert_int_equal(bri_model_parse(own, strlen(own), "test", &none, &err), BRI_NOT_FOUND);
    assert_non_null(strstr(err.what, "there is no friction law 'my_stribeck'"));
    bri_model *model = parse(catalogue, own);
    assert_false(bri_model_get(model, "post.friction.q_v_s", &value, &err));
    assert_true(value == 0.02);
    assert_false(bri_model_set_text(model, "post.friction.q_v_s", "30 mm/s", &err));
    assert_false(bri_model_set_text(model, "floor.friction.law", "coulomb", &err));
    assert_false(bri_model_set_text(model, "floor.friction.law", "my_stribeck", &err));
    assert_false(bri_model_add(model, "joints", "more",
                               "{revolute: [ground, rod.a], radius: 1 mm, friction: {law: my_stribeck, q_mu_s: 0.4}}",
                               &err));
    assert_false(bri_model_check(model, &err));
    assert_false(bri_model_copy(model, &copy, &err));
    assert_false(bri_model_set_text(copy, "post.friction.law", "my_stribeck", &err));
    assert_false(bri_model_write(model, keep_text, &written, &err));
    other = parse(catalogue, written.at);
    assert_false(bri_model_write(other, keep_text, &again, &err));
    assert_string_equal(again.at, written.at);
    assert_non_null(strstr(written.at, "law: my_stribeck, q_mu_k: "));
    assert_false(bri_model_schema_with(catalogue, keep_text, &schema, &err));
    assert_non_null(strstr(schema.at, "\"const\": \"my_stribeck\""));
    assert_false(bri_describe_schema_with(catalogue, keep_text, &friction, &err));
    assert_non_null(strstr(friction.at, "\"const\": \"my_stribeck\""));
    assert_non_null(strstr(friction.at, "\"const\": \"dahl\""));
    assert_false(bri_describe_laws_with(catalogue, NULL, BRI_TEXT, keep_text, &list, &err));
    assert_non_null(strstr(list.at, "    my_stribeck "));
    assert_non_null(strstr(list.at, "    dahl "));
    assert_false(
        bri_describe_law(bri_catalogue_find_law(catalogue, "my_stribeck", NULL), BRI_TEXT, keep_text, &help, &err));
    assert_non_null(strstr(help.at, "q_v_s"));
    assert_non_null(strstr(help.at, "F = twin"));
    assert_null(bri_catalogue_find_law(catalogue, "my_stribek", &err));
    assert_non_null(strstr(err.what, "did you mean 'my_stribeck'"));
    assert_null(bri_law_find("my_stribeck", NULL));
    const char *wrong = two_sliders_with("law: my_stribek, q_mu_s: 1");
    assert_int_equal(bri_model_parse_with(catalogue, wrong, strlen(wrong), "test", &none, &err), BRI_NOT_FOUND);
    assert_non_null(strstr(err.what, "did you mean 'my_stribeck'"));
    bri_text_free(&written);
    bri_text_free(&again);
    bri_text_free(&schema);
    bri_text_free(&friction);
    bri_text_free(&list);
    bri_text_free(&help);
    bri_model_destroy(model);
    bri_model_destroy(copy);
    bri_model_destroy(other);
    bri_catalogue_destroy(catalogue);
}

/* --- faults -------------------------------------------------------------------------------------------------------- */

static void refused(twin *t, const char *what)
{
    bri_error err = {0};
    bri_catalogue *catalogue = NULL;
    assert_false(bri_catalogue_create(&catalogue, &err));
    int before = 0, after = 0;
    while (bri_catalogue_laws(catalogue)[before])
        before++;
    assert_int_equal(bri_catalogue_add_law(catalogue, &t->law, &err), BRI_BAD_VALUE);
    if (!strstr(err.what, what)) fail_msg("'%s' is not in '%s'", what, err.what);
    while (bri_catalogue_laws(catalogue)[after])
        after++;
    assert_int_equal(after, before);
    bri_catalogue_destroy(catalogue);
}

#define FAULT(of, change, what)                                                                                        \
    do {                                                                                                               \
        twin t;                                                                                                        \
        make_twin(&t, of);                                                                                             \
        change;                                                                                                        \
        refused(&t, what);                                                                                             \
    } while (0)

static bri_status refuse(const void *params, bri_error *err)
{
    (void)params;
    snprintf(err->what, sizeof err->what, "never");
    return err->status = BRI_BAD_VALUE;
}

static bri_status refuse_silently(const void *params, bri_error *err)
{
    (void)params, (void)err;
    return BRI_BAD_VALUE;
}

#define SIXTY_THREE "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"
#define SIXTY_FOUR SIXTY_THREE "l"

static bri_param *find_type(twin *t, bri_type type)
{
    for (bri_param *row = t->row; row->name; row++)
        if (row->type == type) return row;
    fail_msg("no row of type %d", type);
    return NULL;
}

static void a_law_has_so_many_parameters(void **state)
{
    (void)state;
    static bri_param rows[41];
    static char names[40][8];
    twin t;
    make_twin(&t, "coulomb");
    for (int i = 0; i < 40; i++) {
        rows[i] = t.row[0];
        snprintf(names[i], sizeof names[i], "p%d", i);
        rows[i].name = names[i];
    }
    t.law.kind.params = rows;
    refused(&t, "a law has at most 39 parameters");
}

/* Words and units of 63 characters are whole in help, schema, written models and messages. */
static void long_words_are_not_cut(void **state)
{
    (void)state;
    static const char unit[] = "kg m2 kg m2 kg m2 kg m2 kg m2 kg m2 kg m2 kg m2 kg m2 kg m2 kg2";
    assert_int_equal(strlen(unit), 63);
    twin t;
    make_twin(&t, "lugre");
    bri_param *row = NULL;
    for (bri_param *p = t.row; p->name; p++)
        if (p->type == BRI_REAL && !p->follows && !strcmp(p->unit, "1")) row = row ? row : p;
    assert_non_null(row);
    row->unit = unit;
    bri_param *choice = find_type(&t, BRI_CHOICE);
    choice->words = "force|" SIXTY_THREE "|equivalent";
    bri_catalogue *catalogue = catalogue_of(&t);
    const bri_friction_law *own = bri_catalogue_find_law(catalogue, t.called, NULL);
    char out[BRI_WORD_ROOM];
    assert_string_equal(bri_word(choice->words, 1, out), SIXTY_THREE);
    assert_string_equal(bri_param_unit(&own->kind, bri_param_find(&own->kind, row->name), NULL, out), unit);
    bri_error err = {0};
    bri_text help = {0}, json = {0}, schema = {0}, written = {0};
    char friction[200];
    bri_params params;
    bri_params_defaults(&own->kind, &params);
    assert_int_equal(bri_params_set(&own->kind, &params, row->name, 1e300, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, unit));
    assert_int_equal(bri_params_set_text(&own->kind, &params, NULL, choice->name, "wrong", &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, SIXTY_THREE));
    snprintf(friction, sizeof friction, "law: %s, %s: %s", t.called, choice->name, SIXTY_THREE);
    bri_model *model = parse(catalogue, two_sliders_with(friction));
    assert_false(bri_model_write(model, keep_text, &written, &err));
    assert_non_null(strstr(written.at, SIXTY_THREE));
    assert_false(bri_describe_schema_with(catalogue, keep_text, &schema, &err));
    assert_non_null(strstr(schema.at, SIXTY_THREE));
    assert_non_null(strstr(schema.at, unit));
    assert_false(bri_describe_law(own, BRI_TEXT, keep_text, &help, &err));
    assert_false(bri_describe_law(own, BRI_JSON, keep_text, &json, &err));
    assert_non_null(strstr(help.at, unit));
    assert_non_null(strstr(help.at, SIXTY_THREE));
    assert_non_null(strstr(json.at, unit));
    assert_non_null(strstr(json.at, SIXTY_THREE));
    bri_text_free(&help);
    bri_text_free(&json);
    bri_text_free(&schema);
    bri_text_free(&written);
    bri_model_destroy(model);
    bri_catalogue_destroy(catalogue);
}

static void a_law_with_a_fault_is_refused(void **state)
{
    (void)state;
    FAULT("lugre", t.law.size = 0,
          "the law says that its size is 0 bytes; set size to sizeof(bri_friction_law), which is");
    FAULT("lugre", t.law.size++, "set size to sizeof(bri_friction_law)");
    FAULT("lugre", t.law.kind.name = "lugre", "there is already a law 'lugre'; choose another name");
    FAULT("lugre", t.law.kind.name = "my law",
          "law 'my law': its name begins with a letter and has letters, digits and _, at most 39");
    FAULT("lugre", t.law.kind.name = NULL, "law '': its name begins with a letter");
    FAULT("lugre", t.law.kind.title = NULL,
          "title and family are missing: what it is, and static, dynamic or lubricated");
    FAULT("lugre", t.law.kind.params = NULL, "params is missing: a table of its parameters, which may be empty");
    FAULT("lugre", t.law.kind.params_size = 100000, "its parameters take 100000 bytes; at most 4608 are possible");
    FAULT("coulomb", t.row[1].name = "a b",
          "'a b' cannot name a parameter: a name begins with a letter and has letters, digits and _");
    FAULT("coulomb", t.row[1].name = "preload", "preload: this is a key of every friction block; choose another name");
    FAULT("coulomb", t.row[1].name = t.row[0].name, "q_mu_k: this name occurs twice in the table");
    FAULT("coulomb", t.row[1].doc = NULL, "q_mu_s: doc is missing: say what it means");
    FAULT("coulomb", t.row[1].type = BRI_STRING, "q_mu_s: a law has numbers, words, lists and formulas only");
    FAULT("coulomb", t.row[1].offset = 3, "q_mu_s: its offset, 3, is not that of a field of the struct of ");
    FAULT("coulomb", t.row[1].offset = 5000, "q_mu_s: its offset, 5000, is not that of a field of the struct of ");
    FAULT("coulomb", t.row[1].unit = NULL, "q_mu_s: unit is missing; a plain number has the unit \"1\"");
    FAULT("coulomb", t.row[1].unit = "mm/s",
          "q_mu_s: 'mm/s' is no SI unit, in which the numbers of a law are: write 'm/s'");
    FAULT("lugre", find_type(&t, BRI_REAL)->unit = "m|deg",
          "'deg' is no SI unit, in which the numbers of a law are: write 'rad'");
    FAULT("expression", find_type(&t, BRI_FORMULA)->follows = "v km/h|load N", "'km/h' is no SI unit");
    FAULT("coulomb", t.law.kind.family = "stick", "there is no family 'stick': it is static, dynamic or lubricated");
    FAULT("coulomb", t.law.kind.name = "null",
          "law 'null': model files read this word as no value; choose another name");
    FAULT("coulomb", t.law.kind.name = "NULL", "model files read this word as no value; choose another name");
    FAULT("coulomb", t.row[1].name = "Null", "Null: model files read this word as no value; choose another name");
    FAULT("coulomb", t.row[1].unit = "quux", "q_mu_s: there is no unit 'quux'");
    FAULT("coulomb", t.row[1].unit = SIXTY_FOUR,
          "q_mu_s: 'abcdefghijklmnopqrst...' has 64 characters; at most 63 are possible");
    FAULT("coulomb", t.row[1].unit = "N/m|" SIXTY_THREE "|" SIXTY_THREE,
          "q_mu_s: its units have 131 characters; at most 127 are possible");
    FAULT("lugre", find_type(&t, BRI_CHOICE)->words = "force|" SIXTY_FOUR,
          "has 64 characters; at most 63 are possible");
    FAULT("lugre",
          find_type(&t, BRI_CHOICE)->words = "0|1|2|3|4|5|6|7|8|9|a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w",
          "a choice has at most 32 words");
    FAULT("expression", find_type(&t, BRI_FORMULA)->follows = "v m/s|load",
          "'load' is no variable with its unit, such as \"v m/s\"");
    FAULT("expression", find_type(&t, BRI_FORMULA)->follows = "v quux|load N", "'v quux' is no variable with its unit");
    FAULT("coulomb", t.row[1].max = INFINITY, "q_mu_s: its range, 0 to inf, must be finite and not empty");
    FAULT("coulomb", t.row[1].initial = -1, "q_mu_s: its default, -1, must lie between 0 and 10");
    FAULT("coulomb", t.row[1].follows = "nothing", "q_mu_s: it follows 'nothing', which is no choice of this law");
    FAULT("maxwell_slip", t.row[0].type = BRI_LIST;
          t.row[0].words = NULL, "words is missing: the words of a choice, or the defaults");
    FAULT("lugre", t.law.curve = NULL, "the function curve is missing: the force in steady sliding");
    FAULT("lugre", t.law.eval = NULL, "the function eval is missing: the law has states");
    FAULT("lugre", t.law.sizes = NULL, "the function sizes is missing: the law has states");
    FAULT("elastic_coulomb", t.law.events = NULL, "the function events is missing: the law has event functions");
    FAULT("elastic_coulomb", t.law.handle_event = NULL,
          "the function handle_event is missing: the law has discrete states");
    FAULT("misharin", t.law.observe = NULL, "the function observe is missing: the law has outputs");
    FAULT("coulomb", t.law.pieces = BRI_PIECES_OF_SPEED,
          "a law with regions of speed needs the function events, which locates their ends");
    FAULT("coulomb", t.law.moving_limit = (bri_real(*)(const void *, const bri_slip *, int))(void (*)(void))refuse,
          "moving_limit needs the function handle_event");
    FAULT("lugre", t.law.kind.check = refuse, "its defaults are not accepted: never");
    FAULT("lugre", t.law.kind.check = refuse_silently,
          "its defaults are not accepted: these values are not possible together");
    FAULT("lugre", t.law.reserved[4] = (void (*)(void))refuse, "a reserved field is not 0");
    FAULT("lugre", t.law.kind.reserved[0] = (void (*)(void))refuse, "a reserved field is not 0");
}

/* --- the largest laws: a row of bristles without dynamics of their own ------------------------------------------------------ */

typedef struct large {
    double mu;
} large;

enum {
    LARGEST = 16
};
static int bristles; /* of the law that is tested */

static void large_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const large *p = params;
    *out = (bri_curve){.force = slip->load * p->mu, .by_load = p->mu};
}

/* zdot = v - |v| z/l for each; the first one carries the force. */
static void large_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const large *p = params;
    int dim = slip->dim, count = bristles * dim;
    for (int i = 0; i < dim; i++)
        drag->force[i] = drag->elastic[i] = -slip->load * p->mu * slip->z[i] / 1e-4;
    for (int i = 0; i < count; i++)
        drag->zdot[i] = slip->v[i % dim] - slip->speed * slip->z[i] / 1e-4;
    for (int i = 0; slopes && i < dim; i++) {
        slopes->force_load[i] = -p->mu * slip->z[i] / 1e-4;
        slopes->force_z[i * count + i] = -slip->load * p->mu / 1e-4;
    }
    for (int i = 0; slopes && i < count; i++) {
        slopes->zdot_z[i * count + i] = -slip->speed / 1e-4;
        for (int j = 0; j < dim; j++)
            slopes->zdot_v[i * dim + j] = (i % dim == j) - slip->dir[j] * slip->z[i] / 1e-4;
    }
}

static void large_sizes(const void *params, double load, int dim, double *size)
{
    (void)params, (void)load;
    for (int i = 0; i < bristles * dim; i++)
        size[i] = 1e-4;
}

static void large_steady(const void *params, const bri_slip *slip, double *z, double *discrete)
{
    (void)params, (void)discrete;
    for (int i = 0; i < bristles * slip->dim; i++)
        z[i] = 1e-4 * slip->dir[i % slip->dim];
}

static void large_events(const void *params, const bri_slip *slip, double *g)
{
    (void)params;
    for (int i = 0; i < bristles; i++)
        g[i] = 1 + slip->speed;
}

static void large_observe(const void *params, const bri_slip *slip, double *outputs)
{
    (void)params;
    for (int i = 0; i < bristles; i++)
        outputs[i] = slip->speed;
}

/* Laws with as many states, event functions and outputs as are possible run, and those with one more are refused. */
static void the_largest_law_runs(void **state)
{
    (void)state;
    static const bri_param row[] = {
        BRI_PARAM_AS(large, mu, BRI_ROLE_SLIDING, "1", 0.3, 0.01, 10, "coefficient of sliding friction"), {0}};
    static char name[LARGEST + 1][8];
    bri_variable states[LARGEST + 2] = {{0}}, others[LARGEST + 2] = {{0}};
    for (int i = 0; i <= LARGEST; i++) {
        snprintf(name[i], sizeof name[i], "q%d", i);
        states[i] = (bri_variable){name[i], "m", "deflection", BRI_EACH_DIRECTION, 0, 0};
        others[i] = (bri_variable){name[i], "m/s", "speed", BRI_ONE, 0, 0};
    }
    twin t = {.law = {.kind = {.name = "large",
                               .family = "dynamic",
                               .title = "a row of bristles",
                               .params_size = sizeof(large),
                               .params = row},
                      .size = sizeof(bri_friction_law),
                      .curve = large_curve,
                      .eval = large_eval,
                      .sizes = large_sizes,
                      .steady = large_steady,
                      .events = large_events,
                      .observe = large_observe}};
    bristles = LARGEST + 1;
    t.law.kind.states = states;
    refused(&t, "it has 34 states in two components; at most 32 are possible");
    t.law.kind.states = NULL;
    t.law.kind.events = others;
    refused(&t, "it has 17 event functions in two components; at most 16 are possible");
    t.law.kind.events = NULL;
    t.law.kind.outputs = others;
    refused(&t, "it has 17 outputs in two components; at most 16 are possible");
    t.law.kind.outputs = NULL;
    t.law.kind.discrete_states = others;
    refused(&t, "it has 17 discrete states in two components; at most 16 are possible");
    t.law.kind.discrete_states = NULL;

    bristles = LARGEST;
    states[LARGEST] = others[LARGEST] = (bri_variable){0};
    t.law.kind.states = states;
    t.law.kind.events = t.law.kind.outputs = others;
    bri_error err = {0};
    if (bri_law_check(&t.law, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_catalogue *catalogue = catalogue_of(&t);
    bri_system *system =
        system_of(catalogue, "gravity: [0, -9.81]\n"
                             "bodies: {block: {mass: 2 kg, inertia: 0.01 kg m2, velocity: [1 m/s, 0]}}\n"
                             "joints: {guide: {translational: [ground, block], along: [1, 0],\n"
                             "  friction: {law: large, mu: 0.3}}}\n");
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.until = 0.2; /* it still slides: v = v_0 - mu g (t - l/v_0), as friction grows by 1 - exp(-v_0 t/l) at first */
    def.rtol = 1e-8;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    const bri_table *rows = result->channels;
    int column = bri_table_find(rows, "block.vx");
    assert_true(column >= 0);
    assert_close(rows->value[(rows->rows - 1) * rows->columns + (size_t)column], 1 - 0.3 * 9.81 * (0.2 - 1e-4), 1e-7);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_catalogue_destroy(catalogue);

    /* It has neither source nor defects. */
    bri_text help = {0}, markdown = {0}, json = {0};
    assert_false(bri_describe_law(&t.law, BRI_TEXT, keep_text, &help, &err));
    assert_false(bri_describe_law(&t.law, BRI_MARKDOWN, keep_text, &markdown, &err));
    assert_false(bri_describe_law(&t.law, BRI_JSON, keep_text, &json, &err));
    assert_null(strstr(help.at, "null"));
    assert_null(strstr(markdown.at, "null"));
    assert_null(strstr(help.at, "bristle curve")); /* which does not know the law */
    bri_text_free(&help);
    bri_text_free(&markdown);
    bri_text_free(&json);
}

/* A parameter cannot have the name of a key of the friction block that holds its law. */
extern const char *const bri_friction_keys[];
static void the_keys_of_friction_are_taken(void **state)
{
    int i = 0;
    (void)state;
    for (; bri_friction_kind.params[i].name; i++)
        assert_string_equal(bri_friction_keys[i], bri_friction_kind.params[i].name);
    assert_null(bri_friction_keys[i]);
}

static void the_laws_of_the_library_have_no_fault(void **state)
{
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        twin t;
        make_twin(&t, (*law)->kind.name);
        bri_catalogue_destroy(catalogue_of(&t));
    }
}

/* nu must be below mu; the law says so by its status alone. */
typedef struct pair_of {
    double mu, nu;
} pair_of;

static bri_status below(const void *params, bri_error *err)
{
    const pair_of *p = params;
    (void)err;
    return p->nu < p->mu ? BRI_OK : BRI_BAD_VALUE;
}

static void a_check_counts_without_a_message(void **state)
{
    (void)state;
    static const bri_param row[] = {
        BRI_PARAM_AS(pair_of, mu, BRI_ROLE_SLIDING, "1", 0.3, 0.01, 10, "coefficient of sliding friction"),
        BRI_PARAM(pair_of, nu, "1", 0.1, 0, 10, "another coefficient"),
        {0},
    };
    twin t = {.law = {.kind = {.name = "pair",
                               .family = "static",
                               .title = "two coefficients",
                               .params_size = sizeof(pair_of),
                               .params = row,
                               .check = below},
                      .size = sizeof(bri_friction_law),
                      .curve = large_curve}};
    bri_catalogue *catalogue = catalogue_of(&t);
    static const char good[] = "bodies: {block: {mass: 2 kg, inertia: 0.01 kg m2, velocity: [1 m/s, 0]}}\n"
                               "joints: {guide: {translational: [ground, block], along: [1, 0],\n"
                               "  friction: {law: pair, mu: 0.7, nu: 0.6}}}\n";
    bri_error err = {0};
    bri_model *model = parse(catalogue, good), *none = NULL;
    bri_system *system = NULL;
    assert_false(bri_model_set(model, "guide.friction.mu", 0.5, &err));
    assert_int_equal(bri_model_check(model, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "joint 'guide': these values are not possible together");
    assert_int_equal(bri_system_build(model, &system, &err), BRI_BAD_VALUE);
    assert_null(system);
    bri_text bad = {0};
    bri_text_add(&bad, "%s", good);
    memcpy(strstr(bad.at, "0.7"), "0.5", 3);
    assert_int_equal(bri_model_parse_with(catalogue, bad.at, bad.length, "test", &none, &err), BRI_BAD_VALUE);
    assert_null(none);
    bri_text_free(&bad);
    bri_model_destroy(model);
    bri_catalogue_destroy(catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_with_the_bits_of_its_twin),
        cmocka_unit_test(has_the_verdict_of_its_twin),
        cmocka_unit_test(a_batch_has_the_bits_of_its_twin),
        cmocka_unit_test(its_name_works_as_any_other),
        cmocka_unit_test(a_law_with_a_fault_is_refused),
        cmocka_unit_test(the_keys_of_friction_are_taken),
        cmocka_unit_test(the_laws_of_the_library_have_no_fault),
        cmocka_unit_test(a_law_has_so_many_parameters),
        cmocka_unit_test(long_words_are_not_cut),
        cmocka_unit_test(the_largest_law_runs),
        cmocka_unit_test(a_check_counts_without_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
