// player.js - plays the time: play and pause, slider, speed
import { announce, button, choice, el } from './dom.js';
import { formatNumber, formatQuantity, scaleFor } from './format.js';

const SPEEDS = [1e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** The time of drawings and values, for paper. @param {import('./clock.js').Clock} clock */
export function timeOnPaper(clock) {
    const text = el('p', { class: 'on-paper' });
    clock.onTime.push((t) => (text.textContent = `Drawing, values and cursors at t = ${formatQuantity(t, 's', 6)}.`));
    return text;
}

/** Play, pause, speed, scrub. @param {import('./clock.js').Clock} clock @param {string} [name] of one of several on a page */
export function player(clock, name = '') {
    const span = clock.end - clock.start;
    const wanted = span / 10; // a run takes some ten seconds
    const nearest = SPEEDS.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
    clock.speed = nearest;
    const play = button('Play', () => clock.play(!clock.playing), { class: 'play', 'aria-label': name ? `play, ${name}` : null, 'aria-keyshortcuts': name ? null : 'Space' });
    const scale = scaleFor(clock.end, 's');
    const shown = el('output', { class: 'now', 'aria-label': name || 'time' });
    const slider = el('input', { type: 'range', min: clock.start, max: clock.end, step: 'any', value: clock.t, 'aria-label': name || 'time', oninput: () => clock.set(+slider.value) });
    slider.addEventListener('keydown', (e) => {
        const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[e.key];
        if (!step) return;
        e.preventDefault();
        clock.set(clock.t + step * span / 500);
    });
    const speeds = choice('speed', SPEEDS.map((s) => [String(s), `${s === 1 ? 'real time' : `× ${formatNumber(s, 2)}`}`]), String(nearest), (v) => (clock.speed = +v));
    clock.onTime.push((t) => {
        slider.value = String(t);
        slider.setAttribute('aria-valuetext', formatQuantity(t, 's'));
        shown.textContent = `${(t / scale.factor).toFixed(3)} ${scale.unit}`;
    });
    clock.onPlaying.push(() => {
        play.textContent = clock.playing ? 'Pause' : 'Play';
        if (name) play.setAttribute('aria-label', `${clock.playing ? 'pause' : 'play'}, ${name}`);
        announce(clock.playing ? 'playing' : `paused at ${formatQuantity(clock.t, 's')}`);
    });
    if (!name) document.addEventListener('keydown', (e) => {
        const on = /** @type {HTMLElement} */ (e.target);
        if (e.key !== ' ' || /^(BUTTON|INPUT|SELECT|SUMMARY|TEXTAREA)$/.test(on.tagName)) return;
        e.preventDefault();
        clock.play(!clock.playing);
    });
    return el('div', { class: name ? 'player one' : 'player', role: 'group', 'aria-label': name || 'Time' }, play, slider, shown, speeds,
        ...(name ? [] : [button('zoom in', () => clock.zoom(2), { title: 'plots show half of the time' }), button('whole run', () => clock.view(clock.start, clock.end))]));
}
