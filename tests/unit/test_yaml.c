/* test_yaml.c - YAML and JSON as a tree: values, places, aliases, limits, complaints */
#include "test.h"

#include "io/yaml.h"

typedef struct complaints {
    int count;
    char text[2000];
} complaints;

static void gather(const bri_error *one, void *user)
{
    complaints *all = user;
    size_t length = strlen(all->text);
    snprintf(all->text + length, sizeof all->text - length, "%s%s: %s", all->count++ ? "\n" : "", one->where,
             one->what);
}

static bri_yaml *parse(const char *text)
{
    bri_yaml *yaml = NULL;
    bri_error err = {0};
    if (bri_yaml_parse(text, strlen(text), "t", &yaml, &err)) fail_msg("%s: %s", err.where, err.what);
    return yaml;
}

static void refuses(const char *text, size_t length, const char *expected)
{
    complaints all = {0};
    bri_yaml *yaml = NULL;
    bri_error err = {.each = gather, .user = &all};
    assert_int_not_equal(bri_yaml_parse(text, length, "t", &yaml, &err), BRI_OK);
    assert_null(yaml);
    assert_string_equal(all.text, expected);
}

static const bri_node *at(const bri_node *node, const char *key)
{
    for (int i = 0; i < node->count; i++)
        if (!strcmp(node->key[i]->text, key)) return node->value[i];
    fail_msg("there is no key '%s'", key);
    return NULL;
}

static void values_stand_where_they_stand(void **state)
{
    (void)state;
    bri_yaml *yaml = parse("title: Roller  # words\nat: [0, 50 mm]\nname: 'a b'\nnone:\nlast: {x: \"1\"}\n");
    const bri_node *root = bri_yaml_root(yaml), *pair = at(root, "at");
    assert_int_equal(root->type, BRI_MAPPING);
    assert_int_equal(root->count, 5);
    assert_string_equal(at(root, "title")->text, "Roller");
    assert_int_equal(pair->type, BRI_SEQUENCE);
    assert_string_equal(pair->value[1]->text, "50 mm");
    assert_int_equal(pair->value[1]->line, 2);
    assert_int_equal(pair->value[1]->column, 9);
    assert_true(at(root, "name")->quoted && at(root, "name")->column == 7);
    assert_string_equal(at(root, "none")->text, "");
    assert_int_equal(at(root, "none")->line, 4);
    assert_true(at(at(root, "last"), "x")->quoted);
    bri_yaml_destroy(yaml);
}

static void json_is_yaml(void **state)
{
    (void)state;
    bri_yaml *yaml = parse("{\"a\":1,\r\n\t\"b\":[true,null,\"x\\u00e9\"],\"c\":{}}");
    const bri_node *root = bri_yaml_root(yaml);
    assert_string_equal(at(root, "a")->text, "1");
    assert_string_equal(at(root, "b")->value[1]->text, "");
    assert_string_equal(at(root, "b")->value[2]->text, "x\xc3\xa9");
    assert_int_equal(at(root, "c")->count, 0);
    bri_yaml_destroy(yaml);
}

static void a_byte_order_mark_and_other_line_ends_are_fine(void **state)
{
    (void)state;
    bri_yaml *yaml = parse("\xef\xbb\xbf"
                           "a: 1\r\nb: 2\r\n");
    assert_string_equal(at(bri_yaml_root(yaml), "a")->text, "1");
    assert_string_equal(at(bri_yaml_root(yaml), "b")->text, "2");
    bri_yaml_destroy(yaml);
}

static void aliases_and_merge_keys_are_resolved(void **state)
{
    (void)state;
    bri_yaml *yaml = parse("steel: &steel {mu: 0.1, v: 2}\nlist: [*steel, *steel]\n"
                           "own: {<<: *steel, mu: 0.3}\ntwo: {<<: [{v: 9, w: 8}, *steel]}\n");
    const bri_node *root = bri_yaml_root(yaml);
    assert_ptr_equal(at(root, "list")->value[1], at(root, "steel"));
    assert_int_equal(at(root, "own")->count, 2);
    assert_string_equal(at(at(root, "own"), "mu")->text, "0.3");
    assert_string_equal(at(at(root, "own"), "v")->text, "2");
    assert_int_equal(at(root, "two")->count, 3);
    assert_string_equal(at(at(root, "two"), "v")->text, "9");
    assert_string_equal(at(at(root, "two"), "mu")->text, "0.1");
    bri_yaml_destroy(yaml);
}

#define REFUSES(text, expected) refuses(text, sizeof text - 1, expected)

static void what_is_no_yaml_gets_a_sentence(void **state)
{
    (void)state;
    REFUSES("", "t: the file is empty");
    REFUSES("# only words\n", "t: the file is empty");
    REFUSES("a: [1, 2\n", "t:2:1: not valid YAML: flow sequence without a closing bracket");
    REFUSES("a:\n\tb: 2\n", "t:2:1: not valid YAML: a line is indented by a tab; use spaces");
    REFUSES("a: 1\n  b: 2\n",
            "t:1:4: not valid YAML: the line after this value is indented too far; align it with its neighbours");
    REFUSES("a: 1\n---\nb: 2\n", "t:2:1: a second document begins here; a file may contain only one");
    REFUSES("? [1, 2]\n: 3\n", "t:1:3: a key must be a word, not a list");
    REFUSES("a: !!str 1\n", "t:1:10: YAML tags ('!') are not supported; remove it");
    REFUSES("a: \"x\\0y\"\n", "t:1:4: the character with code 0 is not allowed in a text");
}

static void every_second_key_is_complained_of(void **state)
{
    (void)state;
    REFUSES("a: 1\nb: {x: 1, x: 2}\na: 3\na: 4\n", "t:2:11: duplicate key 'x'; the first is in line 2\n"
                                                   "t:3:1: duplicate key 'a'; the first is in line 1\n"
                                                   "t:4:1: duplicate key 'a'; the first is in line 3");
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    (void)state;
    REFUSES("a: 1\nb: \xff\n", "t:2:4: the byte 0xff is not UTF-8; is this a text file?");
    REFUSES("a: \xc3", "t:1:4: the byte 0xc3 is not UTF-8; is this a text file?");
    REFUSES("a: \xed\xa0\x80", "t:1:4: the byte 0xed is not UTF-8; is this a text file?");
    REFUSES("a: \xc0\xaf", "t:1:4: the byte 0xc0 is not UTF-8; is this a text file?");
    REFUSES("\x7f"
            "ELF\x02\x01",
            "t:1:1: the control character 0x7f is not allowed; is this a model file?");
    REFUSES("PK\x03\x04", "t:1:3: the control character 0x03 is not allowed; is this a model file?");
    REFUSES("a: 1\0\n", "t:1:5: the control character 0x00 is not allowed; is this a model file?");
    REFUSES("\xff\xfe"
            "a\0",
            "t:1:1: the text is UTF-16; save it as UTF-8");
}

static void aliases_that_multiply_are_refused(void **state)
{
    char text[1000] = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
    (void)state;
    for (char c = 'b'; c < 'k'; c++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c - 1, c - 1, c - 1, c - 1, c - 1,
                 c - 1, c - 1, c - 1, c - 1);
    refuses(text, strlen(text), "t:7:8: aliases expand this text to more than 1000000 values");
    REFUSES("&a [*a]", "t:1:5: alias '*a' is inside its own anchor");
    REFUSES("a: {b: &x {c: *x}}", "t:1:15: alias '*x' is inside its own anchor");
    REFUSES("a: *b", "t:1:4: unknown anchor '&b': an anchor must come before its aliases");
    REFUSES("a: {<<: 1}", "t:1:9: the value of '<<' must be a mapping or a list of mappings");
}

static void depth_and_size_are_limited(void **state)
{
    enum {
        MANY = 100000
    };
    char *text = malloc(MANY + 1);
    (void)state;
    assert_non_null(text);
    memset(text, '[', MANY);
    refuses(text, MANY, "t:1:65: values are nested more than 64 deep");
    for (int i = 0; i < MANY; i++)
        text[i] = "- "[i % 2];
    refuses(text, MANY, "t:1:129: values are nested more than 64 deep");
    for (int i = 0; i + 3 < MANY; i += 3)
        memcpy(text + i, "{a:", 3);
    refuses(text, MANY - 1, "t:1:193: values are nested more than 64 deep");
    free(text);
    refuses("", (size_t)BRI_YAML_BYTES + 1, "t: the file is larger than 64 MB");
}

static void a_chain_of_aliases_is_no_way_around_the_depth(void **state)
{
    char text[4000] = "a0: &a0 [[[[[[[[[1]]]]]]]]]\n", *end = text;
    (void)state;
    for (int i = 1; i < 20; i++) {
        end += strlen(end);
        snprintf(end, sizeof text - (size_t)(end - text), "a%d: &a%d [[[[[[[[[*a%d]]]]]]]]]\n", i, i, i - 1);
    }
    refuses(text, strlen(text), "t:7:18: values are nested more than 64 deep");
}

static void files_that_cannot_be_read_are_named(void **state)
{
    char *text;
    size_t length;
    bri_error err = {0}, second = {0};
    (void)state;
    assert_int_equal(bri_file_read("no/such/file.yaml", &text, &length, &err), BRI_NOT_FOUND);
    assert_string_equal(err.where, "no/such/file.yaml");
    assert_string_equal(err.what, "the file cannot be opened: No such file or directory");
    assert_int_equal(bri_file_read("/tmp", &text, &length, &second), BRI_NOT_FOUND);
    assert_string_equal(second.what, "the file cannot be read: Is a directory");
    assert_null(text);
    assert_int_equal(bri_file_read("/dev/zero", &text, &length, NULL), BRI_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stand_where_they_stand),
        cmocka_unit_test(json_is_yaml),
        cmocka_unit_test(a_byte_order_mark_and_other_line_ends_are_fine),
        cmocka_unit_test(aliases_and_merge_keys_are_resolved),
        cmocka_unit_test(what_is_no_yaml_gets_a_sentence),
        cmocka_unit_test(every_second_key_is_complained_of),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
        cmocka_unit_test(aliases_that_multiply_are_refused),
        cmocka_unit_test(depth_and_size_are_limited),
        cmocka_unit_test(a_chain_of_aliases_is_no_way_around_the_depth),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
