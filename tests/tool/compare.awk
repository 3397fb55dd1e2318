# compare.awk - are two files the same, line by line? A line '...' of the first stands for any lines of the second.
# With close_enough, numbers may differ by 1e-6 of their size, or by 1e-12, or by slack if that is more.

function same_number(a, b,    d, size)
{
    d = a - b
    d = d < 0 ? -d : d
    size = a < 0 ? -a : a
    return d <= 1e-12 || d <= 1e-6 * size || d <= slack + 0
}

function same(a, b,    number, x, y)
{
    if (a == b)
        return 1
    number = "[-+]?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]+)?"
    while (close_enough && match(a, number)) {
        x = substr(a, 1, RSTART - 1)
        y = substr(a, RSTART, RLENGTH)
        a = substr(a, RSTART + RLENGTH)
        if (!match(b, number) || substr(b, 1, RSTART - 1) != x || !same_number(y + 0, substr(b, RSTART, RLENGTH) + 0))
            return 0
        b = substr(b, RSTART + RLENGTH)
    }
    return a == b
}

function matches(i, k) # wanted from line i on, against what came from line k on
{
    for (; i <= wanted && want[i] != "..."; i++)
        if (k > came || !same(want[i], got[k++]))
            return 0
    if (i > wanted)
        return k > came
    for (; k <= came + 1; k++)
        if (matches(i + 1, k))
            return 1
    return 0
}

FILENAME == ARGV[1] { want[++wanted] = $0; next }
{ got[++came] = $0 }
END { exit !matches(1, 1) }
