// @ts-check
/**
 * Two bundles beside each other: cameras that move together, and what differs between them in color.
 *
 * @module compare
 */
import {byID, element, number} from './dom.mjs';
import {CHANGES, CHANGE_COLORS} from './map-style.mjs';
import {fail} from './messages.mjs';
import {collection} from './view.mjs';

/** @typedef {import('./view.mjs').View} View @typedef {import('./view.mjs').Overlay} Overlay */

/**
 * Connects the maps of two bundles, the earlier one first; nothing for one.
 * @param {View[]} views @param {string | undefined} diff the address of what `overtile diff --json` wrote
 */
export function compare(views, diff) {
  document.body.dataset.views = String(views.length);
  if (views.length !== 2) return;
  const [before, after] = views;
  after.map.jumpTo(cameraOf(before.map));
  follow(before, after);
  follow(after, before);
  const update = () => showChanges(before, after);
  for (const view of views) view.addEventListener('refresh', update);
  byID('differences').hidden = false;
  if (diff !== undefined) readDiff(diff).catch(fail);
}

/** @param {View} leader @param {View} follower */
function follow({map: leader}, {map: follower}) {
  leader.on('move', (/** @type {any} */ event) => {
    // A move that follows is no move to follow.
    if (event.isFollowing) return;
    follower.jumpTo(cameraOf(leader), {isFollowing: true});
  });
}

/** @param {any} map */
const cameraOf = (map) => ({center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch()});

/**
 * What two overlays with one id must share to be the same: properties, and the position of a point.
 * @param {Overlay} overlay
 */
function content({geometry, properties}) {
  const {part, ...others} = properties;
  const position = geometry.type === 'Point' ? geometry.coordinates.map((/** @type {number} */ value) => value.toFixed(5)) : [];
  return JSON.stringify([position, Object.entries(others).sort(([one], [two]) => (one < two ? -1 : 1))]);
}

/**
 * Compares the overlays in view by layer and id.
 * @param {View} before @param {View} after
 */
function showChanges(before, after) {
  if (before.map.isMoving() || after.map.isMoving()) return;
  const counts = {added: 0, removed: 0, changed: 0};
  /** @type {Map<View, any[]>} */
  const marks = new Map([[before, []], [after, []]]);
  const mark = (/** @type {keyof counts} */ change, /** @type {View} */ view, /** @type {Overlay} */ overlay) => {
    marks.get(view)?.push(...view.marks(overlay, {change}));
  };
  for (const layer of new Set([...before.layers, ...after.layers].map(({id}) => id))) {
    const [old, now] = [before.overlays(layer), after.overlays(layer)];
    for (const [id, overlay] of now) {
      const other = old.get(id);
      if (other !== undefined && content(other) === content(overlay)) continue;
      const change = other === undefined ? 'added' : 'changed';
      counts[change] += 1;
      mark(change, after, overlay);
      if (other !== undefined) mark(change, before, other);
    }
    for (const [id, overlay] of old) {
      if (now.has(id)) continue;
      counts.removed += 1;
      mark('removed', before, overlay);
    }
  }
  for (const [view, features] of marks) view.map.getSource(CHANGES)?.setData(collection(features));
  const list = Object.entries(counts).map(([change, count]) => element('li', {style: styleOf(change)}, `${number(count)} ${change}`));
  const section = byID('differences');
  section.querySelector('.in-view')?.remove();
  section.prepend(element('div', {class: 'in-view'}, element('h2', {}, 'Differences in view'), element('ul', {class: 'changes'}, ...list)));
}

/**
 * @param {string} change
 */
function styleOf(change) {
  /** @type {Record<string, string>} */
  const colors = CHANGE_COLORS;
  return {'--color': colors[change]};
}

/**
 * Shows the counts of `overtile diff --json`.
 * @param {string} address
 */
async function readDiff(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: the server responded with the status ${response.status}`);
  const {zooms = []} = await response.json();
  const rows = zooms.flatMap((/** @type {any} */ {zoom, layers}) => layers.map((/** @type {any} */ {layer, overlays}) =>
    element('tr', {}, element('td', {}, zoom), element('td', {}, layer), ...['added', 'removed', 'changed'].map((change) =>
      element('td', {class: overlays[change] > 0 && 'some', style: styleOf(change)}, number(overlays[change]))))));
  const heads = ['zoom', 'layer', 'added', 'removed', 'changed'].map((name) => element('th', {scope: 'col'}, name));
  const table = element('table', {class: 'diff'}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
  byID('differences').append(element('details', {open: true}, element('summary', {}, 'Differences of all zooms'), table));
}
