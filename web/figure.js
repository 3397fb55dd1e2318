// figure.js - where bodies and their points are at a time
import { rangeOf, valueAt } from './result.js';

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

/** What a joint does at a time. @typedef {'sticks' | 'limit' | 'slips' | 'rests' | 'touches' | 'flies' | ''} State */

/** What an event begins; '': no state. @param {string} event @returns {State} */
export function stateAfter(event) {
    if (/contact ends/.test(event)) return 'flies';
    if (/contact begins/.test(event)) return 'touches';
    if (/^is at its static limit/.test(event)) return 'limit';
    if (/^sticks|^is kept within its static limit/.test(event)) return 'sticks';
    return /^slips/.test(event) ? 'slips' : '';
}

/** @type {WeakMap<Result, Map<string, { time: number, state: State }[]>>} */
const changesOf = new WeakMap();

/** Whether an interface is at its static limit while others hold it: it does not slip then. @param {Result} result @param {string} name @param {number} t */
function isAtLimit(result, name, t) {
    let changes = changesOf.get(result);
    if (!changes) {
        changes = new Map();
        for (const { joint, event, time } of result.events) if (stateAfter(event)) changes.set(joint, [...changes.get(joint) ?? [], { time, state: stateAfter(event) }]);
        changesOf.set(result, changes);
    }
    const last = changes.get(name)?.filter((c) => c.time <= t).pop();
    if (last) return last.state === 'limit';
    const { low, high } = rangeOf(result.channels.get(`${name}.v`)?.values ?? []); // from the start on, which is no event
    return Math.abs(valueAt(result, `${name}.v`, t)) <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-9);
}

/** @param {Result} result @param {import('./result.js').Interface} rub @param {number} t @returns {State} */
export function stateOf(result, rub, t) {
    if (rub.gap && valueAt(result, `${rub.gap}.contact`, t) === 0) return 'flies';
    if (result.channels.has(`${rub.name}.stuck`)) return valueAt(result, `${rub.name}.stuck`, t) === 1 ? 'sticks' : isAtLimit(result, rub.name, t) ? 'limit' : 'slips';
    const v = valueAt(result, `${rub.name}.v`, t);
    if (!isFinite(v)) return '';
    return Math.abs(v) <= rub.speed_scale ? 'rests' : 'slips';
}

/** @param {Result} result @param {string} gap @param {number} t @returns {State} */
export function gapStateOf(result, gap, t) {
    const contact = valueAt(result, `${gap}.contact`, t);
    return !isFinite(contact) ? '' : contact === 0 ? 'flies' : 'touches';
}

export const STATE_WORDS = /** @type {const} */ ({
    sticks: 'sticks', limit: 'at its static limit, held by others', slips: 'slips', rests: 'at rest (below the speed scale of its smoothed law)', touches: 'in contact', flies: 'separated',
});
