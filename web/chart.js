// chart.js - one chart: channels over time, or one channel against another; cursor, zoom, values, data table
import { Axis, drawAxes, padded } from './chart_axes.js';
import { formatQuantity } from './format.js';
import { announce, button, el, onWidth, set, svg, toggle } from './dom.js';
import { quantityOf, rangeOf, roundingOf, rowAt, valueAt } from './result.js';

/** @typedef {{ result: import('./result.js').Result, y: string, x: string, name: string, colour: number, dash: number, points?: boolean }} Series */
/** @typedef {{ result: import('./result.js').Result, low: string, high: string, name: string, style: string }} Range between two channels, filled */
/**
 * equal: one scale on both axes; circle: the clearance of an orbit; level: a line across, at a value; row: what a row is called, if it is no time.
 * @typedef {{ title: string, series: Series[], overTime: boolean, equal?: boolean, circle?: number, height?: number,
 *   note?: string, ranges?: Range[], level?: { value: number, name: string }, log?: boolean, row?: string, xLabel?: string, yLabel?: string }} ChartDef
 */

const MARK_LINE = 11, MARK_LETTER = 6.4; // px

/**
 * Marked times within the view: numbers of those at one pixel together, and the line of text in which they do not meet others.
 * @param {import('./clock.js').Clock} clock @param {(t: number) => number} place @param {number} right end of the picture
 */
export function markPlaces(clock, place, right) {
    /** @type {{ x: number, text: string, left: number, line: number }[]} */
    const places = [];
    /** @type {number[]} */
    const ends = [];
    for (const [i, { time }] of clock.marks.entries()) {
        if (time < clock.from || time > clock.until) continue;
        const x = place(time), last = places[places.length - 1];
        if (last && x - last.x < 1) last.text += `, ${i + 1}`;
        else places.push({ x, text: String(i + 1), left: 0, line: 0 });
    }
    for (const p of places) {
        const width = MARK_LETTER * p.text.length + 4;
        p.left = p.x + 3 + width > right ? p.x - 1 - width : p.x + 3;
        while ((ends[p.line] ?? -Infinity) > p.left) p.line++;
        ends[p.line] = p.left + width;
    }
    return { places, height: MARK_LINE * ends.length };
}

/** Lines at the times that are marked, with their numbers. @param {ReturnType<typeof markPlaces>['places']} places @param {number} top @param {number} bottom */
export function markLines(places, top, bottom) {
    return places.flatMap(({ x, text, left, line }) => [svg('line', { class: 'time-mark', x1: x, x2: x, y1: top, y2: bottom }),
        svg('text', { class: 'time-mark-number', x: left, y: top + 10 + MARK_LINE * line }, text)]);
}

const DASHES = ['', '7 3', '2 3', '9 3 2 3'];
const TABLE_ROWS = 200, SPARSE = 60;
let charts = 0;

export class Chart {
    /** @param {ChartDef} def @param {import('./clock.js').Clock} clock */
    constructor(def, clock) {
        this.def = def;
        this.clock = clock;
        this.log = def.log ?? false;
        this.width = 0;
        /** @type {{ x: { low: number, high: number }, y: { low: number, high: number } } | null} zoom of a chart that is not over time */
        this.window = null;
        this.id = `chart-${++charts}`;
        this.grid = svg('g');
        this.lines = svg('g', { 'clip-path': `url(#${this.id}-clip)` });
        this.cursor = svg('line', { class: 'cursor' });
        this.hair = svg('line', { class: 'cursor hair', visibility: 'hidden' });
        this.at = svg('text', { class: 'at', visibility: 'hidden' }); // the time that is pointed at
        this.dots = svg('g');
        this.drag = svg('rect', { class: 'drag', visibility: 'hidden' });
        this.clip = svg('rect');
        this.picture = svg('svg', {
            class: 'chart', tabindex: 0, role: 'application', 'aria-roledescription': 'chart', 'aria-label': this.describe(),
            'aria-keyshortcuts': 'ArrowLeft ArrowRight Home End + - 0', onkeydown: (/** @type {KeyboardEvent} */ e) => this.press(e),
        }, svg('defs', {}, svg('clipPath', { id: `${this.id}-clip` }, this.clip)), this.grid, this.lines, this.cursor, this.hair, this.dots, this.at, this.drag);
        this.legend = el('div', { class: 'legend' });
        this.title = el('h3', {}, def.title);
        this.tools = el('div', { class: 'tools' }, def.equal ? null : toggle('log', this.log, (on) => this.setLog(on)),
            button('whole', () => this.reset(), { title: 'show the whole run' }));
        this.table = el('details', { class: 'data', ontoggle: () => this.fillTable() }, el('summary', {}, 'Data table'));
        this.element = el('figure', { class: def.overTime ? 'plot' : 'plot phase' }, el('div', { class: 'plot-head' }, this.title, this.tools),
            this.legend, this.picture, def.note ? el('figcaption', {}, def.note) : null, this.table);
        this.pointers();
        this.makeLegend();
        onWidth(this.picture.parentElement ?? this.picture, (width) => {
            this.width = width;
            this.draw();
        });
        clock.onTime.push(() => this.showTime());
        clock.onHover.push(() => this.showTime());
        if (def.overTime) clock.onView.push(() => this.draw());
    }

    describe() {
        return `${this.def.title}: ${this.def.series.map((s) => s.name).join(', ')}. Arrow keys move the time; the data table follows`;
    }

    /** @param {Series[]} series @param {string} title */
    setSeries(series, title) {
        this.def.series = series;
        this.def.title = title;
        this.title.textContent = title;
        this.picture.setAttribute('aria-label', this.describe());
        this.makeLegend();
        this.draw();
    }

    /** @param {boolean} on */
    setLog(on) {
        this.log = on;
        this.draw();
    }

    reset() {
        this.window = null;
        if (this.def.overTime) this.clock.view(this.clock.start, this.clock.end);
        else this.draw();
    }

    makeLegend() {
        this.values = this.def.series.map(() => el('span', { class: 'value' }));
        this.legend.replaceChildren(...this.def.series.map((s, i) => el('span', { class: 'entry' },
            svg('svg', { class: 'swatch', width: 18, height: 8, 'aria-hidden': 'true' }, s.points ? svg('path', { class: `points c${s.colour}`, d: 'M4 4h0M14 4h0' })
                : svg('line', { class: `line c${s.colour}`, x1: 0, x2: 18, y1: 4, y2: 4, 'stroke-dasharray': DASHES[s.dash % 4] ?? '' })),
            el('span', { class: 'name' }, s.name), this.values?.[i])),
        ...(this.def.ranges ?? []).map((r) => el('span', { class: 'entry range' }, svg('svg', { class: 'swatch', width: 18, height: 12, 'aria-hidden': 'true' },
            svg('rect', { class: `range-area ${r.style}`, width: 18, height: 12 })), el('span', { class: 'name' }, r.name))));
    }

    /** The result whose rows keys and the table go along. */
    base() {
        return this.def.series[0]?.result ?? this.def.ranges?.[0]?.result;
    }

    /** Unit of the y axis. */
    unit() {
        const first = this.def.series[0], range = this.def.ranges?.[0];
        return first?.result.channels.get(first.y)?.unit ?? range?.result.channels.get(range.low)?.unit ?? '';
    }

    /** @param {Series} s @param {number} row */
    xOf(s, row) {
        return (this.def.overTime ? s.result.time[row] : s.result.channels.get(s.x)?.values[row]) ?? NaN;
    }

    /** @param {number} y */
    shown(y) {
        return this.log ? Math.abs(y) : y;
    }

    ranges() {
        const { def, clock } = this;
        let x = { low: Infinity, high: -Infinity }, y = { low: Infinity, high: -Infinity };
        let least = Infinity;
        for (const s of def.series) {
            const values = s.result.channels.get(s.y)?.values;
            if (!values) continue;
            const from = def.overTime ? rowAt(s.result.time, clock.from) : 0;
            const until = def.overTime ? Math.min(values.length - 1, rowAt(s.result.time, clock.until) + 1) : values.length - 1;
            const r = rangeOf(values, from, until);
            y = { low: Math.min(y.low, r.low), high: Math.max(y.high, r.high) };
            if (this.log) for (let i = from; i <= until; i++) {
                const size = Math.abs(values[i] ?? 0);
                if (size > 0 && size < least) least = size;
            }
            if (def.overTime) continue;
            const along = rangeOf(s.result.channels.get(s.x)?.values ?? []);
            x = { low: Math.min(x.low, along.low), high: Math.max(x.high, along.high) };
        }
        for (const { result, low, high } of def.ranges ?? []) {
            const from = rowAt(result.time, clock.from), until = Math.min(result.time.length - 1, rowAt(result.time, clock.until) + 1);
            for (const name of [low, high]) {
                const r = rangeOf(result.channels.get(name)?.values ?? [], from, until);
                y = { low: Math.min(y.low, r.low), high: Math.max(y.high, r.high) };
            }
        }
        if (def.level) {
            y = { low: Math.min(y.low, def.level.value), high: Math.max(y.high, def.level.value) };
            least = Math.min(least, Math.abs(def.level.value) || Infinity);
        }
        if (!(y.low <= y.high)) y = { low: 0, high: 1 };
        this.signed = y.low < 0;
        if (this.log) {
            const most = Math.max(Math.abs(y.low), Math.abs(y.high)) || 1;
            y = { low: Math.max(isFinite(least) ? least : most * 1e-3, most * 1e-9) / 1.5, high: most * 1.5 };
        } else y = def.series.length && def.series.every((s) => Math.max(Math.abs(y.low), Math.abs(y.high)) <= roundingOf(s.result, this.unit())) ? padded(0, 0) : padded(y.low, y.high);
        if (def.overTime) x = { low: clock.from, high: clock.until };
        else if (def.circle) x = y = { low: -1.12 * def.circle, high: 1.12 * def.circle };
        else x = padded(x.low, x.high);
        return this.window && !def.overTime ? this.window : { x, y };
    }

    draw() {
        if (!this.width) return;
        const { def } = this, narrow = this.width < 460;
        const height = def.equal ? Math.min(this.width, 380) : def.height ?? 220;
        const width = this.width, left = 58, right = width - 10, top = 22, bottom = height - 38;
        const { x, y } = this.ranges();
        const first = def.series[0];
        const xUnit = def.overTime ? 's' : first?.result.channels.get(first.x)?.unit ?? '';
        let [x0, x1, y0, y1] = [left, right, bottom, top];
        if (def.equal) { // one scale: the drawing is as wide as it is high
            const scale = Math.min((right - left) / (x.high - x.low), (bottom - top) / (y.high - y.low));
            x0 = 0.5 * (left + right - scale * (x.high - x.low));
            x1 = x0 + scale * (x.high - x.low);
            y1 = y0 - scale * (y.high - y.low);
        }
        set(this.picture, { width, height, viewBox: `0 0 ${width} ${height}` });
        this.x = new Axis({ ...x, log: false, unit: xUnit, label: def.xLabel ?? (def.overTime ? 'time' : first?.x ?? '') }, x0, x1);
        this.y = new Axis({ ...y, log: this.log, unit: this.unit(), label: '' }, y0, y1);
        const unit = this.y.scale.unit;
        const label = def.yLabel ? `${def.yLabel} ` : def.overTime ? '' : `${first?.y ?? ''} `;
        const size = this.log && this.signed ? 'magnitude ' : '';
        const title = unit && unit !== '1' ? `${label}${size}[${unit}]` : `${label}${size}[–]`;
        drawAxes(this.grid, this.x, this.y, title, narrow);
        set(this.clip, { x: x0, y: y1, width: Math.max(0, x1 - x0), height: Math.max(0, y0 - y1) });
        this.lines.replaceChildren();
        if (def.circle) {
            const r = Math.abs(this.x.place(def.circle) - this.x.place(0));
            this.lines.append(svg('circle', { class: 'limit', cx: this.x.place(0), cy: this.y.place(0), r }));
        }
        for (const range of def.ranges ?? []) this.lines.append(svg('path', { class: `range-area ${range.style}`, d: this.areaOf(range) }));
        if (def.level) {
            const at = this.y.place(def.level.value);
            this.lines.append(svg('line', { class: 'limit', x1: x0, x2: x1, y1: at, y2: at }), svg('text', { class: 'tick', x: x1 - 4, y: at - 4, 'text-anchor': 'end' }, def.level.name));
        }
        if (def.overTime) this.lines.append(...markLines(markPlaces(this.clock, (t) => this.x?.place(t) ?? 0, x1).places, y1, y0));
        for (const s of def.series)
            this.lines.append(svg('path', s.points ? { class: `points ${s.result.time.length > SPARSE ? '' : 'large '}c${s.colour}`, d: this.pathOf(s) } : { class: `line c${s.colour}`, 'stroke-dasharray': DASHES[s.dash % 4] ?? '', d: this.pathOf(s) }));
        this.dots.replaceChildren(...def.series.map((s) => svg('circle', { class: `dot c${s.colour}`, r: 4 })));
        set(this.cursor, { y1: y0, y2: y1 });
        set(this.hair, { y1: y0, y2: y1 });
        this.showTime();
        if (this.table.open) this.fillTable();
    }

    /** A polyline; over time, of many rows per pixel only the lowest and highest. @param {Series} s */
    pathOf(s) {
        const values = s.result.channels.get(s.y)?.values;
        const { x, y } = this;
        if (!values || !x || !y) return '';
        const { time } = s.result;
        const from = this.def.overTime ? rowAt(time, this.clock.from) : 0;
        const until = this.def.overTime ? Math.min(values.length - 1, rowAt(time, this.clock.until) + 1) : values.length - 1;
        /** @type {string[]} */
        const parts = [];
        let pen = 'M';
        /** @param {number} row */
        const add = (row) => {
            const v = this.shown(values[row] ?? NaN), px = x.place(this.xOf(s, row)), py = y.place(v);
            if (!isFinite(px) || !isFinite(py)) {
                pen = 'M';
                return;
            }
            parts.push(`${s.points ? 'M' : pen}${px.toFixed(2)} ${Math.max(-9999, Math.min(9999, py)).toFixed(2)}${s.points ? 'h0' : ''}`);
            pen = 'L';
        };
        const bucket = this.def.overTime ? Math.floor((until - from) / (2 * this.width)) : 0;
        if (bucket < 2) {
            for (let row = from; row <= until; row++) add(row);
        } else {
            for (let row = from; row <= until; row += bucket) {
                let low = row, high = row;
                for (let k = row; k < row + bucket && k <= until; k++) {
                    if ((values[k] ?? 0) < (values[low] ?? 0)) low = k;
                    if ((values[k] ?? 0) > (values[high] ?? 0)) high = k;
                }
                add(Math.min(low, high));
                if (low !== high) add(Math.max(low, high));
            }
            add(until);
        }
        return parts.join('');
    }

    /** The area between two channels, where both are finite. @param {Range} range */
    areaOf({ result, low, high }) {
        const { x, y } = this, lows = result.channels.get(low)?.values, highs = result.channels.get(high)?.values;
        if (!x || !y || !lows || !highs) return '';
        /** @param {number} v */
        const bounded = (v) => Math.max(-9999, Math.min(9999, y.place(this.shown(v))));
        const areas = [];
        /** @type {string[]} */
        let there = [];
        /** @type {string[]} */
        let back = [];
        for (let row = 0; row <= result.time.length; row++) {
            const a = lows[row] ?? NaN, b = highs[row] ?? NaN, at = x.place(result.time[row] ?? NaN).toFixed(2);
            if (!isNaN(a) && !isNaN(b)) {
                there.push(`${at} ${bounded(b).toFixed(2)}`);
                back.push(`${at} ${bounded(a).toFixed(2)}`);
                continue;
            }
            if (there.length > 1) areas.push(`M${there.join('L')}L${back.reverse().join('L')}Z`);
            [there, back] = [[], []];
        }
        return areas.join('');
    }

    /** Cursor, and values at its time or at that which is pointed at in any plot. */
    showTime() {
        const { x, y, def, clock } = this;
        if (!x || !y) return;
        const t = clock.hover ?? clock.t;
        const isSeen = (/** @type {number | null} */ time) => def.overTime && time !== null && time >= clock.from && time <= clock.until;
        const visible = isSeen(t);
        set(this.cursor, { x1: x.place(clock.t), x2: x.place(clock.t), visibility: isSeen(clock.t) ? 'visible' : 'hidden' });
        set(this.hair, { x1: x.place(t), x2: x.place(t), visibility: isSeen(clock.hover) ? 'visible' : 'hidden' });
        this.showPointed(x, y);
        const dots = this.dots.children;
        for (const [i, s] of def.series.entries()) {
            const value = valueAt(s.result, s.y, t);
            const px = def.overTime ? x.place(t) : x.place(valueAt(s.result, s.x, t)), py = y.place(this.shown(value));
            const seen = isFinite(px) && isFinite(py) && (visible || !def.overTime) && px >= x.from - 1 && px <= x.until + 1;
            if (dots[i]) set(dots[i], { cx: seen ? px : 0, cy: seen ? py : 0, visibility: seen ? 'visible' : 'hidden' });
            if (this.values?.[i]) this.values[i].textContent = quantityOf(s.result, value, s.result.channels.get(s.y)?.unit ?? '');
        }
    }

    /** The time that is pointed at, in words, above the frame. @param {Axis} x @param {Axis} y */
    showPointed(x, y) {
        const { hover } = this.clock, text = hover === null ? '' : this.def.row ? `${this.def.row} ${Math.round(hover)}` : formatQuantity(hover, 's', 5);
        if (this.at.textContent === text && !text) return;
        this.at.textContent = text;
        set(this.at, { x: x.until, y: y.until - 8, 'text-anchor': 'end', visibility: text ? 'visible' : 'hidden' });
    }

    /** All values at the cursor, in words. */
    sayValues() {
        const parts = this.def.series.map((s) => `${s.name} ${quantityOf(s.result, valueAt(s.result, s.y, this.clock.t), s.result.channels.get(s.y)?.unit ?? '')}`);
        announce(`${this.def.row ? `${this.def.row} ${this.clock.t}` : `t ${formatQuantity(this.clock.t, 's')}`}: ${parts.join(', ')}`);
    }

    /** @param {KeyboardEvent} e */
    press(e) {
        const result = this.base();
        if (!result || e.ctrlKey || e.metaKey || e.altKey) return;
        const { time } = result, { clock } = this;
        const row = rowAt(time, clock.t), many = e.shiftKey ? 10 : 1;
        const exact = time[row] === clock.t;
        if (e.key === 'ArrowRight') clock.set(time[Math.min(time.length - 1, row + many)] ?? clock.t);
        else if (e.key === 'ArrowLeft') clock.set(time[Math.max(0, row - many + (exact ? 0 : 1))] ?? clock.t);
        else if (e.key === 'Home') clock.set(clock.from);
        else if (e.key === 'End') clock.set(clock.until);
        else if (e.key === '+' || e.key === '=') clock.zoom(2);
        else if (e.key === '-') clock.zoom(0.5);
        else if (e.key === '0') this.reset();
        else return;
        e.preventDefault();
        this.sayValues();
    }

    /** Hovering shows values, a click sets the time, dragging zooms. */
    pointers() {
        const { picture, drag } = this;
        /** @type {{ x: number, y: number } | null} */
        let begun = null;
        /** @param {PointerEvent} e */
        const place = (e) => {
            const box = picture.getBoundingClientRect();
            return { x: e.clientX - box.left, y: e.clientY - box.top };
        };
        picture.addEventListener('pointerdown', (e) => {
            if (e.button !== 0 || e.pointerType === 'touch') return;
            begun = place(e);
            picture.setPointerCapture(e.pointerId);
        });
        picture.addEventListener('pointermove', (e) => {
            const { x, y } = this, p = place(e);
            if (!x || !y) return;
            if (begun && Math.hypot(p.x - begun.x, p.y - begun.y) > 5) {
                const whole = this.def.overTime;
                set(drag, {
                    x: Math.min(p.x, begun.x), width: Math.abs(p.x - begun.x), y: whole ? y.until : Math.min(p.y, begun.y),
                    height: whole ? y.from - y.until : Math.abs(p.y - begun.y), visibility: 'visible',
                });
            } else if (p.x >= x.from && p.x <= x.until) this.clock.point(this.def.overTime ? x.valueOf(p.x) : this.nearest(p.x, p.y));
        });
        picture.addEventListener('pointerleave', () => this.clock.point(null));
        picture.addEventListener('pointercancel', () => {
            begun = null;
            drag.setAttribute('visibility', 'hidden');
        });
        picture.addEventListener('pointerup', (e) => {
            const { x, y } = this, p = place(e), from = begun ?? p;
            begun = null;
            drag.setAttribute('visibility', 'hidden');
            if (!x || !y) return;
            const far = Math.abs(p.x - from.x) > 5;
            if (far && this.def.overTime) this.clock.view(x.valueOf(Math.min(from.x, p.x)), x.valueOf(Math.max(from.x, p.x)));
            else if (far && Math.abs(p.y - from.y) > 5) {
                this.window = {
                    x: { low: x.valueOf(Math.min(from.x, p.x)), high: x.valueOf(Math.max(from.x, p.x)) },
                    y: { low: y.valueOf(Math.max(from.y, p.y)), high: y.valueOf(Math.min(from.y, p.y)) },
                };
                this.draw();
            } else if (p.x >= x.from && p.x <= x.until) this.clock.set(this.def.overTime ? x.valueOf(p.x) : this.nearest(p.x, p.y));
        });
        picture.addEventListener('dblclick', () => this.reset());
    }

    /** Time of the row whose point is nearest to a pixel. @param {number} px @param {number} py */
    nearest(px, py) {
        let best = this.clock.t, least = Infinity;
        const { x, y } = this;
        for (const s of this.def.series) {
            const values = s.result.channels.get(s.y)?.values ?? [];
            for (let row = 0; x && y && row < values.length; row++) {
                const d = Math.hypot(x.place(this.xOf(s, row)) - px, y.place(this.shown(values[row] ?? NaN)) - py);
                if (d < least) [least, best] = [d, s.result.time[row] ?? best];
            }
        }
        return best;
    }

    fillTable() {
        if (!this.table.open) return;
        const { series, ranges = [] } = this.def, base = this.base();
        if (!base) return;
        const { time } = base;
        const from = rowAt(time, this.clock.from), until = rowAt(time, this.clock.until), step = Math.max(1, Math.ceil((until - from + 1) / TABLE_ROWS));
        const names = [...(this.def.overTime ? series.map((s) => ({ s, channel: s.y })) : series.flatMap((s) => [{ s, channel: s.x }, { s, channel: s.y }])),
            ...ranges.flatMap((r) => [r.low, r.high].map((channel) => ({ s: { result: r.result, name: channel }, channel })))];
        const unit = (/** @type {string} */ u) => (u ? ` [${u}]` : '');
        const head = el('tr', {}, el('th', { scope: 'col' }, this.def.row ?? 't [s]'), ...names.map(({ s, channel }) =>
            el('th', { scope: 'col' }, `${series.length > 1 && s.result.label && s.name !== channel ? `${s.result.label}: ` : ''}${channel}${unit(s.result.channels.get(channel)?.unit ?? '')}`)));
        const body = el('tbody');
        for (let row = from; row <= until; row += step) {
            const t = time[row] ?? 0;
            body.append(el('tr', {}, el('th', { scope: 'row' }, String(+t.toPrecision(9))),
                ...names.map(({ s, channel }) => el('td', {}, String(+valueAt(s.result, channel, t).toPrecision(7))))));
        }
        const note = step > 1 ? el('p', { class: 'note' }, `Every row number ${step} of the part that is shown; zoom in for more.`) : null;
        this.table.replaceChildren(el('summary', {}, 'Data table'),
            el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Data of ${this.def.title}, ${series.map((s) => s.name).join(", ")}` }, el('table', {}, el('thead', {}, head), body)), note ?? '');
    }
}
