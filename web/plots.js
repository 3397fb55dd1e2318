// plots.js - which charts a page has: friction, slip, reactions, drives, motions; phase plots and orbits; and others, by choice
import { Chart } from './chart.js';
import { button, choice, el } from './dom.js';
import { rangeOf, roundingOf } from './result.js';

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

const SAME = 1e-12; // changes below this share of a number are rounding

/** Whether a channel changes. @param {Result} result @param {string} name */
function changes(result, name) {
    const channel = result.channels.get(name);
    if (!channel) return false;
    const { low, high } = rangeOf(channel.values);
    return high - low > Math.max(roundingOf(result, channel.unit), SAME * Math.max(Math.abs(low), Math.abs(high)));
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

/** Energy that an interface loses, as a share of what all lose; 0 where nothing does. @param {Result} result @param {string} name */
function shareOfLoss(result, name) {
    /** @type {{ name: string, lost: number }[]} */
    const all = result.run.summary?.friction ?? [], lost = (/** @type {number} */ x) => (Math.abs(x ?? 0) > roundingOf(result, 'J') ? Math.abs(x) : 0);
    const whole = all.reduce((sum, f) => sum + lost(f.lost), 0);
    return whole > 0 ? lost(all.find((f) => f.name === name)?.lost ?? 0) / whole : 0;
}

/** Names of the interfaces of any result, those that lose most energy first, by their largest share in a result. @param {Result[]} results @returns {string[]} */
function byLoss(results) {
    const names = [...new Set(results.flatMap((r) => r.scene?.interfaces.map((i) => i.name) ?? []))];
    const share = new Map(names.map((n) => [n, Math.max(...results.map((r) => shareOfLoss(r, n)))]));
    return names.sort((a, b) => (share.get(b) ?? 0) - (share.get(a) ?? 0));
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

/** hidden: how many more channels of this sort there are. @typedef {{ title: string, channels: string[], hidden: number }} Wish */

/** Charts over time that tell most. @param {Result} result @param {number} lines @param {Result[]} results @returns {Wish[]} */
function timeWishes(result, lines, results) {
    const { scene } = result;
    /** @type {Wish[]} */
    const wishes = [];
    /** @param {string} title @param {string[]} names */
    const add = (title, names) => {
        for (const group of byUnit(result, names)) wishes.push({ title, channels: group.slice(0, lines), hidden: Math.max(0, group.length - lines) });
    };
    if (!scene) {
        const names = [...result.channels.keys()].slice(1);
        for (const group of byUnit(result, names).slice(0, 4)) wishes.push({ title: `Channels in ${result.channels.get(group[0] ?? '')?.unit || 'no unit'}`, channels: group.slice(0, lines), hidden: Math.max(0, group.length - lines) });
        return wishes;
    }
    const rubs = byLoss(results);
    const friction = rubs.map((n) => `${n}.friction`).filter((n) => moves(result, n));
    if (lines > 1) add('Friction', friction);
    else for (const [i, name] of friction.slice(0, 2).entries()) wishes.push({ title: 'Friction', channels: [name], hidden: i ? friction.length - 2 : 0 });
    add('Friction over load', rubs.map((n) => ratioOfAll(results, n)));
    const drivers = scene.joints.filter((j) => /driver/.test(j.kind)).flatMap((j) => [`${j.name}.torque`, `${j.name}.force`]);
    add('Drive', drivers);
    add('Slip velocity', rubs.map((n) => `${n}.v`));
    add('Reaction', scene.joints.flatMap((j) => [result.channels.has(`${j.name}.reaction`) ? `${j.name}.reaction` : `${j.name}.normal`]));
    add('Motion', scene.joints.filter((j) => !/driver/.test(j.kind)).flatMap((j) => [`${j.name}.slide`, `${j.name}.angle`, `${j.name}.slip`]).filter((n) => changes(result, n)));
    if (wishes.length < 2) add('Position', scene.bodies.flatMap((b) => [`${b}.x`, `${b}.y`]).filter((n) => changes(result, n)));
    return wishes.slice(0, 7);
}

/** @param {number} hidden */
const hiddenNote = (hidden) => `${hidden} more ${hidden === 1 ? 'channel is' : 'channels are'} not drawn here: choose ${hidden === 1 ? 'it' : 'them'} under Other channels.`;

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
        note: [wish.channels.some((n) => n.endsWith(' under load')) ? UNDER_LOAD : '', wish.hidden ? hiddenNote(wish.hidden) : ''].filter(Boolean).join(' ') || undefined,
    }, clock));
}

/** @typedef {Omit<import('./chart.js').ChartDef, 'overTime'>} PhaseDef */

/** Orbits of all joints with clearance, in any result. @param {Result[]} results @returns {PhaseDef[]} */
function orbitDefs(results) {
    /** @type {Map<string, number>} */
    const orbits = new Map();
    for (const r of results) for (const joint of r.scene?.joints ?? []) if (joint.orbit > 0 && r.channels.has(`${joint.name}.offset_x`)) orbits.set(joint.name, Math.max(joint.orbit, orbits.get(joint.name) ?? 0));
    return [...orbits].map(([name, circle]) => ({
        title: `Orbit of ${name} in its clearance`, series: seriesOf(results, [`${name}.offset_y`], `${name}.offset_x`), equal: true, circle, note: 'The circle is the clearance; axes are of the first body.',
    }));
}

const SIGN = 'Friction acts on the second body, against the slip: F v < 0 while it takes energy, so that curves run through the upper left and the lower right.';

/** Phase plots of an interface, of the results that have it. @param {Result[]} results @param {string} name @returns {PhaseDef[]} */
function phaseDefs(results, name) {
    const force = `${name}.friction`, velocity = `${name}.v`, some = (/** @type {(r: Result) => boolean} */ is) => results.some(is);
    if (!some((r) => moves(r, force))) return [];
    const joint = results.flatMap((r) => r.scene?.interfaces ?? []).find((i) => i.name === name)?.joint ?? '';
    const ratio = ratioOfAll(results, name), masked = ratio.endsWith(' under load');
    /** @type {PhaseDef[]} */
    const defs = [];
    if (some((r) => moves(r, velocity))) defs.push({ title: `Friction against velocity: ${name}`, series: seriesOf(results, [force], velocity), height: 280 });
    const loadChanges = some((r) => {
        const { low, high } = rangeOf(r.channels.get(`${name}.load`)?.values ?? []);
        return high - low > 0.01 * high; // else it is the same curve once more
    });
    if (loadChanges && some((r) => moves(r, velocity) && moves(r, `${name}.ratio`)))
        defs.push({ title: `Friction over load against velocity: ${name}`, series: seriesOf(results, [ratio], velocity), height: 280, note: masked ? UNDER_LOAD : undefined });
    const place = ['slide', 'angle', 'slip'].map((n) => `${joint}.${n}`).find((n) => some((r) => changes(r, n)));
    if (place) defs.push({ title: `Friction against displacement: ${name}`, series: seriesOf(results, [force], place), height: 280 });
    return defs;
}

/** Orbits in clearances, and friction against velocity and displacement of an interface: that which loses most, or by choice. @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function phasePanel(results, clock) {
    const orbits = orbitDefs(results).map((def) => new Chart({ ...def, overTime: false }, clock).element);
    const names = byLoss(results).filter((n) => phaseDefs(results, n).length);
    if (!names.length) return orbits.length ? el('div', { class: 'grid-of-plots' }, ...orbits) : null;
    const grid = el('div', { class: 'grid-of-plots' });
    /** @type {Map<string, HTMLElement[]>} made when they are asked for */
    const made = new Map();
    /** @param {string} name */
    const show = (name) => {
        const own = made.get(name) ?? phaseDefs(results, name).map((def) => new Chart({ ...def, overTime: false }, clock).element);
        made.set(name, own);
        grid.replaceChildren(...orbits, ...own);
    };
    show(names[0] ?? '');
    return el('div', {}, el('p', { class: 'note' }, SIGN), names.length > 1 ? el('div', { class: 'row' }, choice('interface', names.map((n) => [n, n]), names[0] ?? '', show)) : null, grid);
}

/** A chart of one's own: pick channels of one unit. @param {Result[]} results @param {import('./clock.js').Clock} clock */
export function ownChart(results, clock) {
    const first = results[0];
    const chart = new Chart({ title: 'Chosen channels', series: [], overTime: true, note: 'Choose channels below. Channels of another unit begin a new choice.' }, clock);
    if (!first) return chart;
    /** @type {Map<string, string>} units by names, of all results */
    const all = new Map(results.flatMap((r) => [...r.channels.values()].map((c) => /** @type {[string, string]} */ ([c.name, c.unit]))));
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
        const unit = all.get(name);
        if (on) for (const other of [...chosen]) if (all.get(other) !== unit) {
            chosen.delete(other);
            const box = boxes.get(other);
            if (box) box.checked = false;
        }
        if (on) chosen.add(name);
        else chosen.delete(name);
        show();
    };
    const list = el('div', { class: 'channels', role: 'group', 'aria-label': 'Channels' });
    for (const [name, unit] of all) {
        if (name === 't') continue;
        const box = el('input', { type: 'checkbox', onchange: () => pick(name, box.checked) });
        boxes.set(name, box);
        list.append(el('label', { class: 'toggle', 'data-name': name }, box, el('span', {}, name, ' ', el('span', { class: 'unit' }, unit))));
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
    for (const name of all.keys()) against.append(el('option', { value: name }, name === 't' ? 'time' : name));
    chart.element.append(el('div', { class: 'picker' }, el('div', { class: 'row' }, filter, el('label', { class: 'choice' }, el('span', {}, 'against'), against),
        button('none', () => {
            chosen.clear();
            for (const box of boxes.values()) box.checked = false;
            show();
        })), list));
    const named = [...first.channels.keys()].slice(1);
    const start = ['energy.total', 'energy.kinetic', 'energy.friction'].find((n) => moves(first, n)) ?? named.find((n) => changes(first, n)) ?? named[0];
    const box = start ? boxes.get(start) : undefined;
    if (start && box) {
        box.checked = true;
        pick(start, true);
    }
    return chart;
}
