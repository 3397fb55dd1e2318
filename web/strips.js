// strips.js - one strip for every joint with friction and every gap: when it sticks, slips, touches or flies
import { el, onWidth, set, svg } from './dom.js';
import { formatQuantity } from './format.js';
import { gapStateOf, stateAfter, stateOf, STATE_WORDS } from './figure.js';
import { Axis } from './chart_axes.js';
import { markLines } from './chart.js';
import { stateKey } from './scene.js';
import { tableOf } from './tables.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./figure.js').State} State */
/** @typedef {{ from: number, until: number, state: string }} Span state: '' is nothing */

/** States by rows, with the events' own times for the changes. @param {Result} result @param {string} name @param {(t: number) => State} at @returns {Span[]} */
function spansOf(result, name, at) {
    const { time } = result;
    /** @type {{ t: number, state: State }[]} */
    const changes = [{ t: result.start, state: at(result.start) }];
    for (const event of result.events) {
        if (event.joint !== name) continue;
        const state = stateAfter(event.event);
        if (state) changes.push({ t: event.time, state });
    }
    const known = changes.length > 1;
    for (let row = 1; row < time.length; row++) {
        const t = time[row] ?? 0, state = at(t);
        changes.push({ t, state });
    }
    if (known) changes.sort((a, b) => a.t - b.t);
    /** @type {Span[]} */
    const spans = [];
    for (const { t, state } of changes) {
        const last = spans[spans.length - 1];
        if (last) last.until = t;
        if (!last || last.state !== state) spans.push({ from: t, until: t, state });
    }
    const last = spans[spans.length - 1];
    if (last) last.until = result.end;
    return spans;
}

/** "sticks 63 % of the time, slips 37 %; 5 changes" @param {Span[]} spans @param {Result} result */
function describeSpans(spans, result) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const s of spans) sums.set(s.state, (sums.get(s.state) ?? 0) + s.until - s.from);
    const whole = result.end - result.start || 1;
    const parts = [...sums].filter(([state]) => state).map(([state, sum]) => `${shortWord(state)} ${(100 * sum / whole).toFixed(1)} %`);
    return `${parts.join(', ')}; ${spans.length - 1} change${spans.length === 2 ? '' : 's'}`;
}

const LABEL = 132, LETTER = 6.6, HEIGHT = 16, GAP = 9, AXIS = 34;

/** @typedef {{ label: string, spans: Span[], words: string }} Strip words: for those who do not see it */
/**
 * Strips over the time of the clock, with an axis, a table and a key. low: states drawn as a thin bar.
 * @param {Strip[]} strips @param {import('./clock.js').Clock} clock
 * @param {{ key: Node, words: (state: string) => string, low: (state: string) => boolean, name: string }} look
 */
export function stripFigure(strips, clock, { key, words, low, name }) {
    const picture = svg('svg', { class: 'strips', role: 'img', 'aria-label': `${name}. ${strips.map((s) => `${s.label}: ${s.words}`).join('. ')}` });
    const cursor = svg('line', { class: 'cursor' }), bars = svg('g');
    picture.append(bars, cursor);
    let width = 0;
    const longest = LETTER * Math.max(...strips.map((s) => s.label.length)) + 12;
    const labelWidth = () => (width < 460 ? 0 : Math.min(0.4 * width, Math.max(LABEL, longest)));
    const pitch = () => HEIGHT + GAP + (labelWidth() ? 0 : 15);
    /** @param {number} t */
    const place = (t) => labelWidth() + (t - clock.from) / (clock.until - clock.from) * (width - labelWidth() - 10);
    const bottom = () => strips.length * pitch() + 4;
    const move = () => set(cursor, { x1: place(clock.t), x2: place(clock.t), y1: 0, y2: bottom(), visibility: clock.t >= clock.from && clock.t <= clock.until ? 'visible' : 'hidden' });
    /** @param {Strip} strip @param {number} y */
    const drawStrip = (strip, y) => {
        let lastX = -Infinity;
        for (const span of strip.spans) {
            if (span.until < clock.from || span.from > clock.until || !span.state) continue;
            const x0 = place(Math.max(span.from, clock.from)), x1 = place(Math.min(span.until, clock.until));
            if (x1 - lastX < 0.3 && x1 - x0 < 0.3) continue; // many changes within one pixel
            lastX = x1;
            const thin = low(span.state) ? 5 : span.state === 'limit' ? 3 : 0;
            bars.append(svg('rect', { class: `state ${span.state}`, x: x0, width: Math.max(0.6, x1 - x0), y: y + thin, height: HEIGHT - 2 * thin },
                svg('title', {}, `${strip.label}: ${words(span.state)}, ${formatQuantity(span.from, 's', 5)} to ${formatQuantity(span.until, 's', 5)}`)));
        }
    };
    const draw = () => {
        if (!width) return;
        const extra = labelWidth() ? 0 : 15, height = bottom() + AXIS;
        set(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
        bars.replaceChildren();
        const axis = new Axis({ low: clock.from, high: clock.until, log: false, unit: 's', label: 'time' }, labelWidth(), width - 10);
        for (const tick of axis.ticks(width < 460 ? 4 : 7)) {
            const x = axis.place(tick.at);
            if (x < axis.from - 0.5 || x > axis.until + 0.5) continue;
            bars.append(svg('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: bottom() }), svg('text', { class: 'tick', x, y: bottom() + 14, 'text-anchor': x > width - 30 ? 'end' : 'middle' }, tick.text));
        }
        bars.append(svg('text', { class: 'axis', x: 0.5 * (axis.from + axis.until), y: bottom() + 30, 'text-anchor': 'middle' }, axis.title()));
        for (const [i, strip] of strips.entries()) {
            const y = i * pitch() + extra + 4;
            bars.append(svg('text', { class: 'tick', x: 0, y: extra ? y - 4 : y + 12 }, strip.label.length * LETTER > (labelWidth() || width) ? `${strip.label.slice(0, Math.floor((labelWidth() || width) / LETTER) - 2)}…` : strip.label, svg('title', {}, strip.label)));
            drawStrip(strip, y);
        }
        bars.append(...markLines(clock, place, 0, bottom()));
        move();
    };
    picture.addEventListener('click', (e) => {
        const x = e.clientX - picture.getBoundingClientRect().left;
        if (x >= labelWidth()) clock.set(clock.from + (x - labelWidth()) / (width - labelWidth() - 10) * (clock.until - clock.from));
    });
    clock.onTime.push(move);
    clock.onView.push(draw);
    const list = el('details', { class: 'data' }, el('summary', {}, 'Data table'));
    list.addEventListener('toggle', () => {
        if (!list.open || list.querySelector('table')) return;
        const rows = strips.flatMap((strip) => strip.spans.slice(0, 200).filter((span) => span.state).map((span) =>
            [strip.label, words(span.state), formatQuantity(span.from, 's', 6), formatQuantity(span.until - span.from, 's')]));
        list.append(tableOf(['joint', 'state', 'from', 'lasts'], rows, `Table: ${name}`));
    });
    const element = el('figure', { class: 'plot' }, picture, key, list);
    onWidth(element, (w) => {
        width = w;
        draw();
    });
    return element;
}

/** @param {State | string} state */
const shortWord = (state) => STATE_WORDS[/** @type {Exclude<State, ''>} */ (state)]?.split(' (')[0] ?? '';

/** Strips of a run: joints with friction, and gaps. @param {Result} result @param {string} [prefix] @returns {Strip[]} */
export function stripsOf(result, prefix = '') {
    /** @type {Strip[]} */
    const strips = [];
    const { scene } = result;
    for (const rub of scene?.interfaces ?? []) {
        const spans = spansOf(result, rub.name, (t) => stateOf(result, rub, t));
        strips.push({ label: prefix + rub.name, spans, words: describeSpans(spans, result) });
    }
    for (const gap of scene?.gaps ?? []) {
        const spans = spansOf(result, gap.name, (t) => gapStateOf(result, gap.name, t));
        const twice = scene?.interfaces.some((i) => i.gap === gap.name && i.name === gap.name);
        strips.push({ label: `${prefix}${gap.name}${twice ? ' (contact)' : ''}`, spans, words: describeSpans(spans, result) });
    }
    return strips;
}

/** @param {string} state */
export const isThin = (state) => state === 'slips' || state === 'flies';

/** @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function stripPanel(results, clock) {
    const shown = results.flatMap((result) => stripsOf(result, results.length > 1 ? `${result.label}: ` : '')).slice(0, 60);
    if (!shown.length) return null;
    const states = new Set(shown.flatMap((s) => s.spans.map((span) => /** @type {State} */ (span.state))));
    return stripFigure(shown, clock, { key: stateKey(states), words: shortWord, low: isThin, name: 'States over time' });
}
