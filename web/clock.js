// clock.js - the time that all parts of the page show, and the part of the time axis that plots show

export class Clock {
    /** @param {number} start @param {number} end */
    constructor(start, end) {
        this.start = start;
        this.end = end;
        this.t = start;
        this.from = start; // of plots
        this.until = end;
        /** @type {import('./result.js').Mark[]} */
        this.marks = [];
        this.playing = false;
        this.speed = 1; // s of the run per s
        /** @type {((t: number) => void)[]} */
        this.onTime = [];
        /** @type {(() => void)[]} */
        this.onView = [];
        /** @type {(() => void)[]} */
        this.onPlaying = [];
        /** @type {number | null} */
        this.hover = null; // the time at which a plot is pointed
        /** @type {(() => void)[]} */
        this.onHover = [];
        /** @type {number | null | undefined} */
        this.pointed = undefined; // what is shown with the next picture; undefined: nothing waits
        this.calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    }

    /** @param {number} t */
    set(t) {
        this.t = Math.min(this.end, Math.max(this.start, t));
        for (const listener of this.onTime) listener(this.t);
    }

    /** Points at a time, at most once per picture; null: no more. @param {number | null} t */
    point(t) {
        const wait = this.pointed !== undefined;
        this.pointed = t;
        if (wait) return;
        const show = () => {
            const next = this.pointed ?? null;
            if (next === this.hover) {
                this.pointed = undefined;
                return;
            }
            this.hover = next;
            for (const listener of this.onHover) listener();
            requestAnimationFrame(show);
        };
        show();
    }

    /** Zooms all plots over time. @param {number} from @param {number} until */
    view(from, until) {
        const least = (this.end - this.start) * 1e-6;
        if (!(until - from > least)) return;
        this.from = Math.max(this.start, from);
        this.until = Math.min(this.end, until);
        for (const listener of this.onView) listener();
    }

    /** @param {number} factor above 1: shows less */
    zoom(factor) {
        const width = (this.until - this.from) / factor;
        const share = (this.t - this.from) / (this.until - this.from);
        const middle = share >= 0 && share <= 1 ? this.t : 0.5 * (this.from + this.until);
        const from = Math.min(Math.max(this.start, middle - 0.5 * width), Math.max(this.start, this.end - width));
        this.view(from, from + width);
    }

    /** @param {boolean} on */
    play(on) {
        if (on === this.playing) return;
        this.playing = on;
        if (on && this.t >= this.until) this.set(this.from);
        for (const listener of this.onPlaying) listener();
        if (!on) return;
        let last = performance.now();
        /** @param {number} now */
        const frame = (now) => {
            if (!this.playing) return;
            const pause = this.calm ? 500 : 0; // with reduced motion: two pictures per second
            if (now - last >= pause) {
                const next = this.t + (now - last) / 1000 * this.speed;
                last = now;
                this.set(next);
                if (next >= this.until) {
                    this.play(false);
                    return;
                }
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }
}
