// strips.js - one strip for every joint with friction and every gap: when it sticks, slips, touches or flies
import { el, onWidth, set, svg } from './dom.js';
import { formatQuantity } from './format.js';
import { gapStateOf, stateOf, STATE_WORDS } from './figure.js';
import { stateKey } from './scene.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./figure.js').State} State */
/** @typedef {{ from: number, until: number, state: State }} Span */

/** States by rows, with the events' own times for the changes. @param {Result} result @param {string} name @param {(t: number) => State} at @returns {Span[]} */
function spansOf(result, name, at) {
    const { time } = result;
    /** @type {{ t: number, state: State }[]} */
    const changes = [{ t: result.start, state: at(result.start) }];
    for (const event of result.events) {
        if (event.joint !== name) continue;
        const state = /contact ends/.test(event.event) ? 'flies' : /contact begins/.test(event.event) ? 'touches' : /^sticks/.test(event.event) ? 'sticks' : /^slips/.test(event.event) ? 'slips' : '';
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
    /** @type {Map<State, number>} */
    const sums = new Map();
    for (const s of spans) sums.set(s.state, (sums.get(s.state) ?? 0) + s.until - s.from);
    const whole = result.end - result.start || 1;
    const parts = [...sums].filter(([state]) => state).map(([state, sum]) => `${STATE_WORDS[/** @type {Exclude<State, ''>} */ (state)].split(' (')[0]} ${(100 * sum / whole).toFixed(1)} %`);
    return `${parts.join(', ')}; ${spans.length - 1} change${spans.length === 2 ? '' : 's'}`;
}

const LABEL = 132, HEIGHT = 16, GAP = 9;

/** @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function stripPanel(results, clock) {
    /** @type {{ label: string, spans: Span[], words: string, result: Result }[]} */
    const strips = [];
    /** @type {Set<State>} */
    const states = new Set();
    for (const result of results) {
        const { scene } = result;
        const prefix = results.length > 1 ? `${result.label}: ` : '';
        for (const rub of scene?.interfaces ?? []) {
            const spans = spansOf(result, rub.name, (t) => stateOf(result, rub, t));
            strips.push({ label: prefix + rub.name, spans, words: describeSpans(spans, result), result });
        }
        for (const gap of scene?.gaps ?? []) {
            const spans = spansOf(result, gap.name, (t) => gapStateOf(result, gap.name, t));
            if (scene?.interfaces.some((i) => i.gap === gap.name && i.name === gap.name))
                strips.push({ label: `${prefix}${gap.name} (contact)`, spans, words: describeSpans(spans, result), result });
            else strips.push({ label: prefix + gap.name, spans, words: describeSpans(spans, result), result });
        }
    }
    const shown = strips.slice(0, 60);
    for (const strip of shown) for (const span of strip.spans) states.add(span.state);
    if (!shown.length) return null;
    const picture = svg('svg', { class: 'strips', role: 'img', 'aria-label': `States over time. ${shown.map((s) => `${s.label}: ${s.words}`).join('. ')}` });
    const cursor = svg('line', { class: 'cursor' }), bars = svg('g');
    picture.append(bars, cursor);
    let width = 0;
    const height = shown.length * (HEIGHT + GAP) + 4;
    const labelWidth = () => (width < 460 ? 0 : LABEL);
    /** @param {number} t */
    const place = (t) => labelWidth() + (t - clock.from) / (clock.until - clock.from) * (width - labelWidth() - 10);
    const move = () => set(cursor, { x1: place(clock.t), x2: place(clock.t), y1: 0, y2: narrowHeight(), visibility: clock.t >= clock.from && clock.t <= clock.until ? 'visible' : 'hidden' });
    const narrowHeight = () => (labelWidth() ? height : shown.length * (HEIGHT + GAP + 15) + 4);
    const draw = () => {
        if (!width) return;
        const extra = labelWidth() ? 0 : 15;
        set(picture, { width, height: narrowHeight(), viewBox: `0 0 ${width} ${narrowHeight()}` });
        bars.replaceChildren();
        for (const [i, strip] of shown.entries()) {
            const y = i * (HEIGHT + GAP + extra) + extra + 4;
            bars.append(svg('text', { class: 'tick', x: 0, y: extra ? y - 4 : y + 12 }, strip.label.length > 20 && !extra ? `${strip.label.slice(0, 19)}…` : strip.label));
            let lastX = -Infinity;
            for (const span of strip.spans) {
                if (span.until < clock.from || span.from > clock.until || !span.state) continue;
                const x0 = place(Math.max(span.from, clock.from)), x1 = place(Math.min(span.until, clock.until));
                if (x1 - lastX < 0.3 && x1 - x0 < 0.3) continue; // many changes within one pixel
                lastX = x1;
                const low = span.state === 'slips' || span.state === 'flies';
                bars.append(svg('rect', { class: `state ${span.state}`, x: x0, width: Math.max(0.6, x1 - x0), y: low ? y + 5 : y, height: low ? HEIGHT - 10 : HEIGHT }));
            }
        }
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
        const body = el('tbody');
        for (const strip of shown) for (const span of strip.spans.slice(0, 200)) {
            if (!span.state) continue;
            body.append(el('tr', {}, el('th', { scope: 'row' }, strip.label), el('td', {}, STATE_WORDS[span.state].split(' (')[0] ?? ''), el('td', {}, formatQuantity(span.from, 's', 6)), el('td', {}, formatQuantity(span.until - span.from, 's'))));
        }
        list.append(el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'List of states' }, el('table', {}, el('thead', {}, el('tr', {}, ...['joint', 'state', 'from', 'lasts'].map((h) => el('th', { scope: 'col' }, h)))), body)));
    });
    const element = el('figure', { class: 'plot' }, picture, stateKey(states), list);
    onWidth(element, (w) => {
        width = w;
        draw();
    });
    return element;
}
