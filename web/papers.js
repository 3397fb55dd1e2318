// papers.js - published systems, computed again: what agrees, which claims hold, figures; each system moves
import { el } from './dom.js';
import { Clock } from './clock.js';
import { formatNumber } from './format.js';
import { inflate } from './result.js';
import { phasePanel, timeCharts } from './plots.js';
import { player, timeOnPaper } from './player.js';
import { SceneView } from './scene.js';
import { tableOf } from './tables.js';

/** @typedef {import('./result.js').Result} Result */
/**
 * @typedef {{ kind: string, verdict: string, share: number | null, paper: string, system: string, case?: string, what?: string, computed?: string,
 *   expected?: string, says?: string, source?: string, why?: string, reason?: string }} Row
 */
/** @typedef {{ name: string, title: string, systems: { label: string, model: string }[], figures: Figure[], pages: Link[] }} Paper */
/** @typedef {{ title: string, drawing: string, cases: string[] }} Figure with the names of the cases that it shows */
/** @typedef {{ file: string, title: string }} Link to another page */
/** @typedef {{ bristle: string, cases: number, runs: number, seconds: number, papers: Paper[], links: Link[], rows: Row[] }} Papers */

/** The papers of the page; null: it has none. @returns {Promise<Papers | null>} */
export async function openPapers() {
    const element = document.querySelector('script[type="application/x-bristle-papers"]');
    if (!element) return null;
    const [version, object] = (element.textContent ?? '').trim().split(' ');
    if (version !== '1') throw new Error(`this page shows version 1 of papers, not version ${version}`);
    return JSON.parse(new TextDecoder().decode(await inflate(object ?? '')));
}

const isClaim = (/** @type {Row} */ row) => row.kind === 'claim';

/** @param {Papers} all */
function summaryOf(all) {
    const rows = [];
    for (const paper of all.papers)
        for (const system of [...new Set(all.rows.filter((r) => r.paper === paper.name).map((r) => r.system))]) {
            const own = all.rows.filter((r) => r.paper === paper.name && r.system === system);
            const claims = own.filter(isClaim), values = own.filter((r) => !isClaim(r) && (r.share !== null || r.verdict === 'WRONG'));
            const worst = Math.max(...values.map((r) => r.share ?? 0));
            rows.push([el('a', { href: `#${paper.name}` }, paper.name), system, String(new Set(own.filter((r) => !isClaim(r)).map((r) => r.case)).size),
                values.length ? `${values.filter((r) => r.verdict !== 'WRONG').length} of ${values.length}` : '–', isFinite(worst) ? formatNumber(worst, 2) : '–',
                claims.length ? `${claims.filter((r) => r.verdict === 'holds').length} of ${claims.length}` : '–']);
        }
    return tableOf(['paper', 'system', 'cases', 'within tolerance', 'worst', 'claims that hold'], rows, 'Table of systems');
}

const BESIDE = 8; // quantities beside a figure

/** Quantities of the cases that a figure shows, those with a number of the paper first. @param {Figure} figure @param {Row[]} rows of the paper */
function numbersOf(figure, rows) {
    const own = rows.filter((r) => r.kind === 'quantity' && figure.cases.includes(r.case ?? '')), said = own.filter((r) => r.says);
    const all = said.length ? said : own.filter((r) => r.share !== null), many = new Set(all.map((r) => r.case)).size > 1;
    if (!all.length) return null;
    /** @type {Row[]} in turns of the cases, so that each has its part */
    const turns = [];
    for (let i = 0; turns.length < Math.min(BESIDE, all.length); i++) for (const name of figure.cases) turns.push(...all.filter((r) => r.case === name).slice(i, i + 1));
    const shown = all.filter((r) => turns.slice(0, BESIDE).includes(r));
    const heads = [...(many ? ['case'] : []), 'quantity', 'paper', 'here', 'expected', 'verdict'];
    return el('figcaption', {}, tableOf(heads, shown.map((r) => [...(many ? [r.case ?? ''] : []), r.what ?? '', r.says ?? '–', r.computed ?? '', r.expected ?? '', r.verdict]), `Numbers of ${figure.title}`, 'wraps'),
        all.length > shown.length ? el('p', { class: 'note' }, `${all.length - shown.length} more of these cases are in the table of all quantities below.`) : null);
}

/** A drawing as a picture, which runs nothing, with its numbers. @param {Figure} figure @param {Row[]} rows */
function figureOf(figure, rows) {
    const bytes = new TextEncoder().encode(figure.drawing);
    let binary = '';
    for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return el('figure', { class: 'paper-figure' }, el('img', { src: `data:image/svg+xml;base64,${btoa(binary)}`, alt: figure.title, loading: 'lazy' }), numbersOf(figure, rows));
}

/** @param {Row[]} rows */
function claimsOf(rows) {
    const claims = rows.filter(isClaim);
    if (!claims.length) return null;
    return el('ul', { class: 'claims' }, ...claims.map((row) => {
        const holds = row.verdict === 'holds';
        return el('li', { class: holds ? 'holds' : 'fails' }, el('span', { class: 'verdict' }, holds ? 'holds' : row.verdict), ' ', row.what ?? '',
            el('span', { class: 'place' }, row.says ? ` (${row.says})` : ''),
            holds ? el('details', {}, el('summary', {}, 'found'), el('p', { class: 'note' }, row.computed ?? ''))
                : el('div', { class: 'note' }, el('p', {}, `Claimed: ${row.expected ?? ''}`), el('p', {}, `Found: ${row.computed ?? ''}`), row.reason ? el('p', {}, row.reason) : null));
    }));
}

/** @param {Row[]} rows @param {string} name */
function quantitiesOf(rows, name) {
    const values = rows.filter((r) => !isClaim(r));
    const list = el('details', { class: 'data' }, el('summary', {}, `All ${values.length} quantities, with what the paper says`));
    list.addEventListener('toggle', () => {
        if (!list.open || list.querySelector('table')) return;
        list.append(tableOf(['case', 'quantity', 'computed', 'expected', 'paper', 'verdict', 'reason or source'], values.map((r) => [r.case ?? '', r.what ?? '', r.computed ?? '', r.expected ?? '', r.says ?? '', r.verdict, r.reason ?? r.why ?? r.source ?? '']), `Quantities of ${name}`, 'wraps'));
    });
    return list;
}

/** Its plots are made when they are asked for. @param {Result} result */
function systemOf(result) {
    const clock = new Clock(result.start, result.end), view = new SceneView([result], clock);
    const plots = el('details', {}, el('summary', {}, `Plots of ${result.label}`));
    plots.addEventListener('toggle', () => {
        if (!plots.open || plots.querySelector('figure')) return;
        plots.append(el('div', { class: 'grid-of-plots' }, ...timeCharts([result], clock).map((c) => c.element)), phasePanel([result], clock) ?? '');
        clock.set(clock.t);
    });
    const element = el('div', { class: 'system' }, el('h4', {}, result.label), player(clock, `Time of ${result.label}`), timeOnPaper(clock), view.element, plots);
    clock.set(clock.start);
    return element;
}

/** Files beside this page. @param {Link[]} links */
function linkList(links) {
    return links.length ? el('ul', { class: 'links' }, ...links.map(({ file, title }) => el('li', {}, el('a', { href: encodeURI(`./${file}`) }, title)))) : null;
}

/** @param {Papers} all @param {import('./result.js').Results} opened @param {HTMLElement} page */
export function showPapers(all, opened, page) {
    const results = opened.runs;
    const claims = all.rows.filter(isClaim), wrong = all.rows.filter((r) => r.verdict === 'WRONG').length;
    const held = claims.filter((r) => r.verdict === 'holds').length;
    let next = 0;
    const parts = [
        el('header', {}, el('h1', {}, 'Published results, computed again'), el('p', { class: 'subtitle' },
            `${all.papers.length} paper${all.papers.length === 1 ? '' : 's'}, ${all.cases} cases, ${all.runs} runs in ${all.seconds} s  ·  ${held} of ${claims.length} claims hold${wrong ? `  ·  ${wrong} values are not as expected` : ''}  ·  bristle ${all.bristle}`)),
        el('section', { id: 'systems', 'aria-labelledby': 'systems-title' }, el('h2', { id: 'systems-title' }, 'Systems'), summaryOf(all), el('p', { class: 'note' }, 'Worst: the largest deviation over its tolerance.')),
        all.links.length ? el('section', { id: 'more', 'aria-labelledby': 'more-title' }, el('h2', { id: 'more-title' }, 'More pages'), linkList(all.links)) : null,
        ...all.papers.map((paper) => {
            const rows = all.rows.filter((r) => r.paper === paper.name), own = results.slice(next, (next += paper.systems.length));
            return el('section', { id: paper.name, 'aria-labelledby': `${paper.name}-title` }, el('h2', { id: `${paper.name}-title` }, paper.title),
                el('h3', {}, 'Systems, as their model files have them'), el('div', { class: 'systems' }, ...own.filter((r) => r.scene).map(systemOf)),
                paper.pages.length ? el('h3', {}, 'Cases drawn over each other, on pages of their own') : null, linkList(paper.pages),
                paper.figures.length ? el('h3', {}, 'Figures, drawn again') : null, el('div', { class: 'paper-figures' }, ...paper.figures.map((f) => figureOf(f, rows))),
                rows.some(isClaim) ? el('h3', {}, 'Claims') : null, claimsOf(rows), quantitiesOf(rows, paper.name));
        })];
    page.replaceChildren(...parts.filter((p) => p !== null));
}
