// chart_axes.js - axes of a chart: from values to pixels, ticks, labels
import { formatTick, scaleFor, ticksBetween } from './format.js';
import { svg } from './dom.js';

/** @typedef {{ low: number, high: number, log: boolean, unit: string, label: string, words?: string[] }} AxisRange words: of a column whose numbers are their indices */

/** One axis: values between low and high go to pixels between from and until. */
export class Axis {
    /** @param {AxisRange} range @param {number} from @param {number} until */
    constructor(range, from, until) {
        this.range = range;
        this.from = from;
        this.until = until;
        this.low = range.log ? Math.log10(range.low) : range.low;
        this.high = range.log ? Math.log10(range.high) : range.high;
        this.scale = scaleFor(Math.max(Math.abs(range.low), Math.abs(range.high)), range.unit);
    }

    /** @param {number} value @returns {number} pixel */
    place(value) {
        const x = this.range.log ? Math.log10(value) : value;
        return this.from + (x - this.low) / (this.high - this.low) * (this.until - this.from);
    }

    /** @param {number} pixel @returns {number} value */
    valueOf(pixel) {
        const x = this.low + (pixel - this.from) / (this.until - this.from) * (this.high - this.low);
        return this.range.log ? 10 ** x : x;
    }

    /** @param {number} count @returns {{ at: number, text: string }[]} */
    ticks(count) {
        if (this.range.log) {
            const step = Math.max(1, Math.ceil((this.high - this.low) / count));
            const ticks = [];
            for (let k = Math.ceil(this.low - 1e-9); k <= this.high + 1e-9; k += step) ticks.push({ at: 10 ** k, text: Math.abs(k) <= 3 ? (10 ** k).toFixed(Math.max(0, -k)) : `1e${k}`.replace('-', '−') });
            return ticks;
        }
        const { words } = this.range;
        if (words) {
            const each = Math.ceil(words.length / (4 * count));
            return words.map((text, at) => ({ at, text: text.length > 14 ? `${text.slice(0, 13)}…` : text })).filter((_, i) => i % each === 0);
        }
        const f = this.scale.factor;
        const values = ticksBetween(this.low / f, this.high / f, count);
        const step = values.length > 1 ? /** @type {number} */ (values[1]) - /** @type {number} */ (values[0]) : 1;
        return values.map((value) => ({ at: value * f, text: formatTick(value, step) }));
    }

    /** "force [kN]" */
    title() {
        const { label } = this.range, unit = this.scale.unit;
        return unit && unit !== '1' ? `${label} [${unit}]` : label;
    }
}

/** @param {number} low @param {number} high @returns {{ low: number, high: number }} with a margin; never empty */
export function padded(low, high) {
    if (!(high > low)) {
        const about = Math.abs(low) > 0 ? 0.1 * Math.abs(low) : 1;
        return { low: low - about, high: high + about };
    }
    const margin = 0.06 * (high - low);
    return { low: low - margin, high: high + margin };
}

/** Grid, ticks and titles. @param {SVGGElement} group @param {Axis} x @param {Axis} y @param {string} yTitle @param {boolean} narrow */
export function drawAxes(group, x, y, yTitle, narrow) {
    const left = x.from, right = x.until, bottom = y.from, top = y.until;
    group.replaceChildren();
    for (const tick of x.ticks(narrow ? 4 : 7)) {
        const at = x.place(tick.at);
        if (at < left - 0.5 || at > right + 0.5) continue;
        group.append(svg('line', { class: 'grid', x1: at, x2: at, y1: bottom, y2: top }));
        const last = at > right - 14; // it would be cut
        group.append(svg('text', { class: 'tick', x: last ? right + 8 : at, y: bottom + 15, 'text-anchor': last ? 'end' : 'middle' }, tick.text));
    }
    for (const tick of y.ticks(5)) {
        const at = y.place(tick.at);
        if (at > bottom + 0.5 || at < top - 0.5) continue;
        group.append(svg('line', { class: tick.at === 0 ? 'grid zero' : 'grid', x1: left, x2: right, y1: at, y2: at }));
        group.append(svg('text', { class: 'tick', x: left - 6, y: at + 4, 'text-anchor': 'end' }, tick.text));
    }
    group.append(svg('rect', { class: 'frame', x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }));
    group.append(svg('text', { class: 'axis', x: 0.5 * (left + right), y: bottom + 31, 'text-anchor': 'middle' }, x.title()));
    group.append(svg('text', { class: 'axis', x: 2, y: top - 8 }, yTitle));
}
