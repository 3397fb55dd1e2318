// studies.js - a study: every run in a sortable table, scatter and tornado charts, runs that failed
import { announce, button, el, toggle } from './dom.js';
import { fileName, formatNumber, formatQuantity } from './format.js';
import { Scatter } from './scatter.js';
import { tornadoCharts } from './tornado.js';
import { tableOf } from './tables.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {{ name: string, unit: string, values: ArrayLike<number>, words: string[] | null, kind: 'run' | 'parameter' | 'measure' | 'cost' }} Column */
/** @typedef {{ columns: Column[], rows: number, failed: Map<number, string>, design: string, label: string }} Study rows, not numbers of runs, are indices */

const ON_SCREEN = 50, ON_PAPER = 1000; // rows of the table at a time

/** @param {Result} result @returns {Study} */
export function studyOf(result) {
    const { run } = result, parameters = run.parameters ?? [], measures = run.measures ?? [];
    const columns = result.columns.map(({ name, unit, values }, i) => {
        const of = i === 0 ? null : i <= parameters.length ? parameters[i - 1] : measures[i - 1 - parameters.length];
        const kind = /** @type {Column['kind']} */ (i === 0 ? 'run' : i <= parameters.length ? 'parameter' : of ? 'measure' : 'cost');
        return { name, unit, values, words: of?.words ?? null, kind };
    });
    const failed = new Map((run.messages ?? []).filter((/** @type {any} */ m) => m.status).map((/** @type {any} */ m) => [m.run, `${m.status}: ${m.message}`]));
    return { columns, rows: result.time.length, failed, design: run.design, label: result.label };
}

/** @param {Column} column @param {number} row */
export function cellText(column, row) {
    const x = column.values[row] ?? NaN;
    if (column.words) return column.words[x] ?? '–';
    return column.kind === 'run' ? String(x) : formatNumber(x, 5);
}

/** A unit as heads of columns have it: "[mm]" @param {string} unit */
const bracket = (unit) => (unit && unit !== '1' ? ` [${unit}]` : '');

/** "max motor.torque [N m]"; numbers of the table are in SI units. @param {Column} column */
export const headOf = (column) => `${column.name}${column.words ? '' : bracket(column.unit)}`;

/** The order of rows by a column; missing numbers last. @param {Column} column @param {number} way 1 or -1 @param {number[]} rows */
function sortRows(column, way, rows) {
    const { values, words } = column;
    const order = words ? words.map((w, i) => ({ w, i })).sort((a, b) => (a.w < b.w ? -1 : 1)).reduce((/** @type {number[]} */ to, { i }, k) => ((to[i] = k), to), []) : null;
    const key = (/** @type {number} */ row) => (order ? order[values[row] ?? -1] ?? NaN : values[row] ?? NaN);
    return [...rows].sort((a, b) => {
        const x = key(a), y = key(b);
        if (isNaN(x) || isNaN(y)) return (isNaN(x) ? 1 : 0) - (isNaN(y) ? 1 : 0) || a - b;
        return way * (x - y) || a - b;
    });
}

export class RunTable {
    /** @param {Study} study @param {(row: number) => void} choose called with a row that is clicked */
    constructor(study, choose) {
        this.study = study;
        this.choose = choose;
        this.sorted = 0;
        this.way = 1;
        this.page = 0;
        this.most = ON_SCREEN;
        this.chosen = -1;
        this.only = { failed: false, text: '' };
        this.body = el('tbody');
        this.heads = study.columns.map((column, i) => el('th', { scope: 'col', 'aria-sort': i ? 'none' : 'ascending' }, button(headOf(column), () => this.sortBy(i), { class: 'sort' })));
        this.count = el('p', { class: 'note', role: 'status' });
        const filter = el('input', { type: 'search', size: 24, placeholder: 'filter words and messages', 'aria-label': 'Filter runs', oninput: () => this.filter({ ...this.only, text: filter.value.trim() }) });
        this.element = el('div', { class: 'runs' }, el('div', { class: 'row tools' }, button('first', () => this.goTo(0)), button('back', () => this.goTo(this.page - 1)), button('next', () => this.goTo(this.page + 1)), button('last', () => this.goTo(Infinity)),
            filter, study.failed.size ? toggle('failed runs only', false, (on) => this.filter({ ...this.only, failed: on })) : null),
        el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Runs of ${study.label}` }, el('table', { class: 'sortable' }, el('thead', {}, el('tr', {}, ...this.heads, study.failed.size ? el('th', { scope: 'col' }, 'message') : null)), this.body)), this.count);
        this.rows = Array.from({ length: study.rows }, (_, i) => i);
        this.fill();
        addEventListener('beforeprint', () => this.fit(ON_PAPER));
        addEventListener('afterprint', () => this.fit(ON_SCREEN));
    }

    /** Rows at a time; the first that is shown stays in sight. @param {number} most */
    fit(most) {
        const first = this.page * this.most;
        this.most = most;
        this.goTo(Math.floor(first / most));
    }

    /** @param {number} column */
    sortBy(column) {
        this.way = column === this.sorted ? -this.way : 1;
        this.sorted = column;
        for (const [i, head] of this.heads.entries()) head.setAttribute('aria-sort', i !== column ? 'none' : this.way > 0 ? 'ascending' : 'descending');
        this.arrange();
        announce(`sorted by ${headOf(/** @type {Column} */ (this.study.columns[column]))}, ${this.way > 0 ? 'ascending' : 'descending'}`);
    }

    /** @param {{ failed: boolean, text: string }} only */
    filter(only) {
        this.only = only;
        this.arrange();
    }

    /** @param {number} row */
    message(row) {
        return this.study.failed.get(this.study.columns[0]?.values[row] ?? -1) ?? '';
    }

    arrange() {
        const { columns, rows } = this.study, { failed, text } = this.only, column = /** @type {Column} */ (columns[this.sorted]);
        const wanted = [];
        for (let row = 0; row < rows; row++) {
            if (failed && !this.message(row)) continue;
            if (text && !this.message(row).includes(text) && !columns.some((c) => c.words && (c.words[c.values[row] ?? -1] ?? '').includes(text)) && String(columns[0]?.values[row]) !== text) continue;
            wanted.push(row);
        }
        this.rows = sortRows(column, this.way, wanted);
        this.goTo(0);
    }

    /** @param {number} page */
    goTo(page) {
        this.page = Math.max(0, Math.min(Math.ceil(this.rows.length / this.most) - 1, page));
        this.fill();
    }

    /** Shows a row, and marks it. @param {number} row */
    show(row) {
        this.chosen = row;
        const at = this.rows.indexOf(row);
        if (at >= 0) this.page = Math.floor(at / this.most);
        this.fill();
        this.body.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
    }

    fill() {
        const { columns, failed } = this.study, from = this.page * this.most, shown = this.rows.slice(from, from + this.most);
        this.body.replaceChildren(...shown.map((row) => {
            const why = this.message(row);
            const tr = el('tr', { class: why ? 'failed' : null, 'aria-current': row === this.chosen ? 'true' : null, onclick: () => this.choose(row) });
            for (const [i, column] of columns.entries()) tr.append(i ? el('td', { class: column.words ? null : 'number' }, cellText(column, row)) : el('th', { scope: 'row' }, cellText(column, row)));
            if (failed.size) tr.append(el('td', { class: 'why' }, why));
            return tr;
        }));
        this.count.textContent = this.rows.length ? `${from + 1} to ${from + shown.length} of ${this.rows.length} runs` : 'no runs';
    }
}

/** Linear between values that are sorted. @param {number[]} values @param {number} share */
function quantile(values, share) {
    const at = share * (values.length - 1), low = Math.floor(at), a = values[low] ?? NaN;
    return a + (at - low) * ((values[low + 1] ?? a) - a);
}

/** @param {Study} study @param {any} run */
function facts(study, run) {
    const numbers = study.columns.filter((c) => c.kind === 'measure' && !c.words);
    if (study.rows < 3 || !numbers.length) return null;
    const rows = numbers.map((column) => {
        const values = Array.from(column.values).filter((x) => isFinite(x)).sort((a, b) => a - b), n = values.length;
        const mean = values.reduce((a, b) => a + b, 0) / n, spread = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, n - 1));
        const at = (/** @type {number} */ share) => quantile(values, share), text = (/** @type {number} */ x) => formatQuantity(x, column.unit);
        const expected = (run.measures ?? []).find((/** @type {any} */ m) => m.name === column.name)?.expected ?? '';
        return [column.name, String(n), text(at(0)), text(at(0.05)), text(at(0.5)), text(at(0.95)), text(at(1)), text(mean), text(spread), expected];
    });
    const any = rows.some((r) => r[9]);
    const heads = ['measure', 'runs', 'least', '5 %', 'median', '95 %', 'largest', 'mean', 'deviation', 'expected'];
    return el('div', {}, el('h3', {}, 'Measures over all runs'), tableOf(any ? heads : heads.slice(0, -1), any ? rows : rows.map((r) => r.slice(0, -1)), `Measures of ${study.label}`));
}

/** @param {any} run */
function failures(run) {
    const all = run.messages ?? [];
    if (!all.length) return null;
    const left = run.messages_left_out ? ` ${run.messages_left_out} more are not listed.` : '';
    const list = tableOf(['run', 'outcome', 'message'], all.slice(0, 300).map((/** @type {any} */ m) => [String(m.run), m.status ?? 'a measure has no value', m.message]), 'Messages of runs', 'wraps');
    return el('div', {}, el('h3', {}, run.failed ? `${run.failed} of ${run.done} runs failed` : 'Messages of runs'), list, left || all.length > 300 ? el('p', { class: 'note' }, `${all.length > 300 ? 'The first 300 are shown.' : ''}${left}`) : null);
}

/** What the study claims, and whether it holds. @param {any} run */
function claimList(run) {
    const claims = run.claims ?? [];
    if (!claims.length) return null;
    return el('div', {}, el('h3', {}, 'Claims'), el('ul', { class: 'claims' }, ...claims.map((/** @type {any} */ c) => {
        const holds = c.holds === true, verdict = c.holds === null ? 'unknown' : holds ? 'holds' : 'does not hold';
        return el('li', { class: holds ? 'holds' : 'fails' }, el('span', { class: 'verdict' }, verdict), ' ', c.text, c.place ? el('span', { class: 'place' }, ` (${c.place})`) : null,
            el('div', { class: 'note' }, el('p', {}, `Claimed: ${c.claimed}`), c.found ? el('p', {}, `Found: ${c.found}`) : el('p', {}, 'Not all of its runs are done.'), c.fails ? el('p', {}, c.fails) : null));
    })));
}

const DESIGNS = new Map([['grid', 'all combinations'], ['one', 'one thing at a time'], ['sample', 'a sample']]);

/** @param {Result} result */
function studySection(result) {
    const { run } = result, study = studyOf(result);
    /** @param {number} row */
    const choose = (row) => {
        table.show(row);
        scatter?.mark(row);
    };
    const varied = study.columns.filter((c) => c.kind === 'parameter'), measured = study.columns.filter((c) => c.kind === 'measure');
    const scatter = varied.length && measured.length ? new Scatter(study, choose) : null, table = new RunTable(study, choose);
    const kept = study.rows < run.done ? `; the page holds ${study.rows} of them, with all extremes` : '';
    const tornado = tornadoCharts(study);
    return el('div', { class: 'study' },
        el('p', { class: 'subtitle' }, `${run.done}${run.done < run.runs ? ` of ${run.runs}` : ''} runs of ${run.model ? fileName(run.model) : 'a model'}, ${DESIGNS.get(run.design)}${run.failed ? `  ·  ${run.failed} failed` : ''}${kept}  ·  bristle ${run.bristle}`),
        el('div', { class: 'grid-of-plots' }, scatter?.element ?? null, tornado), facts(study, run), claimList(run), failures(run), el('h3', {}, 'Runs'), table.element);
}

/** @param {Result[]} studies */
export function studyPanel(studies) {
    if (!studies.length) return null;
    return el('div', {}, ...studies.map((s) => el('div', {}, studies.length > 1 ? el('h3', {}, s.run.title ?? s.label) : null, studySection(s))));
}

