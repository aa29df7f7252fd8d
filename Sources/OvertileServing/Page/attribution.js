// @ts-check
/**
 * The attribution of a bundle on its map, as text: MapLibre would take it as HTML.
 *
 * @module attribution
 */
import {element} from './dom.js';

/** A control of a map. Links of a text stay links, all other HTML is its text. */
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
