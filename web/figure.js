// figure.js - where bodies and their points are at a time
import { rowAt, valueAt } from './result.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {{ x: number, y: number, c: number, s: number, angle: number }} Frame of a body */

const GROUND = { x: 0, y: 0, c: 1, s: 0, angle: 0 };

/** @param {Result} result @param {number} t @returns {Frame[]} */
export function framesAt(result, t) {
    return (result.scene?.bodies ?? []).map((name) => {
        const angle = valueAt(result, `${name}.angle`, t);
        return { x: valueAt(result, `${name}.x`, t), y: valueAt(result, `${name}.y`, t), c: Math.cos(angle), s: Math.sin(angle), angle };
    });
}

/** @param {Frame[]} frames @param {number} body below 0: the ground */
export function frameOf(frames, body) {
    return frames[body] ?? GROUND;
}

/** A point of a body in the world. @param {Frame[]} frames @param {number} body @param {number} x @param {number} y @returns {[number, number]} */
export function toWorld(frames, body, x, y) {
    const f = frameOf(frames, body);
    return [f.x + f.c * x - f.s * y, f.y + f.s * x + f.c * y];
}

/** A direction. @param {Frame[]} frames @param {number} body @param {number} x @param {number} y @returns {[number, number]} */
export function turned(frames, body, x, y) {
    const f = frameOf(frames, body);
    return [f.c * x - f.s * y, f.s * x + f.c * y];
}

/** Where a joint acts: the point of its last moving body; under a wheel, its point of contact. @param {Frame[]} frames @param {import('./result.js').Joint} joint @returns {[number, number]} */
export function placeOf(frames, joint) {
    const end = (joint.bodies[1] ?? -1) >= 0 ? 1 : 0;
    const p = joint.at[end] ?? [0, 0];
    const at = toWorld(frames, joint.bodies[end] ?? -1, p[0] ?? 0, p[1] ?? 0);
    const [ax = 0, ay = 0] = joint.along;
    if (!(joint.radius > 0) || (ax === 0 && ay === 0)) return at;
    const [dx, dy] = turned(frames, joint.bodies[0] ?? -1, ax, ay);
    return [at[0] + joint.radius * dy, at[1] - joint.radius * dx];
}

/** What a joint does at a time. @typedef {'sticks' | 'limit' | 'slips' | 'creeps' | 'rests' | 'touches' | 'flies' | ''} State */

/** What an event begins; '': no state. @param {string} event @returns {State} */
export function stateAfter(event) {
    if (/contact ends/.test(event)) return 'flies';
    if (/contact begins/.test(event)) return 'touches';
    if (/^is at its static limit/.test(event)) return 'limit';
    if (/^sticks|^is kept within its static limit/.test(event)) return 'sticks';
    return /^slips/.test(event) ? 'slips' : '';
}

/** @typedef {{ times: number[], states: State[] }} Changes */
/** @type {WeakMap<Result, Map<string, Changes>>} */
const changesOf = new WeakMap();

/** States of a joint as the run says them: at the start, which is no event, and after each event. @param {Result} result @param {string} name */
function changesIn(result, name) {
    let changes = changesOf.get(result);
    if (!changes) {
        changes = new Map();
        const all = [...(result.run.summary?.friction ?? []).map((/** @type {any} */ f) => ({ joint: f.name, event: f.begins ?? '', time: result.start })), ...result.events];
        for (const { joint, event, time } of all) {
            if (!stateAfter(event)) continue;
            const own = changes.get(joint) ?? { times: [], states: [] };
            own.times.push(time);
            own.states.push(stateAfter(event));
            changes.set(joint, own);
        }
        changesOf.set(result, changes);
    }
    return changes.get(name);
}

/** Whether an interface is at its static limit while others hold it: it does not slip then. @param {Result} result @param {string} name @param {number} t */
function isAtLimit(result, name, t) {
    const changes = changesIn(result, name), last = changes ? rowAt(changes.times, t) : 0;
    return changes?.states[last] === 'limit' && (changes.times[last] ?? Infinity) <= t;
}

/** Of an interface that does not stick. @param {Result} result @param {import('./result.js').Interface} rub @param {number} t @returns {State} */
function slipState(result, rub, t) {
    if (result.channels.has(`${rub.name}.stuck`)) return 'slips';
    const v = valueAt(result, `${rub.name}.v`, t);
    return !isFinite(v) ? '' : Math.abs(v) <= (rub.rest_speed ?? rub.speed_scale) ? 'rests' : Math.abs(v) <= rub.speed_scale ? 'creeps' : 'slips';
}

/** @param {Result} result @param {import('./result.js').Interface} rub @param {number} t @returns {State} */
export function stateOf(result, rub, t) {
    if (rub.gap && valueAt(result, `${rub.gap}.contact`, t) === 0) return 'flies';
    if (result.channels.has(`${rub.name}.stuck`) && valueAt(result, `${rub.name}.stuck`, t) === 1) return 'sticks';
    return isAtLimit(result, rub.name, t) ? 'limit' : slipState(result, rub, t);
}

/** @param {Result} result @param {string} gap @param {number} t @returns {State} */
export function gapStateOf(result, gap, t) {
    const contact = valueAt(result, `${gap}.contact`, t);
    return !isFinite(contact) ? '' : contact === 0 ? 'flies' : 'touches';
}

/** @typedef {{ from: number, until: number, state: string }} Span state: '' is nothing */

/** States at events: of an interface, what it does while its surfaces touch; of a gap, whether they do. @param {Result} result @param {string} name @param {import('./result.js').Interface} [rub] */
function eventStates(result, name, rub) {
    /** @type {{ t: number, state: State }[]} */
    const changes = [];
    let apart = rub?.gap ? valueAt(result, `${rub.gap}.contact`, result.start) === 0 : false;
    for (const { joint, event, time } of result.events) {
        const state = joint === name ? stateAfter(event) : '', isContact = state === 'flies' || state === 'touches';
        if (!state || (!rub && !isContact)) continue;
        if (isContact) apart = state === 'flies';
        if (rub && apart && !isContact) continue; // how it would slip
        changes.push({ t: time, state: rub && state === 'touches' ? slipState(result, rub, time) : state });
    }
    return changes;
}

/** States by rows, with the events' own times for the changes. @param {Result} result @param {string} name @param {(t: number) => State} at @param {import('./result.js').Interface} [rub] @returns {Span[]} */
function spansBetween(result, name, at, rub) {
    const { time } = result;
    const changes = [{ t: result.start, state: at(result.start) }, ...eventStates(result, name, rub)];
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
    return spans.filter((s) => s.until > s.from || spans.length === 1);
}

/** @typedef {{ name: string, of: 'interface' | 'gap', spans: Span[] }} History of states */
/** @type {WeakMap<Result, History[]>} */
const historiesOf = new WeakMap();

/** What joints with friction and gaps do along a run: strips and keys show this. @param {Result} result @returns {History[]} */
export function statesOf(result) {
    let all = historiesOf.get(result);
    if (!all) {
        const { interfaces = [], gaps = [] } = result.scene ?? {};
        all = [...interfaces.map((rub) => ({ name: rub.name, of: /** @type {const} */ ('interface'), spans: spansBetween(result, rub.name, (t) => stateOf(result, rub, t), rub) })),
            ...gaps.map((gap) => ({ name: gap.name, of: /** @type {const} */ ('gap'), spans: spansBetween(result, gap.name, (t) => gapStateOf(result, gap.name, t)) }))];
        historiesOf.set(result, all);
    }
    return all;
}

export const STATE_WORDS = /** @type {const} */ ({
    sticks: 'sticks', limit: 'at its static limit, held by others', slips: 'slips', rests: 'at rest (below the speed scale of its smoothed law)', creeps: 'creeps (slower than the speed scale of its law)', touches: 'in contact', flies: 'separated',
});
