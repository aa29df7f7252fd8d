// @ts-check
/**
 * Elements of the page, numbers and times as texts. Texts from bundles become text nodes, never HTML.
 *
 * @module dom
 */

/** @typedef {Record<string, any>} Attributes `on` holds listeners by event; true and false set and leave out an attribute */

/**
 * Makes an element.
 * @param {string} tag @param {Attributes} [attributes] @param {(Node | string | number | null | undefined | false)[]} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    } else if (name === 'style') {
      Object.entries(value).forEach(([property, text]) => made.style.setProperty(property, String(text)));
    } else if (value !== false && value !== undefined && value !== null) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(.../** @type {any[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return made;
}

/**
 * The element of the page with an id.
 * @param {string} id @returns {any}
 */
export const byID = (id) => document.getElementById(id);

/**
 * A button with a text.
 * @param {string | Node} label @param {() => void} press @param {Attributes} [attributes]
 */
export const button = (label, press, attributes = {}) => element('button', {type: 'button', on: {click: press}, ...attributes}, label);

const numbers = new Intl.NumberFormat('en-US', {maximumFractionDigits: 6});

/**
 * A number with at most so many decimals.
 * @param {number} value @param {number} decimals
 */
export const rounded = (value, decimals) => Number(value.toFixed(decimals));

/** @param {number} value */
export const number = (value) => numbers.format(value);

/**
 * A number of things with their name.
 * @param {number} count @param {string} one @param {string} [many]
 */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** @param {number} count */
export function bytes(count) {
  if (count < 1000) return counted(count, 'byte');
  const [scale, unit] = count < 1e6 ? [1e3, 'kB'] : count < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(count / scale).toFixed(count / scale < 10 ? 1 : 0)} ${unit}`;
}

/** The attribution of a bundle on its map, as text: MapLibre would take it as HTML. Links stay links. */
export class Attribution {
  #box = element('div', {class: 'maplibregl-ctrl maplibregl-ctrl-attrib'});

  /** @param {string | undefined} text */
  show(text) {
    const maker = element('a', {href: 'https://maplibre.org/', target: '_blank', rel: 'noopener'}, 'MapLibre');
    // Nothing in a document that is parsed like this is loaded or runs.
    const {body} = new DOMParser().parseFromString(text ?? '', 'text/html');
    this.#box.replaceChildren(maker, ' ', ...[...body.childNodes].flatMap(plain));
  }

  onAdd() {
    return this.#box;
  }

  onRemove() {
    this.#box.remove();
  }
}

/** @param {Node} node @returns {(Node | string)[]} */
function plain(node) {
  if (node instanceof HTMLAnchorElement && /^https?:$/.test(node.protocol)) {
    return [element('a', {href: node.href, target: '_blank', rel: 'noopener'}, node.textContent)];
  }
  if (/^(script|style|template)$/i.test(node.nodeName)) return [];
  return node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(plain);
}
