// @ts-check
/**
 * The tiles of a bundle in any container, and their positions in degrees.
 *
 * @module tiles
 */
import {BundleError, badArgument} from './errors.js';
import {unpacked} from './bytes.js';
import {LAST_ZOOM, MANIFEST, isCount} from './manifest.js';
import {Budget} from './options.js';
import {Archive, tileID} from './pmtiles.js';
import {eachOf, joined, raced} from './transport.js';
import {vectorLayers} from './vector-tile.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./vector-tile.js').Address} Address @typedef {import('./vector-tile.js').Position} Position
 * @typedef {import('./snapshot.js').Snapshot} Snapshot @typedef {import('./snapshot.js').BundleFile} BundleFile
 */

/**
 * Rounds degrees as Overtile does: to seven decimals, about a centimeter.
 * @param {number} degrees
 */
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
    const bytes = await wholeTile(snapshot, layer, address, signal);
    return bytes === undefined ? null : use(bytes, badTile(snapshot, layer, address));
  });
}

/**
 * Calls a function for each of several tiles of a layer at one zoom, in any order. Neighbors in a file share a request.
 * @param {Snapshot} snapshot @param {string} layer @param {readonly Address[]} addresses @param {AbortSignal | undefined} signal
 * @param {(bytes: Uint8Array, address: Address, fail: Failure) => void} use
 */
export async function readTiles(snapshot, layer, addresses, signal, use) {
  const [file] = filesOf(snapshot, layer, addresses[0].z);
  if (file === undefined) return;
  const {queryBytes, requests} = snapshot.limits;
  const budget = new Budget(queryBytes, (message) => new BundleError('too-large', message, file.path));
  await eachOf(addresses, isFolder(snapshot) ? requests : addresses.length, async (address) => {
    const bytes = await tileOf(file, address, signal, budget);
    if (bytes === undefined) return;
    budget.spend(bytes.length);
    use(bytes, address, badTile(snapshot, layer, address));
  });
}

/**
 * Returns one uncompressed tile with all of its layers.
 * @param {Snapshot} snapshot @param {string | null} layer @param {Address} address @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array | undefined>}
 */
async function wholeTile(snapshot, layer, address, signal) {
  /** @type {Uint8Array[]} */
  const parts = [];
  const files = filesOf(snapshot, layer, address.z);
  await eachOf([...files.entries()], snapshot.limits.requests, async ([index, file]) => {
    const bytes = await tileOf(file, address, signal);
    if (bytes !== undefined) parts[index] = bytes;
  });
  // Files that do not have the tile leave holes.
  const found = parts.filter((part) => part !== undefined);
  const length = found.reduce((sum, bytes) => sum + bytes.length, 0);
  if (found.length > 1 && length > snapshot.limits.tileBytes) {
    throw new BundleError('too-large', `the layers of a tile are too large (${length} bytes in total)`, files[0].path);
  }
  return found.length === 0 ? undefined : joined(found, length);
}

/**
 * Returns the uncompressed tile from one file.
 * @param {BundleFile} file @param {Address} address @param {AbortSignal} [signal] @param {Budget} [budget]
 * @returns {Promise<Uint8Array | undefined>}
 */
async function tileOf(file, address, signal, budget) {
  if (isFolder(file.snapshot)) return looseTile(file, address, signal);
  const archive = await raced(Archive.open(file), signal);
  return raced(archive.tile(tileID(address.z, address.x, address.y), signal, budget), signal);
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

/** @param {Snapshot} snapshot */
const isFolder = ({manifest: {tiles: {container}}}) => container === 'directory';

/** @param {Snapshot} snapshot @param {string | null} layer @param {number} zoom */
function filesOf(snapshot, layer, zoom) {
  const {container} = snapshot.manifest.tiles;
  if (container === 'pmtiles' || container === 'directory') return snapshot.tileFiles(layer, zoom);
  throw new BundleError('unsupported', `tiles are stored as ${container}, which cannot be read in ranges; use a bundle `
    + 'with format: pmtiles, or a server that supports it');
}

/**
 * Returns a function that makes errors for an invalid tile.
 * @param {Snapshot} snapshot @param {string | null} layer @param {Address} address @returns {Failure}
 */
function badTile(snapshot, layer, {z, x, y}) {
  return (message) => new BundleError('bad-tile', `tile ${z}/${x}/${y}: ${message}`, snapshot.tileFiles(layer, z)[0]?.path ?? MANIFEST);
}

/**
 * Returns the part of a tile that contains one layer, or undefined if the tile does not have the layer.
 * @param {Uint8Array} bytes @param {string} layer @param {Failure} fail
 */
export function layerBytes(bytes, layer, fail) {
  const fields = vectorLayers(bytes, fail).filter(({name}) => name === layer).map(({field}) => field);
  return fields.length === 0 ? undefined : joined(fields, fields.reduce((sum, field) => sum + field.length, 0));
}

/**
 * Returns a buffer that contains only these bytes.
 * @param {Uint8Array} bytes @returns {ArrayBuffer}
 */
export function ownBuffer(bytes) {
  const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return /** @type {ArrayBuffer} */ (isWhole ? bytes.buffer : bytes.slice().buffer);
}
