// main.js - puts the page together
import { aboutPanel, warningPanel } from './about.js';
import { el } from './dom.js';
import { Clock } from './clock.js';
import { energyPanel } from './energy.js';
import { eventPanel, peakPanel } from './tables.js';
import { fileName, formatQuantity } from './format.js';
import { openPapers, showPapers } from './papers.js';
import { fitPanel } from './fits.js';
import { openResults } from './result.js';
import { player, timeOnPaper } from './player.js';
import { ownChart, phasePanel, timeCharts } from './plots.js';
import { SceneView } from './scene.js';
import { stripPanel } from './strips.js';
import { studyPanel } from './studies.js';
import { markList, verdictPanel } from './verdicts.js';

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
    return [fileName(run.model?.file ?? run.table), `${formatQuantity(first.start, 's')} to ${formatQuantity(first.end, 's')}`, run.statistics?.integrator, `bristle ${run.bristle}`].filter(Boolean).join('  ·  ');
}

const LONG_TITLE = 100; // letters

/** Of several results the title that all have, or their names. @param {import('./result.js').Result[]} results */
function titleOf(results) {
    const titles = new Set(results.map((r) => String(r.run.model?.title || r.run.title || r.label))), names = [...new Set(results.map((r) => r.label))];
    const [title = ''] = titles;
    if (titles.size === 1) return results.length > 1 && names.length > 1 ? `${title}: ${names.length} results` : title;
    const all = names.join(', ');
    return all.length <= LONG_TITLE ? all : `${results.length} results`;
}

/** Runs, and verdicts over the same time. @param {import('./result.js').Results} all @param {import('./clock.js').Clock} clock */
function timedParts({ runs, verdicts }, clock) {
    const scene = runs.some((r) => r.scene) ? new SceneView(runs, clock) : null;
    const time = timeCharts(runs, clock);
    return [
        warningPanel(runs),
        player(clock),
        timeOnPaper(clock),
        runs.length ? el('div', { class: scene ? 'stage' : 'stage alone' },
            scene ? el('section', { class: 'left', 'aria-labelledby': 'mechanism-title' }, el('h2', { id: 'mechanism-title', class: 'unseen' }, 'Mechanism'), scene.element) : null,
            el('section', { class: 'right', 'aria-labelledby': 'plots-title' }, el('h2', { id: 'plots-title', class: 'unseen' }, 'Plots over time'), ...time.map((c) => c.element))) : null,
        section('states', verdicts.length ? 'Sticking, slipping, touching in the run' : 'Sticking, slipping, touching', stripPanel(runs, clock), verdicts.length ? null : markList(clock)),
        section('verdicts', 'Verdicts: what sticks, and what a rigid-body model cannot determine', verdictPanel(verdicts, runs, clock), verdicts.length ? markList(clock) : null),
        section('phases', 'Phase plots', phasePanel(runs, clock)),
        section('energy', 'Energy balance', energyPanel(runs, clock)),
        section('events', 'Events', eventPanel(runs, clock)),
        section('peaks', 'Peaks', peakPanel(runs, clock)),
        runs.length ? section('channels', 'Other channels', ownChart(runs, clock).element) : null,
    ];
}

async function main() {
    const page = /** @type {HTMLElement} */ (document.getElementById('page'));
    const papers = await openPapers(), all = await openResults();
    if (papers) {
        showPapers(papers, all, page);
        page.setAttribute('data-ready', 'yes');
        return;
    }
    const { runs, verdicts, studies, fits, marks } = all, timed = [...runs, ...verdicts.filter((v) => v.time.length)];
    const first = runs[0] ?? verdicts[0] ?? studies[0] ?? fits[0];
    if (!first) throw new Error('the page holds no result');
    const clock = new Clock(Math.min(...timed.map((r) => r.start)), Math.max(...timed.map((r) => r.end)));
    clock.marks = marks;
    const title = document.title && document.title !== 'bristle report' ? document.title : titleOf([...runs, ...verdicts, ...studies, ...fits]);
    document.title = title;
    const parts = [
        el('header', {}, el('h1', {}, title), runs.length ? el('p', { class: 'subtitle' }, subtitle(runs)) : null),
        ...(timed.length ? timedParts(all, clock) : []),
        section('studies', studies.length > 1 ? 'Studies' : 'Study', studyPanel(studies)),
        section('fits', fits.length > 1 ? 'Fits' : 'Fit', fitPanel(fits)),
        section('about', 'What was run', aboutPanel(all)),
    ];
    page.replaceChildren(...parts.filter((p) => p !== null));
    if (timed.length) clock.set(clock.start);
    page.setAttribute('data-ready', 'yes');
    Object.assign(window, { bristle: { clock, results: runs, verdicts, studies, fits } }); // for those who look further in the console
}

main().catch((/** @type {unknown} */ error) => {
    const page = document.getElementById('page');
    if (page) page.replaceChildren(el('p', { class: 'warning' }, `The results could not be opened: ${error instanceof Error ? error.message : String(error)}`));
    throw error;
});
