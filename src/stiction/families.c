/* families.c - families of coherent distributions, and the ranges of the loads in each */
#include "stiction/families.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/tolerance.h"

enum {
    MOST_FAMILIES = 4096
};

static double *numbers(sti_problem *pr, size_t count) { return bri_arena_take(&pr->arena, count, sizeof(double)); }

/* Appends e >= 0 for sign 1, e <= 0 for -1, e = 0 for 0, nothing for STI_FREE. constant: as in bri_put_family. */
static void put_sign(const sti_problem *pr, sti_program *program, const double *e, int sign, int constant)
{
    if (sign == STI_FREE) return;
    double bound = constant < 0 ? -e[0] : 0;
    double *row = bri_program_row(program, sign >= 0 ? bound : -INFINITY, sign <= 0 ? bound : INFINITY);
    if (!row) return;
    memcpy(row, e + 1, (size_t)pr->p * sizeof(double));
    if (constant >= 0) row[constant] = e[0];
}

void bri_put_family(const sti_problem *pr, const sti_family *family, sti_program *program, int constant)
{
    const sti_statics *st = pr->st;
    for (int k = st->held; k < st->columns; k++)
        put_sign(pr, program, pr->x + k * (pr->p + 1), family->sign[k - st->held], constant);
    for (int c = 0; c < st->patches; c++)
        if (family->side[c]) put_sign(pr, program, pr->load[0][c], family->side[c], constant);
    for (int k = 0; k < pr->rising; k++)
        put_sign(pr, program, pr->x + (st->columns + k) * (pr->p + 1), 1, constant);
}

void bri_load_family(const sti_problem *pr, const sti_family *family)
{
    bri_program_clear(pr->program);
    bri_put_family(pr, family, pr->program, -1);
    for (int j = pr->p; j < pr->program->columns; j++)
        pr->program->low[j] = pr->program->high[j] = 0;
}

/* Smallest and largest value of an expression in the family whose rows are in the program; infinite where not known.
 * False: the family is empty. */
static bool range_of(const sti_problem *pr, const double *e, double *low, double *high)
{
    sti_program *program = pr->program;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < pr->p; i++)
            program->goal[i] = side ? -e[1 + i] : e[1 + i];
        sti_outcome outcome = bri_program_solve(program);
        if (outcome == STI_INFEASIBLE) return false;
        double value = outcome == STI_OPTIMAL ? program->value : INFINITY;
        *(side ? low : high) = side ? e[0] - value : e[0] + value;
    }
    return true;
}

/* Sector of directions, rad, of all R in a box; NAN: the box contains 0, is infinite, or its sector is too wide to be
 * useful. */
static void sector_of_box(const double low[2], const double high[2], double *from, double *to)
{
    double middle = atan2(low[1] + high[1], low[0] + high[0]), least = 0, most = 0;
    *from = *to = NAN;
    bool finite = isfinite(low[0]) && isfinite(low[1]) && isfinite(high[0]) && isfinite(high[1]);
    if (!finite || (low[0] <= 0 && high[0] >= 0 && low[1] <= 0 && high[1] >= 0)) return;
    for (int i = 0; i < 4; i++) {
        double angle = atan2(i & 1 ? high[1] : low[1], i & 2 ? high[0] : low[0]) - middle;
        angle -= 2 * STI_PI * round(angle / (2 * STI_PI));
        least = fmin(least, angle);
        most = fmax(most, angle);
    }
    if (most - least > widest_sector) return;
    *from = middle + least - tol_sector;
    *to = middle + most + tol_sector;
}

/* The range of a load that is a multiple of an earlier one, as in a chain of joints; range: those of the patches
 * before. False: it is a multiple of none. */
static bool known_range(const sti_problem *pr, int patch, int side, double (*range)[4], double *low, double *high)
{
    const double *a = pr->load[side][patch];
    for (int c = 0; c <= patch; c++)
        for (int i = 0; i < (c < patch ? 2 : side); i++) {
            const double *b = pr->load[i][c];
            double times, more;
            bool is_known =
                pr->st->patch[c].load == STI_LOAD_RADIAL || (pr->st->patch[c].load == STI_LOAD_LINEAR && i == 0);
            if (!is_known || !bri_follows(a, b, pr->p, &times, &more)) continue;
            const double *r = range[c] + 2 * (size_t)i;
            *low = times * r[times > 0 ? 0 : 1] + more;
            *high = times * r[times > 0 ? 1 : 0] + more;
            return true;
        }
    return false;
}

/* Sets the ranges of the loads in a family, and whether it is empty. range: scratch, one row for each patch;
 * overwrites the program. */
static void prepare(sti_problem *pr, sti_family *family, double (*range)[4])
{
    const sti_statics *st = pr->st;
    double low[2] = {0}, high[2] = {0};
    bri_load_family(pr, family);
    if (pr->p == 0 || st->patches == 0) { /* no loads, or nothing undetermined: only the signs decide */
        double *e = numbers(pr, (size_t)pr->p + 1);
        family->empty = e && !range_of(pr, e, &low[0], &high[0]);
    }
    for (int c = 0; c < st->patches && !family->empty; c++) {
        sti_load load = st->patch[c].load;
        family->low[c] = family->high[c] = NAN;
        family->most[c] = 0;
        if (load == STI_LOAD_GIVEN) continue;
        for (int side = 0; side < (load == STI_LOAD_RADIAL ? 2 : 1) && !family->empty; side++) {
            if (!known_range(pr, c, side, range, &low[side], &high[side]))
                family->empty = !range_of(pr, pr->load[side][c], &low[side], &high[side]);
            range[c][2 * side] = low[side];
            range[c][2 * side + 1] = high[side];
        }
        if (family->empty) continue;
        double m0 = fmax(fabs(low[0]), fabs(high[0])),
               m1 = load == STI_LOAD_RADIAL ? fmax(fabs(low[1]), fabs(high[1])) : 0;
        family->most[c] = hypot(m0, m1);
        memcpy(family->box[c], (const double[4]){low[0], high[0], low[1], high[1]}, sizeof family->box[c]);
        if (load != STI_LOAD_RADIAL) family->box[c][2] = family->box[c][3] = 0;
        family->low[c] = low[0];
        family->high[c] = high[0];
        if (load == STI_LOAD_RADIAL) sector_of_box(low, high, &family->low[c], &family->high[c]);
    }
}

/* Appends a family with free signs. False: out of memory. */
static bool new_family(sti_problem *pr)
{
    const sti_statics *st = pr->st;
    size_t kappa = (size_t)(st->columns - st->held), patches = (size_t)st->patches;
    sti_family *f = &pr->family[pr->families];
    f->sign = bri_arena_take(&pr->arena, kappa, 1);
    f->side = bri_arena_take(&pr->arena, patches, 1);
    f->at_limit = bri_arena_take(&pr->arena, patches, 1);
    f->low = numbers(pr, patches);
    f->high = numbers(pr, patches);
    f->most = numbers(pr, patches);
    f->box = bri_arena_take(&pr->arena, patches, sizeof *f->box);
    if (pr->arena.failed) return false;
    memset(f->sign, STI_FREE, kappa);
    pr->families++;
    return true;
}

/* Signs with which friction opposes a motion, on the interfaces that it moves. Loads without power along it need no
 * friction there: 0. */
static void oppose(const sti_problem *pr, const sti_motion *motion, sti_family *family)
{
    const sti_statics *st = pr->st;
    for (int c = 0; c < st->patches; c++) {
        double slip = motion->slip[st->patch[c].interface];
        for (int side = 0; side < 2 && slip != 0; side++)
            if (st->patch[c].column[side] >= 0)
                family->sign[st->patch[c].column[side] - st->held] =
                    (signed char)(motion->power > 0 ? (slip > 0 ? -1 : 1) : 0);
    }
}

/* Fixes the sign of the load of each two-sided patch by one bit of choice: the column of its other side is 0. */
static void choose_sides(const sti_problem *pr, long choice, sti_family *family)
{
    const sti_statics *st = pr->st;
    for (int c = 0; c < st->patches; c++) {
        if (!st->patch[c].two_sided) continue;
        family->side[c] = choice % 2 ? -1 : 1;
        family->sign[st->patch[c].column[choice % 2 ? 0 : 1] - st->held] = 0;
        choice /= 2;
    }
}

/* Number of choices of sides; more than MOST_FAMILIES: counting stops. */
static long count_sides(const sti_statics *st)
{
    long sides = 1;
    for (int c = 0; c < st->patches && sides <= MOST_FAMILIES; c++)
        if (st->patch[c].two_sided) sides *= 2;
    return sides;
}

/* Prepares all families and removes empty ones. Overwrites the program. */
static bri_status finish_families(sti_problem *pr, bri_error *err)
{
    int kept = 0;
    double(*range)[4] = calloc((size_t)pr->st->patches + 1, sizeof *range);
    if (!range) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int f = 0; f < pr->families; f++) {
        prepare(pr, &pr->family[f], range);
        if (!pr->family[f].empty) pr->family[kept++] = pr->family[f];
    }
    pr->families = kept;
    free(range);
    return BRI_OK;
}

/* Puts friction at its limit against a motion, on the interfaces that it moves. */
static void slip_along(const sti_problem *pr, const sti_motion *motion, sti_family *family)
{
    for (int g = 0; g < pr->groups; g++) {
        double slip = motion->slip[pr->group[g].interface];
        family->at_limit[g] = (signed char)(slip > 0 ? -1 : slip < 0 ? 1 : 0);
    }
}

/* Appends the families that oppose the chosen motion of each part, or that slip along `only`, one for each choice of sides.
 * False: out of memory. */
static bool add_families(sti_problem *pr, const int *choice, const sti_motion *only, long sides)
{
    for (long side = 0; side < sides; side++) {
        if (!new_family(pr)) return false;
        sti_family *family = &pr->family[pr->families - 1];
        for (int p = 0; p < pr->st->parts && !only; p++)
            oppose(pr, &pr->st->motion[choice[p]], family);
        if (only) {
            oppose(pr, only, family);
            slip_along(pr, only, family);
        }
        choose_sides(pr, side, family);
    }
    return true;
}

/* The next choice of one motion in each part; first: first motion of each part, and the end. False: it was the last. */
static bool next_choice(int *choice, const int *first, int parts)
{
    for (int p = 0; p < parts; p++) {
        if (++choice[p] < first[p + 1]) return true;
        choice[p] = first[p];
    }
    return false;
}

/* Appends one family for each choice of an elementary motion in every part and of the sides of two-sided patches; only: the
 * family that slips along this motion, once for each choice of sides. None, and too_many, if there were too many. */
static bri_status add_all_families(sti_problem *pr, const sti_motion *only, bri_error *err)
{
    const sti_statics *st = pr->st;
    long sides = count_sides(st), all = sides;
    int *choice = bri_arena_take(&pr->arena, (size_t)st->parts, sizeof *choice);
    int *first = bri_arena_take(&pr->arena, (size_t)st->parts + 1, sizeof *first);
    if (!choice || !first) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int m = 0; m < st->motions; m++) /* sorted by part */
        first[st->motion[m].part + 1]++;
    for (int p = 0; p < st->parts; p++) {
        first[p + 1] += first[p];
        choice[p] = first[p];
        if (!only && all <= MOST_FAMILIES) all *= first[p + 1] - first[p];
    }
    pr->too_many = st->too_many || all > MOST_FAMILIES;
    assert(all > 0 || pr->too_many);
    if (all > MOST_FAMILIES || all == 0) return BRI_OK;
    pr->family = bri_arena_take(&pr->arena, (size_t)all, sizeof *pr->family);
    if (!pr->family) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    do {
        if (!add_families(pr, choice, only, sides)) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    } while (!only && next_choice(choice, first, st->parts));
    return BRI_OK;
}

bri_status bri_find_families(sti_problem *pr, const sti_motion *only, bri_error *err)
{
    assert(!pr->family && !pr->families);
    bri_status status = add_all_families(pr, only, err);
    return status ? status : finish_families(pr, err);
}
