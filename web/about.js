// about.js - what was run: model, settings, version, integrator, warnings
import { el } from './dom.js';
import { fileName, formatNumber, formatQuantity } from './format.js';

/** @typedef {import('./result.js').Result} Result */

const TOKEN = /(?<=^title: *)[^"'\s].*$|(#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(\s?(?:(?:1\/)?[µa-zA-Z°%]+[a-zA-Z0-9/^*.²³]*(?:[ *.][GMkcmµun]?(?:m|s|g|N|J|W|Pa|K|rad|deg|rev|min|h)(?:\^?-?\d|[²³])?(?:\/[a-zA-Z0-9^*.²³]+)?(?![\w]))*)?)|([\w.-]+)(?=\s*:)/gm;

/** A model file with its numbers, units, names and comments marked. @param {string} text */
export function highlightModel(text) {
    const pre = el('pre', { class: 'model', tabindex: 0 });
    let at = 0;
    for (const match of text.matchAll(TOKEN)) {
        const [whole, comment, quoted, number, unit, key] = match;
        const index = match.index ?? 0;
        pre.append(text.slice(at, index));
        at = index + whole.length;
        const before = text[index - 1] ?? ' ';
        if (comment) pre.append(el('span', { class: 'comment' }, comment));
        else if (quoted) pre.append(el('span', { class: 'quoted' }, quoted));
        else if (key) pre.append(el('span', { class: 'name' }, key));
        else if (number && !/[\w.]/.test(before)) pre.append(el('span', { class: 'number' }, number), unit ? el('span', { class: 'unit' }, unit) : '');
        else pre.append(whole);
    }
    pre.append(text.slice(at));
    return pre;
}

/** @param {Result} result @param {boolean} named */
function aboutOne(result, named) {
    const { run } = result;
    const facts = el('dl', { class: 'facts' });
    /** @param {string} term @param {string | undefined | null} text */
    const add = (term, text) => {
        if (text) facts.append(el('dt', {}, term), el('dd', {}, text));
    };
    const st = run.statistics;
    add('model', fileName(run.model?.file ?? run.table));
    add('settings', (run.settings ?? []).map((/** @type {[string, string]} */ [name, value]) => `--${name} ${value}`).join('  '));
    add('time', `${formatQuantity(run.start ?? result.start, 's', 6)} to ${formatQuantity(run.end ?? result.end, 's', 6)}`);
    if (run.model) add('mechanism', `${run.model.bodies} bod${run.model.bodies === 1 ? 'y' : 'ies'}, ${run.model.degrees_of_freedom} degree${run.model.degrees_of_freedom === 1 ? '' : 's'} of freedom`);
    if (st) {
        add('integrator', st.integrator + (st.chosen_for ? ` (${st.chosen_for})` : ''));
        add('constraints', st.constraints);
        add('steps', `${st.steps}, ${st.rejected} rejected, ${st.evaluations} evaluations`);
        add('constraint errors', `position ${formatQuantity(st.position_error, '', 2)}, velocity ${formatQuantity(st.velocity_error, '', 2)} (m or rad, per s)`);
    }
    const left = run.channels.left_out;
    add('rows', run.channels.rows === run.channels.recorded ? `${run.channels.rows}` : `${run.channels.rows} of ${run.channels.recorded}, with all extremes and events${left ? `; ${left} channels are left out` : ''}`);
    add('bristle', run.bristle);
    add('hash of the model', run.model?.hash);
    return aboutBlock(named ? result.label : '', facts, textsOf(run, !named));
}

/** @param {string} title @param {HTMLElement} facts @param {HTMLElement[]} texts */
function aboutBlock(title, facts, texts) {
    return el('section', { class: 'about' }, title ? el('h3', {}, title) : null, facts, ...texts);
}

/** @param {import('./result.js').Run} run @param {boolean} open */
function textsOf(run, open) {
    const texts = [];
    if (run.study_text) texts.push(el('details', { open }, el('summary', {}, 'Study file'), highlightModel(run.study_text)));
    if (run.model_file) texts.push(el('details', { open: open && !run.study_text }, el('summary', {}, 'Model file'), highlightModel(run.model_file)));
    if (run.model_text) texts.push(el('details', {}, el('summary', {}, 'Model as it was run, in SI units'), highlightModel(run.model_text)));
    return texts;
}

/** What a study or a fit was asked for. @param {Result} result @param {boolean} named */
function aboutOther(result, named) {
    const { run } = result, facts = el('dl', { class: 'facts' });
    /** @param {string} term @param {Node | string | undefined | null} text */
    const add = (term, text) => {
        if (text) facts.append(el('dt', {}, term), el('dd', {}, text));
    };
    add('command', run.command ? el('code', {}, run.command) : null);
    if (run.format === 'bristle study') {
        add('model', fileName(run.model));
        add('runs', `${run.done} of ${run.runs}${run.failed ? `, ${run.failed} failed` : ''}`);
    } else {
        add(run.law ? 'law' : 'model', run.law ? `${run.law}, ${run.title}` : fileName(run.title));
        add('records', run.records.map((/** @type {{ file: string, rows: number }} */ r) => `${r.file}: ${r.rows} rows`).join('; '));
        if (run.starts) add('search', `${run.starts} start${run.starts === 1 ? '' : 's'}, seed ${run.seed}`);
        add('intervals', `${formatNumber(100 * run.confidence, 3)} %`);
    }
    add('bristle', run.bristle);
    return aboutBlock(named ? result.label : '', facts, textsOf(run, !named));
}

/** @param {import('./result.js').Results} all */
export function aboutPanel({ runs, studies, fits }) {
    const named = runs.length + studies.length + fits.length > 1, all = [...runs.map((r) => aboutOne(r, named)), ...[...studies, ...fits].map((r) => aboutOther(r, named))];
    return all.length ? el('div', { class: 'lists' }, ...all) : null;
}

/** @param {Result[]} results */
export function warningPanel(results) {
    const items = results.flatMap((r) => {
        const prefix = results.length > 1 ? `${r.label}: ` : '';
        const partial = r.run.partial ? [`${prefix}the run ended early, at ${formatQuantity(r.end, 's')}${r.run.why ? `: ${r.run.why}` : ''}`] : [];
        return [...partial, ...(r.run.warnings ?? []).map((/** @type {string} */ w) => prefix + w)];
    });
    return items.length ? el('section', { class: 'warnings', 'aria-label': 'Warnings' }, el('h2', {}, items.length === 1 ? 'Warning' : 'Warnings'), el('ul', {}, ...items.map((w) => el('li', {}, w)))) : null;
}
