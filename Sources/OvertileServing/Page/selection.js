// @ts-check
/**
 * What is under the pointer, and what was pressed: its properties, and a cluster's points page by page.
 *
 * @module selection
 */
import {offset, still} from './cameras.js';
import {button, byID, counted, element, number, rounded} from './dom.js';
import {ADDED, nameField} from './style.js';

/** @typedef {import('./view.js').View} View @typedef {import('./overlays.js').Overlay} Overlay */

const PAGE = 10;
const HOVERED = 4;
const REACHES = [3, 20, 60];
/** A cluster that falls apart only beyond its layer's last zoom lies in one position: there is nothing to zoom to. */
const fallsApart = (/** @type {View} */ view, /** @type {Overlay} */ {layer, properties}) =>
  properties.expansion_zoom <= Number(view.layers.find(({id}) => id === layer)?.maxzoom);

/**
 * Follows the pointer and presses on a map.
 * @param {View} view
 */
export function watchPointer(view) {
  const {map} = view;
  const hover = byID('hover');
  map.on('mousemove', (/** @type {any} */ {point, originalEvent}) => {
    const [overlay] = map.isMoving() ? [] : view.overlaysAt(point);
    map.getCanvas().style.cursor = overlay === undefined ? '' : 'pointer';
    hover.hidden = overlay === undefined;
    if (overlay === undefined) return;
    hover.replaceChildren(element('strong', {}, titleOf(view, overlay)), ...factsOf(overlay).slice(0, HOVERED).map(([name, value]) =>
      element('div', {}, element('span', {class: 'key'}, name), ` ${value}`)));
    const isRight = originalEvent.clientX > innerWidth - 260;
    Object.assign(hover.style, {left: `${originalEvent.clientX + (isRight ? -14 : 14)}px`, top: `${originalEvent.clientY + 14}px`,
      transform: isRight ? 'translateX(-100%)' : ''});
  });
  map.on('mouseout', () => { hover.hidden = true; });
  map.on('click', (/** @type {any} */ {point}) => {
    hover.hidden = true;
    const overlays = view.overlaysAt(point);
    if (overlays.length === 0) clearSelection(view); else choose(view, overlays, 0);
    const cluster = overlays[0]?.properties.cluster === true ? overlays[0] : undefined;
    if (cluster !== undefined && fallsApart(view, cluster)) zoomInto(view, cluster);
  });
}

/**
 * Goes to the zoom at which a cluster has fallen apart.
 * @param {View} view @param {Overlay} cluster
 */
export function zoomInto({map}, {geometry, properties}) {
  map.easeTo({center: geometry.coordinates, zoom: properties.expansion_zoom, offset: offset(map), animate: !still()});
}

/**
 * Selects what lies in the middle of a map, or nearest to it: for people who use no pointer.
 * @param {View} view
 */
export function chooseMiddle(view) {
  const {clientWidth, clientHeight} = view.map.getContainer();
  const around = REACHES.map((reach) => view.overlaysAt({x: clientWidth / 2, y: clientHeight / 2}, reach));
  const nearest = around.find((overlays) => overlays.length > 0);
  if (nearest === undefined) return clearSelection(view);
  choose(view, nearest, 0);
  byID('selection').querySelector('.close').focus();
}

/**
 * Selects nothing.
 * @param {View} view
 */
export function clearSelection(view) {
  view.select(undefined);
  byID('selection').hidden = true;
}

/**
 * Shows one of several overlays that lie at one position.
 * @param {View} view @param {Overlay[]} overlays @param {number} index
 */
export function choose(view, overlays, index) {
  const overlay = overlays[index];
  const section = byID('selection');
  view.select(overlay);
  section.hidden = false;
  const step = (/** @type {number} */ by) => choose(view, overlays, (index + by + overlays.length) % overlays.length);
  section.replaceChildren(...element('div', {},
    element('div', {class: 'heading'}, element('h2', {}, titleOf(view, overlay)),
      button('×', () => clearSelection(view), {class: 'close', 'aria-label': 'Close', title: 'Close (Escape)'})),
    overlays.length > 1 && element('p', {class: 'stepper'}, button('‹', () => step(-1), {'aria-label': 'The one above'}),
      `${index + 1} of ${overlays.length} here`, button('›', () => step(1), {'aria-label': 'The one below'})),
    element('p', {class: 'hint'}, `${overlay.layer}, id ${overlay.id}`),
    ...(overlay.properties.cluster === true ? clusterParts(view, overlay) : []), table(factsOf(overlay))).children);
  byID('panel').dataset.open = 'true';
  section.scrollIntoView({block: 'nearest'});
}

/** @param {View} view @param {Overlay} cluster @returns {HTMLElement[]} */
function clusterParts(view, cluster) {
  const {expansion_zoom: zoom} = cluster.properties;
  const leaves = element('div', {class: 'leaves'});
  showLeaves(view, cluster, 0, leaves);
  return [fallsApart(view, cluster) ? button(`Zoom to where it splits (${zoom})`, () => zoomInto(view, cluster), {class: 'wide'})
    : element('p', {class: 'hint'}, 'Its points share one position, or only separate above the maximum zoom.'), leaves];
}

/** @param {View} view @param {Overlay} cluster @param {number} offset @param {HTMLElement} list */
async function showLeaves(view, cluster, offset, list) {
  const count = cluster.properties.point_count;
  list.setAttribute('aria-busy', 'true');
  try {
    const leaves = await view.bundle.layer(cluster.layer).getLeaves(cluster.id, PAGE, offset);
    list.replaceChildren(element('ol', {start: offset + 1}, ...leaves.map((leaf) => leafItem(view, cluster, leaf))),
      element('p', {class: 'stepper'}, button('‹', () => showLeaves(view, cluster, offset - PAGE, list), {disabled: offset === 0, 'aria-label': 'Previous page'}),
        `${number(offset + 1)}–${number(Math.min(offset + PAGE, count))} of ${counted(count, 'point')}`,
        button('›', () => showLeaves(view, cluster, offset + PAGE, list), {disabled: offset + PAGE >= count, 'aria-label': 'Next page'})));
  } catch (error) {
    const isWithout = error instanceof Error && /** @type {any} */ (error).code === 'no-members';
    list.replaceChildren(element('p', {class: 'hint'}, isWithout
      ? 'The bundle was built with members: none, so the points of its clusters are not listed.' : `The points cannot be read: ${error}`));
  }
  list.removeAttribute('aria-busy');
}

/** @param {View} view @param {Overlay} cluster @param {any} leaf */
function leafItem(view, cluster, leaf) {
  const overlay = {layer: cluster.layer, id: leaf.id, geometry: leaf.geometry, properties: leaf.properties};
  return element('li', {}, button(titleOf(view, overlay), () => {
    view.map.easeTo({center: leaf.geometry.coordinates, offset: offset(view.map), animate: !still()});
    choose(view, [overlay], 0);
  }, {class: 'link'}));
}

/**
 * A name for an overlay.
 * @param {View} view @param {Overlay} overlay
 */
export function titleOf(view, {layer: id, id: number_, properties}) {
  if (properties.cluster === true) return counted(properties.point_count, 'point');
  const layer = view.layers.find((layer) => layer.id === id);
  const name = layer && properties[nameField(layer) ?? ''];
  return name === undefined ? `${id} ${number_}` : String(name);
}

/**
 * Properties as rows, those of the source before those that the build adds.
 * @param {Overlay} overlay @returns {[string, string][]}
 */
function factsOf({properties}) {
  return Object.entries(properties).sort(([one], [two]) => Number(ADDED.test(one)) - Number(ADDED.test(two)))
    // As many decimals as people read.
    .map(([name, value]) => [name, String(typeof value === 'number' ? rounded(value, Math.abs(value) < 1000 ? 4 : 1) : value)]);
}

/** @param {[string, string][]} facts */
const table = (facts) => element('table', {class: 'facts'}, element('tbody', {}, ...facts.map(([name, value]) =>
  element('tr', {}, element('th', {scope: 'row'}, name), element('td', {}, value)))));
