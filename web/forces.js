// forces.js - friction and reaction forces as arrows
import { svg } from './dom.js';
import { placeOf, turned } from './figure.js';
import { rangeOf, valueAt } from './result.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./figure.js').Frame} Frame */
/**
 * @typedef {{ kind: 'reaction' | 'friction', at: (frames: Frame[]) => [number, number], force: (frames: Frame[], t: number) => [number, number] }} Arrow
 */

/** @param {Result} result @returns {Arrow[]} */
export function arrowsOf(result) {
    /** @type {Arrow[]} */
    const arrows = [];
    const { scene, channels } = result;
    if (!scene) return arrows;
    for (const joint of scene.joints) {
        /** @param {Frame[]} frames */
        const at = (frames) => placeOf(frames, joint);
        const [ax = 0, ay = 0] = joint.along;
        /** @param {Frame[]} frames @returns {[number, number]} */
        const along = (frames) => turned(frames, joint.bodies[0] ?? -1, ax, ay);
        if (channels.has(`${joint.name}.force_x`)) {
            arrows.push({ kind: 'reaction', at, force: (_, t) => [valueAt(result, `${joint.name}.force_x`, t), valueAt(result, `${joint.name}.force_y`, t)] });
        } else if (channels.has(`${joint.name}.normal`) && (ax || ay)) {
            arrows.push({ kind: 'reaction', at, force: (frames, t) => {
                const [x, y] = along(frames), n = valueAt(result, `${joint.name}.normal`, t);
                return [-n * y, n * x];
            } });
        }
        for (const rub of scene.interfaces) {
            if (rub.joint !== joint.name || !rub.slides || !(ax || ay) || channels.get(`${rub.name}.friction`)?.unit !== 'N') continue;
            arrows.push({ kind: 'friction', at, force: (frames, t) => {
                const [x, y] = along(frames), f = valueAt(result, `${rub.name}.friction`, t);
                return [f * x, f * y];
            } });
        }
    }
    return arrows;
}

/** A force that few are above, since impacts shall not make all other arrows invisible, and the largest. @param {Result} result */
export function typicalForce(result) {
    const sizes = [];
    let largest = 0;
    for (const channel of result.channels.values()) {
        if (channel.unit !== 'N' || !/\.(reaction|normal|friction)$/.test(channel.name)) continue;
        const { low, high } = rangeOf(channel.values);
        largest = Math.max(largest, Math.abs(low), Math.abs(high));
        const step = Math.max(1, Math.floor(channel.values.length / 300));
        for (let i = 0; i < channel.values.length; i += step) {
            const size = Math.abs(channel.values[i] ?? 0);
            if (size > 0 && isFinite(size)) sizes.push(size);
        }
    }
    sizes.sort((a, b) => a - b);
    return { typical: sizes[Math.floor(0.98 * (sizes.length - 1))] ?? 0, largest };
}

/** px: longer arrows are cut */
export const LONGEST = 150;

/** An arrow in pixels. @param {string} kind @param {[number, number]} at @param {number} dx @param {number} dy */
export function arrowPath(kind, at, dx, dy) {
    const whole = Math.hypot(dx, dy);
    if (!(whole > 2)) return null;
    const length = Math.min(whole, LONGEST), ux = dx / whole, uy = dy / whole, head = Math.min(9, 0.5 * length);
    const tip = [at[0] + length * ux, at[1] + length * uy], neck = [at[0] + (length - head) * ux, at[1] + (length - head) * uy];
    const d = `M${at[0]} ${at[1]}L${neck[0]} ${neck[1]}M${tip[0]} ${tip[1]}L${(neck[0] ?? 0) - 0.42 * head * uy} ${(neck[1] ?? 0) + 0.42 * head * ux}` +
        `L${(neck[0] ?? 0) + 0.42 * head * uy} ${(neck[1] ?? 0) - 0.42 * head * ux}Z`;
    return svg('path', { class: `arrow ${kind}${whole > LONGEST ? ' cut' : ''}`, d });
}
