// verdicts.js - verdicts over time: bands of the mechanism and of each joint, factors, ranges of possible friction forces
import { Chart } from './chart.js';
import { el, svg } from './dom.js';
import { formatNumber, formatQuantity } from './format.js';
import { resultOf } from './result.js';
import { isThin, stripFigure, stripKey, stripsOf } from './strips.js';
import { goTo, tableOf } from './tables.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./strips.js').Strip} Strip */
/** @typedef {{ verdict: string, from: number, to: number }} Band */

/** Class of a band, and what it says. @type {Record<string, [string, string]>} */
const WORDS = {
    sticks: ['certain', 'certainly sticks'], held: ['certain', 'cannot move: held'], conditional: ['conditional', 'may stick; slip is not proved either (conditional)'],
    undecided: ['undecided', 'may stick, may slip (undecided)'], 'must slip': ['must-slip', 'slips'], 'not decided': ['not-decided', 'not decided'],
};
const STATES = new Map(Object.entries({ sticks: 'of the run: sticks', limit: 'of the run: at its limit, held by others', slips: 'of the run: slips', rests: 'of the run: at rest', creeps: 'of the run: creeps', touches: 'of the run: in contact', flies: 'of the run: separated' }));

/** @param {string} state */
function wordsOf(state) {
    const band = Object.values(WORDS).find(([style]) => style === state);
    return band ? band[1] : STATES.get(state) ?? state;
}

/** Hatches, so that bands differ without colours. */
function patterns() {
    const lines = (/** @type {string} */ id, /** @type {string} */ style, /** @type {string} */ d) => svg('pattern', { id, width: 7, height: 7, patternUnits: 'userSpaceOnUse' },
        svg('rect', { width: 7, height: 7, class: `${style} ground` }), svg('path', { d, class: `${style} lines` }));
    return svg('svg', { width: 0, height: 0, class: 'unseen', 'aria-hidden': 'true' }, svg('defs', {},
        lines('hatch-conditional', 'conditional', 'M-1 6L6 -1M1 8L8 1'), lines('hatch-undecided', 'undecided', 'M0 0L7 7M7 0L0 7')));
}

/** @param {string} label @param {Band[]} bands @returns {Strip} */
function stripOf(label, bands) {
    const spans = bands.map((b) => ({ from: b.from, until: b.to, state: WORDS[b.verdict]?.[0] ?? '' }));
    return { label, spans, words: bands.map((b) => `${WORDS[b.verdict]?.[1] ?? b.verdict} until ${formatQuantity(b.to, 's')}`).join(', ') };
}

/** @param {string} state */
const isLow = (state) => state === 'must-slip' || isThin(state);

/** @param {Result} verdict @param {Result | undefined} run @param {import('./clock.js').Clock} clock */
function bandsOf(verdict, run, clock) {
    const { spans, interfaces } = verdict.run, of = new Map((run ? stripsOf(run) : []).map((s) => [s.label, s]));
    /** @type {Strip[]} */
    const strips = interfaces.length > 1 || !interfaces.some((/** @type {{ bands: Band[] }} */ i) => i.bands.length) ? [stripOf('whole mechanism', spans)] : [];
    for (const { name, bands } of interfaces.slice(0, 30)) {
        strips.push(stripOf(name, bands));
        const found = of.get(name);
        if (found) strips.push({ ...found, label: `${name}, run` });
    }
    const states = new Set(strips.flatMap((s) => s.spans.map((span) => span.state)));
    return stripFigure(strips, clock, { key: stripKey(states, [...Object.values(WORDS).filter(([style], i, all) => all.findIndex(([s]) => s === style) === i), ...STATES], isLow), words: wordsOf, low: isLow, name: 'Verdicts over time' });
}

const FACTORS = 'Factor on static coefficients: from the lower line on sticking is possible, from the upper one it is certain. Above 1 the given coefficients are too small; no line: no factor is large enough.';

/** @param {Result} verdict @param {import('./clock.js').Clock} clock */
function factorChart(verdict, clock) {
    let result = verdict;
    const { instants, along } = verdict.run;
    if (along) { // at the instants of rest
        const judged = instants.filter((/** @type {any} */ i) => i.verdict);
        const column = (/** @type {string} */ name) => Float32Array.from(judged, (/** @type {any} */ i) => i[name] ?? Infinity);
        result = resultOf('', [{ name: 't', unit: 's', values: Float64Array.from(judged, (/** @type {any} */ i) => i.time) }, { name: 'possible factor', unit: '1', values: column('possible') },
            { name: 'guaranteed factor', unit: '1', values: column('guaranteed') }]);
    }
    if (result.time.length < 2 || ![...result.columns[1]?.values ?? [], ...result.columns[2]?.values ?? []].some((x) => isFinite(x))) return null;
    const series = [['guaranteed factor', 'sticking is certain from', 4], ['possible factor', 'sticking is possible from', 0]].map(([y, name, colour]) =>
        ({ result, y: String(y), x: '', name: String(name), colour: Number(colour), dash: colour ? 1 : 0, points: along }));
    return new Chart({ title: along ? 'Factor that sticking needs, at instants of rest' : 'Factor that sticking needs', series, overTime: true, log: true, yLabel: 'factor', level: { value: 1, name: 'as given' }, note: FACTORS }, clock);
}

/** @param {Result} verdict @param {Result | undefined} run @param {import('./clock.js').Clock} clock */
function rangeCharts(verdict, run, clock) {
    if (verdict.time.length < 2) return [];
    return verdict.run.interfaces.slice(0, 6).flatMap((/** @type {{ name: string }} */ i) => {
        const friction = `${i.name}.friction`;
        if (!verdict.channels.has(`${friction}, lowest`)) return [];
        const ranges = [{ result: verdict, low: `${friction}, lowest`, high: `${friction}, highest`, name: 'in equilibrium', style: 'wide' },
            { result: verdict, low: `${friction}, lowest within limits`, high: `${friction}, highest within limits`, name: 'and within the static limits', style: 'narrow' }];
        const series = run?.channels.has(friction) ? [{ result: run, y: friction, x: '', name: 'of the run', colour: 1, dash: 0 }] : [];
        return [new Chart({ title: `Possible friction: ${i.name}`, series, overTime: true, ranges }, clock)];
    });
}

/** @param {Result} verdict @param {import('./clock.js').Clock} clock */
function instantTable(verdict, clock) {
    const { instants } = verdict.run;
    if (!instants.length) return null;
    const factor = (/** @type {number | null | undefined} */ x) => (x === null ? 'none' : x === undefined ? '' : formatNumber(x));
    return el('div', {}, el('h3', {}, 'Instants at which it comes to rest or reverses'), tableOf(['time', 'verdict', 'possible from', 'certain from', 'why none'],
        instants.slice(0, 500).map((/** @type {any} */ i) => [goTo(i.time, clock, 7), i.verdict ?? '–', factor(i.possible), factor(i.guaranteed), i.why ?? '']), 'Instants of rest'));
}

/** @param {import('./clock.js').Clock} clock */
export function markList(clock) {
    if (!clock.marks.length) return null;
    return el('div', { class: 'marks' }, el('h3', {}, 'Marked times'), el('ol', {}, ...clock.marks.map(({ time, text }) => el('li', {}, goTo(time, clock), ' ', text))));
}

/** @param {Result[]} verdicts @param {Result[]} runs @param {import('./clock.js').Clock} clock */
export function verdictPanel(verdicts, runs, clock) {
    if (!verdicts.length) return null;
    return el('div', {}, patterns(), ...verdicts.map((verdict) => {
        const run = runs.find((r) => r.label === verdict.label) ?? runs[0], { answer, along, by } = verdict.run;
        const charts = [factorChart(verdict, clock), ...rangeCharts(verdict, run, clock)].filter((c) => c !== null);
        return el('div', { class: 'verdict-of' }, verdicts.length > 1 ? el('h3', {}, verdict.label) : null,
            answer ? el('p', { class: 'answer' }, `${answer[0].toUpperCase()}${answer.slice(1)}.`) : null,
            el('p', { class: 'note' }, `${along ? 'Verdicts where the run is at rest; of joints, at the middle of each interval' : 'Verdicts on the initial configuration, under the loads of each time'}${by ? `; only ${by} acts` : ''}. They hold however the load is shared.`),
            bandsOf(verdict, run, clock), instantTable(verdict, clock), charts.length ? el('div', { class: 'grid-of-plots' }, ...charts.map((c) => c.element)) : null);
    }));
}
