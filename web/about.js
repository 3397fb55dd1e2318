// about.js - what was run: model, settings, version, integrator, warnings
import { el } from './dom.js';
import { formatQuantity } from './format.js';

/** @typedef {import('./result.js').Result} Result */

const TOKEN = /(#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(\s?(?:[µa-zA-Z°%]+[a-zA-Z0-9/^*.²³]*(?:\s(?:[mNsk]|mm|kg)\b)?)?)|([\w.-]+)(?=\s*:)/gm;

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
    add('model', run.model?.file ?? run.table);
    add('settings', (run.settings ?? []).map((/** @type {[string, string]} */ [name, value]) => `--${name} ${value}`).join('  '));
    add('time', `${formatQuantity(run.start ?? result.start, 's', 6)} to ${formatQuantity(run.end ?? result.end, 's', 6)}`);
    if (run.model) add('mechanism', `${run.model.bodies} bod${run.model.bodies === 1 ? 'y' : 'ies'}, ${run.model.degrees_of_freedom} degree${run.model.degrees_of_freedom === 1 ? '' : 's'} of freedom`);
    if (st) {
        add('integrator', st.integrator + (st.chosen_for ? ` (${st.chosen_for})` : ''));
        add('constraints', st.constraints);
        add('steps', `${st.steps}, ${st.rejected} rejected, ${st.events} events, ${st.evaluations} evaluations`);
        add('constraint errors', `position ${formatQuantity(st.position_error, '', 2)}, velocity ${formatQuantity(st.velocity_error, '', 2)} (m or rad, per s)`);
    }
    const left = run.channels.left_out;
    add('rows', run.channels.rows === run.channels.recorded ? `${run.channels.rows}` : `${run.channels.rows} of ${run.channels.recorded}, with all extremes and events${left ? `; ${left} channels are left out` : ''}`);
    add('bristle', run.bristle);
    add('hash of the model', run.model?.hash);
    const texts = [];
    if (run.model_file) texts.push(el('details', { open: !named }, el('summary', {}, 'Model file'), highlightModel(run.model_file)));
    if (run.model_text) texts.push(el('details', {}, el('summary', {}, 'Model as it was run, in SI units'), highlightModel(run.model_text)));
    return el('section', { class: 'about' }, named ? el('h3', {}, result.label) : null, facts, ...texts);
}

/** @param {Result[]} results */
export function aboutPanel(results) {
    return el('div', { class: 'lists' }, ...results.map((r) => aboutOne(r, results.length > 1)));
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
