/* names.c - each name is placed beside its part, at the candidate position that covers least of the drawing and other names
 *
 * Parts at one position, such as a pin and its motor, share a line of text. */
#include "names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

static const double near_by = 3; /* dots: distance of parts at one position */
enum {
    DIRECTIONS = 12,
    RINGS = 4
};

void names_add(name_list *n, const canvas_look *look, const double at[2], const char *text)
{
    for (int i = 0; i < n->count; i++) {
        name_tag *other = &n->name[i];
        bool here = hypot(other->at[0] - at[0], other->at[1] - at[1]) < near_by && other->look.stroke == look->stroke;
        if (!here || strlen(other->text) + strlen(text) + 3 > 34) continue;
        append_text(other->text, sizeof other->text, ", %s", text);
        return;
    }
    if (n->count == MAX_NAMES) return;
    name_tag *one = &n->name[n->count++];
    *one = (name_tag){.at = {at[0], at[1]}, .look = *look};
    snprintf(one->text, sizeof one->text, "%.60s", text);
}

void names_avoid(name_list *n, const double a[2], const double b[2], double weight)
{
    if (n->strokes == MAX_STROKES) return;
    memcpy(n->stroke[n->strokes][0], a, 2 * sizeof *a);
    memcpy(n->stroke[n->strokes][1], b, 2 * sizeof *b);
    n->weight[n->strokes++] = weight;
}

/* Length of a segment within a box, in dots (Liang and Barsky). */
static double within(const double segment[2][2], const double box[4])
{
    double from = 0, to = 1, d[2] = {segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]};
    for (int k = 0; k < 2; k++) {
        double low = box[k] - segment[0][k], high = box[k + 2] - segment[0][k];
        if (d[k] == 0 && (low > 0 || high < 0)) return 0;
        if (d[k] == 0) continue;
        from = fmax(from, fmin(low / d[k], high / d[k]));
        to = fmin(to, fmax(low / d[k], high / d[k]));
    }
    return to > from ? (to - from) * hypot(d[0], d[1]) : 0;
}

static double overlap(const double a[4], const double b[4])
{
    double x = fmin(a[2], b[2]) - fmax(a[0], b[0]), y = fmin(a[3], b[3]) - fmax(a[1], b[1]);
    return x > 0 && y > 0 ? x * y : 0;
}

static double cost_of(const name_list *n, int index, const double box[4])
{
    double cost = 0, out = 0;
    for (int k = 0; k < 2; k++)
        out += fmax(0, n->frame[k] - box[k]) + fmax(0, box[k + 2] - n->frame[k + 2]);
    cost += 100 * out;
    for (int i = 0; i < index; i++)
        cost += 3 * overlap(box, n->name[i].box);
    for (int i = 0; i < n->strokes; i++)
        cost += n->weight[i] * within(n->stroke[i], box);
    for (int i = 0; i < n->count; i++) /* positions of the other named parts */
        cost += i != index && overlap(box, (const double[4]){n->name[i].at[0] - 5, n->name[i].at[1] - 5,
                                                             n->name[i].at[0] + 5, n->name[i].at[1] + 5}) > 0
                    ? 40
                    : 0;
    return cost;
}

static void find_place(const name_list *n, int index, double size, double best_box[4])
{
    const name_tag *one = &n->name[index];
    double width = text_width(one->text, size), best = HUGE_VAL;
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < DIRECTIONS; i++) {
            double angle = 0.5 + 6.283185307179586 * i / DIRECTIONS, far = 9 + 9 * ring, c = cos(angle), s = sin(angle);
            double x = one->at[0] + far * c + 0.5 * width * (c > 0.3 ? 1 : c < -0.3 ? -1 : 0);
            double y = one->at[1] - (far + 0.3 * size) * s;
            double box[4] = {x - 0.5 * width - 2, y - 0.6 * size, x + 0.5 * width + 2, y + 0.6 * size};
            double cost = cost_of(n, index, box) + 14 * ring;
            if (cost >= best) continue;
            best = cost;
            memcpy(best_box, box, sizeof box);
        }
}

void names_put(name_list *n, canvas *c, double size)
{
    const canvas_words middle = {.size = size};
    for (int i = 0; i < n->count; i++) {
        name_tag *one = &n->name[i];
        find_place(n, i, size, one->box);
        double at[2] = {0.5 * (one->box[0] + one->box[2]), 0.5 * (one->box[1] + one->box[3]) + 0.36 * size};
        canvas_text(c, &one->look, &middle, at, one->text);
    }
}
