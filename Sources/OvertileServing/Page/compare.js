// @ts-check
/**
 * Two bundles beside each other: cameras that move together, and what differs between them in color.
 *
 * @module compare
 */
import {byID, element, number} from './dom.js';
import {CHANGES, CHANGE_COLORS} from './map-style.js';
import {fail} from './messages.js';
import {collection} from './overlays.js';
import {readJSON} from './style.js';

/** @typedef {import('./view.js').View} View */

/**
 * Connects the maps of two bundles, the earlier one first; nothing for one.
 * @param {View[]} views @param {string | undefined} diff the address of what `overtile diff --json` wrote
 */
export function compare(views, diff) {
  if (views.length !== 2) return undefined;
  const [before, after] = views;
  after.map.jumpTo(cameraOf(before.map));
  for (const [{map: leader}, {map: follower}] of [[before, after], [after, before]]) {
    // A move that follows is no move to follow.
    leader.on('move', (/** @type {any} */ event) => event.isFollowing || follower.jumpTo(cameraOf(leader), {isFollowing: true}));
  }
  const comparison = new Comparison(views, diff);
  for (const view of views) view.addEventListener('refresh', () => comparison.update());
  byID('differences').hidden = false;
  comparison.readAllZooms();
  return comparison;
}

/** @param {any} map */
const cameraOf = (map) => ({center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch()});

/** Compares the overlays in view of two bundles, and shows what differs. */
class Comparison {
  #inView = element('div', {class: 'in-view'});
  #allZooms = element('details', {open: true});
  #turn = 0;

  /** @param {View[]} views @param {string | undefined} diff */
  constructor(views, diff) {
    this.views = views;
    this.diff = diff;
    byID('differences').replaceChildren(this.#inView, ...diff === undefined ? [] : [this.#allZooms]);
  }

  /** Shows what differs in view, once both maps show all that is there. */
  update() {
    if (this.views.some((view) => !view.isSettled)) return;
    const counts = {added: 0, removed: 0, changed: 0};
    /** @type {any[][]} */
    const marks = [[], []];
    /** @type {string[]} */
    const notes = [];
    const isWhole = this.views.every(({hasUnread}) => !hasUnread);
    if (!isWhole) notes.push('Some tiles could not be read, so the bundles are not compared.');
    for (const layer of new Set(this.views.flatMap(({layers}) => (isWhole ? layers.map(({id}) => id) : [])))) {
      for (const [id, change] of this.#changes(layer, notes)) {
        const shown = this.views.map((view) => view.overlays(layer).get(id));
        // Markers may lie in the tiles in view, and not be in view.
        if (shown.every((overlay) => overlay === undefined)) continue;
        counts[change] += 1;
        shown.forEach((overlay, index) => marks[index].push(...overlay === undefined ? [] : this.views[index].marks(overlay, {change, layer, id})));
      }
    }
    this.views.forEach(({map}, index) => map.getSource(CHANGES)?.setData(collection(marks[index])));
    const list = Object.entries(counts).map(([change, count]) => element('li', {style: {'--color': CHANGE_COLORS[change]}}, `${number(count)} ${change}`));
    this.#inView.replaceChildren(element('h2', {}, 'Differences in view'), element('ul', {class: 'changes'}, ...list),
      ...notes.map((note) => element('p', {class: 'hint'}, note)));
  }

  /**
   * The overlays of a layer that differ in the tiles in view, at the zoom of the camera or the last one that either bundle has.
   * @param {string} id @param {string[]} notes receives what was not compared @returns {[number, 'added' | 'removed' | 'changed'][]}
   */
  #changes(id, notes) {
    const shown = this.views.map((view) => {
      const layer = view.layers.find((layer) => layer.id === id);
      return {view, layer, zoom: (layer && view.shows(id) ? view.tileZoom(layer) : undefined) ?? -1};
    });
    const zoom = Math.max(...shown.map(({zoom}) => zoom));
    if (zoom < 0) return [];
    const [has, ...others] = shown.filter((one) => one.zoom === zoom);
    if (others.length === 0 && shown.every(({layer}) => layer !== undefined)) notes.push(`Only ${has.view.name} has ${id} at zoom ${zoom}.`);
    const [before, after] = shown.map((one) => entriesOf(one.layer && one.zoom === zoom ? one.view.features(one.layer) : []));
    return [...new Set([...before.keys(), ...after.keys()])].filter((overlay) => before.get(overlay) !== after.get(overlay))
      .map((overlay) => [overlay, !before.has(overlay) ? 'added' : after.has(overlay) ? 'changed' : 'removed']);
  }

  /** Reads the counts of `overtile diff --json`, of the bundles that are open now. Until then there are none. */
  async readAllZooms() {
    if (this.diff === undefined) return;
    const turn = this.#turn += 1;
    const show = (/** @type {Element} */ content) => {
      if (turn === this.#turn) this.#allZooms.replaceChildren(element('summary', {}, 'Differences at all zooms'), content);
    };
    const hint = (/** @type {string} */ text) => element('p', {class: 'hint'}, text);
    show(hint('The bundles are being compared.'));
    show(await tableOf(this.diff).catch((error) => {
      fail(error);
      return hint('The bundles could not be compared.');
    }));
  }
}

/**
 * What must be the same of each overlay in tiles, by id: its entries with their positions, properties and types, in any order.
 * @param {any[]} features @returns {Map<number, string>}
 */
function entriesOf(features) {
  /** @type {Map<number, string[]>} */
  const entries = new Map();
  for (const {id, geometry, properties} of features) {
    const texts = entries.get(id) ?? [];
    texts.push(JSON.stringify([geometry, Object.entries(properties).sort()]));
    entries.set(id, texts);
  }
  return new Map([...entries].map(([id, texts]) => [id, texts.sort().join()]));
}

/** @param {string} address */
async function tableOf(address) {
  const {zooms = []} = await readJSON(address);
  const rows = zooms.flatMap((/** @type {any} */ {zoom, layers}) => layers.map((/** @type {any} */ {layer, overlays}) =>
    element('tr', {}, element('td', {}, zoom), element('td', {}, layer), ...['added', 'removed', 'changed'].map((change) =>
      element('td', {class: overlays[change] > 0 && 'some', style: {'--color': CHANGE_COLORS[change]}}, number(overlays[change]))))));
  const heads = ['zoom', 'layer', 'added', 'removed', 'changed'].map((name) => element('th', {scope: 'col'}, name));
  return element('table', {class: 'diff'}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
}
