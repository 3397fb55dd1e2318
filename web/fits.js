// fits.js - a fit: measured force and that of the law, deviations, intervals and profiles, what the data cannot tell
import { Axis, drawAxes, padded } from './chart_axes.js';
import { Chart } from './chart.js';
import { Clock } from './clock.js';
import { el, onWidth, set, svg } from './dom.js';
import { formatNumber, formatQuantity } from './format.js';
import { resultOf } from './result.js';
import { tableOf } from './tables.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {{ name: string, record: string | null, unit: string, value: number, low: number | null, high: number | null, error: number | null, min: number, max: number, state: string, at_edge: boolean, profile: [number, number][] }} Parameter */

const FEW = 1500; // rows that are drawn as points

/** The rows of one record: by time, or by velocity where there is none. @param {Result} fit @param {number} index @param {{ file: string, timed: boolean, unit: string }} record */
function recordOf(fit, index, record) {
    const of = fit.channels.get('record')?.values ?? [], velocity = fit.channels.get('velocity')?.values ?? [];
    const rows = Array.from({ length: fit.time.length }, (_, i) => i).filter((i) => of[i] === index);
    if (!record.timed) rows.sort((a, b) => (velocity[a] ?? 0) - (velocity[b] ?? 0));
    const columns = fit.columns.map(({ name, unit, values }, c) => ({ name, unit: /^(measured|fitted)$/.test(name) ? record.unit : unit, values: c ? Float32Array.from(rows, (r) => values[r] ?? NaN) : Float64Array.from(rows, (r, k) => (record.timed ? values[r] ?? NaN : k)) }));
    const measured = columns.find((c) => c.name === 'measured')?.values ?? [], fitted = columns.find((c) => c.name === 'fitted')?.values ?? [];
    columns.push({ name: 'deviation', unit: record.unit, values: Float32Array.from(measured, (x, k) => x - (fitted[k] ?? NaN)) });
    const load = columns.find((c) => c.name === 'load')?.values ?? [];
    for (const [name, force] of /** @type {const} */ ([['measured / load', measured], ['fitted / load', fitted]])) columns.push({ name, unit: '1', values: Float32Array.from(force, (x, k) => x / (load[k] ?? NaN)) });
    return resultOf(record.file, columns);
}

/** @param {Result} fit @param {number} index */
function recordCharts(fit, index) {
    const record = fit.run.records[index], result = recordOf(fit, index, record), clock = new Clock(result.start, result.end);
    const x = record.timed ? '' : 'velocity', few = result.time.length <= FEW;
    const force = record.timed ? '' : ' / load'; // loads of points differ
    const measured = { result, y: `measured${force}`, x, name: 'measured', colour: 7, dash: 0, points: few || !record.timed }, fitted = { result, y: `fitted${force}`, x, name: fit.run.law ?? 'model', colour: 1, dash: 0 };
    const row = record.timed ? undefined : 'row';
    const predicted = record.timed && record.fitted < record.rows ? result.time[record.fitted] : undefined;
    if (predicted !== undefined) clock.marks = [{ time: predicted, text: 'from here on predicted' }];
    const charts = [new Chart({ title: !fit.run.law ? 'Measured and computed' : record.timed ? 'Friction force' : 'Friction force over load', series: [measured, fitted], overTime: record.timed, height: 280, row, yLabel: record.timed ? undefined : 'force / load',
        note: predicted !== undefined ? 'Rows from 1 on were not fitted but predicted.' : undefined }, clock),
    new Chart({ title: 'Deviation: measured − fitted', series: [{ result, y: 'deviation', x, name: 'deviation', colour: 0, dash: 0, points: few || !record.timed }], overTime: record.timed, level: { value: 0, name: '' }, row, height: record.timed ? 220 : 280 }, clock)];
    if (record.timed && fit.run.law) charts.push(new Chart({ title: 'Force against velocity', series: [{ ...measured, x: 'velocity' }, { ...fitted, x: 'velocity' }], overTime: false, height: 300, yLabel: 'force' }, clock));
    clock.set(clock.start);
    return charts;
}

/** How many deviations are how large, beside a normal distribution of the noise. @param {Result} fit */
function histogram(fit) {
    const { unit } = fit.run;
    if (!unit) return null; // columns of unlike units
    const measured = fit.channels.get('measured')?.values ?? [], fitted = fit.channels.get('fitted')?.values ?? [], noise = fit.run.noise || 1;
    const BINS = 25, WIDE = 4, counts = new Array(BINS).fill(0);
    let all = 0;
    for (let i = 0; i < measured.length; i++) {
        const d = ((measured[i] ?? NaN) - (fitted[i] ?? NaN)) / noise;
        if (!isFinite(d)) continue;
        counts[Math.max(0, Math.min(BINS - 1, Math.floor((d + WIDE) / (2 * WIDE) * BINS)))]++;
        all++;
    }
    const picture = svg('svg', { class: 'chart', role: 'img', 'aria-label': `Distribution of the deviations, in units of the noise of ${formatQuantity(noise, unit)}: ${(100 * counts.slice(9, 16).reduce((a, b) => a + b, 0) / Math.max(1, all)).toFixed(0)} % are within about 1.1 of it` });
    const table = el('details', { class: 'data' }, el('summary', {}, 'Data table'), tableOf(['from', 'to', 'rows'], counts.map((c, i) => [formatNumber(-WIDE + i * 2 * WIDE / BINS, 3), formatNumber(-WIDE + (i + 1) * 2 * WIDE / BINS, 3), String(c)]), 'Distribution of the deviations'));
    const element = el('figure', { class: 'plot' }, el('h3', {}, 'Distribution of the deviations'), picture, el('figcaption', {}, `In units of the noise, ${formatQuantity(noise, unit)}; the line is a normal distribution.`), table);
    onWidth(element, (width) => {
        const height = 220, density = (/** @type {number} */ u) => Math.exp(-0.5 * u * u) / Math.sqrt(2 * Math.PI), bin = 2 * WIDE / BINS;
        const most = Math.max(...counts.map((c) => c / Math.max(1, all) / bin), density(0)), x = new Axis({ low: -WIDE, high: WIDE, log: false, unit: '1', label: 'deviation / noise' }, 58, width - 10), y = new Axis({ low: 0, high: 1.08 * most, log: false, unit: '1', label: 'density' }, height - 38, 22);
        const grid = svg('g');
        set(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
        drawAxes(grid, x, y, 'density', width < 460);
        const line = Array.from({ length: 81 }, (_, i) => -WIDE + i * WIDE / 40).map((u) => `${x.place(u).toFixed(1)} ${y.place(density(u)).toFixed(1)}`).join('L');
        picture.replaceChildren(grid, ...counts.map((c, i) => svg('rect', { class: 'histogram', x: x.place(-WIDE + i * bin) + 0.5, width: Math.max(0.5, x.place(bin) - x.place(0) - 1), y: y.place(c / Math.max(1, all) / bin), height: y.place(0) - y.place(c / Math.max(1, all) / bin) })), svg('path', { class: 'line c1', d: `M${line}` }));
    });
    return element;
}

/** "0.199 to 0.201 N/m", "above 3", "open" @param {Parameter} p */
function intervalText(p) {
    const { low, high, state } = p;
    if (state === 'no effect') return 'no effect';
    if (state === 'rest') return 'the rest of 1';
    const digits = low !== null && high !== null ? Math.max(3, Math.min(9, Math.ceil(Math.log10(Math.abs(p.value) / Math.max(1e-300, (high - low) / 4))) + 2)) : 4;
    const text = (/** @type {number} */ x) => formatNumber(x, digits);
    return low !== null && high !== null ? `${text(low)} to ${text(high)}` : low !== null ? `above ${text(low)}` : high !== null ? `below ${text(high)}` : 'open';
}

/** The interval within the range that was allowed, drawn. @param {Parameter} p */
function intervalBar(p) {
    const spread = Math.max(p.high !== null ? Math.abs(p.high - p.value) : 0, p.low !== null ? Math.abs(p.value - p.low) : 0) || Math.abs(p.value) || 1;
    const place = (/** @type {number | null} */ x, /** @type {number} */ open) => (x === null ? open : 60 + 50 * (x - p.value) / spread);
    const from = place(p.low, 0), to = place(p.high, 120), fixed = p.state === 'no effect' || p.state === 'rest';
    return svg('svg', { class: 'interval', width: 120, height: 16, 'aria-hidden': 'true' }, fixed ? null : svg('line', { class: `span ${p.state === 'determined' ? 'known' : 'open'}`, x1: from, x2: to, y1: 8, y2: 8 }),
        fixed || p.low === null ? null : svg('line', { class: 'end', x1: from, x2: from, y1: 3, y2: 13 }), fixed || p.high === null ? null : svg('line', { class: 'end', x1: to, x2: to, y1: 3, y2: 13 }), fixed ? null : svg('circle', { cx: 60, cy: 8, r: 3.5, class: 'value' }));
}

/** @param {Parameter} p */
const nameOf = (p) => (p.record ? `${p.name}, ${p.record}` : p.name);

/** How the least squares rise when a parameter is held away from its value. @param {Parameter} p @param {number} confidence */
function profileChart(p, confidence) {
    const points = p.profile.filter(([v, r]) => v !== null && r !== null), known = points.filter(([, rise]) => rise < 6), unit = p.unit === '1' ? '' : p.unit;
    const picture = svg('svg', { class: 'chart', role: 'img', 'aria-label': `Profile of ${p.name}: ${points.map(([value, rise]) => `${formatQuantity(value, unit)}: ${formatNumber(rise, 3)}`).join(', ')}. The interval ends where it is 1` });
    const table = el('details', { class: 'data' }, el('summary', {}, 'Data table'), tableOf(['value', 'rise'], points.map(([value, rise]) => [formatQuantity(value, unit, 6), formatNumber(rise, 4)]), `Profile of ${nameOf(p)}`));
    const element = el('figure', { class: 'plot profile' }, el('h3', {}, `${nameOf(p)}${p.state === 'determined' ? '' : `: ${p.state}`}`), picture, table);
    onWidth(element, (width) => {
        const height = 190, values = [...known.map(([v]) => v), ...[p.low, p.high].filter((x) => x !== null)];
        const x = new Axis({ ...padded(Math.min(...values), Math.max(...values)), log: false, unit: p.unit, label: p.name }, 46, width - 10), y = new Axis({ low: 0, high: Math.min(6, 1.12 * Math.max(1.5, ...known.map(([, r]) => r))), log: false, unit: '1', label: '' }, height - 38, 20);
        const grid = svg('g');
        set(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
        drawAxes(grid, x, y, 'rise of the squares', true);
        /** between points the root of the rise is nearly straight */
        const line = [];
        for (let i = 0; i + 1 < points.length; i++) {
            const [v0, r0] = /** @type {[number, number]} */ (points[i]), [v1, r1] = /** @type {[number, number]} */ (points[i + 1]);
            for (let k = 0; k <= 12; k++) {
                const s = k / 12, root = (1 - s) * Math.sqrt(r0) + s * Math.sqrt(r1), at = y.place(root * root);
                if (at > y.until - 4) line.push(`${line.length ? 'L' : 'M'}${x.place(v0 + s * (v1 - v0)).toFixed(1)} ${at.toFixed(1)}`);
            }
        }
        const inside = [p.low ?? -Infinity, p.high ?? Infinity].map((v) => Math.max(x.from, Math.min(x.until, x.place(v))));
        picture.replaceChildren(svg('rect', { class: 'inside', x: inside[0] ?? 0, width: Math.max(0, (inside[1] ?? 0) - (inside[0] ?? 0)), y: y.until, height: y.from - y.until }), grid,
            svg('line', { class: 'limit', x1: x.from, x2: x.until, y1: y.place(1), y2: y.place(1) }), svg('text', { class: 'tick', x: x.until - 3, y: y.place(1) - 4, 'text-anchor': 'end' }, `${formatNumber(100 * confidence, 3)} %`),
            svg('path', { class: 'line c0', d: line.join('') }), ...known.filter(([, r]) => y.place(r) >= y.until).map(([v, r]) => svg('circle', { class: 'dot c0', cx: x.place(v), cy: y.place(r), r: 3.5 })));
    });
    return element;
}

/** @param {any} run */
function experimentTable(run) {
    const { names = [], shows = [] } = run.experiments ?? {};
    if (!shows.length) return null;
    return el('div', {}, el('h3', {}, 'Which experiment would help'), tableOf(['parameter', ...names], shows.map((/** @type {{ name: string, by: number[] }} */ s) => [s.name, ...s.by.map((x) => (x < 0.1 ? '–' : formatNumber(x, 3)))]), 'Experiments'),
        el('p', { class: 'note' }, 'Change of the force, in units of the noise, if a parameter changes by a factor of 2.7 and the others take up what they can, over 400 samples. Far above 1: the experiment would determine the parameter.'));
}

/** "  ·  rms deviation 20 mN, ..."; nothing where columns have unlike units. @param {any} run */
function deviationText(run) {
    if (!run.unit) return '';
    const load = run.law ? `, ${formatNumber(run.rms_coefficient, 3)} of the load` : '';
    return `  ·  rms deviation ${formatQuantity(run.rms, run.unit)}${load}${run.predicted === null ? '' : `; ${formatQuantity(run.predicted, run.unit)} of the rows held out`}`;
}

/** @param {Result} fit @param {boolean} several */
function fitSection(fit, several) {
    const { run } = fit, parameters = /** @type {Parameter[]} */ (run.parameters), profiled = parameters.filter((p) => p.profile.length > 1);
    const unknown = parameters.filter((p) => p.state !== 'determined' && p.state !== 'rest').length;
    return el('div', { class: 'fit' }, several ? el('h3', {}, fit.label) : null,
        el('p', { class: 'subtitle' }, `${run.law ? `${run.law}, ` : ''}${run.title}${deviationText(run)}  ·  ${run.rows} rows, which tell as much as ${formatNumber(run.effective, 3)} independent ones`),
        el('h3', {}, 'Parameters'), tableOf(['parameter', 'value', 'unit', `interval, ${formatNumber(100 * run.confidence, 3)} %`, 'around the value', 'state'], parameters.map((p) => [nameOf(p), formatNumber(p.value, 5), p.unit === '1' ? '' : p.unit, intervalText(p), intervalBar(p), `${p.state}${p.at_edge && p.state !== 'no effect' ? ', at the edge of its range' : ''}`]), 'Parameters'),
        el('h3', {}, 'What the data cannot tell'), run.sentences.length || unknown ? el('ul', { class: 'sentences' }, ...run.sentences.map((/** @type {string} */ s) => el('li', {}, s)), run.sentences.length ? null : el('li', {}, `${unknown} parameters are not determined: see the table.`)) : el('p', {}, 'These data determine every parameter.'), experimentTable(run),
        ...run.records.map((/** @type {{ file: string, rows: number, sign: number, offset: number, unit: string }} */ record, /** @type {number} */ i) => el('div', {}, el('h3', {}, record.file), el('p', { class: 'note' }, `${record.rows} rows${record.sign < 0 ? ', forces act on the partner' : ''}${record.offset ? `, offset ${formatQuantity(record.offset, record.unit)}` : ''}`),
            el('div', { class: 'grid-of-plots' }, ...recordCharts(fit, i).map((c) => c.element), run.records.length === 1 ? histogram(fit) : null))),
        run.records.length > 1 ? el('div', { class: 'grid-of-plots' }, histogram(fit)) : null,
        profiled.length ? el('h3', {}, 'Profiles: least squares with one parameter held') : null,
        profiled.length ? el('p', { class: 'note' }, 'Rise of the least squares that all other parameters reach, over that at the ends of the interval (shaded). A curve that stays low on one side: the data set no bound there.') : null,
        profiled.length ? el('div', { class: 'grid-of-profiles' }, ...profiled.map((p) => profileChart(p, run.confidence))) : null);
}

/** @param {Result[]} fits */
export function fitPanel(fits) {
    return fits.length ? el('div', {}, ...fits.map((f) => fitSection(f, fits.length > 1))) : null;
}
