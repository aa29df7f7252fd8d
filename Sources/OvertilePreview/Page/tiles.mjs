// @ts-check
/**
 * Borders of tiles with their sizes: the bytes and features that a reader gets.
 *
 * @module tiles
 */
import {BundleError, decodeVectorTile} from './overlay-bundle.mjs';
import {bytes, counted} from './dom.mjs';
import {GRID} from './map-style.mjs';
import {collection} from './view.mjs';

/** @typedef {import('./view.mjs').View} View @typedef {{z: number, x: number, y: number, copy: number}} Address */

const MOST_TILES = 64;

/** Draws the borders of tiles over a map while it is switched on. */
export class TileGrid {
  #isOn = false;
  /** @type {Map<string, Promise<string>>} */
  #texts = new Map();
  #turn = 0;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    view.addEventListener('refresh', () => this.#draw());
    view.addEventListener('style', () => { this.#texts.clear(); });
  }

  get isOn() {
    return this.#isOn;
  }

  /** @param {boolean} isOn */
  set isOn(isOn) {
    this.#isOn = isOn;
    this.#draw();
  }

  async #draw() {
    const source = this.view.map.getSource(GRID);
    if (source === undefined) return;
    this.#turn += 1;
    const turn = this.#turn;
    const addresses = this.#isOn ? this.#inView() : [];
    const features = await Promise.all(addresses.map(async (address) => featuresOf(address, await this.#text(address))));
    if (turn === this.#turn) source.setData(collection(features.flat()));
  }

  /**
   * The tiles in view at the zoom of the camera, at most the bundle's last one.
   * @returns {Address[]}
   */
  #inView() {
    const {minzoom, maxzoom} = /** @type {any} */ (this.view.bundle.manifest);
    const z = Math.min(Math.max(Math.floor(this.view.map.getZoom() + 1e-9), minzoom), maxzoom);
    const bounds = this.view.map.getBounds();
    const side = 2 ** z;
    const columns = [bounds.getWest(), bounds.getEast()].map((longitude) => Math.floor((longitude / 360 + 0.5) * side));
    const rows = [bounds.getNorth(), bounds.getSouth()].map((latitude) => Math.min(side - 1, Math.max(0, Math.floor(rowOf(latitude) * side))));
    const found = [];
    for (let column = columns[0]; column <= columns[1]; column += 1) {
      for (let y = rows[0]; y <= rows[1] && found.length < MOST_TILES; y += 1) {
        const copy = Math.floor(column / side);
        found.push({z, x: column - copy * side, y, copy});
      }
    }
    return found;
  }

  /** @param {Address} address */
  #text({z, x, y}) {
    const key = `${z}/${x}/${y}`;
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = sizeOf(this.view, z, x, y).catch(() => 'unreadable').then((size) => `${key}\n${size}`);
      this.#texts.set(key, text);
    }
    return text;
  }
}

/**
 * The bytes and features of a tile, as text.
 * @param {View} view @param {number} z @param {number} x @param {number} y
 */
async function sizeOf(view, z, x, y) {
  const parts = view.tilejson ? await served(view, z, x, y) : await read(view, z, x, y);
  const [size, count] = [0, 1].map((index) => parts.reduce((sum, part) => sum + part[index], 0));
  return size === 0 ? 'no tile' : `${bytes(size)}, ${counted(count, 'feature')}`;
}

/**
 * The bytes and features of each layer of a tile.
 * @param {View} view @param {number} z @param {number} x @param {number} y
 */
function read({bundle}, z, x, y) {
  return Promise.all(bundle.manifest.layers.map(async ({id}) => {
    const [tile, layer] = await Promise.all([bundle.tile(id, z, x, y), bundle.layer(id).getTile(z, x, y)]);
    return [tile?.byteLength ?? 0, layer?.features.length ?? 0];
  }));
}

/**
 * The same of a tile that comes from a server of tiles.
 * @param {View} view @param {number} z @param {number} x @param {number} y
 */
async function served({bundle}, z, x, y) {
  const response = await fetch(`${bundle.url}${z}/${x}/${y}.mvt`);
  if (!response.ok) throw new Error(`the server responded with the status ${response.status}`);
  const tile = new Uint8Array(await response.arrayBuffer());
  const layers = tile.length === 0 ? [] : decodeVectorTile(tile, (message) => new BundleError('bad-tile', message));
  return [[tile.length, layers.reduce((sum, {features}) => sum + features.length, 0)]];
}

/**
 * The part of the map's height at which a latitude lies, from the north.
 * @param {number} latitude
 */
function rowOf(latitude) {
  const sine = Math.sin(Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param {Address} address @param {string} text */
function featuresOf({z, x, y, copy}, text) {
  const side = 2 ** z;
  const [west, east] = [x, x + 1].map((column) => (column / side - 0.5 + copy) * 360);
  const [north, south] = [y, y + 1].map((row) => Math.atan(Math.sinh(Math.PI * (1 - 2 * row / side))) * 180 / Math.PI);
  const feature = (/** @type {any} */ geometry) => ({type: 'Feature', geometry, properties: {text}});
  return [feature({type: 'LineString', coordinates: [[west, south], [west, north], [east, north]]}), feature({type: 'Point', coordinates: [west, north]})];
}
