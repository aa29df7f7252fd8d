// @ts-check
/**
 * The list of layers: switches, which the address of the page keeps, counts, and the legend.
 *
 * @module layers-panel
 */
import {button, byID, counted, element, number} from './dom.js';
import {hasLabels} from './map-style.js';
import {clusterRadius, colorOf} from './style.js';

/** @typedef {import('./view.js').View} View @typedef {import('./style.js').Layer} Layer */

/**
 * Lists the layers of the views, which are those of the first bundle and then those that only others have.
 * @param {View[]} views
 */
export function showLayers(views) {
  const section = byID('layers');
  const list = element('ul', {class: 'layers'});
  const ids = new Set(views.flatMap((view) => view.layers.map(({id}) => id)));
  for (const id of ids) list.append(row(views, id, ids));
  section.replaceChildren(element('h2', {}, 'Layers'), list);
  if (ids.size === 0) section.append(element('p', {class: 'hint'}, 'This bundle has no layers.'));
}

/** The layers that an address switches off. */
export function hiddenLayers() {
  const written = /[#&]off=([^&]*)/.exec(location.hash)?.[1] ?? '';
  return written.split(',').filter((id) => id !== '').map(decodeURIComponent);
}

/**
 * Switches layers on or off in all views, and writes those that are off into the address, beside the camera.
 * @param {View[]} views @param {Iterable<string>} ids @param {(id: string) => boolean} isOn
 */
function switchLayers(views, ids, isOn) {
  const off = [...ids].filter((id) => !isOn(id));
  for (const id of ids) for (const view of views) view.show(id, !off.includes(id));
  const others = location.hash.slice(1).split('&').filter((part) => part !== '' && !part.startsWith('off='));
  history.replaceState(null, '', `#${[...others, ...off.length > 0 ? [`off=${off.map(encodeURIComponent).join()}`] : []].join('&')}`);
}

/** @param {View[]} views @param {string} id @param {Set<string>} ids of all layers */
function row(views, id, ids) {
  const view = /** @type {View} */ (views.find(({layers}) => layers.some((layer) => layer.id === id)));
  const layer = /** @type {Layer} */ (view.layers.find((layer) => layer.id === id));
  const box = element('input', {type: 'checkbox', on: {change: () => switchLayers(views, ids, (other) => (other === id ? box.checked : view.shows(other)))}});
  // Pressed once more, it brings the others back.
  const only = button('only', () => {
    const isAlone = [...ids].every((other) => view.shows(other) === (other === id));
    switchLayers(views, ids, (other) => isAlone || other === id);
  }, {class: 'only', title: 'Only this layer', 'aria-label': `Only ${id}`});
  const count = element('span', {class: 'count'});
  const shown = element('summary', {class: 'shown'});
  const update = () => {
    box.checked = view.shows(id);
    count.textContent = number(view.overlays(id).size);
    count.title = `${counted(view.overlays(id).size, 'overlay')} in view`;
    shown.replaceChildren(...told(view, layer));
  };
  view.addEventListener('refresh', update);
  view.addEventListener('switch', update);
  view.map.on('zoom', update);
  update();
  return element('li', {'data-layer': id, title: layer.description},
    element('label', {}, box, element('span', {class: 'swatch', 'data-kind': layer.kind, style: {'--color': colorsOf(view, layer)}}),
      element('span', {class: 'layer-name'}, id)), only, count, element('details', {class: 'legend'}, shown, ...legend(view, layer)));
}

/**
 * The color of a layer as the styles have it, on light and on dark pages.
 * @param {View} view @param {Layer} layer
 */
const colorsOf = ({styles: {light, dark}}, {id}) => `light-dark(${colorOf(light, id)}, ${colorOf(dark, id)})`;

/**
 * What the manifest says of a layer at the zoom of the camera.
 * @param {View} view @param {Layer} layer
 */
function told(view, layer) {
  const zoom = view.tileZoom(layer);
  if (zoom === undefined) return [`not shown below zoom ${layer.minzoom}`];
  const counts = (layer.zooms ?? []).find((counts) => counts.zoom === zoom);
  const isLarger = view.map.getZoom() >= layer.maxzoom + 1;
  const of = counts === undefined ? '' : layer.kind === 'cluster'
    ? `${counted(counts.overlays, 'marker')} of ${counted(counts.points, 'point')}` : counted(counts.overlays, layer.kind);
  const note = isLarger && element('span', {class: 'badge', title: 'The tiles of the maximum zoom are enlarged'}, 'overzoom');
  return [`${of} at zoom ${zoom}`, note || ''];
}

/** @param {View} view @param {Layer} layer @returns {HTMLElement[]} */
function legend(view, layer) {
  const {id, kind, minzoom, maxzoom, pulse} = layer;
  const motion = pulse ? `, and pulses from ${pulse.scale.join(' to ')} times its size in ${pulse.seconds} s` : '';
  const labels = hasLabels(layer) ? '; names and dots mark the label points of shapes' : '';
  /** @type {Record<string, string>} */
  const texts = {
    cluster: 'A disk is a cluster of that many points; a small dot is a single point. Select a cluster to see its points.',
    circle: `An outline is a circle at its true size${motion}. Dots are circles that are too small to draw.`,
    shape: `Areas are filled, lines are drawn, and points are dots${labels}.`,
  };
  const hints = [`${kind}, zooms ${minzoom}–${maxzoom}`, texts[kind]].map((text) => element('p', {class: 'hint'}, text));
  if (kind !== 'cluster') return hints;
  const {digits, of: radius} = clusterRadius(view.style, id);
  const sizes = Array.from({length: digits}, (_, index) => 10 ** (index + 1)).map((count) => element('span', {class: 'size'},
    element('span', {class: 'disc', style: {'--color': colorsOf(view, layer), '--radius': `${radius(count)}px`}}), number(count)));
  return [...hints, element('p', {class: 'sizes'}, ...sizes)];
}
