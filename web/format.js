// format.js - numbers as text: with prefixes of units, ticks of axes

const PREFIXED = /^(m|s|N|J|W|Pa|m\/s|m\/s2|N m|N\/m)$/;
const PREFIXES = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n'], [1e-12, 'p']];

/** @typedef {{ factor: number, unit: string }} Scale value / factor is shown with the unit */

/**
 * The prefix with which numbers up to a magnitude are read best.
 * @param {number} magnitude @param {string} unit @returns {Scale}
 */
export function scaleFor(magnitude, unit) {
    const shown = unit.replace('m/s2', 'm/s²').replace('rad/s2', 'rad/s²');
    if (!PREFIXED.test(unit) || !(magnitude > 0) || !isFinite(magnitude)) return { factor: 1, unit: shown };
    const from = unit === 's' ? 3 : unit.startsWith('m') ? 3 : 0; // no km, ks
    for (let i = from; i < PREFIXES.length; i++) {
        const [factor, prefix] = /** @type {[number, string]} */ (PREFIXES[i]);
        if (magnitude >= factor * (factor === 1 ? 0.1 : 0.9995)) return { factor, unit: prefix + shown };
    }
    return { factor: 1, unit: shown };
}

/** @param {number} x @param {number} [digits] significant digits @returns {string} */
export function formatNumber(x, digits = 4) {
    if (!isFinite(x)) return '–';
    if (x === 0) return '0';
    const size = Math.abs(x);
    const text = size >= 1e6 || size < 1e-4 ? x.toExponential(digits - 1) : String(Number(x.toPrecision(digits)));
    const short = text.includes('e') ? text.replace(/\.?0+e/, 'e') : text;
    return short.replace(/^-/, '−').replace('e-', 'e−').replace('e+', 'e');
}

/** @param {number} x @param {string} unit @param {number} [digits] @returns {string} */
export function formatQuantity(x, unit, digits = 4) {
    if (!isFinite(x)) return '–';
    const scale = scaleFor(Math.abs(x), unit);
    const number = formatNumber(x / scale.factor, digits);
    return scale.unit && scale.unit !== '1' ? `${number} ${scale.unit}` : number;
}

/** 1, 2 or 5 times a power of ten, at least x. @param {number} x @returns {number} */
export function roundUp(x) {
    const power = 10 ** Math.floor(Math.log10(x));
    for (const m of [1, 2, 5]) if (m * power >= x * (1 - 1e-9)) return m * power;
    return 10 * power;
}

/** A file without its folders, which are those of who ran it. @param {string | null | undefined} path */
export const fileName = (path) => (path ?? '').split(/[\\/]/).pop() ?? '';

/** Round values between two others. @param {number} low @param {number} high @param {number} count @returns {number[]} */
export function ticksBetween(low, high, count) {
    if (!(high > low)) return [low];
    /** @type {number[]} */
    let ticks = [];
    for (let least = (high - low) / Math.max(1, count); ticks.length < 3 && least > 0.1 * (high - low); least *= 0.4) {
        const step = roundUp(least);
        ticks = [];
        for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) ticks.push(k * step);
    }
    return ticks;
}

/** A tick as text, with as many decimals as the distance of ticks needs. @param {number} value @param {number} step */
export function formatTick(value, step) {
    const size = Math.abs(value);
    if (size < 1e-9 * step) return '0';
    if (size >= 1e6 || size < 1e-4 || step < 1e-6) return formatNumber(value, 3);
    const decimals = Math.max(0, Math.min(8, Math.ceil(-Math.log10(step) - 1e-9)));
    return value.toFixed(decimals).replace(/^-(?=0\.?0*$)/, '').replace(/^-/, '−');
}
