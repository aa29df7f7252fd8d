// @ts-check
/**
 * Two bundles beside each other: cameras that move together, and what differs between them in color.
 *
 * @module compare
 */
import {contentsOf, differences} from './differences.js';
import {byID, counted, element, number} from './dom.js';
import {CHANGES, CHANGE_COLORS} from './map-style.js';
import {fail} from './messages.js';
import {tileBytes, tilesInView} from './tiles.js';
import {collection} from './view.js';

/**
 * @typedef {import('./view.js').View} View
 * @typedef {{layer: string, id: number | undefined, change: 'added' | 'removed' | 'changed', parts: import('./differences.js').Part[][]}} ChangedOverlay
 *   its parts that only the first bundle has, and those that only the second one has
 */

/** At most so many tiles of a zoom are compared; only maps that are tilted show more. */
const MOST_TILES = 128;

/**
 * Connects the maps of two bundles, the earlier one first; nothing for one.
 * @param {View[]} views @param {string | undefined} diff the address of what `overtile diff --json` wrote
 */
export function compare(views, diff) {
  if (views.length !== 2) return undefined;
  const [before, after] = views;
  after.map.jumpTo(cameraOf(before.map));
  follow(before, after);
  follow(after, before);
  const comparison = new Comparison(before, after, diff === undefined ? undefined : new AllZooms(diff, views));
  const update = () => comparison.update().catch(fail);
  for (const view of views) view.addEventListener('refresh', update);
  byID('differences').hidden = false;
  comparison.allZooms?.update();
  return comparison;
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

/** Two bundles whose tiles in view are compared, and what was found in them. */
class Comparison {
  /**
   * The tiles in view that were read, by the versions of both bundles and their address.
   * @type {Map<string, TilePair>}
   */
  #pairs = new Map();
  /** The tiles in view that are too many to compare. */
  #leftOut = 0;
  #turn = 0;

  /** @param {View} before @param {View} after @param {AllZooms | undefined} allZooms what differs at all zooms, if the page can know it */
  constructor(before, after, allZooms) {
    this.views = [before, after];
    this.allZooms = allZooms;
  }

  /** Reads what came into view, and shows what differs. */
  async update() {
    this.allZooms?.update();
    if (this.views.some(({map}) => map.isMoving())) return;
    this.#turn += 1;
    const turn = this.#turn;
    const levels = this.#levels();
    const pairs = this.#select(levels);
    await Promise.all(pairs.map((pair) => pair.read()));
    if (turn !== this.#turn) return;
    const overlays = [...levels].flatMap(([zoom, layers]) => changed(pairs.filter(({address}) => address.z === zoom), layers));
    // Those that could not be read are read again after the next move.
    for (const [key, {isUnreadable}] of this.#pairs) if (isUnreadable) this.#pairs.delete(key);
    this.#show(overlays.filter((overlay) => this.#isInView(overlay)), [...this.#notes(levels), ...readingNotes(pairs, this.#leftOut)]);
  }

  /**
   * The layers that are shown, by the zoom of the tiles that are compared: that of the camera, or the last one that either has.
   * @returns {Map<number, string[]>}
   */
  #levels() {
    /** @type {Map<number, string[]>} */
    const levels = new Map();
    for (const id of new Set(this.views.flatMap(({layers}) => layers.map(({id}) => id)))) {
      const zooms = this.views.filter((view) => view.shows(id)).flatMap((view) => {
        const layer = view.layers.find((layer) => layer.id === id);
        return (layer && view.tileZoom(layer)) ?? [];
      });
      if (zooms.length > 0) levels.set(Math.max(...zooms), [...levels.get(Math.max(...zooms)) ?? [], id]);
    }
    return levels;
  }

  /**
   * The pairs of tiles in view; others are let go.
   * @param {Map<number, string[]>} levels
   */
  #select(levels) {
    const before = this.#pairs;
    const versions = this.views.map(({bundle}) => bundle.version).join();
    this.#pairs = new Map();
    this.#leftOut = 0;
    for (const zoom of levels.keys()) {
      if (holdSame(this.views, zoom)) continue;
      /** @type {Map<string, import('./differences.js').Address>} */
      const inView = new Map(this.views.flatMap((view) => tilesInView(view, zoom)).map(({z, x, y}) => [`${versions} ${z}/${x}/${y}`, {z, x, y}]));
      this.#leftOut += Math.max(0, inView.size - MOST_TILES);
      for (const [key, address] of [...inView].slice(0, MOST_TILES)) this.#pairs.set(key, before.get(key) ?? new TilePair(this.views, address));
    }
    for (const [key, pair] of before) if (!this.#pairs.has(key)) pair.end();
    return [...this.#pairs.values()];
  }

  /**
   * Markers are in view if their position was on the screen, or is; what else lies in the tiles is.
   * @param {ChangedOverlay} overlay
   */
  #isInView({layer, parts}) {
    const isCluster = this.views.some(({layers}) => layers.some(({id, kind}) => id === layer && kind === 'cluster'));
    return !isCluster || parts.some((found, index) => found.some(({geometry}) => this.views[index].holds(geometry.coordinates)));
  }

  /** @param {Map<number, string[]>} levels */
  #notes(levels) {
    return [...levels].flatMap(([zoom, layers]) => layers.flatMap((id) => {
      const [has, ...others] = this.views.filter(({layers}) => layers.some((layer) => layer.id === id && layer.minzoom <= zoom && zoom <= layer.maxzoom));
      const isElsewhere = this.views.every(({layers}) => layers.some((layer) => layer.id === id));
      return isElsewhere && has !== undefined && others.length === 0 ? [`Only ${has.name} has ${id} at zoom ${zoom}.`] : [];
    }));
  }

  /** @param {ChangedOverlay[]} overlays @param {string[]} notes */
  #show(overlays, notes) {
    const counts = {added: 0, removed: 0, changed: 0};
    /** @type {any[][]} */
    const marks = [[], []];
    for (const {layer, id, change, parts} of overlays) {
      counts[change] += 1;
      for (const [index, view] of this.views.entries()) {
        const shown = view.overlays(layer).get(/** @type {number} */ (id));
        const [part] = parts[index];
        if (part === undefined && (shown === undefined || change !== 'changed')) continue;
        const overlay = {layer, id: /** @type {number} */ (id), ...(part ?? shown), parts: parts[index].map(({geometry}) => geometry)};
        marks[index].push(...view.marks(overlay, {change, layer, id}));
      }
    }
    this.views.forEach(({map}, index) => map.getSource(CHANGES)?.setData(collection(marks[index])));
    const list = Object.entries(counts).map(([change, count]) => element('li', {style: {'--color': CHANGE_COLORS[change]}}, `${number(count)} ${change}`));
    const section = byID('differences');
    section.querySelector('.in-view')?.remove();
    section.prepend(element('div', {class: 'in-view'}, element('h2', {}, 'Differences in view'), element('ul', {class: 'changes'}, ...list),
      ...notes.map((note) => element('p', {class: 'hint'}, note))));
  }
}

/**
 * Whether the files that hold a zoom of two bundles are the same.
 * @param {View[]} views @param {number} zoom
 */
function holdSame(views, zoom) {
  const [before, after] = views.map(({bundle: {manifest}}) => {
    const files = manifest.files.filter(({role, minzoom, maxzoom}) => role === 'tiles' && Number(minzoom) <= zoom && zoom <= Number(maxzoom));
    return files.every(({sha256}) => sha256 !== undefined) && files.length > 0 ? files.map(({sha256}) => sha256).sort().join() : undefined;
  });
  return before !== undefined && before === after;
}

/** The tiles of two bundles at one address. */
class TilePair {
  /** @type {import('./differences.js').Changes} */
  changes = new Map();
  isUnreadable = false;
  #controller = new AbortController();
  /** @type {Promise<void> | undefined} */
  #reading;
  /** @type {import('./differences.js').Contents | undefined} */
  #before;

  /** @param {View[]} views @param {import('./differences.js').Address} address */
  constructor(views, address) {
    this.views = views;
    this.address = address;
  }

  /** Reads both tiles, once. */
  read() {
    this.#reading ??= this.#compare().catch(() => { this.isUnreadable = true; });
    return this.#reading;
  }

  end() {
    this.#controller.abort();
  }

  async #compare() {
    const {address, views} = this;
    const [before, after] = await Promise.all(views.map((view) => tileBytes(view, address, this.#controller.signal)));
    this.#before = contentsOf(address, before);
    if (before.length === after.length && before.every((byte, index) => byte === after[index])) return;
    this.changes = differences(this.#before, contentsOf(address, after));
  }

  /**
   * Whether the first bundle has an overlay here; of one that does not differ here, the second has it then, too.
   * @param {string} layer @param {number | undefined} id
   */
  holds(layer, id) {
    return this.#before?.get(layer)?.has(id) ?? false;
  }
}

/**
 * The overlays of some layers that differ in tiles of one zoom.
 * @param {TilePair[]} pairs @param {string[]} layers @returns {ChangedOverlay[]}
 */
function changed(pairs, layers) {
  return layers.flatMap((layer) => {
    /** @type {Map<number | undefined, import('./differences.js').Change>} */
    const found = new Map();
    for (const {changes} of pairs) {
      for (const [id, {before, after, isBefore, isAfter}] of changes.get(layer) ?? []) {
        const known = found.get(id) ?? {before: [], after: [], isBefore: false, isAfter: false};
        found.set(id, {before: [...known.before, ...before], after: [...known.after, ...after],
          isBefore: known.isBefore || isBefore, isAfter: known.isAfter || isAfter});
      }
    }
    return [...found].map(([id, {before, after, isBefore, isAfter}]) => {
      const isInBoth = (isBefore && isAfter) || pairs.some((pair) => !pair.changes.get(layer)?.has(id) && pair.holds(layer, id));
      return {layer, id, change: isInBoth ? 'changed' : isAfter ? 'added' : 'removed', parts: [before, after]};
    });
  });
}

/**
 * What could not be compared.
 * @param {TilePair[]} pairs @param {number} leftOut
 */
function readingNotes(pairs, leftOut) {
  const unreadable = pairs.filter(({isUnreadable}) => isUnreadable).length;
  return [
    ...(unreadable > 0 ? [`${counted(unreadable, 'tile')} in view could not be read, and ${unreadable === 1 ? 'is' : 'are'} not compared.`] : []),
    ...(leftOut > 0 ? [`Only the ${number(pairs.length)} tiles nearest to the center are compared; zoom in to compare the others.`] : []),
  ];
}

/** The counts of `overtile diff --json`, of the bundles that are open now. */
class AllZooms {
  #details = element('details', {open: true});
  /**
   * The manifests that were open when the counts were asked for; none after a failure.
   * @type {unknown[]}
   */
  #manifests = [];

  /** @param {string} address @param {View[]} views */
  constructor(address, views) {
    this.address = address;
    this.views = views;
    byID('differences').append(this.#details);
  }

  /** Reads the counts, and again once another bundle is open. Until then there are no counts: those from before are of other bundles. */
  update() {
    const manifests = this.views.map(({bundle}) => bundle.manifest);
    if (manifests.every((manifest, index) => manifest === this.#manifests[index])) return;
    this.#manifests = manifests;
    this.#show(element('p', {class: 'hint'}, 'The bundles are being compared.'));
    this.#read().then((table) => { if (this.#manifests === manifests) this.#show(table); }, (error) => {
      if (this.#manifests !== manifests) return;
      // They are read again after the next move.
      this.#manifests = [];
      this.#show(element('p', {class: 'hint'}, 'The bundles could not be compared.'));
      fail(error);
    });
  }

  async #read() {
    const response = await fetch(this.address, {cache: 'no-cache'});
    if (!response.ok) throw new Error(`${this.address}: the server responded with status ${response.status}`);
    const {zooms = []} = await response.json();
    const rows = zooms.flatMap((/** @type {any} */ {zoom, layers}) => layers.map((/** @type {any} */ {layer, overlays}) =>
      element('tr', {}, element('td', {}, zoom), element('td', {}, layer), ...['added', 'removed', 'changed'].map((change) =>
        element('td', {class: overlays[change] > 0 && 'some', style: {'--color': CHANGE_COLORS[change]}}, number(overlays[change]))))));
    const heads = ['zoom', 'layer', 'added', 'removed', 'changed'].map((name) => element('th', {scope: 'col'}, name));
    return element('table', {class: 'diff'}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
  }

  /** @param {Element} content */
  #show(content) {
    this.#details.replaceChildren(element('summary', {}, 'Differences at all zooms'), content);
  }
}
