// strips.js - one strip for every joint with friction and every gap: when it sticks, slips, touches or flies
import { el, onWidth, set, svg } from './dom.js';
import { formatQuantity } from './format.js';
import { statesOf, STATE_WORDS } from './figure.js';
import { Axis } from './chart_axes.js';
import { markLines, markPlaces } from './chart.js';
import { tableOf } from './tables.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./figure.js').State} State */
/** @typedef {import('./figure.js').Span} Span */

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

/** A bar as strips and their keys draw it. @param {string} state @param {(state: string) => boolean} low @param {number} y */
function barOf(state, low, y) {
    const thin = low(state) ? 5 : state === 'limit' || state === 'creeps' ? 3 : 0;
    return { class: `state ${state}`, y: y + thin, height: HEIGHT - 2 * thin };
}

/** The key of strips, of states that occur. @param {Set<string>} states @param {Iterable<[string, string]>} words of each state @param {(state: string) => boolean} low */
export function stripKey(states, words, low) {
    const key = el('ul', { class: 'key' });
    for (const [state, text] of words)
        if (states.has(state)) key.append(el('li', {}, svg('svg', { width: 26, height: HEIGHT, 'aria-hidden': 'true' }, svg('rect', { ...barOf(state, low, 0), width: 26 })), text));
    return key;
}

/** @typedef {{ label: string, spans: Span[], words: string }} Strip words: for those who do not see it */
/**
 * Strips over the time of the clock, with an axis, a table and a key. low: states drawn as a thin bar.
 * @param {Strip[]} strips @param {import('./clock.js').Clock} clock
 * @param {{ key: Node, words: (state: string) => string, low: (state: string) => boolean, name: string }} look
 */
export function stripFigure(strips, clock, { key, words, low, name }) {
    const picture = svg('svg', { class: 'strips', role: 'img', 'aria-label': `${name}. ${strips.map((s) => `${s.label}: ${s.words}`).join('. ')}` });
    const cursor = svg('line', { class: 'cursor' }), hair = svg('line', { class: 'cursor hair', visibility: 'hidden' }), bars = svg('g');
    picture.append(bars, cursor, hair);
    let width = 0;
    const longest = LETTER * Math.max(...strips.map((s) => s.label.length)) + 12;
    const labelWidth = () => (width < 460 ? 0 : Math.min(0.4 * width, Math.max(LABEL, longest)));
    const pitch = () => HEIGHT + GAP + (labelWidth() ? 0 : 15);
    /** @param {number} t */
    const place = (t) => labelWidth() + (t - clock.from) / (clock.until - clock.from) * (width - labelWidth() - 10);
    const marks = () => markPlaces(clock, place, width);
    const top = () => (clock.marks.length ? marks().height + 3 : 0); // their numbers are above the bars
    const bottom = () => top() + strips.length * pitch() + 4;
    /** @param {SVGLineElement} line @param {number | null} t */
    const moveLine = (line, t) => (t !== null && t >= clock.from && t <= clock.until ? set(line, { x1: place(t), x2: place(t), y1: 0, y2: bottom(), visibility: 'visible' }) : line.setAttribute('visibility', 'hidden'));
    const move = () => moveLine(cursor, clock.t);
    /** @param {Strip} strip @param {number} y */
    const drawStrip = (strip, y) => {
        let lastX = -Infinity;
        for (const span of strip.spans) {
            if (span.until < clock.from || span.from > clock.until || !span.state) continue;
            const x0 = place(Math.max(span.from, clock.from)), x1 = place(Math.min(span.until, clock.until));
            if (x1 - lastX < 0.3 && x1 - x0 < 0.3) continue; // many changes within one pixel
            lastX = x1;
            bars.append(svg('rect', { ...barOf(span.state, low, y), x: x0, width: Math.max(0.6, x1 - x0) },
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
            bars.append(svg('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: bottom() }), svg('text', { class: 'tick', x, y: bottom() + 14, 'text-anchor': x > width - 30 ? 'end' : x < 12 ? 'start' : 'middle' }, tick.text));
        }
        bars.append(svg('text', { class: 'axis', x: 0.5 * (axis.from + axis.until), y: bottom() + 30, 'text-anchor': 'middle' }, axis.title()));
        for (const [i, strip] of strips.entries()) {
            const y = top() + i * pitch() + extra + 4;
            bars.append(svg('text', { class: 'tick', x: 0, y: extra ? y - 4 : y + 12 }, strip.label.length * LETTER > (labelWidth() || width) ? `${strip.label.slice(0, Math.floor((labelWidth() || width) / LETTER) - 2)}…` : strip.label, svg('title', {}, strip.label)));
            drawStrip(strip, y);
        }
        bars.append(...markLines(marks().places, 0, bottom()));
        move();
    };
    /** @param {MouseEvent} e */
    const timeAt = (e) => {
        const x = e.clientX - picture.getBoundingClientRect().left - labelWidth();
        return x < 0 || x > width - labelWidth() - 10 ? null : clock.from + x / (width - labelWidth() - 10) * (clock.until - clock.from);
    };
    picture.addEventListener('click', (e) => clock.set(timeAt(e) ?? clock.t));
    picture.addEventListener('pointermove', (e) => clock.point(timeAt(e)));
    picture.addEventListener('pointerleave', () => clock.point(null));
    clock.onHover.push(() => moveLine(hair, clock.hover));
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
    const all = statesOf(result), twice = new Set(all.filter((h) => h.of === 'interface').map((h) => h.name));
    return all.map(({ name, of, spans }) => ({ label: `${prefix}${name}${of === 'gap' && twice.has(name) ? ' (contact)' : ''}`, spans, words: describeSpans(spans, result) }));
}

/** @param {string} state */
export const isThin = (state) => state === 'slips' || state === 'flies';

/** @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function stripPanel(results, clock) {
    const shown = results.flatMap((result) => stripsOf(result, results.length > 1 ? `${result.label}: ` : '')).slice(0, 60);
    if (!shown.length) return null;
    const states = new Set(shown.flatMap((s) => s.spans.map((span) => span.state)));
    return stripFigure(shown, clock, { key: stripKey(states, Object.entries(STATE_WORDS), isThin), words: shortWord, low: isThin, name: 'States over time' });
}
