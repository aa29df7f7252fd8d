// @ts-check
/**
 * The tiles of a bundle in any container, and their positions in degrees.
 *
 * @module tiles
 */
import {BundleError} from './errors.js';
import {unpacked} from './bytes.js';
import {Budget} from './options.js';
import {Archive, tileID} from './pmtiles.js';
import {runsOf} from './runs.js';
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

/** Finds and reads the tiles of one snapshot in any container. */
export class Tiles {
  /** @param {Snapshot} snapshot */
  constructor(snapshot) {
    this.snapshot = snapshot;
    this.limits = snapshot.limits;
    this.container = snapshot.manifest.tiles.container;
  }

  /**
   * Returns one uncompressed tile with all of its layers.
   * @param {string | null} layer @param {Address} address @param {AbortSignal} [signal]
   * @returns {Promise<Uint8Array | undefined>}
   */
  async tile(layer, address, signal) {
    /** @type {Uint8Array[]} */
    const parts = [];
    const files = [...this.#files(layer, address.z).entries()];
    await eachOf(files, this.limits.requests, async ([index, file]) => {
      const bytes = await this.#part(file, address, signal);
      if (bytes !== undefined) parts[index] = bytes;
    });
    // Files that do not have the tile leave holes.
    const found = parts.filter((part) => part !== undefined);
    if (found.length < 2) return found[0];
    const length = found.reduce((sum, bytes) => sum + bytes.length, 0);
    if (length > this.limits.tileBytes) {
      throw new BundleError('too-large', `the layers of a tile are too large (${length} bytes in total)`, files[0][1].path);
    }
    return joined(found, length);
  }

  /**
   * Returns the uncompressed tile from one file.
   * @param {BundleFile} file @param {Address} address @param {AbortSignal | undefined} signal
   * @returns {Promise<Uint8Array | undefined>}
   */
  async #part(file, address, signal) {
    if (this.container === 'directory') return this.#loose(file, address, signal);
    const archive = await raced(Archive.open(file), signal);
    const stored = await archive.tile(tileID(address.z, address.x, address.y), signal);
    return stored && archive.unpack(stored);
  }

  /**
   * Calls a function for each of several tiles at one zoom, in any order. Neighbors in the file share a request.
   * @param {string} layer @param {readonly Address[]} addresses @param {AbortSignal | undefined} signal
   * @param {(address: Address, bytes: Uint8Array) => void} use
   */
  async each(layer, addresses, signal, use) {
    const file = addresses.length === 0 ? undefined : this.#files(layer, addresses[0].z)[0];
    if (file === undefined) return;
    const budget = new Budget(this.limits.queryBytes, (message) => new BundleError('too-large', message, file.path));
    if (this.container === 'directory') {
      await eachOf(addresses, this.limits.requests, async (address) => {
        const bytes = await this.#loose(file, address, signal);
        budget.spend(bytes?.length ?? 0);
        if (bytes !== undefined) use(address, bytes);
      });
      return;
    }
    const archive = await raced(Archive.open(file), signal);
    await eachOf(await raced(located(archive, addresses), signal), this.limits.requests, async ({section, parts}) => {
      budget.spend(section.length);
      const bytes = await archive.read(section, signal);
      for (const {address, offset, length} of parts) {
        const start = offset - section.offset;
        const plain = await raced(archive.unpack(bytes.subarray(start, start + length)), signal);
        budget.spend(plain.length);
        use(address, plain);
      }
    });
  }

  /** @param {string | null} layer @param {number} zoom */
  #files(layer, zoom) {
    if (this.container === 'pmtiles' || this.container === 'directory') return this.snapshot.tileFiles(layer, zoom);
    throw new BundleError('unsupported', `tiles are stored as ${this.container}, which cannot be read in ranges; use a bundle `
      + 'with format: pmtiles, or a server that supports it');
  }

  /**
   * Reads a tile that is stored as a separate file.
   * @param {BundleFile} folder @param {Address} address @param {AbortSignal} [signal]
   */
  async #loose(folder, {z, x, y}, signal) {
    const path = `${folder.path}/${z}/${x}/${y}.pbf`;
    const limit = this.limits.tileBytes;
    const part = await this.snapshot.transport.get(path, {limit, cache: 'no-cache', signal}).catch((error) => {
      if (error instanceof BundleError && error.code === 'missing-file') return undefined;
      throw error;
    });
    await this.snapshot.confirm(signal);
    const bytes = part?.bytes;
    const isPacked = bytes !== undefined && bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? unpacked(bytes, limit, path, 'the tile') : bytes;
  }
}

/**
 * Returns the locations of tiles in an archive, grouped into sections that are read together.
 * @param {Archive} archive @param {readonly Address[]} addresses
 */
async function located(archive, addresses) {
  const sections = await Promise.all(addresses.map(({z, x, y}) => archive.locate(tileID(z, x, y))));
  return runsOf(sections.flatMap((section, index) => (section === undefined ? [] : {address: addresses[index], ...section})), archive.requests);
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
