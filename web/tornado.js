// tornado.js - how far each thing that varies moves a measure: bars, the longest first
import { choice, el, onWidth, set, svg } from './dom.js';
import { formatQuantity } from './format.js';
import { tableOf } from './tables.js';

/** @typedef {import('./studies.js').Study} Study */
/** @typedef {import('./studies.js').Column} Column */
/** @typedef {{ name: string, ends: { text: string, value: number }[], swing: number }} Bar */

/** @param {number[]} values */
const meanOf = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/** @param {Column} c @param {number} value */
const levelText = (c, value) => (c.words ? c.words[value] ?? '–' : formatQuantity(value, c.unit, 3));

/** Runs that vary one thing at a time: the model as it is, then each level alone. @param {Study} study @param {Column} measure @returns {{ base: number, bars: Bar[] }} */
function alone(study, measure) {
    const parameters = study.columns.filter((c) => c.kind === 'parameter'), base = measure.values[0] ?? NaN;
    return { base, bars: parameters.map((p) => {
        const ends = [];
        for (let row = 1; row < study.rows; row++) {
            const differs = !Object.is(p.values[row], p.values[0]), others = parameters.every((q) => q === p || Object.is(q.values[row], q.values[0]));
            if (differs && others) ends.push({ text: levelText(p, p.values[row] ?? NaN), value: measure.values[row] ?? NaN });
        }
        return { name: p.name, ends: ends.length > 2 ? [ends[0], ends[ends.length - 1]].filter((e) => e !== undefined) : ends, swing: 0 };
    }) };
}

/** Means over the runs with the lowest and highest values: of few levels the first and last, else of fifths. @param {Study} study @param {Column} measure @returns {{ base: number, bars: Bar[] }} */
function together(study, measure) {
    const rows = Array.from({ length: study.rows }, (_, i) => i).filter((r) => isFinite(measure.values[r] ?? NaN));
    const mean = (/** @type {number[]} */ some) => meanOf(some.map((r) => measure.values[r] ?? NaN));
    const bars = study.columns.filter((c) => c.kind === 'parameter').map((p) => {
        const known = rows.filter((r) => !isNaN(p.values[r] ?? NaN)), levels = [...new Set(known.map((r) => p.values[r] ?? NaN))].sort((a, b) => a - b);
        if (levels.length < 2) return { name: p.name, ends: [], swing: 0 };
        if (p.words || levels.length <= 12) {
            const all = levels.map((x) => ({ text: levelText(p, x), value: mean(known.filter((r) => p.values[r] === x)) }));
            const [low, high] = p.words ? [all.reduce((a, b) => (b.value < a.value ? b : a)), all.reduce((a, b) => (b.value > a.value ? b : a))] : [all[0], all[all.length - 1]];
            return { name: p.name, ends: [low, high].filter((e) => e !== undefined), swing: 0 };
        }
        const sorted = known.sort((a, b) => (p.values[a] ?? 0) - (p.values[b] ?? 0)), fifth = Math.max(1, Math.floor(sorted.length / 5));
        return { name: p.name, swing: 0, ends: [sorted.slice(0, fifth), sorted.slice(-fifth)].map((some) => ({ text: `≈ ${levelText(p, meanOf(some.map((r) => p.values[r] ?? NaN)))}`, value: mean(some) })) };
    });
    return { base: mean(rows), bars };
}

/** @param {Study} study @param {Column} measure */
function barsOf(study, measure) {
    const { base, bars } = study.design === 'one' ? alone(study, measure) : together(study, measure);
    for (const bar of bars) {
        bar.ends = bar.ends.filter((e) => isFinite(e.value));
        bar.swing = Math.max(0, ...bar.ends.map((e) => Math.abs(e.value - base)), Math.abs((bar.ends[1]?.value ?? 0) - (bar.ends[0]?.value ?? 0)));
    }
    return { base, bars: bars.filter((b) => b.ends.length).sort((a, b) => b.swing - a.swing) };
}

const LINE = 46, MOST = 24;

/** @param {SVGSVGElement} picture @param {number} width @param {Study} study @param {Column} measure */
function draw(picture, width, study, measure) {
    const { base, bars } = barsOf(study, measure), shown = bars.slice(0, MOST), height = 34 + LINE * shown.length;
    const values = [base, ...shown.flatMap((b) => b.ends.map((e) => e.value))], low = Math.min(...values), high = Math.max(...values), side = 74;
    const place = (/** @type {number} */ x) => (high > low ? side + (x - low) / (high - low) * (width - 2 * side) : 0.5 * width);
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor, /** @type {string} */ words, style = 'tick') => svg('text', { class: style, x, y, 'text-anchor': anchor }, words);
    set(picture, { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': `Tornado chart of ${measure.name}: ${shown.map((b) => `${b.name} ${b.ends.map((e) => `${e.text} gives ${formatQuantity(e.value, measure.unit)}`).join(', ')}`).join('; ')}` });
    picture.replaceChildren(text(place(base), 12, 'middle', formatQuantity(base, measure.unit), 'axis'));
    for (const [i, { name, ends }] of shown.entries()) {
        const y = 20 + LINE * i;
        picture.append(text(0, y + 12, 'start', name, 'bar-name'));
        const same = ends.length === 2 && ((ends[0]?.value ?? 0) - base) * ((ends[1]?.value ?? 0) - base) > 0;
        for (const [k, end] of ends.entries()) {
            const x = place(end.value), at = place(base), left = end.value < base, top = same ? y + 17 + 10 * k : y + 17, thick = same ? 9 : 18;
            picture.append(svg('rect', { class: `tornado t${k}`, x: Math.min(x, at), y: top, width: Math.max(1, Math.abs(x - at)), height: thick }, svg('title', {}, `${name} = ${end.text}: ${formatQuantity(end.value, measure.unit)}`)));
            picture.append(text(x + (left ? -4 : 4), top + (same ? 8.5 : 13), left ? 'end' : 'start', end.text));
        }
    }
    picture.append(svg('line', { class: 'cursor', x1: place(base), x2: place(base), y1: 18, y2: height - 8 }));
}

/** @param {Study} study */
export function tornadoCharts(study) {
    const measures = study.columns.filter((c) => c.kind === 'measure' && !c.words);
    let measure = measures.find((m) => barsOf(study, m).bars.some((b) => b.swing > 0));
    if (!measure) return null;
    const picture = svg('svg', { class: 'tornado-chart', role: 'img' }), title = el('h3');
    const note = study.design === 'one' ? 'Each thing alone; the line is the model as it is.'
        : 'Mean of the measure over the runs with the least and the largest value of each thing that varies (of many values: the lowest and highest fifth); the line is the mean of all runs.';
    const table = el('details', { class: 'data', ontoggle: () => fill() }, el('summary', {}, 'Data table'));
    let width = 0;
    const fill = () => {
        if (!table.open || !measure) return;
        const { bars } = barsOf(study, measure), { unit } = measure;
        table.replaceChildren(el('summary', {}, 'Data table'), tableOf(['varies', 'from', 'gives', 'to', 'gives'], bars.map(({ name, ends: [a, b] }) => [name, a?.text ?? '', formatQuantity(a?.value ?? NaN, unit), b?.text ?? '', formatQuantity(b?.value ?? NaN, unit)]), `Tornado of ${measure.name}`));
    };
    const show = () => {
        if (!measure) return;
        title.textContent = `What moves ${measure.name}`;
        if (width) draw(picture, width, study, measure);
        fill();
    };
    const element = el('figure', { class: 'plot' }, title, measures.length > 1 ? el('div', { class: 'tools' }, choice('measure', measures.map((m) => [String(study.columns.indexOf(m)), m.name]), String(study.columns.indexOf(measure)), (v) => {
        measure = study.columns[+v];
        show();
    })) : null, picture, el('figcaption', {}, note), table);
    onWidth(element, (w) => {
        width = w;
        show();
    });
    show();
    return element;
}
