// tables.js - events, and what was largest
import { button, el } from './dom.js';
import { formatQuantity } from './format.js';
import { quantityOf, roundingOf } from './result.js';

/** @typedef {import('./result.js').Result} Result */

const MOST_EVENTS = 1000;

/** @param {string[]} heads @param {(Node | string)[][]} rows @param {string} label @param {string} [how] 'wraps': long texts */
export function tableOf(heads, rows, label, how = '') {
    return el('div', { class: `scroll ${how}`, tabindex: 0, role: 'region', 'aria-label': label }, el('table', {},
        el('thead', {}, el('tr', {}, ...heads.map((h) => el('th', { scope: 'col' }, h)))),
        el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((cell, i) => (i === 0 ? el('th', { scope: 'row' }, cell) : el('td', {}, cell))))))));
}

/** @param {number} t @param {import('./clock.js').Clock} clock @param {number} [digits] */
export function goTo(t, clock, digits = 6) {
    const text = formatQuantity(t, 's', digits);
    return button(text, () => clock.set(t), { class: 'time', 'aria-label': `go to ${text}` });
}

/** @param {Result} result @param {import('./clock.js').Clock} clock @param {string} name of the list */
function eventList(result, clock, name) {
    const joints = [...new Set(result.events.map((e) => e.joint))];
    const body = el('tbody');
    /** @type {{ time: number, row: HTMLElement }[]} */
    let rows = [];
    const count = el('p', { class: 'note' });
    /** @param {string} joint */
    const fill = (joint) => {
        const events = result.events.filter((e) => !joint || e.joint === joint);
        rows = events.slice(0, MOST_EVENTS).map((e) => ({
            time: e.time,
            row: el('tr', {}, el('td', {}, goTo(e.time, clock, 7)), el('td', {}, e.joint), el('td', {}, e.event), el('td', {}, e.value === undefined ? '' : formatQuantity(e.value, e.unit ?? ''))),
        }));
        body.replaceChildren(...rows.map((r) => r.row));
        const left = (result.run.events_left_out ?? 0) + Math.max(0, events.length - MOST_EVENTS);
        count.textContent = `${events.length} event${events.length === 1 ? '' : 's'}${left ? `, of which ${left} are not listed` : ''}.`;
        move();
    };
    const move = () => {
        let last = -1;
        for (const [i, { time }] of rows.entries()) if (time <= clock.t) last = i;
        for (const [i, { row }] of rows.entries()) {
            if (i === last) row.setAttribute('aria-current', 'time');
            else if (row.hasAttribute('aria-current')) row.removeAttribute('aria-current');
        }
    };
    const filter = el('select', { onchange: () => fill(filter.value) }, el('option', { value: '' }, 'all joints'));
    for (const joint of joints) filter.append(el('option', { value: joint }, joint));
    fill('');
    clock.onTime.push(move);
    return el('div', {}, el('div', { class: 'row' }, joints.length > 1 ? el('label', { class: 'choice' }, el('span', {}, 'of'), filter) : null, count),
        el('div', { class: 'scroll events', tabindex: 0, role: 'region', 'aria-label': name },
            el('table', {}, el('thead', {}, el('tr', {}, ...['time', 'joint', 'event', 'value'].map((h) => el('th', { scope: 'col' }, h)))), body)));
}

/** @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function eventPanel(results, clock) {
    const lists = results.filter((r) => r.events.length).map((r) => el('div', {}, results.length > 1 ? el('h3', {}, r.label) : null, eventList(r, clock, results.length > 1 ? `Events of ${r.label}` : 'List of events')));
    return lists.length ? el('div', { class: 'lists' }, ...lists) : null;
}

/** @typedef {{ title: string, heads: string[], list: (result: Result) => any[], note?: string,
 *   cells: (item: any, clock: import('./clock.js').Clock, result: Result) => (Node | string)[] }} PeakTable */

/** @param {Result} result @param {any} x @param {string} unit */
const shown = (result, x, unit) => (x === undefined ? '' : quantityOf(result, x ?? NaN, unit));
/** @param {any} x */
const percent = (x) => `${(100 * (x ?? NaN)).toFixed(1)} %`;

/** @param {Result} result @param {any} x @param {string} unit */
const isZero = (result, x, unit) => Math.abs(x ?? NaN) <= roundingOf(result, unit);

const AT_REST = 'At rest: share of the time in which an interface sticks, is at its static limit while others hold it, or slips slower than the speed scale of its smoothed law, as in the strips. With other laws, such as those of bristles, it creeps, which is no rest. A wheel that rolls sticks without being at rest.';

/** @type {PeakTable[]} */
const PEAKS = [
    { title: 'Forces', heads: ['of', 'what', 'largest', 'at', 'rms', 'work'], list: (r) => r.run.summary?.forces ?? [],
        cells: (f, clock, r) => [f.name, f.what, shown(r, f.peak, f.unit), isZero(r, f.peak, f.unit) ? '' : goTo(f.peak_time ?? 0, clock), shown(r, f.rms, f.unit), shown(r, f.work, 'J')] },
    { title: 'Contacts', heads: ['gap', 'largest force', 'at', 'contacts', 'depth', 'fastest', 'separated', 'lost'], list: (r) => r.run.summary?.contacts ?? [],
        cells: (c, clock, r) => [c.name, shown(r, c.peak, 'N'), goTo(c.peak_time ?? 0, clock), String(c.contacts), shown(r, c.depth_max, 'm'), shown(r, c.approach_max, 'm/s'), percent(c.separated), shown(r, c.lost, 'J')] },
    { title: 'Friction', heads: ['interface', 'load from', 'to', 'largest |F|/N', 'at rest', 'lost'], list: (r) => r.run.summary?.friction ?? [],
        cells: (f, _, r) => [f.name, shown(r, f.load_min, 'N'), shown(r, f.load_max, 'N'), shown(r, f.ratio_max, ''), percent(f.at_rest), shown(r, f.lost, 'J')], note: AT_REST },
    { title: 'Measures', heads: ['measure', 'value'], list: (r) => r.run.measures ?? [],
        cells: (m) => [m.measure, typeof m.value === 'number' ? formatQuantity(m.value, m.unit, 6) : String(m.value ?? m.why ?? '–')] },
];

/** Of several results one table each, by name of what is measured. @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function peakPanel(results, clock) {
    const many = results.length > 1, parts = [];
    for (const { title, heads, list, cells, note } of PEAKS) {
        const rows = results.flatMap((result) => list(result).map((item) => ({ name: String(item.name ?? item.measure), label: result.label, row: cells(item, clock, result) })));
        if (!rows.length) continue;
        if (many) {
            const order = [...new Set(rows.map((r) => r.name))];
            rows.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
        }
        const [first = '', ...rest] = heads;
        parts.push(el('div', {}, el('h3', {}, title), tableOf(many ? [first, 'result', ...rest] : heads,
            rows.map(({ label, row: [name = '', ...others] }) => (many ? [name, label, ...others] : [name, ...others])), `Table: ${title}`), note ? el('p', { class: 'note' }, note) : null));
    }
    return parts.length ? el('div', { class: 'lists' }, ...parts) : null;
}
