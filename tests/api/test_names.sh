#!/bin/sh
# test_names.sh ROOT - nothing outside the folder of a kind spells the name of the kind or of one of its parameters
#
# Parameters are found by role, kinds by a property (include/bristle/kind.h). A literal in src/ or tool/ is a complaint if it is
#   such a name, or the beginning of one, in a call that looks names up or compares them
#   such a name with a digit or underscore in it, which means nothing else, anywhere
#   a sentence that contains such a name, as "mu_s is too small"; paths and settings in examples, as "floor.friction.mu_s=0.3", are allowed
#   "law: NAME", an example of a law, whatever its name
set -eu
cd "$1"

lists='src/friction/laws.def src/joint/joints.def src/force/forces.def src/contact/contacts.def src/signal/signals.def
    src/model/shapes.def'
tables=$(find src/friction src/joint src/force src/contact src/signal src/model/shapes.c -name '*.[ch]')

# One name a line. Names of families (friction, normal, force, ...) are keys of a model file, which no kind owns.
families=$(sed -n 's/^static const bri_family [a-z_]* = {\.name = "\([a-z_]*\)".*/\1/p
    s/^ *\.name = "\([a-z_]*\)", \.naming.*/\1/p' src/model/families.c)
names=$(
    # shellcheck disable=SC2086
    {
        sed -n 's/^[A-Z_]*(\([a-z0-9_]*\)).*/\1/p' $lists
        printf '%s\n' static dynamic lubricated # families of laws
        cat $tables | tr -d '\\\n' |
            grep -oE 'BRI_([A-Z]+_)?PARAM[A-Z_]*\( *[a-z_]+, *[A-Za-z0-9_]+|BRI_ROW(_AS)?\( *[a-z_]+, *BRI_[A-Z]+, *"[a-z_]+"' |
            sed 's/.*, *//; s/"//g'
    } | sort -u | grep -vxF "$families" | grep -vxE 'field|[A-Za-z]'
)
for known in mu_s sigma0 G_min scaling radius loss stiffness along wheel_on_line lankarani_nikravesh translational box; do
    printf '%s\n' "$names" | grep -qx "$known" || {
        echo "the list of names lacks $known: tables are written in another way than this test reads them"
        exit 1
    }
done

allowed='src/system/warnings.c:smooth_step' # the remedy of a motion that jumps

complaints=$(
    find src tool -name '*.[ch]' | sort | grep -vxF "$tables" | NAMES=$names ALLOWED=$allowed xargs awk '
        BEGIN {
            count = split(ENVIRON["NAMES"], name, "\n")
            for (i = 1; i <= count; i++) is_name[name[i]]
            split(ENVIRON["ALLOWED"], except, "\n")
            for (i in except) is_allowed[except[i]]
            split("bri_param_find bri_params_get bri_params_set bri_params_set_text bri_row_find bri_family_kind " \
                  "bri_law_find bri_contact_law_find strcmp strncmp", call, " ")
            for (i in call) looks_up[call[i]]
        }
        function begins_name(word,  i) {
            for (i = 1; i <= count; i++)
                if (length(word) > 2 && index(name[i], word) == 1) return 1
            return 0
        }
        # The function that a literal is an argument of; "": none, or one that is given the name of an option.
        function caller(  i) {
            for (i = depth; i > 0 && made_by[i] == ""; i--)
                ;
            return i > 0 && !of_option[i] ? made_by[i] : ""
        }
        # A name within a sentence: not a part of a path (".mu_s"), nor a key ("mu_s=", "mu_s:").
        function check_sentence(text,  rest, before, token, after) {
            if (text ~ /^ *bristle /) return # a command line, as an example
            rest = text
            while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
                token = substr(rest, RSTART, RLENGTH)
                before = RSTART > 1 ? substr(rest, 1, RSTART - 1) : ""
                rest = substr(rest, RSTART + RLENGTH)
                after = substr(rest, 1, 1)
                if (!(token in is_name) || FILENAME ":" token in is_allowed) continue
                if (before ~ /law: $/ || (token ~ /[0-9_]/ && before !~ /[.]$/ && after !~ /[=:]/ && rest !~ /^\\":/))
                    printf "%s:%d: \"%s\" contains %s, the name of a kind or parameter: take it from the table by its role\n",
                        FILENAME, FNR, text, token
            }
        }
        function check(word,  of) {
            of = caller()
            sub(/[.][xy0-9]+$/, "", word)
            if (FILENAME ":" word in is_allowed) return
            if (word ~ / /) check_sentence(word)
            if ((word in is_name && (of in looks_up || word ~ /[0-9_]/)) || (of == "strncmp" && begins_name(word)))
                printf "%s:%d: \"%s\" is the name of a kind or parameter: ask by role or property\n", FILENAME, FNR, word
        }
        FNR == 1 { in_comment = depth = 0 }
        /^[ \t]*#[ \t]*include/ { next }
        {
            rest = $0
            while (rest != "") {
                if (in_comment) {
                    if (!(end = index(rest, "*/"))) break
                    rest = substr(rest, end + 2)
                    in_comment = 0
                }
                if (!match(rest, /\/[*]|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|[A-Za-z_][A-Za-z0-9_]*|[();{}]/)) break
                token = substr(rest, RSTART, RLENGTH)
                if (RSTART > 1) last = "" # something stands between a word and its parenthesis
                rest = substr(rest, RSTART + RLENGTH)
                if (token == "/*") in_comment = 1
                else if (token == "(") { made_by[++depth] = last; of_option[depth] = 0 }
                else if (token == ")") { if (depth > 0) depth-- }
                else if (token ~ /^[;{}]$/) depth = 0
                else if (token ~ /^"/) check(substr(token, 2, length(token) - 2))
                else if (token == "option") of_option[depth] = 1
                last = token ~ /^[A-Za-z_]/ ? token : ""
            }
        }'
)
test -z "$complaints" || {
    printf '%s\n' "$complaints"
    exit 1
}
