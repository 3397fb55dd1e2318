// plots.js - which charts a page has: friction, slip, reactions, drives, motions; phase plots and orbits; and others, by choice
import { Chart } from './chart.js';
import { button, el } from './dom.js';
import { rangeOf } from './result.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./chart.js').Series} Series */

const MOST_LINES = 4;
export const PALETTE = 8;

/** @param {Result[]} results @param {string[]} channels @param {string} [x] @returns {Series[]} */
function seriesOf(results, channels, x = '') {
    const many = results.length > 1;
    const series = [];
    for (const [r, result] of results.entries())
        for (const [c, y] of channels.entries()) {
            if (!result.channels.has(y) || (x && !result.channels.has(x))) continue;
            const name = !many ? y : channels.length > 1 ? `${result.label}: ${y}` : result.label;
            series.push({ result, y, x, name, colour: (many ? r : c) % PALETTE, dash: many ? c : Math.floor(c / PALETTE) });
        }
    return series;
}

const ROUNDING = 1e-12; // of lengths in the length of the mechanism, of angles, and of both per s

/** Changes below this are rounding, as of a mechanism that sticks. @param {Result} result @param {string} unit */
function roundingOf(result, unit) {
    const length = result.scene?.length ?? 0;
    return /^rad(\/s)?$/.test(unit) ? ROUNDING : /^m(\/s)?$/.test(unit) ? ROUNDING * length : 0;
}

/** Whether a channel changes. @param {Result} result @param {string} name */
function changes(result, name) {
    const channel = result.channels.get(name);
    if (!channel) return false;
    const { low, high } = rangeOf(channel.values);
    return high - low > Math.max(roundingOf(result, channel.unit), ROUNDING * Math.max(Math.abs(low), Math.abs(high)));
}

/** Whether it is not always 0. @param {Result} result @param {string} name */
function moves(result, name) {
    const channel = result.channels.get(name);
    if (!channel) return false;
    const { low, high } = rangeOf(channel.values);
    return Math.max(Math.abs(low), Math.abs(high)) > roundingOf(result, channel.unit);
}

const UNDER_LOAD = 'Where the load is at least 1 % of its largest.';
const LIGHT = 0.01; // of the largest load: below it, friction over load tells nothing

/** Friction over load, without rows of small loads if there are any: "NAME.ratio under load". @param {Result} result @param {string} name */
function ratioOf(result, name) {
    const ratio = result.channels.get(`${name}.ratio`), load = result.channels.get(`${name}.load`), masked = `${name}.ratio under load`;
    if (!ratio || !load || result.channels.has(masked)) return ratio ? (result.channels.has(masked) ? masked : ratio.name) : '';
    const least = LIGHT * rangeOf(load.values).high;
    if (!load.values.some((x) => x < least)) return ratio.name;
    result.channels.set(masked, { name: masked, unit: ratio.unit, values: Float32Array.from(ratio.values, (x, i) => ((load.values[i] ?? 0) < least ? NaN : x)) });
    return masked;
}

/** Of several results, all masked if one is. @param {Result[]} results @param {string} name */
function ratioOfAll(results, name) {
    const names = results.map((r) => ratioOf(r, name)), masked = names.find((n) => n.endsWith(' under load'));
    if (masked) for (const r of results) {
        const ratio = r.channels.get(`${name}.ratio`);
        if (ratio && !r.channels.has(masked)) r.channels.set(masked, { ...ratio, name: masked });
    }
    return masked ?? names.find((n) => n) ?? '';
}

/** Interfaces, those that lose most energy first. @param {Result} result */
function byLoss(result) {
    const lost = new Map((result.run.summary?.friction ?? []).map((/** @type {{ name: string, lost: number }} */ f) => [f.name, Math.abs(f.lost ?? 0)]));
    return [...result.scene?.interfaces ?? []].sort((a, b) => (lost.get(b.name) ?? 0) - (lost.get(a.name) ?? 0));
}

/** Groups of channels of one unit. @param {Result} result @param {string[]} names @returns {string[][]} */
function byUnit(result, names) {
    /** @type {Map<string, string[]>} */
    const groups = new Map();
    for (const name of names) {
        const channel = result.channels.get(name);
        if (!channel || !moves(result, name)) continue;
        groups.set(channel.unit, [...groups.get(channel.unit) ?? [], name]);
    }
    return [...groups.values()];
}

/** @typedef {{ title: string, channels: string[] }} Wish */

/** Charts over time that tell most. @param {Result} result @param {number} lines @param {Result[]} results @returns {Wish[]} */
function timeWishes(result, lines, results) {
    const { scene } = result;
    /** @type {Wish[]} */
    const wishes = [];
    /** @param {string} title @param {string[]} names */
    const add = (title, names) => {
        for (const group of byUnit(result, names)) wishes.push({ title, channels: group.slice(0, lines) });
    };
    if (!scene) {
        const names = [...result.channels.keys()].slice(1);
        for (const group of byUnit(result, names).slice(0, 4)) wishes.push({ title: `Channels in ${result.channels.get(group[0] ?? '')?.unit || 'no unit'}`, channels: group.slice(0, lines) });
        return wishes;
    }
    const rubs = byLoss(result).map((i) => i.name);
    const friction = rubs.map((n) => `${n}.friction`).filter((n) => moves(result, n));
    if (lines > 1) add('Friction', friction);
    else for (const name of friction.slice(0, 2)) add('Friction', [name]);
    add('Friction over load', rubs.map((n) => ratioOfAll(results, n)));
    const drivers = scene.joints.filter((j) => /driver/.test(j.kind)).flatMap((j) => [`${j.name}.torque`, `${j.name}.force`]);
    add('Drive', drivers);
    add('Slip velocity', rubs.map((n) => `${n}.v`));
    add('Reaction', scene.joints.flatMap((j) => [result.channels.has(`${j.name}.reaction`) ? `${j.name}.reaction` : `${j.name}.normal`]));
    add('Motion', scene.joints.filter((j) => !/driver/.test(j.kind)).flatMap((j) => [`${j.name}.slide`, `${j.name}.angle`, `${j.name}.slip`]).filter((n) => changes(result, n)));
    if (wishes.length < 2) add('Position', scene.bodies.flatMap((b) => [`${b}.x`, `${b}.y`]).filter((n) => changes(result, n)));
    return wishes.slice(0, 7);
}

/** @param {Result[]} results @param {import('./clock.js').Clock} clock @returns {Chart[]} */
export function timeCharts(results, clock) {
    const of = results.map((r) => ({ result: r, wishes: timeWishes(r, results.length > 1 ? 1 : MOST_LINES, results) }));
    const lead = of.reduce((a, b) => (!a || b.wishes.length > a.wishes.length ? b : a), of[0]); // that has most to show
    const wishes = [...lead?.wishes ?? []];
    for (const { wishes: others } of of) for (const wish of others) { // of other mechanisms, too
        const [channel = ''] = wish.channels;
        if (!lead?.result.channels.has(channel) && !wishes.some((w) => w.channels[0] === channel)) wishes.push(wish);
    }
    return wishes.map((wish) => new Chart({
        title: results.length > 1 ? `${wish.title}: ${wish.channels[0]}` : wish.title, series: seriesOf(results, wish.channels), overTime: true,
        note: wish.channels.some((n) => n.endsWith(' under load')) ? UNDER_LOAD : undefined,
    }, clock));
}

/** Friction against velocity and displacement of the interface that loses most; orbits in clearances. @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function phaseCharts(results, clock) {
    const first = results.find((r) => r.scene && byLoss(r).some((i) => moves(r, `${i.name}.friction`))) ?? results[0];
    if (!first?.scene) return [];
    const charts = [];
    for (const joint of first.scene.joints) {
        if (!(joint.orbit > 0) || !first.channels.has(`${joint.name}.offset_x`)) continue;
        charts.push(new Chart({
            title: `Orbit of ${joint.name} in its clearance`, series: seriesOf(results, [`${joint.name}.offset_y`], `${joint.name}.offset_x`), overTime: false,
            equal: true, circle: joint.orbit, note: 'The circle is the clearance; axes are of the first body.',
        }, clock));
    }
    const rub = byLoss(first).find((i) => moves(first, `${i.name}.friction`));
    if (!rub) return charts;
    const force = `${rub.name}.friction`;
    if (moves(first, `${rub.name}.v`))
        charts.push(new Chart({ title: `Friction against velocity: ${rub.name}`, series: seriesOf(results, [force], `${rub.name}.v`), overTime: false, height: 280 }, clock));
    const { low, high } = rangeOf(first.channels.get(`${rub.name}.load`)?.values ?? []);
    if (moves(first, `${rub.name}.v`) && moves(first, `${rub.name}.ratio`) && high - low > 0.01 * high) // else it is the same curve once more
        charts.push(new Chart({ title: `Friction over load against velocity: ${rub.name}`, series: seriesOf(results, [ratioOfAll(results, rub.name)], `${rub.name}.v`), overTime: false, height: 280,
            note: ratioOfAll(results, rub.name).endsWith(' under load') ? UNDER_LOAD : undefined }, clock));
    const place = ['slide', 'angle', 'slip'].map((n) => `${rub.joint}.${n}`).find((n) => changes(first, n));
    if (place)
        charts.push(new Chart({ title: `Friction against displacement: ${rub.name}`, series: seriesOf(results, [force], place), overTime: false, height: 280 }, clock));
    return charts.slice(0, 6);
}

/** A chart of one's own: pick channels of one unit. @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function ownChart(results, clock) {
    const first = results[0];
    const chart = new Chart({ title: 'Chosen channels', series: [], overTime: true, note: 'Choose channels below. Channels of another unit begin a new choice.' }, clock);
    if (!first) return chart;
    /** @type {Set<string>} */
    const chosen = new Set();
    /** @type {Map<string, HTMLInputElement>} */
    const boxes = new Map();
    let x = 't';
    const show = () => {
        const names = [...chosen];
        chart.def.overTime = x === 't';
        chart.window = null;
        chart.setSeries(seriesOf(results, names, x === 't' ? '' : x), names.length ? names.join(', ') + (x === 't' ? '' : ` against ${x}`) : 'Chosen channels');
    };
    /** @param {string} name @param {boolean} on */
    const pick = (name, on) => {
        const unit = first.channels.get(name)?.unit;
        if (on) for (const other of [...chosen]) if (first.channels.get(other)?.unit !== unit) {
            chosen.delete(other);
            const box = boxes.get(other);
            if (box) box.checked = false;
        }
        if (on) chosen.add(name);
        else chosen.delete(name);
        show();
    };
    const list = el('div', { class: 'channels', role: 'group', 'aria-label': 'Channels' });
    for (const channel of first.channels.values()) {
        if (channel.name === 't') continue;
        const box = el('input', { type: 'checkbox', onchange: () => pick(channel.name, box.checked) });
        boxes.set(channel.name, box);
        list.append(el('label', { class: 'toggle', 'data-name': channel.name }, box, channel.name, el('span', { class: 'unit' }, channel.unit)));
    }
    const filter = el('input', {
        type: 'search', placeholder: 'filter, such as crank', 'aria-label': 'Filter channels', oninput: () => {
            for (const row of list.children) /** @type {HTMLElement} */ (row).hidden = !(row.getAttribute('data-name') ?? '').includes(filter.value.trim());
        },
    });
    const against = el('select', { onchange: () => {
        x = against.value;
        show();
    } });
    for (const name of first.channels.keys()) against.append(el('option', { value: name }, name === 't' ? 'time' : name));
    chart.element.append(el('div', { class: 'picker' }, el('div', { class: 'row' }, filter, el('label', { class: 'choice' }, el('span', {}, 'against'), against),
        button('none', () => {
            chosen.clear();
            for (const box of boxes.values()) box.checked = false;
            show();
        })), list));
    const start = [...first.channels.keys()].find((n) => n === 'energy.total') ?? [...first.channels.keys()][1];
    const box = start ? boxes.get(start) : undefined;
    if (start && box) {
        box.checked = true;
        pick(start, true);
    }
    return chart;
}
