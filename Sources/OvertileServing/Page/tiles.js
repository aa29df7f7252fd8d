// @ts-check
/**
 * The tiles in view, and their borders with their sizes: the bytes and features that a reader gets.
 *
 * @module tiles
 */
import {BundleError, decodeVectorTile} from './reader/overlay-bundle.js';
import {degrees, worldHeight} from './reader/tiles.js';
import {bytes, counted} from './dom.js';
import {GRID} from './map-style.js';
import {collection} from './overlays.js';

/**
 * @typedef {import('./view.js').View} View
 *
 * @typedef {{z: number, x: number, y: number, copy: number}} Address of a tile as a map shows it: `copy` counts worlds to the east
 */

const MOST_TILES = 64;

/** Draws the borders of tiles over a map while it is switched on. */
export class TileGrid {
  isOn = false;
  /** @type {Map<string, Promise<string>>} */
  #texts = new Map();
  #turn = 0;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    view.addEventListener('refresh', () => this.draw());
    view.addEventListener('style', () => { this.#texts.clear(); });
  }

  async draw() {
    const source = this.view.map.getSource(GRID);
    if (source === undefined) return;
    const turn = this.#turn += 1;
    // At most the bundle's last zoom.
    const {minzoom, maxzoom} = /** @type {any} */ (this.view.bundle.manifest);
    const z = Math.min(Math.max(Math.floor(this.view.map.getZoom() + 1e-9), minzoom), maxzoom);
    const addresses = this.isOn ? tilesInView(this.view, z).slice(0, MOST_TILES) : [];
    const features = await Promise.all(addresses.map(async (address) => bordersOf(address, await this.#text(address))));
    if (turn === this.#turn) source.setData(collection(features.flat()));
  }

  /** @param {Address} address */
  #text(address) {
    const key = `${address.z}/${address.x}/${address.y}`;
    const text = this.#texts.get(key) ?? sizeOf(this.view, address).catch(() => 'unreadable').then((size) => `${key}\n${size}`);
    this.#texts.set(key, text);
    return text;
  }
}

/**
 * The tiles of a zoom in the box around what a map shows, those in its middle first.
 * @param {View} view @param {number} z @returns {Address[]}
 */
function tilesInView({map}, z) {
  const [bounds, center] = [map.getBounds(), map.getCenter()];
  const side = 2 ** z;
  const [west, middle, east] = [bounds.getWest(), center.lng, bounds.getEast()].map((longitude) => (longitude / 360 + 0.5) * side);
  const [north, height, south] = [bounds.getNorth(), center.lat, bounds.getSouth()].map((latitude) => worldHeight(latitude) * side);
  const row = (/** @type {number} */ position) => Math.min(side - 1, Math.max(0, Math.floor(position)));
  const found = [];
  for (let column = Math.floor(west); column <= Math.floor(east); column += 1) {
    for (let y = row(north); y <= row(south); y += 1) {
      const copy = Math.floor(column / side);
      found.push({z, x: column - copy * side, y, copy, distance: Math.hypot(column + 0.5 - middle, y + 0.5 - height)});
    }
  }
  return found.sort((one, other) => one.distance - other.distance);
}

/**
 * The bytes and features of a tile with all its layers, as text.
 * @param {View} view @param {Address} address
 */
async function sizeOf({bundle, tilejson}, {z, x, y}) {
  // What a server responds instead of a tile cannot be decoded.
  const tile = new Uint8Array(await (tilejson ? (await fetch(`${bundle.url}${z}/${x}/${y}.mvt`)).arrayBuffer() : bundle.tile(null, z, x, y)) ?? []);
  if (tile.length === 0) return 'no tile';
  const layers = decodeVectorTile(tile, (message) => new BundleError('bad-tile', message));
  return `${bytes(tile.length)}, ${counted(layers.reduce((sum, {features}) => sum + features.length, 0), 'feature')}`;
}

/** @param {Address} address @param {string} text */
function bordersOf({z, x, y, copy}, text) {
  const side = 2 ** z;
  const [west, north] = degrees(x / side + copy, y / side);
  const [east, south] = degrees((x + 1) / side + copy, (y + 1) / side);
  const feature = (/** @type {any} */ geometry) => ({type: 'Feature', geometry, properties: {text}});
  return [feature({type: 'LineString', coordinates: [[west, south], [west, north], [east, north]]}), feature({type: 'Point', coordinates: [west, north]})];
}
