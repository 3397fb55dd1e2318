// main.js - puts the page together
import { aboutPanel, warningPanel } from './about.js';
import { el } from './dom.js';
import { Clock } from './clock.js';
import { energyPanel } from './energy.js';
import { eventPanel, peakPanel } from './tables.js';
import { formatQuantity } from './format.js';
import { openPapers, showPapers } from './papers.js';
import { openResults } from './result.js';
import { player } from './player.js';
import { ownChart, phaseCharts, timeCharts } from './plots.js';
import { SceneView } from './scene.js';
import { stripPanel } from './strips.js';

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
    const papers = await openPapers(), results = await openResults();
    if (papers) {
        showPapers(papers, results, page);
        page.setAttribute('data-ready', 'yes');
        return;
    }
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
