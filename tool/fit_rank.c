/* fit_rank.c - every law of the catalogue fitted to the same records, ranked, with the phenomena that tell them apart */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "fit.h"
#include "stopping.h"

static const double held_out = 0.2; /* of each record, unless it is given */

typedef struct ranked {
    const bri_friction_law *law;
    bri_fit *fit; /* NULL: could not be fitted, and err says why */
    fit_settings *settings;
    bri_fit_def def;
    bri_error err;
    bri_phenomena_result shows;
    bool shown, done;
} ranked;

typedef struct ranking {
    const fit_job *job;
    ranked *at;
    int count;
} ranking;

static void *begin(void *user) { return user; }
static void end(void *own) { (void)own; }

static int go_on(const bri_fit_progress *now, void *user)
{
    (void)now, (void)user;
    return !stop_is_wanted();
}

static void fit_law(void *own, size_t number)
{
    ranking *k = own;
    ranked *r = &k->at[number];
    bri_status status = bri_fit_create(&r->def, &r->fit, &r->err);
    r->done = status != BRI_STOPPED;
    if (!r->fit) return;
    r->shown = bri_phenomena(r->law, bri_fit_result_of(r->fit)->params, &r->shows, NULL) == BRI_OK;
}

/* By BIC; laws that could not be fitted come last, in the order of the catalogue. */
static int by_bic(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (!x->fit || !y->fit) return x->fit ? -1 : y->fit ? 1 : (x > y) - (x < y);
    double p = bri_fit_result_of(x->fit)->bic, q = bri_fit_result_of(y->fit)->bic;
    return p != q ? (p > q) - (p < q) : strcmp(x->law->kind.name, y->law->kind.name);
}

static int choose(ranking *k, const char *family)
{
    int laws = 0, worst = DONE;
    bool known = !strcmp(family, "all");
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        known = known || !strcmp((*law)->kind.family, family);
        laws++;
    }
    if (!known)
        return complain(
            BAD_INPUT,
            "--law is '%.40s', and must be all, static, lubricated or dynamic; a single law is named without --law",
            family);
    k->at = calloc((size_t)laws + 1, sizeof *k->at);
    if (!k->at) return complain(UNFINISHED, "out of memory: a ranking");
    for (const bri_friction_law *const *law = bri_laws(); !worst && *law; law++) {
        if (strcmp(family, "all") != 0 && strcmp((*law)->kind.family, family) != 0) continue;
        if (bri_friction_needs(*law, k->job->def.pair, NULL)) continue; /* these columns do not allow it */
        ranked *r = &k->at[k->count];
        r->law = *law;
        r->settings = calloc(1, sizeof *r->settings);
        if (!r->settings) return complain(UNFINISHED, "out of memory: a ranking");
        k->count++;
        r->def = k->job->def;
        worst = fit_settings_read(k->job, *law, false, r->settings, &r->def);
        r->def.profile = 0;
        r->def.progress = go_on;
        if (!option_value(k->job->arguments, "hold-out")) r->def.held_out = held_out;
    }
    if (!worst && !k->count)
        worst =
            complain(BAD_INPUT, "every law of the family '%s' needs properties of the surfaces: give --pair", family);
    return worst;
}

/* --- what comes out --------------------------------------------------------------------------------------------------- */

static void name_states(const bri_fit_result *r, char *out, size_t size)
{
    const char *before = "";
    *out = '\0';
    for (int i = 0; i < r->parameters; i++) {
        const bri_fit_parameter *q = &r->parameter[i];
        if (q->state == BRI_FIT_DETERMINED || q->state == BRI_FIT_REST || q->state == BRI_FIT_NO_EFFECT) continue;
        append_text(out, size, "%s%s%s", before, q->name, q->at_edge ? " (at its edge)" : "");
        before = ", ";
    }
}

static void print_ranks(const ranking *k, FILE *out)
{
    fprintf(out, "rank  %-18s  %9s  %9s  %11s  %11s  %8s  not determined\n", "law", "rms [N]", "rms [mu]",
            "held out [N]", "BIC", "unknowns");
    for (int i = 0; i < k->count; i++) {
        const ranked *r = &k->at[i];
        char open[600];
        if (!r->fit) {
            fprintf(out, "   -  %-18s  %s\n", r->law->kind.name, r->done ? r->err.what : "not done");
            continue;
        }
        const bri_fit_result *f = bri_fit_result_of(r->fit);
        name_states(f, open, sizeof open);
        fprintf(out, "%4d  %-18s  %9.4g  %9.4g  %12.4g  %11.1f  %8d%s%s\n", i + 1, r->law->kind.name, f->rms,
                f->rms_coefficient, f->predicted, f->bic, f->unknowns, *open ? "  " : "", open);
    }
}

/* For each phenomenon, the best law that shows it against the best that does not. */
static void print_phenomena(const ranking *k, FILE *out)
{
    fprintf(out, "\nWhat tells the laws apart: the first that shows a phenomenon with its fitted parameters, and the "
                 "first that does not\n");
    for (int p = 0; p < BRI_PHENOMENA; p++) {
        const ranked *with = NULL, *without = NULL;
        for (int i = k->count; i-- > 0;) {
            const ranked *r = &k->at[i];
            if (!r->fit || !r->shown) continue;
            if (r->shows.shows[p])
                with = r;
            else
                without = r;
        }
        if (!with || !without) continue;
        fprintf(out, "%-14s  %-18s rms %.4g N  %-18s rms %.4g N\n", bri_phenomenon_name((bri_phenomenon)p),
                with->law->kind.name, bri_fit_result_of(with->fit)->rms, without->law->kind.name,
                bri_fit_result_of(without->fit)->rms);
    }
}

static void print_best(const ranking *k, FILE *out)
{
    const ranked *first = &k->at[0], *foretells = NULL;
    if (!first->fit) return;
    for (int i = 0; i < k->count; i++)
        if (k->at[i].fit && !isnan(bri_fit_result_of(k->at[i].fit)->predicted) &&
            (!foretells || bri_fit_result_of(k->at[i].fit)->predicted < bri_fit_result_of(foretells->fit)->predicted))
            foretells = &k->at[i];
    fprintf(out, "\n%s fits best by BIC%s", first->law->kind.name,
            bri_fit_result_of(first->fit)->implausible ? ", but with parameters at the edge of their ranges" : "");
    if (foretells) fprintf(out, "; %s predicts the held-out rows best", foretells->law->kind.name);
    fprintf(out, ". 'bristle fit %s' gives its intervals.\n", first->law->kind.name);
}

static int print_json(const ranking *k, FILE *out)
{
    int worst = DONE;
    bool any = false;
    fprintf(out, "{\"laws\": [");
    for (int i = 0; i < k->count; i++) {
        if (!k->at[i].fit) continue;
        fprintf(out, "%s\n", any ? "," : "");
        worst = worse_of(worst, fit_write_json(k->at[i].fit, out, "  "));
        any = true;
    }
    fprintf(out, "]}\n");
    return worst;
}

int fit_rank(const fit_job *job, const char *family, int threads)
{
    ranking k = {.job = job};
    int worst = choose(&k, family), determined = 0, fitted = 0;
    if (!worst) {
        crew_work(&(crew){(size_t)k.count, threads, begin, fit_law, end, &k, job->quiet, 0});
        qsort(k.at, (size_t)k.count, sizeof *k.at, by_bic);
        bool stopped = false;
        const bri_error *why = NULL;
        for (int i = 0; i < k.count; i++) {
            stopped = stopped || !k.at[i].done;
            fitted += k.at[i].fit != NULL;
            if (k.at[i].fit) determined += bri_fit_result_of(k.at[i].fit)->determined;
            if (!k.at[i].fit && k.at[i].err.status) why = &k.at[i].err;
        }
        if (fitted && option_value(job->arguments, "json"))
            worst = print_json(&k, stdout);
        else if (fitted && !job->quiet) {
            print_ranks(&k, stdout);
            print_phenomena(&k, stdout);
            print_best(&k, stdout);
        }
        fflush(stdout);
        if (!fitted && why && !stopped)
            worst = complain_of(why->status, why);
        else if (stopped)
            worst = complain(UNFINISHED, "stopped: not all laws are fitted");
        else if (!determined)
            worst = complain(UNFINISHED, "these data determine no parameter of any law");
    }
    for (int i = 0; i < k.count; i++) {
        bri_fit_destroy(k.at[i].fit);
        free(k.at[i].settings);
    }
    free(k.at);
    return worst;
}
