// energy.js - the energy balance at the cursor: what the mechanism has, what was done on it, what was lost
import { el, svg } from './dom.js';
import { formatQuantity } from './format.js';
import { quantityOf, rangeOf, roundingOf, valueAt } from './result.js';

/** @typedef {import('./result.js').Result} Result */

/** @type {[string, string, 'stored' | 'work' | 'lost'][]} */
const TERMS = [
    ['energy.kinetic', 'kinetic', 'stored'], ['energy.potential', 'potential', 'stored'], ['energy.spring', 'springs', 'stored'], ['energy.contact', 'contacts', 'stored'],
    ['energy.drivers', 'by drivers', 'work'], ['energy.loads', 'by loads', 'work'],
    ['energy.friction', 'by friction', 'lost'], ['energy.blows', 'in contacts', 'lost'], ['energy.damping', 'by damping', 'lost'],
];
const HEADS = { stored: 'In the mechanism now', work: 'Work done on it so far', lost: 'Lost so far' };

/** @param {Result} result @param {import('./clock.js').Clock} clock @param {'h3' | 'h4'} level of headings */
function energyOf(result, clock, level) {
    const terms = TERMS.filter(([name]) => {
        const values = result.channels.get(name)?.values;
        return values && values.some((x) => Math.abs(x) > roundingOf(result, 'J'));
    });
    if (!terms.length) return null;
    let most = 0;
    for (const [name] of terms) {
        const r = rangeOf(result.channels.get(name)?.values ?? []);
        const shift = name === 'energy.potential' ? valueAt(result, name, result.start) : 0; // its zero has no meaning
        most = Math.max(most, Math.abs(r.low - shift), Math.abs(r.high - shift));
    }
    const rows = el('div', { class: 'bars' });
    /** @type {{ name: string, bar: SVGRectElement, text: HTMLElement }[]} */
    const bars = [];
    let head = '';
    for (const [name, label, kind] of terms) {
        if (kind !== head) rows.append(el(level, {}, HEADS[kind]));
        head = kind;
        const bar = svg('rect', { class: `bar ${kind}`, y: 2, height: 12 }), text = el('span', { class: 'value' });
        rows.append(el('div', { class: 'bar-row' }, el('span', { class: 'bar-name' }, name === 'energy.potential' ? `${label}, change` : label),
            svg('svg', { viewBox: '0 0 200 16', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, svg('line', { class: 'grid zero', x1: 100, x2: 100, y1: 0, y2: 16 }), bar), text));
        bars.push({ name, bar, text });
    }
    const move = () => {
        for (const { name, bar, text } of bars) {
            const shift = name === 'energy.potential' ? valueAt(result, name, result.start) : 0;
            const value = valueAt(result, name, clock.t) - shift, length = most > 0 ? 98 * value / most : 0;
            bar.setAttribute('x', String(length < 0 ? 100 + length : 100));
            bar.setAttribute('width', String(Math.abs(length) || 0));
            text.textContent = quantityOf(result, value, 'J');
        }
    };
    clock.onTime.push(move);
    move();
    return rows;
}

/** @param {Result} result */
function balanceTable(result) {
    const balance = result.run.energy_balance;
    if (!balance) return null;
    const body = el('tbody', {}, ...balance.terms.map((/** @type {{ name: string, energy: number }} */ term) =>
        el('tr', {}, el('th', { scope: 'row' }, term.name), el('td', {}, quantityOf(result, term.energy, 'J', 6)))),
    el('tr', { class: 'total' }, el('th', { scope: 'row' }, 'energy balance error'), el('td', {}, formatQuantity(balance.error, 'J', 3))));
    const words = balance.closes ? 'The balance closes' : 'The balance does not close';
    return el('div', {}, el('p', { class: balance.closes ? 'note' : 'warning' }, `${words}: the error is ${formatQuantity(balance.error, 'J', 3)} of ${formatQuantity(balance.turnover, 'J', 4)} turned over.`),
        el('details', { class: 'data' }, el('summary', {}, 'Balance of the whole run'), el('table', {}, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'term'), el('th', { scope: 'col' }, 'energy'))), body)));
}

/** @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function energyPanel(results, clock) {
    const panels = results.map((result) => {
        const bars = energyOf(result, clock, results.length > 1 ? 'h4' : 'h3');
        return bars ? el('div', { class: 'energy' }, results.length > 1 ? el('h3', {}, result.label) : null, bars, balanceTable(result)) : null;
    }).filter((p) => p !== null);
    return panels.length ? el('div', { class: 'energies' }, ...panels) : null;
}
