// dom.js - elements. Texts of results come in as text nodes and attributes only, never as markup

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === 'function') element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...Child} children @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    fill(element, attributes, children);
    return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...Child} children @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    fill(element, attributes, children);
    return element;
}

/** @param {Element} element @param {Attributes} attributes */
export function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** Says something to those who do not see the page. @param {string} text */
export function announce(text) {
    const announcer = document.getElementById('announcer');
    if (announcer) announcer.textContent = text;
}

/** @param {string} label @param {() => void} action @param {Attributes} [attributes] */
export function button(label, action, attributes = {}) {
    return el('button', { type: 'button', onclick: action, ...attributes }, label);
}

/**
 * @param {string} label @param {[string, string][]} options value and text @param {string} chosen
 * @param {(value: string) => void} action
 */
export function choice(label, options, chosen, action) {
    const select = el('select', { onchange: () => action(select.value) });
    for (const [value, text] of options) select.append(el('option', { value, selected: value === chosen }, text));
    return el('label', { class: 'choice' }, el('span', {}, label), select);
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} action */
export function toggle(label, on, action) {
    const box = el('input', { type: 'checkbox', checked: on, onchange: () => action(box.checked) });
    return el('label', { class: 'toggle' }, box, label);
}

/** Calls draw when the width of an element is known, and whenever it changes. @param {Element} element @param {(width: number) => void} draw */
export function onWidth(element, draw) {
    let last = -1;
    new ResizeObserver((entries) => {
        const width = Math.round(entries[0]?.contentRect.width ?? 0);
        if (width > 0 && width !== last) draw((last = width));
    }).observe(element);
}
