// @ts-check
// The tiles of a bundle in any container, and positions in degrees.
import {joined, unpacked} from './bytes.js';
import {BundleError, badArgument} from './errors.js';
import {LAST_ZOOM, MANIFEST, isCount} from './manifest.js';
import {Archive, tileID} from './pmtiles.js';
import {eachOf, raced} from './waiting.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./vector-tile.js').Address} Address @typedef {import('./vector-tile.js').Position} Position
 * @typedef {import('./snapshot.js').Snapshot} Snapshot @typedef {import('./snapshot.js').BundleFile} BundleFile
 */

/** @param {number} degrees @returns {number} rounded as Overtile does: to seven decimals, about a centimeter */
const sevenDecimals = (degrees) => Math.round(degrees * 1e7) / 1e7;

/**
 * Returns the longitude and latitude of a point in the world, whose side is 1.
 * @param {number} x @param {number} y @returns {Position}
 */
export function degrees(x, y) {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  return [sevenDecimals(x * 360 - 180), sevenDecimals(latitude)];
}

/**
 * Returns the position of a latitude in the world from the north, where the world's side is 1.
 * @param {number} latitude
 */
export const worldHeight = (latitude) => 0.5 - Math.asinh(Math.tan(latitude * Math.PI / 180)) / (2 * Math.PI);

/**
 * Returns what a function makes of an uncompressed tile, or null if there is none, as outside the zooms of a layer.
 * @template T @param {Snapshot} snapshot @param {string | null} layer null for all layers @param {Address} address
 * @param {AbortSignal | undefined} signal @param {(bytes: Uint8Array, fail: Failure) => T | null} use @returns {Promise<T | null>}
 */
export async function readTile(snapshot, layer, address, signal, use) {
  const {z, x, y} = address;
  if (!isCount(z, LAST_ZOOM) || !isCount(x, 2 ** z - 1) || !isCount(y, 2 ** z - 1)) {
    throw badArgument(`${z}/${x}/${y} is not the address of a tile`);
  }
  if (layer !== null) {
    const {minzoom, maxzoom} = snapshot.layer(layer);
    if (z < minzoom || z > maxzoom) return null;
  }
  return snapshot.consistently(async () => {
    const bytes = await tileBytes(snapshot, layer, address, signal);
    return bytes === undefined ? null : use(bytes, badTile(snapshot, layer, address));
  });
}

/**
 * Returns an uncompressed tile with the layers of the files that a layer is in, or of all files; undefined if there is none.
 * @param {Snapshot} snapshot @param {string | null} layer @param {Address} address @param {AbortSignal} [signal]
 * @param {import('./options.js').Budget} [budget]
 */
export async function tileBytes(snapshot, layer, address, signal, budget) {
  const {container} = snapshot.manifest.tiles;
  if (container !== 'pmtiles' && container !== 'directory') {
    throw new BundleError('unsupported', `tiles are stored as ${container}, which cannot be read in ranges; use a bundle `
      + 'with format: pmtiles, or a server that supports it');
  }
  const files = snapshot.tileFiles(layer, address.z);
  /** @type {(Uint8Array | undefined)[]} */
  const parts = [];
  await eachOf(files.entries(), snapshot.limits.requests, async ([index, file]) => {
    parts[index] = await (container === 'directory' ? looseTile(file, address, signal) : packedTile(file, address, signal, budget));
  });
  const found = /** @type {Uint8Array[]} */ (parts.filter((part) => part !== undefined));
  const length = found.reduce((sum, part) => sum + part.length, 0);
  if (length > snapshot.limits.tileBytes) {
    throw new BundleError('too-large', `the layers of a tile are too large (${length} bytes in total)`, files[0].path);
  }
  budget?.spend(length);
  return found.length === 0 ? undefined : joined(found);
}

/**
 * Reads a tile from an archive.
 * @param {BundleFile} file @param {Address} address @param {AbortSignal} [signal] @param {import('./options.js').Budget} [budget]
 */
async function packedTile(file, {z, x, y}, signal, budget) {
  const archive = await raced(Archive.open(file), signal);
  return archive.tile(tileID(z, x, y), signal, budget);
}

/**
 * Reads a tile that is stored as a separate file.
 * @param {BundleFile} folder @param {Address} address @param {AbortSignal} [signal]
 */
async function looseTile({snapshot, path: folder}, {z, x, y}, signal) {
  const path = `${folder}/${z}/${x}/${y}.pbf`;
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

/**
 * Returns a function that makes errors for an invalid tile.
 * @param {Snapshot} snapshot @param {string | null} layer @param {Address} address @returns {Failure}
 */
export function badTile(snapshot, layer, {z, x, y}) {
  return (message) => new BundleError('bad-tile', `tile ${z}/${x}/${y}: ${message}`, snapshot.tileFiles(layer, z)[0]?.path ?? MANIFEST);
}
