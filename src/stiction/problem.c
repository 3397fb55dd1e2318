/* problem.c - equilibrium solved for as many unknowns as it determines; families of coherent distributions */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/search.h"

enum {
    MOST_FAMILIES = 4096
};
static const double dust = 1e-12; /* of entries of size 1 */

double bri_express(const double *e, const double *y, int p)
{
    double sum = e[0];
    for (int i = 0; i < p; i++)
        sum += e[1 + i] * y[i];
    return sum;
}

bool bri_follows(const double *a, const double *b, int p, double *times, double *more)
{
    int most = 0;
    for (int i = 1; i <= p; i++)
        if (most == 0 || fabs(b[i]) > fabs(b[most])) most = i;
    if (p == 0 || b[most] == 0) return false;
    *times = a[most] / b[most];
    for (int i = 1; i <= p; i++)
        if (fabs(a[i] - *times * b[i]) > 1e-14 * fabs(a[most])) return false;
    *more = a[0] - *times * b[0];
    return *times != 0;
}

static double *room(sti_problem *pr, size_t count) { return bri_arena_take(&pr->arena, count + 1, sizeof(double)); }

static void clean(double *e, int p)
{
    for (int i = 0; i <= p; i++)
        if (fabs(e[i]) <= dust) e[i] = 0;
}

/* x = at + by y, where y are the columns that elimination did not take. */
static bool express_columns(sti_problem *pr, const double *A, const int *pivot, int rank)
{
    int m = pr->columns, wide = m + 1, at = 1;
    bool *is_pivot = bri_arena_take(&pr->arena, (size_t)m + 1, sizeof *is_pivot);
    pr->p = m - rank;
    pr->x = room(pr, (size_t)m * (size_t)(pr->p + 1));
    if (!is_pivot || !pr->x) return false;
    for (int i = 0; i < rank; i++) {
        is_pivot[pivot[i]] = true;
        pr->x[pivot[i] * (pr->p + 1)] = -A[i * wide + m];
    }
    for (int j = 0; j < m; j++) {
        if (is_pivot[j]) continue;
        pr->x[j * (pr->p + 1) + at] = 1;
        for (int i = 0; i < rank; i++)
            pr->x[pivot[i] * (pr->p + 1) + at] = -A[i * wide + j];
        at++;
    }
    for (int j = 0; j < m; j++)
        clean(pr->x + j * (pr->p + 1), pr->p);
    return true;
}

static bool reduce(sti_problem *pr, const double *extra, int extras, bool *solvable)
{
    const sti_statics *st = pr->st;
    int n = st->n, m = pr->columns, wide = m + 1;
    double *A = calloc((size_t)n * (size_t)wide + 1, sizeof *A);
    int *pivot = calloc((size_t)n + 1, sizeof *pivot);
    bool fine = A && pivot;
    for (int i = 0; i < n && fine; i++) {
        memcpy(A + i * wide, st->A + i * st->columns, (size_t)st->columns * sizeof(double));
        for (int e = 0; e < extras; e++)
            A[i * wide + st->columns + e] = extra[e * n + i];
        A[i * wide + m] = st->Q[i];
    }
    if (fine) {
        int rank = bri_eliminate(A, n, wide, m, STI_NOTHING, pivot);
        *solvable = true;
        for (int i = rank; i < n; i++)
            if (fabs(A[i * wide + m]) > 1e-8) *solvable = false;
        fine = express_columns(pr, A, pivot, rank);
    }
    free(A);
    free(pivot);
    return fine;
}

static void add_columns(const sti_problem *pr, int column, double times, double *e)
{
    for (int i = 0; i <= pr->p && column >= 0; i++)
        e[i] += times * pr->x[column * (pr->p + 1) + i];
}

static bool express_contacts(sti_problem *pr)
{
    const sti_statics *st = pr->st;
    for (int side = 0; side < 2; side++) {
        pr->load[side] = bri_arena_take(&pr->arena, (size_t)st->contacts + 1, sizeof *pr->load[side]);
        for (int c = 0; c < st->contacts && pr->load[side]; c++) {
            const sti_contact *contact = &st->contact[c];
            const sys_joint *joint = &st->system->joint[st->system->interface[st->face[contact->face].interface].joint];
            double *e = pr->load[side][c] = room(pr, (size_t)pr->p + 1);
            if (!e) return false;
            for (int h = 0; h < joint->held; h++)
                if (contact->load == STI_SIGNED ? side == 0 : contact->load == STI_ROUND && h == side)
                    add_columns(pr, joint->row + h, contact->by[h], e);
            clean(e, pr->p);
        }
    }
    return !pr->arena.failed;
}

static bool express_groups(sti_problem *pr)
{
    const sti_statics *st = pr->st;
    pr->group = bri_arena_take(&pr->arena, (size_t)st->contacts + 1, sizeof *pr->group);
    for (int f = 0; f < st->faces && pr->group; f++) {
        const sti_face *face = &st->face[f];
        int count = face->column >= 0 ? 1 : face->contacts;
        for (int g = 0; g < count; g++) {
            sti_group *group = &pr->group[pr->groups++];
            *group = (sti_group){.face = f, .contact = face->contact + g, .contacts = count > 1 ? 1 : face->contacts};
            group->force = room(pr, (size_t)pr->p + 1);
            if (!group->force) return false;
            const sti_contact *c = &st->contact[group->contact];
            add_columns(pr, c->column[0], 1 / face->measure, group->force);
            add_columns(pr, c->column[1], 1 / face->measure, group->force);
            clean(group->force, pr->p);
        }
    }
    return !pr->arena.failed;
}

bri_status bri_problem_create(const sti_statics *st, const double *extra, int extras, sti_problem **out, bool *solvable,
                              bri_error *err)
{
    sti_problem *pr = calloc(1, sizeof *pr);
    if (!pr) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    pr->st = st;
    pr->columns = st->columns + extras;
    bool fine = reduce(pr, extra, extras, solvable) && express_contacts(pr) && express_groups(pr);
    bri_status status = fine ? bri_program_create(pr->p + st->contacts + 1, &pr->program, err)
                             : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    if (status)
        bri_problem_free(pr);
    else
        *out = pr;
    return status;
}

void bri_problem_free(sti_problem *pr)
{
    if (!pr) return;
    bri_program_destroy(pr->program);
    bri_arena_free(&pr->arena);
    free(pr);
}

/* --- numbers at a point ---------------------------------------------------------------------------------------------------- */

double bri_load_at(const sti_problem *pr, int c, const double *y)
{
    const sti_contact *contact = &pr->st->contact[c];
    if (contact->load == STI_GIVEN) return 0; /* is part of grip[0] */
    double n = bri_express(pr->load[0][c], y, pr->p);
    return contact->load == STI_SIGNED ? fabs(n) : hypot(n, bri_express(pr->load[1][c], y, pr->p));
}

double bri_limit_at(const sti_problem *pr, const sti_group *group, const double *y)
{
    double limit = 0;
    for (int c = group->contact; c < group->contact + group->contacts; c++)
        limit += pr->st->contact[c].static_limit[0] + pr->st->contact[c].static_limit[1] * bri_load_at(pr, c, y);
    return limit;
}

double bri_margin_at(const sti_problem *pr, const double *y, double scale, const bool *counts)
{
    double least = INFINITY;
    for (int g = 0; g < pr->groups; g++)
        if (!counts || counts[g])
            least = fmin(least,
                         scale * bri_limit_at(pr, &pr->group[g], y) - fabs(bri_express(pr->group[g].force, y, pr->p)));
    return least;
}

/* --- families ------------------------------------------------------------------------------------------------------------------ */

/* e >= 0 for sign 1, e <= 0 for -1, e = 0 for 0; the constant is multiplied by a column where that is given, or by 1. */
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
    for (int c = 0; c < st->contacts; c++)
        if (family->turn[c]) put_sign(pr, program, pr->load[0][c], family->turn[c], constant);
    for (int k = 0; k < pr->rising; k++)
        put_sign(pr, program, pr->x + (st->columns + k) * (pr->p + 1), 1, constant);
}

/* What an expression is at most and at least in a family whose rows stand in the program; false: the family is empty. */
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

/* The directions of R in a box that does not hold 0, as a sector. */
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
    if (most - least > 3) return; /* nearly half of all */
    *from = middle + least - 1e-9;
    *to = middle + most + 1e-9;
}

/* The range of a load that follows from that of one before it, a = times b + more, as in joints in a row; false: of none. */
static bool known_range(const sti_problem *pr, int contact, int side, double (*range)[4], double *low, double *high)
{
    const double *a = pr->load[side][contact];
    for (int c = 0; c <= contact; c++)
        for (int i = 0; i < (c < contact ? 2 : side); i++) {
            const double *b = pr->load[i][c];
            double times, more;
            bool is_known = pr->st->contact[c].load == STI_ROUND || (pr->st->contact[c].load == STI_SIGNED && i == 0);
            if (!is_known || !bri_follows(a, b, pr->p, &times, &more)) continue;
            const double *r = range[c] + 2 * (size_t)i;
            *low = times * r[times > 0 ? 0 : 1] + more;
            *high = times * r[times > 0 ? 1 : 0] + more;
            return true;
        }
    return false;
}

/* What a family says of the loads by itself. range: room for each contact. */
static void prepare(const sti_problem *pr, sti_family *family, double (*range)[4])
{
    const sti_statics *st = pr->st;
    double low[2] = {0}, high[2] = {0};
    bri_program_clear(pr->program);
    bri_put_family(pr, family, pr->program, -1);
    for (int j = pr->p; j < pr->program->columns; j++)
        pr->program->low[j] = pr->program->high[j] = 0;
    if (pr->p == 0 || st->contacts == 0) { /* nothing is open: only the signs remain to be looked at */
        double *e = bri_arena_take(&((sti_problem *)(size_t)pr)->arena, (size_t)pr->p + 1, sizeof *e);
        family->empty = e && !range_of(pr, e, &low[0], &high[0]);
    }
    for (int c = 0; c < st->contacts && !family->empty; c++) {
        sti_load load = st->contact[c].load;
        family->low[c] = family->high[c] = NAN;
        family->most[c] = 0;
        if (load == STI_GIVEN) continue;
        for (int side = 0; side < (load == STI_ROUND ? 2 : 1) && !family->empty; side++) {
            if (!known_range(pr, c, side, range, &low[side], &high[side]))
                family->empty = !range_of(pr, pr->load[side][c], &low[side], &high[side]);
            range[c][2 * side] = low[side];
            range[c][2 * side + 1] = high[side];
        }
        if (family->empty) continue;
        double m0 = fmax(fabs(low[0]), fabs(high[0])), m1 = load == STI_ROUND ? fmax(fabs(low[1]), fabs(high[1])) : 0;
        family->most[c] = hypot(m0, m1);
        memcpy(family->box[c], (const double[4]){low[0], high[0], low[1], high[1]}, sizeof family->box[c]);
        if (load != STI_ROUND) family->box[c][2] = family->box[c][3] = 0;
        family->low[c] = low[0];
        family->high[c] = high[0];
        if (load == STI_ROUND) sector_of_box(low, high, &family->low[c], &family->high[c]);
    }
}

static bool new_family(sti_problem *pr)
{
    const sti_statics *st = pr->st;
    size_t kappa = (size_t)(st->columns - st->held) + 1, contacts = (size_t)st->contacts + 1;
    sti_family *f = &pr->family[pr->families];
    f->sign = bri_arena_take(&pr->arena, kappa, 1);
    f->turn = bri_arena_take(&pr->arena, contacts, 1);
    f->at_limit = bri_arena_take(&pr->arena, contacts, 1);
    f->low = room(pr, contacts);
    f->high = room(pr, contacts);
    f->most = room(pr, contacts);
    f->box = bri_arena_take(&pr->arena, contacts, sizeof *f->box);
    if (pr->arena.failed) return false;
    memset(f->sign, STI_FREE, kappa);
    pr->families++;
    return true;
}

/* Friction opposes a motion: on the faces that it moves. Without power of the loads along it there is none. */
static void oppose(const sti_problem *pr, const sti_motion *motion, sti_family *family)
{
    const sti_statics *st = pr->st;
    for (int c = 0; c < st->contacts; c++) {
        double slip = motion->slip[st->contact[c].face];
        for (int side = 0; side < 2 && slip != 0; side++)
            if (st->contact[c].column[side] >= 0)
                family->sign[st->contact[c].column[side] - st->held] =
                    (signed char)(motion->power > 0 ? (slip > 0 ? -1 : 1) : 0);
    }
}

/* The faces that turn: which of both columns there is. */
static void turn(const sti_problem *pr, long choice, sti_family *family)
{
    const sti_statics *st = pr->st;
    for (int c = 0; c < st->contacts; c++) {
        if (!st->contact[c].turns) continue;
        family->turn[c] = choice % 2 ? -1 : 1;
        family->sign[st->contact[c].column[choice % 2 ? 0 : 1] - st->held] = 0;
        choice /= 2;
    }
}

static long count_turns(const sti_statics *st)
{
    long turns = 1;
    for (int c = 0; c < st->contacts && turns <= MOST_FAMILIES; c++)
        if (st->contact[c].turns) turns *= 2;
    return turns;
}

static bri_status finish_families(sti_problem *pr, bri_error *err)
{
    int kept = 0;
    double(*range)[4] = calloc((size_t)pr->st->contacts + 1, sizeof *range);
    if (!range) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    for (int f = 0; f < pr->families; f++) {
        prepare(pr, &pr->family[f], range);
        if (!pr->family[f].empty) pr->family[kept++] = pr->family[f];
    }
    pr->families = kept;
    free(range);
    return BRI_OK;
}

/* Friction at its limit against one motion; other faces within theirs. */
static bool slip_along(sti_problem *pr, const sti_motion *motion, sti_family *family)
{
    for (int g = 0; g < pr->groups; g++) {
        double slip = motion->slip[pr->group[g].face];
        family->at_limit[g] = (signed char)(slip > 0 ? -1 : slip < 0 ? 1 : 0);
    }
    return true;
}

/* One family for every choice of an elementary motion in each part, and of the sides of faces that turn. */
static bri_status product(sti_problem *pr, const sti_motion *only, bri_error *err)
{
    const sti_statics *st = pr->st;
    long turns = count_turns(st), all = turns;
    int *choice = bri_arena_take(&pr->arena, (size_t)st->parts + 1, sizeof *choice), part = 0;
    int *first = bri_arena_take(&pr->arena, (size_t)st->parts + 2, sizeof *first);
    pr->too_many = st->too_many;
    if (!choice || !first) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    for (int m = 0; m < st->motions; m++) /* they stand part by part */
        first[st->motion[m].part + 1] = m + 1;
    for (int p = 0; p < st->parts && !only && all <= MOST_FAMILIES; p++)
        all *= first[p + 1] - first[p];
    if (all > MOST_FAMILIES) {
        pr->too_many = true;
        all = 0;
    }
    pr->family = bri_arena_take(&pr->arena, (size_t)all + 1, sizeof *pr->family);
    for (int p = 0; p < st->parts; p++)
        choice[p] = first[p];
    while (all > 0 && part < st->parts + 1) {
        for (long t = 0; t < turns; t++) {
            if (!pr->family || !new_family(pr)) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
            sti_family *family = &pr->family[pr->families - 1];
            for (int p = 0; p < st->parts && !only; p++)
                oppose(pr, &st->motion[choice[p]], family);
            if (only) {
                oppose(pr, only, family);
                slip_along(pr, only, family);
            }
            turn(pr, t, family);
        }
        if (only) break;
        for (part = 0; part < st->parts; part++) {
            if (++choice[part] < first[part + 1]) break;
            choice[part] = first[part];
        }
        if (part == st->parts) break;
    }
    return BRI_OK;
}

bri_status bri_find_families(sti_problem *pr, const sti_motion *only, bri_error *err)
{
    bri_status status = product(pr, only, err);
    return status ? status : finish_families(pr, err);
}
