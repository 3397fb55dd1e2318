// result.js - results as they are in the page: opened, with channels by name (docs/page.schema.json)
import { formatQuantity } from './format.js';

/** @typedef {{ name: string, unit: string, values: Float64Array | Float32Array }} Channel */
/**
 * @typedef {{ form: 'line' | 'polygon' | 'circle' | 'name', motion: 'turns' | 'carried' | 'spans', style: string, name?: string,
 *   bodies: number[], anchor?: number[], radius?: number, at: number[] }} Stroke
 */
/**
 * @typedef {{ name: string, kind: string, bodies: number[], at: number[][], along: number[], radius: number, clearance: number,
 *   orbit: number }} Joint
 */
/** @typedef {{ name: string, kind: string, bodies: number[], at: number[][], along: number[], radius: number, joint?: string }} Force */
/** @typedef {{ name: string, joint: string, law: string, gap: string | null, speed_scale: number, rest_speed?: number, slides: boolean }} Interface */
/**
 * @typedef {{ length: number, mark: number, bodies: string[], gravity: number[], strokes: Stroke[], joints: Joint[], forces: Force[],
 *   gaps: { name: string, joint: string }[], interfaces: Interface[] }} Scene
 */
/** @typedef {{ time: number, joint: string, event: string, value?: number, unit?: string }} RunEvent */
/** @typedef {Record<string, any>} Run the object of the page */
/**
 * @typedef {{ label: string, run: Run, scene: Scene | null, time: Float64Array, columns: Channel[], channels: Map<string, Channel>,
 *   events: RunEvent[], start: number, end: number }} Result
 */
/** @typedef {{ time: number, text: string }} Mark a time that is marked in all plots */
/** @typedef {{ runs: Result[], verdicts: Result[], studies: Result[], fits: Result[], marks: Mark[] }} Results by their formats; run is the object of each */

/** @param {string} base64 @returns {Promise<Uint8Array>} */
export async function inflate(base64) {
    const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Time: doubles. @param {Uint8Array} bytes @param {number} at @param {number} rows */
function unpackDoubles(bytes, at, rows) {
    const bits = new BigUint64Array(rows);
    let before = 0n;
    for (let r = 0; r < rows; r++) {
        let word = 0n;
        for (let b = 7; b >= 0; b--) word = (word << 8n) | BigInt(bytes[at + b * rows + r] ?? 0);
        bits[r] = before = BigInt.asUintN(64, before + word);
    }
    return new Float64Array(bits.buffer);
}

/** Other channels: floats. @param {Uint8Array} bytes @param {number} at @param {number} rows */
function unpackFloats(bytes, at, rows) {
    const bits = new Uint32Array(rows);
    let before = 0;
    for (let r = 0; r < rows; r++) {
        const word = (bytes[at + r] ?? 0) | ((bytes[at + rows + r] ?? 0) << 8) | ((bytes[at + 2 * rows + r] ?? 0) << 16) |
            ((bytes[at + 3 * rows + r] ?? 0) << 24);
        bits[r] = before = (before + word) >>> 0;
    }
    return new Float32Array(bits.buffer);
}

/** @param {string} text @returns {Promise<Result>} */
async function openResult(text) {
    const [version, label, object, numbers] = text.trim().split(' ');
    if (version !== '1') throw new Error(`this page shows version 1 of results, not version ${version}`);
    /** @type {Run} */
    const run = JSON.parse(new TextDecoder().decode(await inflate(object ?? '')));
    const rows = /** @type {number} */ (run.channels?.rows ?? 0), bytes = rows ? await inflate(numbers ?? '') : new Uint8Array();
    const time = unpackDoubles(bytes, 0, rows);
    /** @type {Channel[]} */
    const columns = [];
    let at = 8 * rows;
    for (const { name, unit } of run.channels?.columns ?? []) {
        if (!columns.length) {
            columns.push({ name, unit, values: time });
            continue;
        }
        columns.push({ name, unit, values: unpackFloats(bytes, at, rows) });
        at += 4 * rows;
    }
    const name = new TextDecoder().decode(Uint8Array.from(atob(label ?? ''), (c) => c.charCodeAt(0)));
    return { ...resultOf(name, columns), run, scene: run.scene ?? null, events: run.events ?? [] };
}

/** A result of columns, the first of which increases as time does. @param {string} label @param {Channel[]} columns @returns {Result} */
export function resultOf(label, columns) {
    const time = columns[0]?.values instanceof Float64Array ? columns[0].values : new Float64Array();
    return {
        label, run: {}, scene: null, time, columns, channels: new Map(columns.map((c) => [c.name, c])), events: [],
        start: time[0] ?? 0, end: time[time.length - 1] ?? 0,
    };
}

/** All results of the page. @returns {Promise<Results>} */
export async function openResults() {
    /** @type {Results} */
    const all = { runs: [], verdicts: [], studies: [], fits: [], marks: [] };
    for (const element of document.querySelectorAll('script[type="application/x-bristle-result"]')) {
        const result = await openResult(element.textContent ?? ''), format = String(result.run.format);
        if (format === 'bristle result') all.runs.push(result);
        else if (format === 'bristle verdict') all.verdicts.push(result);
        else if (format === 'bristle study') all.studies.push(result);
        else if (format === 'bristle fit') all.fits.push(result);
        else if (format === 'bristle mark') all.marks.push({ time: result.run.time, text: result.run.text });
        else throw new Error(`this page does not show a '${format}'`);
    }
    all.marks.sort((a, b) => a.time - b.time);
    return all;
}

/** The last row at or before a time. @param {ArrayLike<number>} time @param {number} t */
export function rowAt(time, t) {
    let low = 0, high = time.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (/** @type {number} */ (time[middle]) <= t) low = middle;
        else high = middle - 1;
    }
    return low;
}

const IS_STATE = /\.(stuck|contact|slipping)$/;

/** A channel at a time: linear between rows, or the state before; NaN where there is none. @param {Result} result @param {string} name @param {number} t */
export function valueAt(result, name, t) {
    const channel = result.channels.get(name);
    if (!channel) return NaN;
    const { time } = result;
    const row = rowAt(time, t), a = channel.values[row] ?? NaN;
    if (row + 1 >= time.length || IS_STATE.test(name)) return a;
    const t0 = time[row] ?? 0, t1 = time[row + 1] ?? 0;
    if (!(t > t0)) return a;
    return a + (Math.min(t, t1) - t0) / (t1 - t0) * ((channel.values[row + 1] ?? NaN) - a);
}

const ROUNDING = 1e-12, SHARE = 1e-9;
/** @type {WeakMap<Result, Map<string, number>>} */
const largestOf = new WeakMap();

/** The largest magnitude of a unit in a result. @param {Result} result @param {string} unit */
function largest(result, unit) {
    let all = largestOf.get(result);
    if (!all) {
        all = new Map();
        for (const channel of result.channels.values()) {
            const { low, high } = rangeOf(channel.values);
            all.set(channel.unit, Math.max(all.get(channel.unit) ?? 0, Math.abs(low), Math.abs(high)));
        }
        largestOf.set(result, all);
    }
    return all.get(unit) ?? 0;
}

/**
 * Numbers up to this are rounding and count as 0: 1e-9 of the largest of the same unit; of energy, power and torque also 1e-12 of the largest
 * force along the mechanism; of lengths and angles, which may be small beside others, and their rates, 1e-12 of the mechanism and of 1 rad, per s.
 * @param {Result} result @param {string} unit
 */
export function roundingOf(result, unit) {
    const length = result.scene?.length ?? 0;
    if (/^rad(\/s2?)?$/.test(unit)) return ROUNDING;
    if (/^m(\/s2?)?$/.test(unit)) return ROUNDING * length;
    const work = /^(J|N m)$/.test(unit) ? 1 : unit === 'W' && result.end > result.start ? 1 / (result.end - result.start) : 0;
    return Math.max(SHARE * largest(result, unit), work ? ROUNDING * work * length * largest(result, 'N') : 0);
}

/** A number of a result as text; rounding is 0. @param {Result} result @param {number} x @param {string} unit @param {number} [digits] */
export function quantityOf(result, x, unit, digits) {
    return formatQuantity(Math.abs(x) <= roundingOf(result, unit) ? 0 : x, unit, digits);
}

/** Smallest and largest finite values. @param {ArrayLike<number>} values @param {number} [from] row @param {number} [until] row */
export function rangeOf(values, from = 0, until = values.length - 1) {
    let low = Infinity, high = -Infinity;
    for (let i = from; i <= until; i++) {
        const x = /** @type {number} */ (values[i]);
        if (x < low && x !== -Infinity) low = x;
        if (x > high && x !== Infinity) high = x;
    }
    return low <= high ? { low, high } : { low: 0, high: 0 };
}
