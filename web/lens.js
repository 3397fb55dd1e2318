// lens.js - clearances under a lens: where the pin's centre is in the circle of its clearance, and where it came from
import { svg, set } from './dom.js';
import { formatQuantity } from './format.js';
import { frameOf } from './figure.js';
import { rowAt, valueAt } from './result.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./figure.js').Frame} Frame */

const LENS_RADIUS = 32, LENS_PITCH = 114, MOST_LENSES = 3, TRAIL = 120, NARROW = 460; // px; rows

/** Joints whose clearance a lens shows. @param {Result} result */
function looseJoints(result) {
    return (result.scene?.joints ?? []).filter((j) => j.orbit > 0 && result.channels.has(`${j.name}.offset_x`)).slice(0, MOST_LENSES);
}

export class Lenses {
    /** @param {Result} result */
    constructor(result) {
        this.result = result;
        this.lenses = looseJoints(result).map((joint) => {
            const trail = svg('path', { class: 'trace' }), dot = svg('circle', { class: 'lens-dot', r: 4.5 });
            const group = svg('g', { class: 'lens' }, svg('circle', { class: 'lens-glass', r: LENS_RADIUS + 9 }), svg('circle', { class: 'lens-clearance', r: LENS_RADIUS }), trail, dot,
                svg('text', { y: LENS_RADIUS + 22, 'text-anchor': 'middle' }, joint.name), svg('text', { y: LENS_RADIUS + 35, 'text-anchor': 'middle' }, formatQuantity(joint.orbit, 'm', 3)));
            return { joint, group, trail, dot };
        });
        this.element = svg('g', {}, ...this.lenses.map((l) => l.group));
    }

    /** What the lenses take of a drawing: a column at its right or, if it is narrow, a row at its bottom. @param {number} width */
    room(width) {
        const count = this.lenses.length, narrow = width < NARROW;
        return { width: count && !narrow ? 2 * LENS_RADIUS + 32 : 0, height: count && narrow ? LENS_PITCH : 0, least: narrow ? 0 : count * LENS_PITCH + 12 };
    }

    /** @param {number} width @param {number} height of the drawing */
    place(width, height) {
        for (const [i, { group }] of this.lenses.entries()) {
            const [x, y] = width < NARROW ? [width - LENS_RADIUS - 16 - i * LENS_PITCH, height - LENS_PITCH + LENS_RADIUS + 10] : [width - LENS_RADIUS - 16, LENS_RADIUS + 16 + i * LENS_PITCH];
            group.setAttribute('transform', `translate(${x} ${y})`);
        }
    }

    /** In the directions of the world. @param {Frame[]} frames @param {number} t */
    move(frames, t) {
        const { time } = this.result;
        for (const { joint, trail, dot } of this.lenses) {
            const frame = frameOf(frames, joint.bodies[0] ?? -1), k = LENS_RADIUS / joint.orbit;
            const at = (/** @type {number} */ when) => {
                const x = k * valueAt(this.result, `${joint.name}.offset_x`, when), y = k * valueAt(this.result, `${joint.name}.offset_y`, when);
                return [frame.c * x - frame.s * y, -frame.s * x - frame.c * y];
            };
            const [x = 0, y = 0] = at(t), row = rowAt(time, t), points = [];
            for (let r = Math.max(0, row - TRAIL); r <= row; r++) points.push(at(time[r] ?? 0).map((v) => v.toFixed(1)).join(' '));
            if (isFinite(x + y)) set(dot, { cx: x, cy: y });
            trail.setAttribute('d', points.length > 1 && !points.some((p) => p.includes('NaN')) ? `M${points.join('L')}` : '');
        }
    }
}
