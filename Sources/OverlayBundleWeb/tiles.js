// @ts-check
// The tiles of a bundle in any container, and positions in degrees.
import {joined, unpacked} from './bytes.js';
import {BundleError, badArgument} from './errors.js';
import {LAST_ZOOM, isCount} from './manifest.js';
import {Archive, tileID} from './pmtiles.js';
import {eachOf, raced} from './requests.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./vector-tile.js').Address} Address @typedef {import('./vector-tile.js').Position} Position
 * @typedef {import('./snapshot.js').BundleFile} BundleFile
 */

/** @param {number} degrees @returns {number} rounded as Overtile does: to seven decimals, about a centimeter */
const sevenDecimals = (degrees) => Math.round(degrees * 1e7) / 1e7;

/** @param {number} x @param {number} y in the world, whose side is 1 @returns {Position} longitude and latitude */
export function degrees(x, y) {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  return [sevenDecimals(x * 360 - 180), sevenDecimals(latitude)];
}

/** @param {number} latitude @returns {number} its position from the north in the world, whose side is 1 */
export const worldHeight = (latitude) => 0.5 - Math.asinh(Math.tan(latitude * Math.PI / 180)) / (2 * Math.PI);

/**
 * What one call reads: the tiles of a layer, or of all layers if it is null. The budget is of the bytes.
 * @typedef {{snapshot: import('./snapshot.js').Snapshot, layer: string | null, signal?: AbortSignal, budget?: import('./options.js').Budget}} Reads
 */

/** @param {import('./snapshot.js').Snapshot} snapshot @returns {boolean} whether each tile is a file of its own */
export const isFolder = ({manifest}) => manifest.tiles.container === 'directory';

/**
 * Returns what a function makes of an uncompressed tile, or null if there is none, as outside the zooms of a layer.
 * @template T @param {Reads} reads @param {Address} address
 * @param {(bytes: Uint8Array, fail: Failure) => T | null} use @returns {Promise<T | null>}
 */
export async function readTile(reads, address, use) {
  const {snapshot, layer} = reads;
  const {z, x, y} = address;
  if (!isCount(z, LAST_ZOOM) || !isCount(x, 2 ** z - 1) || !isCount(y, 2 ** z - 1)) {
    throw badArgument(`${z}/${x}/${y} is not the address of a tile`);
  }
  const {minzoom, maxzoom} = layer === null ? {minzoom: 0, maxzoom: LAST_ZOOM} : snapshot.layer(layer);
  return z < minzoom || z > maxzoom ? null : snapshot.consistently(() => useTile(reads, address, use));
}

/**
 * Does the same with an address that was checked before.
 * @template T @param {Reads} reads @param {Address} address
 * @param {(bytes: Uint8Array, fail: Failure) => T | null} use @returns {Promise<T | null>}
 */
export async function useTile({snapshot, layer, signal, budget}, {z, x, y}, use) {
  const {limits, manifest: {tiles: {container}}} = snapshot;
  if (!isFolder(snapshot) && container !== 'pmtiles') {
    throw new BundleError('unsupported', `tiles are stored as ${container}, which cannot be read in ranges; use a bundle `
      + 'with format: pmtiles, or a server that supports it');
  }
  const files = snapshot.tileFiles(layer, z);
  /** @type {(Uint8Array | undefined)[]} */
  const parts = [];
  await eachOf(files.entries(), limits.requests, async ([index, file]) => {
    if (isFolder(snapshot)) parts[index] = await looseTile(file, `${file.path}/${z}/${x}/${y}.pbf`, signal);
    else parts[index] = await (await raced(Archive.open(file), signal)).tile(tileID(z, x, y), signal, budget);
  });
  const found = /** @type {Uint8Array[]} */ (parts.filter((part) => part !== undefined));
  if (found.length === 0) return null;
  const length = found.reduce((sum, part) => sum + part.length, 0);
  if (length > limits.tileBytes) {
    throw new BundleError('too-large', `the layers of a tile are too large (${length} bytes in total)`, files[0].path);
  }
  budget?.spend(length);
  return use(joined(found), (message) => new BundleError('bad-tile', `tile ${z}/${x}/${y}: ${message}`, files[0].path));
}

/** @param {BundleFile} folder with a file for each tile @param {string} path @param {AbortSignal} [signal] */
async function looseTile({snapshot}, path, signal) {
  const limit = snapshot.limits.tileBytes;
  const part = await snapshot.transport.get(path, {limit, cache: 'no-cache', signal}).catch((error) => {
    if (error instanceof BundleError && error.code === 'missing-file') return undefined;
    throw error;
  });
  await snapshot.confirm(signal);
  const bytes = part?.bytes;
  const isPacked = bytes !== undefined && bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked ? unpacked(bytes, limit, path, 'the tile') : bytes;
}
