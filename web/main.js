// main.js - puts the page together
import { aboutPanel, warningPanel } from './about.js';
import { announce, button, choice, el } from './dom.js';
import { Clock } from './clock.js';
import { energyPanel } from './energy.js';
import { eventPanel, peakPanel } from './tables.js';
import { formatNumber, formatQuantity, scaleFor } from './format.js';
import { openResults } from './result.js';
import { ownChart, phaseCharts, timeCharts } from './plots.js';
import { SceneView } from './scene.js';
import { stripPanel } from './strips.js';

const SPEEDS = [1e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Play, pause, speed, scrub. @param {Clock} clock */
function player(clock) {
    const span = clock.end - clock.start;
    const wanted = span / 10; // a run takes some ten seconds
    const nearest = SPEEDS.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
    clock.speed = nearest;
    const play = button('Play', () => clock.play(!clock.playing), { class: 'play', 'aria-keyshortcuts': 'Space' });
    const scale = scaleFor(clock.end, 's');
    const shown = el('output', { class: 'now', 'aria-label': 'time' });
    const slider = el('input', { type: 'range', min: clock.start, max: clock.end, step: 'any', value: clock.t, 'aria-label': 'time', oninput: () => clock.set(+slider.value) });
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
        announce(clock.playing ? 'playing' : `paused at ${formatQuantity(clock.t, 's')}`);
    });
    document.addEventListener('keydown', (e) => {
        const on = /** @type {HTMLElement} */ (e.target);
        if (e.key !== ' ' || /^(BUTTON|INPUT|SELECT|SUMMARY|TEXTAREA)$/.test(on.tagName)) return;
        e.preventDefault();
        clock.play(!clock.playing);
    });
    return el('div', { class: 'player', role: 'group', 'aria-label': 'Time' }, play, slider, shown, speeds,
        button('zoom in', () => clock.zoom(2), { title: 'plots show half of the time' }), button('whole run', () => clock.view(clock.start, clock.end)));
}

/** @param {string} id @param {string} title @param {...(Node | null)} content */
function section(id, title, ...content) {
    const parts = content.filter((c) => c !== null);
    return parts.length ? el('section', { id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), ...parts) : null;
}

/** @param {import('./result.js').Result[]} results */
function subtitle(results) {
    const first = results[0];
    if (!first) return '';
    if (results.length > 1) return `${results.length} results: ${results.map((r) => r.label).join(', ')}`;
    const { run } = first;
    return [run.model?.file ?? run.table, `${formatQuantity(first.start, 's')} to ${formatQuantity(first.end, 's')}`, run.statistics?.integrator, `bristle ${run.bristle}`].filter(Boolean).join('  ·  ');
}

async function main() {
    const page = /** @type {HTMLElement} */ (document.getElementById('page'));
    const results = await openResults();
    const first = results[0];
    if (!first) throw new Error('the page holds no result');
    const clock = new Clock(Math.min(...results.map((r) => r.start)), Math.max(...results.map((r) => r.end)));
    const title = document.title && document.title !== 'bristle report' ? document.title : first.run.model?.title || first.label;
    document.title = title;
    const scene = results.some((r) => r.scene) ? new SceneView(results, clock) : null;
    const time = timeCharts(results, clock), phase = phaseCharts(results, clock);
    page.replaceChildren();
    const parts = [
        el('header', {}, el('h1', {}, title), el('p', { class: 'subtitle' }, subtitle(results))),
        warningPanel(results),
        player(clock),
        el('div', { class: scene ? 'stage' : 'stage alone' },
            scene ? el('section', { class: 'left', 'aria-labelledby': 'mechanism-title' }, el('h2', { id: 'mechanism-title', class: 'unseen' }, 'Mechanism'), scene.element) : null,
            el('section', { class: 'right', 'aria-labelledby': 'plots-title' }, el('h2', { id: 'plots-title', class: 'unseen' }, 'Plots over time'), ...time.map((c) => c.element))),
        section('states', 'Sticking, slipping, touching', stripPanel(results, clock)),
        phase.length ? section('phases', 'Phase plots', el('div', { class: 'grid-of-plots' }, ...phase.map((c) => c.element))) : null,
        section('energy', 'Energy balance', energyPanel(results, clock)),
        section('events', 'Events', eventPanel(results, clock)),
        section('peaks', 'Peaks', peakPanel(results, clock)),
        section('channels', 'Other channels', ownChart(results, clock).element),
        section('about', 'What was run', aboutPanel(results)),
    ];
    page.append(...parts.filter((p) => p !== null));
    clock.set(clock.start);
    page.setAttribute('data-ready', 'yes');
    Object.assign(window, { bristle: { clock, results } }); // for those who look further in the console
}

main().catch((/** @type {unknown} */ error) => {
    const page = document.getElementById('page');
    if (page) page.replaceChildren(el('p', { class: 'warning' }, `The results could not be opened: ${error instanceof Error ? error.message : String(error)}`));
    throw error;
});
