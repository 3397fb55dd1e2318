// scatter.js - the runs of a study as points: any column against another, coloured by a third
import { Axis, drawAxes, padded } from './chart_axes.js';
import { announce, choice, el, onWidth, set, svg } from './dom.js';
import { formatQuantity } from './format.js';
import { rangeOf } from './result.js';

/** @typedef {import('./studies.js').Study} Study */
/** @typedef {import('./studies.js').Column} Column */

const LEVELS = 7; // colours of a column of numbers
let scatters = 0;

/** @param {Column} column @param {number} row */
const textOf = (column, row) => (column.words ? column.words[column.values[row] ?? -1] ?? '–' : formatQuantity(column.values[row] ?? NaN, column.unit));

export class Scatter {
    /** @param {Study} study @param {(row: number) => void} choose called with the row that is clicked */
    constructor(study, choose) {
        this.study = study;
        this.choose = choose;
        this.row = -1;
        this.width = 0;
        const { columns } = study;
        const spread = (/** @type {Column} */ c) => new Set(Array.from(c.values)).size;
        const varied = columns.filter((c) => c.kind === 'parameter' && spread(c) > 1), first = varied.find((c) => !c.words) ?? varied[0];
        this.x = columns.indexOf(first ?? /** @type {Column} */ (columns[1]));
        this.y = columns.findIndex((c) => c.kind === 'measure' && !c.words);
        if (this.y < 0) this.y = columns.findIndex((c) => c.kind === 'measure');
        const other = varied.find((c) => c !== first);
        this.colour = other ? columns.indexOf(other) : -1;
        this.id = `scatter-${++scatters}`;
        this.grid = svg('g');
        this.dots = svg('g', { 'clip-path': `url(#${this.id}-clip)` });
        this.ring = svg('circle', { class: 'ring', r: 7, visibility: 'hidden' });
        this.clip = svg('rect');
        this.picture = svg('svg', { class: 'chart', tabindex: 0, role: 'application', 'aria-roledescription': 'scatter chart', onkeydown: (/** @type {KeyboardEvent} */ e) => this.press(e) },
            svg('defs', {}, svg('clipPath', { id: `${this.id}-clip` }, this.clip)), this.grid, this.dots, this.ring);
        this.says = el('p', { class: 'note' }, 'Hover for the numbers of a run; a click shows it in the table.');
        this.key = el('ul', { class: 'key' });
        this.title = el('h3');
        /** @type {[string, string][]} */
        const names = columns.map((c, i) => [String(i), c.name]);
        this.element = el('figure', { class: 'plot scatter' }, this.title, el('div', { class: 'tools' },
            choice('y', names, String(this.y), (v) => this.set({ y: +v })), choice('against', names, String(this.x), (v) => this.set({ x: +v })),
            choice('colour', [['-1', 'none'], ...names], String(this.colour), (v) => this.set({ colour: +v }))), this.picture, this.key, this.says);
        this.pointers();
        onWidth(this.element, (width) => {
            this.width = width;
            this.draw();
        });
    }

    /** @param {{ x?: number, y?: number, colour?: number }} what */
    set(what) {
        Object.assign(this, what);
        this.draw();
    }

    /** @param {number} index @returns {Column} */
    column(index) {
        return /** @type {Column} */ (this.study.columns[index]);
    }

    /** @param {Column} c @param {number} from @param {number} until */
    axis(c, from, until) {
        const r = rangeOf(c.values), { low, high } = c.words ? { low: -0.5, high: c.words.length - 0.5 } : padded(r.low, r.high);
        return new Axis({ low, high, log: false, unit: c.words ? '' : c.unit, label: c.name, words: c.words ?? undefined }, from, until);
    }

    /** The colour of each row, and what each colour means. */
    colours() {
        const c = this.study.columns[this.colour];
        if (!c) return { of: () => 0, key: [] };
        const different = [...new Set(Array.from(c.values))].filter((x) => !isNaN(x)).sort((a, b) => a - b);
        const style = c.words ? 'c' : 'level l';
        if (different.length <= 8) {
            const shade = (/** @type {number} */ i) => (c.words ? i : Math.round(i * (LEVELS - 1) / Math.max(1, different.length - 1)));
            return { of: (/** @type {number} */ row) => different.indexOf(c.values[row] ?? NaN), style: (/** @type {number} */ i) => `${style}${shade(i)}`,
                key: different.map((x) => (c.words ? c.words[x] ?? '–' : formatQuantity(x, c.unit))) };
        }
        const { low, high } = rangeOf(c.values), bin = (/** @type {number} */ x) => Math.min(LEVELS - 1, Math.floor((x - low) / (high - low) * LEVELS));
        return { of: (/** @type {number} */ row) => bin(c.values[row] ?? NaN), style: (/** @type {number} */ i) => `level l${i}`,
            key: Array.from({ length: LEVELS }, (_, i) => `from ${formatQuantity(low + i / LEVELS * (high - low), c.unit, 3)}`) };
    }

    draw() {
        if (!this.width) return;
        const x = this.column(this.x), y = this.column(this.y), width = this.width, height = 340, rows = this.study.rows;
        set(this.picture, { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': `${y.name} against ${x.name}, ${rows} runs. Arrow keys go from run to run; the table of runs has all numbers` });
        this.title.textContent = `${y.name} against ${x.name}`;
        this.ax = this.axis(x, y.words ? 92 : 62, width - 12);
        this.ay = this.axis(y, height - 38, 22);
        drawAxes(this.grid, this.ax, this.ay, this.ay.title(), width < 460);
        set(this.clip, { x: this.ax.from - 4, y: this.ay.until - 4, width: this.ax.until - this.ax.from + 8, height: this.ay.from - this.ay.until + 8 });
        const colours = this.colours();
        /** @type {string[][]} */
        const paths = [];
        for (let row = 0; row < rows; row++) {
            const px = this.ax.place(x.values[row] ?? NaN), py = this.ay.place(y.values[row] ?? NaN), c = colours.of(row);
            if (!isFinite(px) || !isFinite(py) || !(c >= 0)) continue;
            (paths[c] ??= []).push(`M${px.toFixed(1)} ${py.toFixed(1)}h0`);
        }
        const size = rows > 3000 ? 'small' : rows > 400 ? 'middle' : 'large';
        const style = (/** @type {number} */ i) => colours.style?.(i) ?? 'c0';
        this.dots.replaceChildren(...paths.map((d, i) => (d ? svg('path', { class: `points ${size} ${style(i)}`, d: d.join('') }) : svg('g'))));
        this.key.replaceChildren(...(colours.key.length ? [el('li', {}, `${this.column(this.colour).name}:`)] : []), ...colours.key.map((text, i) =>
            el('li', {}, svg('svg', { width: 10, height: 10, 'aria-hidden': 'true' }, svg('path', { class: `points large ${style(i)}`, d: 'M5 5h0' })), text)));
        this.mark(this.row, false);
    }

    /** Rings the point of a row, and says its numbers. @param {number} row @param {boolean} [aloud] */
    mark(row, aloud = false) {
        this.row = row;
        if (row < 0 || !this.ax || !this.ay) return;
        const x = this.column(this.x), y = this.column(this.y), px = this.ax.place(x.values[row] ?? NaN), py = this.ay.place(y.values[row] ?? NaN);
        const there = isFinite(px) && isFinite(py);
        set(this.ring, { cx: there ? px : 0, cy: there ? py : 0, visibility: there ? 'visible' : 'hidden' });
        const c = this.study.columns[this.colour];
        const parts = [x, y, ...(c && c !== x && c !== y ? [c] : [])].map((column) => `${column.name} ${textOf(column, row)}`);
        this.says.textContent = `run ${this.study.columns[0]?.values[row]}: ${parts.join(', ')}`;
        if (aloud) announce(this.says.textContent);
    }

    /** The row whose point is nearest. @param {number} px @param {number} py */
    nearest(px, py) {
        const x = this.column(this.x).values, y = this.column(this.y).values;
        let best = -1, least = Infinity;
        for (let row = 0; row < this.study.rows && this.ax && this.ay; row++) {
            const d = (this.ax.place(x[row] ?? NaN) - px) ** 2 + (this.ay.place(y[row] ?? NaN) - py) ** 2;
            if (d < least) [least, best] = [d, row];
        }
        return best;
    }

    /** To the next run along x. @param {KeyboardEvent} e */
    press(e) {
        const way = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[e.key];
        if (e.key === 'Enter' && this.row >= 0) this.choose(this.row);
        if (!way) return;
        e.preventDefault();
        const x = this.column(this.x).values, y = this.column(this.y).values;
        const rows = Array.from({ length: this.study.rows }, (_, i) => i).filter((r) => isFinite(x[r] ?? NaN) && isFinite(y[r] ?? NaN)).sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0) || a - b);
        const at = rows.indexOf(this.row), next = Math.max(0, Math.min(rows.length - 1, at < 0 ? (way > 0 ? 0 : rows.length - 1) : at + way * (e.shiftKey ? 10 : 1)));
        this.mark(rows[next] ?? -1, true);
    }

    pointers() {
        const row = (/** @type {PointerEvent | MouseEvent} */ e) => {
            const box = this.picture.getBoundingClientRect();
            return this.nearest(e.clientX - box.left, e.clientY - box.top);
        };
        this.picture.addEventListener('pointermove', (e) => this.mark(row(e)));
        this.picture.addEventListener('click', (e) => this.choose(row(e)));
    }
}
