// scene.js - the mechanism, drawn once to scale and moved by the channels of its bodies
import { button, choice, el, onWidth, set, svg, toggle } from './dom.js';
import { formatQuantity, roundUp } from './format.js';
import { framesAt, frameOf, gapStateOf, placeOf, stateOf, statesOf, STATE_WORDS, toWorld } from './figure.js';
import { arrowPath, arrowsOf, LONGEST, typicalForce } from './forces.js';
import { Lenses } from './lens.js';
import { rowAt } from './result.js';

/** @typedef {import('./result.js').Result} Result */
/** @typedef {import('./result.js').Stroke} Stroke */
/** @typedef {import('./figure.js').Frame} Frame */
/** @typedef {import('./figure.js').State} State */

const ARROW = 70; // px of the typical force
const MARGIN = 34, NAME_LETTER = 6.4, PAN = 40;
const PARTS = 8; // colours of bodies

/** @param {State} state @param {number} x @param {number} y */
function markOf(state, x, y) {
    const r = 6;
    const shapes = {
        sticks: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
        limit: `M${x - r + 1} ${y - r + 1}h${2 * r - 2}v${2 * r - 2}h${-2 * r + 2}Z`,
        rests: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
        creeps: `M${x - r + 1} ${y - r + 1}h${2 * r - 2}v${2 * r - 2}h${-2 * r + 2}Z`,
        slips: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
        touches: `M${x} ${y - r - 1}L${x + r + 1} ${y + r}H${x - r - 1}Z`,
        flies: `M${x} ${y - r - 1}L${x + r + 1} ${y}L${x} ${y + r + 1}L${x - r - 1} ${y}Z`,
    };
    return state ? svg('path', { class: `mark ${state}`, d: shapes[state] }) : null;
}

/** The key of the marks, of the states that can occur. @param {Set<State>} states */
export function stateKey(states) {
    const key = el('ul', { class: 'key' });
    for (const state of /** @type {const} */ (['sticks', 'limit', 'rests', 'creeps', 'slips', 'touches', 'flies']))
        if (states.has(state))
            key.append(el('li', {}, svg('svg', { width: 18, height: 18, 'aria-hidden': 'true' }, markOf(state, 9, 9)), STATE_WORDS[state]));
    return key;
}

/** A stroke in the frame that carries it. @param {Stroke} s @param {number} [k] factor on coordinates */
function shapeOf(s, k = 1) {
    if (s.form === 'circle') return svg('circle', { cx: k * (s.at[0] ?? 0), cy: k * (s.at[1] ?? 0), r: k * (s.radius ?? 0) });
    const points = [];
    for (let i = 0; i < s.at.length; i += 2) points.push(`${k * (s.at[i] ?? 0)},${k * (s.at[i + 1] ?? 0)}`);
    return svg(s.form === 'polygon' ? 'polygon' : 'polyline', { points: points.join(' ') });
}

export class SceneView {
    /** @param {Result[]} results @param {import('./clock.js').Clock} clock */
    constructor(results, clock) {
        this.results = results.filter((r) => r.scene);
        this.clock = clock;
        this.result = /** @type {Result} */ (this.results[0]);
        this.names = true;
        this.forces = true;
        this.marks = true;
        this.gain = 1;
        this.zoom = 1;
        this.pan = [0, 0];
        this.trace = '';
        this.width = 0;
        this.picture = svg('svg', { class: 'scene', tabindex: 0, role: 'application', 'aria-roledescription': 'moving drawing', onkeydown: (/** @type {KeyboardEvent} */ e) => this.press(e) });
        this.controls = el('div', { class: 'tools' });
        this.keys = el('div', { class: 'keys' });
        this.element = el('figure', { class: 'mechanism' }, this.picture, this.controls, this.keys);
        this.load(this.result);
        this.pointers();
        onWidth(this.element, (width) => {
            this.width = width;
            this.place();
        });
        clock.onTime.push(() => this.move());
    }

    /** @param {Result} result */
    load(result) {
        this.result = result;
        const scene = /** @type {import('./result.js').Scene} */ (result.scene);
        this.arrows = arrowsOf(result);
        const { typical, largest } = typicalForce(result);
        this.typical = typical;
        this.largest = largest;
        this.lenses = new Lenses(result);
        this.picture.setAttribute('aria-label', `Moving drawing of ${result.run.model?.title || 'the mechanism'}: bodies ${scene.bodies.join(', ')}. Arrow keys move the time, with shift the drawing; plus and minus zoom, 0 shows all`);
        this.groups = scene.bodies.map((_, i) => svg('g', { class: `part p${i % PARTS}` }));
        this.ground = svg('g', { class: 'part ground' });
        /** @type {{ stroke: Stroke, element: SVGElement }[]} */
        this.carried = [];
        /** @type {{ stroke: Stroke, element: SVGElement }[]} */
        this.spans = [];
        /** @type {{ stroke: Stroke, element: SVGTextElement }[]} */
        this.labels = [];
        const above = svg('g'), words = svg('g', { class: 'names' });
        /** bodies first, symbols above them */
        for (const stroke of scene.strokes) {
            if (stroke.form === 'name') {
                const element = svg('text', { class: stroke.style }, stroke.name ?? '');
                this.labels.push({ stroke, element });
                words.append(element);
                continue;
            }
            const element = stroke.motion === 'spans' ? svg('polyline') : stroke.motion === 'carried' ? svg('g', {}, shapeOf(stroke)) : shapeOf(stroke);
            element.setAttribute('class', `stroke ${stroke.style}`);
            if (stroke.motion === 'turns') (this.groups[stroke.bodies[0] ?? -1] ?? this.ground).append(element);
            else above.append(element);
            if (stroke.motion === 'carried') this.carried.push({ stroke, element });
            if (stroke.motion === 'spans') this.spans.push({ stroke, element });
        }
        this.words = words;
        this.overlay = svg('g');
        this.scaleBar = svg('g', { class: 'scale-bar' });
        this.path = svg('path', { class: 'trace' });
        this.picture.replaceChildren(this.ground, this.path, ...this.groups, above, this.overlay, words, this.lenses.element, this.scaleBar);
        this.makeControls(scene);
        this.findExtent(scene);
        if (this.width) this.place();
    }

    /** @param {import('./result.js').Scene} scene */
    makeControls(scene) {
        /** @type {[string, string][]} */
        const traces = [['', 'no trace'], ...scene.bodies.filter((b) => this.result.channels.has(`${b}.x`)).map((b) => /** @type {[string, string]} */ ([`body:${b}`, b])),
            ...scene.joints.filter((j) => j.bodies.some((b) => b >= 0)).map((j) => /** @type {[string, string]} */ ([`joint:${j.name}`, `${j.name} (joint)`]))];
        this.controls.replaceChildren(
            ...(this.results.length > 1 ? [choice('shows', this.results.map((r, i) => [String(i), r.label]), String(this.results.indexOf(this.result)), (i) => this.load(/** @type {Result} */ (this.results[+i])))] : []),
            button('+', () => this.zoomBy(1.4), { 'aria-label': 'zoom in' }), button('−', () => this.zoomBy(1 / 1.4), { 'aria-label': 'zoom out' }),
            button('fit', () => this.fit()),
            toggle('names', this.names, (on) => {
                this.names = on;
                this.place();
            }),
            toggle('forces', this.forces, (on) => {
                this.forces = on;
                this.move();
            }),
            toggle('states', this.marks, (on) => {
                this.marks = on;
                this.move();
            }),
            choice('arrows', [['0.25', '× ¼'], ['0.5', '× ½'], ['1', '× 1'], ['2', '× 2'], ['5', '× 5'], ['20', '× 20']], String(this.gain), (v) => {
                this.gain = +v;
                this.move();
            }),
            choice('trace', traces, this.trace, (v) => {
                this.trace = v;
                this.place();
            }));
        const shown = statesOf(this.result).filter((h) => h.of === 'interface' || !scene.interfaces.some((i) => i.gap === h.name)); // those of its marks
        const states = new Set(shown.flatMap((h) => h.spans.map((span) => /** @type {State} */ (span.state))));
        this.arrowKey = el('ul', { class: 'key' });
        this.keys.replaceChildren(stateKey(states), this.arrowKey);
    }

    /** The part of the world that the mechanism ever needs. @param {import('./result.js').Scene} scene */
    findExtent(scene) {
        const { time } = this.result;
        const looks = scene.strokes.length > 3000 ? 5 : 60;
        let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
        /** @param {number} x @param {number} y @param {number} r */
        const add = (x, y, r) => {
            if (!isFinite(x) || !isFinite(y)) return;
            x0 = Math.min(x0, x - r);
            x1 = Math.max(x1, x + r);
            y0 = Math.min(y0, y - r);
            y1 = Math.max(y1, y + r);
        };
        for (let i = 0; i <= looks; i++) {
            const frames = framesAt(this.result, time[Math.floor(i / looks * (time.length - 1))] ?? 0);
            for (const s of scene.strokes) {
                if (s.form === 'name') continue;
                const base = s.motion === 'turns' ? null : toWorld(frames, s.bodies[0] ?? -1, s.anchor?.[0] ?? 0, s.anchor?.[1] ?? 0);
                for (let k = 0; k < s.at.length; k += 2) {
                    const u = s.at[k] ?? 0, v = s.at[k + 1] ?? 0;
                    if (s.motion === 'turns') add(...toWorld(frames, s.bodies[0] ?? -1, u, v), s.radius ?? 0);
                    else if (s.motion === 'carried' && base) add(base[0] + u, base[1] + v, s.radius ?? 0);
                    else if (base) add(base[0], base[1], 0);
                }
            }
        }
        if (!(x1 > x0) && !(y1 > y0)) [x0, y0, x1, y1] = [-1, -1, 1, 1];
        this.extent = [x0, y0, x1, y1];
    }

    fit() {
        this.zoom = 1;
        this.pan = [0, 0];
        this.place();
    }

    /** @param {number} factor */
    zoomBy(factor) {
        this.zoom = Math.min(1e5, Math.max(0.2, this.zoom * factor));
        this.pan = this.pan.map((p) => p * factor);
        this.place();
    }

    /** Scale and everything that depends on it. */
    place() {
        const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = this.extent ?? [];
        const w = x1 - x0, h = y1 - y0, width = this.width;
        const room = this.lenses?.room(width) ?? { width: 0, height: 0, least: 0 }, wide = width - room.width;
        const high = Math.round(Math.min(460, Math.max(200, room.least, (wide - 2 * MARGIN) * (h / Math.max(w, 1e-12)) + 2 * MARGIN + 26)));
        const height = high + room.height;
        this.height = height;
        this.drawing = [wide, high]; // without lenses
        const scale = Math.min((wide - 2 * MARGIN) / Math.max(w, 1e-12), (high - 2 * MARGIN - 20) / Math.max(h, 1e-12)) * this.zoom;
        this.scale = scale;
        this.ox = 0.5 * wide - scale * 0.5 * (x0 + x1) + (this.pan[0] ?? 0);
        this.oy = 0.5 * (high - 16) + scale * 0.5 * (y0 + y1) + (this.pan[1] ?? 0);
        set(this.picture, { width, height, viewBox: `0 0 ${width} ${height}` });
        const bar = roundUp(0.12 * width / scale), px = bar * scale;
        this.scaleBar?.replaceChildren(svg('path', { d: `M14 ${height - 18}v8M14 ${height - 14}h${px}M${14 + px} ${height - 18}v8` }),
            svg('text', { x: 22 + px, y: height - 10 }, formatQuantity(bar, 'm', 2)));
        this.ground?.setAttribute('transform', `matrix(${scale} 0 0 ${-scale} ${this.ox} ${this.oy})`);
        this.lenses?.place(width, height);
        this.placeTrace();
        this.offsetNames();
        this.move();
    }

    /** @param {[number, number]} p @returns {[number, number]} px */
    pixel(p) {
        return [(this.ox ?? 0) + (this.scale ?? 1) * p[0], (this.oy ?? 0) - (this.scale ?? 1) * p[1]];
    }

    placeTrace() {
        const [kind, name] = [this.trace.split(':')[0], this.trace.slice(this.trace.indexOf(':') + 1)];
        const joint = kind === 'joint' ? this.result.scene?.joints.find((j) => j.name === name) : undefined;
        const body = kind === 'body' ? this.result.scene?.bodies.indexOf(name) ?? -1 : -1;
        if (!joint && body < 0) {
            this.path?.setAttribute('d', '');
            return;
        }
        const { time } = this.result, step = Math.max(1, Math.floor(time.length / 2000));
        const parts = [];
        for (let row = 0; row < time.length; row += step) {
            const frames = framesAt(this.result, time[row] ?? 0);
            const p = this.pixel(joint ? placeOf(frames, joint) : toWorld(frames, body, 0, 0));
            parts.push(`${row ? 'L' : 'M'}${p[0].toFixed(1)} ${p[1].toFixed(1)}`);
        }
        this.path?.setAttribute('d', parts.join(''));
    }

    /** Places each name beside its point, once, so that names do not cover each other at the beginning. */
    offsetNames() {
        /** @type {[number, number, number, number][]} */
        const taken = [];
        const frames = framesAt(this.result, this.clock.t), [right = 0, bottom = 0] = this.drawing ?? [];
        for (const { at: [x, y] } of this.markPlaces(frames, this.clock.t)) taken.push([x - 8, y - 8, x + 8, y + 8]);
        this.offsets = (this.labels ?? []).map(({ stroke, element }) => {
            const [x, y] = this.pixel(this.where(frames, stroke)), w = NAME_LETTER * (stroke.name ?? '').length, h = 13;
            let best = [9, -9], least = Infinity;
            for (const r of [1, 1.8, 2.8, 4])
                for (const [dx, dy] of [[9, -9], [9, 17], [-9 - w, -9], [-9 - w, 17], [-w / 2, -15], [-w / 2, 24], [14, 4], [-14 - w, 4]]) {
                    const ox = (dx ?? 0) > 0 ? (dx ?? 0) * r : (dx ?? 0) < -w + 1 && (dx ?? 0) !== -w / 2 ? -w + ((dx ?? 0) + w) * r : dx ?? 0;
                    const left = x + ox, top = y + (dy ?? 0) * r - h + 3;
                    let cost = 3 * r;
                    for (const [a, b, c, d] of taken) cost += Math.max(0, Math.min(left + w, c) - Math.max(left, a)) * Math.max(0, Math.min(top + h, d) - Math.max(top, b));
                    if (left < 2 || left + w > right - 2 || top < 2 || top + h > bottom) cost += 200;
                    if (cost < least) [least, best] = [cost, [ox, (dy ?? 0) * r]];
                }
            const [bx = 0, by = 0] = best;
            taken.push([x + bx, y + by - h + 3, x + bx + w, y + by + 3], [x - 5, y - 5, x + 5, y + 5]);
            return best;
        });
    }

    /** @param {Frame[]} frames @param {Stroke} s @returns {[number, number]} */
    where(frames, s) {
        if (s.motion === 'turns') return toWorld(frames, s.bodies[0] ?? -1, s.at[0] ?? 0, s.at[1] ?? 0);
        const [x, y] = toWorld(frames, s.bodies[0] ?? -1, s.anchor?.[0] ?? 0, s.anchor?.[1] ?? 0);
        return [x + (s.at[0] ?? 0), y + (s.at[1] ?? 0)];
    }

    /** Moves everything to the present time. */
    move() {
        if (!this.width || !this.groups) return;
        const t = this.clock.t, k = this.scale ?? 1;
        const frames = framesAt(this.result, t);
        for (const [i, group] of this.groups.entries()) {
            const f = frameOf(frames, i), [x, y] = this.pixel([f.x, f.y]);
            if (isFinite(x) && isFinite(y)) group.setAttribute('transform', `matrix(${k * f.c} ${-k * f.s} ${-k * f.s} ${-k * f.c} ${x} ${y})`);
        }
        for (const { stroke, element } of this.carried ?? []) {
            const [x, y] = this.pixel(toWorld(frames, stroke.bodies[0] ?? -1, stroke.anchor?.[0] ?? 0, stroke.anchor?.[1] ?? 0));
            if (isFinite(x) && isFinite(y)) element.setAttribute('transform', `matrix(${k} 0 0 ${-k} ${x} ${y})`);
        }
        for (const { stroke, element } of this.spans ?? []) this.moveSpan(frames, stroke, element);
        for (const [i, { stroke, element }] of (this.labels ?? []).entries()) {
            const [x, y] = this.pixel(this.where(frames, stroke)), [dx = 0, dy = 0] = this.offsets?.[i] ?? [], [right = 0, bottom = 0] = this.drawing ?? [];
            const inside = x >= 0 && x <= right && y >= 0 && y <= bottom; // not under a lens, nor cut
            const left = Math.max(2, Math.min(right - NAME_LETTER * (stroke.name ?? '').length - 2, x + dx));
            if (inside) set(element, { x: left, y: Math.max(11, Math.min(bottom - 3, y + dy)) });
            element.setAttribute('visibility', this.names && inside ? 'visible' : 'hidden');
        }
        this.lenses?.move(frames, t);
        this.moveOverlay(frames, t);
    }

    /** @param {Frame[]} frames @param {Stroke} s @param {SVGElement} element */
    moveSpan(frames, s, element) {
        const a = this.pixel(toWorld(frames, s.bodies[0] ?? -1, s.anchor?.[0] ?? 0, s.anchor?.[1] ?? 0));
        const b = this.pixel(toWorld(frames, s.bodies[1] ?? -1, s.anchor?.[2] ?? 0, s.anchor?.[3] ?? 0));
        const dx = b[0] - a[0], dy = b[1] - a[1], length = Math.hypot(dx, dy) || 1;
        const points = [];
        for (let i = 0; i < s.at.length; i += 2) {
            const u = s.at[i] ?? 0, v = (s.at[i + 1] ?? 0) * (this.scale ?? 1);
            points.push(`${(a[0] + u * dx + v * dy / length).toFixed(2)},${(a[1] + u * dy - v * dx / length).toFixed(2)}`);
        }
        element.setAttribute('points', points.join(' '));
    }

    /** Arrows and marks. @param {Frame[]} frames @param {number} t */
    moveOverlay(frames, t) {
        const scene = this.result.scene;
        if (!this.overlay || !scene) return;
        this.overlay.replaceChildren();
        const per = (this.typical ?? 0) > 0 ? ARROW * this.gain / (this.typical ?? 1) : 0;
        if (this.forces && per) for (const arrow of this.arrows ?? []) {
            const [fx, fy] = arrow.force(frames, t), at = this.pixel(arrow.at(frames));
            const path = isFinite(fx + fy + at[0] + at[1]) ? arrowPath(arrow.kind, at, fx * per, -fy * per) : null;
            if (path) this.overlay.append(path);
        }
        if (this.arrowKey) {
            const kinds = [...new Set((this.arrows ?? []).map((a) => a.kind))];
            const shown = per ? roundUp(0.5 * (this.typical ?? 0) / this.gain) : 0;
            this.arrowKey.replaceChildren(...(this.forces && shown ? kinds : []).map((kind) => el('li', {},
                svg('svg', { width: shown * per + 12, height: 12, 'aria-hidden': 'true' }, arrowPath(kind, [2, 6], shown * per, 0)),
                `${kind === 'reaction' ? 'reaction on the second body' : 'friction on it'}${kind === kinds[0] ? `, ${formatQuantity(shown, 'N', 2)}` : ''}`)),
            this.forces && shown && (this.largest ?? 0) * per > LONGEST ? el('li', { class: 'cut-key' }, svg('svg', { width: 58, height: 12, 'aria-hidden': 'true' }, svg('path', { class: 'arrow any cut', d: arrowPath('any', [2, 6], 52, 0)?.getAttribute('d') ?? '' })), `longer than ${formatQuantity(LONGEST / per, 'N', 2)}: cut`) : '');
        }
        if (this.marks) for (const { state, at: [x, y] } of this.markPlaces(frames, t)) this.overlay.append(markOf(state, x, y) ?? '');
    }

    /** Where marks are, each beside those at the same place, as of a pin in a slider. @param {Frame[]} frames @param {number} t */
    markPlaces(frames, t) {
        const { scene } = this.result;
        /** @type {{ state: State, at: [number, number] }[]} */
        const marks = [];
        /** @type {Map<string, typeof marks[0]>} */
        const seen = new Map();
        /** @param {string} name of a joint @param {State} state */
        const add = (name, state) => {
            const joint = scene?.joints.find((j) => j.name === name), other = seen.get(name);
            if (other?.state === 'flies') other.state = state; // of several surfaces, one that touches
            if (!joint || other) return;
            let [x, y] = this.pixel(placeOf(frames, joint));
            while (marks.some(({ at: [a, b] }) => Math.abs(a - x) < 13 && Math.abs(b - y) < 13)) x += 15;
            const mark = { state, at: /** @type {[number, number]} */ ([x, y]) };
            seen.set(name, mark);
            marks.push(mark);
        };
        for (const rub of scene?.interfaces ?? []) add(rub.joint, stateOf(this.result, rub, t));
        for (const gap of scene?.gaps ?? []) add(gap.joint, gapStateOf(this.result, gap.name, t));
        return marks.filter((m) => m.state);
    }

    /** @param {number} dx @param {number} dy px */
    panBy(dx, dy) {
        this.pan = [(this.pan[0] ?? 0) + dx, (this.pan[1] ?? 0) + dy];
        this.place();
    }

    /** Arrow keys move the time; with shift, and up and down, the drawing. @param {KeyboardEvent} e */
    press(e) {
        const { time } = this.result, row = rowAt(time, this.clock.t);
        const pan = { ArrowLeft: [-PAN, 0], ArrowRight: [PAN, 0], ArrowUp: [0, -PAN], ArrowDown: [0, PAN] }[e.key];
        if (e.ctrlKey || e.metaKey || e.altKey) return;
        if (pan && (e.shiftKey || this.zoom > 1 && /Up|Down/.test(e.key))) this.panBy(pan[0] ?? 0, pan[1] ?? 0);
        else if (e.key === '+' || e.key === '=') this.zoomBy(1.4);
        else if (e.key === '-') this.zoomBy(1 / 1.4);
        else if (e.key === '0') this.fit();
        else if (e.key === 'ArrowRight') this.clock.set(time[Math.min(time.length - 1, row + 1)] ?? 0);
        else if (e.key === 'ArrowLeft') this.clock.set(time[Math.max(0, row - 1)] ?? 0);
        else return;
        e.preventDefault();
    }

    pointers() {
        /** @type {[number, number] | null} */
        let last = null;
        this.picture.addEventListener('pointerdown', (e) => {
            if (e.pointerType === 'touch') return;
            last = [e.clientX, e.clientY];
            this.picture.setPointerCapture(e.pointerId);
        });
        this.picture.addEventListener('pointermove', (e) => {
            if (!last) return;
            const [x, y] = last;
            last = [e.clientX, e.clientY];
            this.panBy(e.clientX - x, e.clientY - y);
        });
        for (const type of ['pointerup', 'pointercancel']) this.picture.addEventListener(type, () => (last = null));
        this.picture.addEventListener('wheel', (e) => {
            if (!e.ctrlKey) return;
            e.preventDefault();
            this.zoomBy(e.deltaY < 0 ? 1.15 : 1 / 1.15);
        }, { passive: false });
    }
}
