// @ts-check
/**
 * Archives of tiles: PMTiles, version 3.
 *
 * @module pmtiles
 */
import {BundleError} from './errors.js';
import {ByteReader, exact64, unpacked} from './bytes.js';
import {KIB} from './options.js';
import {raced} from './transport.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./snapshot.js').BundleFile} BundleFile
 * @typedef {import('./options.js').Budget} Budget
 * @typedef {import('./runs.js').Section} Section
 */

/** The number of bytes at the start of an archive that contain its header and root directory. */
const ROOT_BYTES = 16 * KIB;
const HEADER_BYTES = 127;

/**
 * Returns the id of a tile in PMTiles: the number of tiles at all lower zooms, plus the position on the zoom's Hilbert curve. The
 * id is exact up to zoom 26.
 *
 * @param {number} z @param {number} x @param {number} y counted from the north
 */
export function tileID(z, x, y) {
  let id = (4 ** z - 1) / 3;
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const right = x >= side ? 1 : 0;
    const low = y >= side ? 1 : 0;
    id += side * side * ((3 * right) ^ low);
    x -= right * side;
    y -= low * side;
    if (low === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return id;
}

/** A directory in an archive, as columns of its entries. */
export class TileDirectory {
  /** @param {number} count */
  constructor(count) {
    this.ids = new Float64Array(count);
    this.runs = new Uint32Array(count);
    this.lengths = new Uint32Array(count);
    this.offsets = new Float64Array(count);
  }

  /**
   * Parses a directory from its uncompressed bytes.
   * @param {Uint8Array} bytes @param {Failure} fail
   */
  static parse(bytes, fail) {
    const reader = new ByteReader(bytes, fail);
    const count = reader.varint();
    // Each entry has at least one byte in each of the four columns.
    if (count > reader.end / 4) throw fail(`a directory of ${reader.end} bytes cannot have ${count} entries`);
    const directory = new TileDirectory(count);
    const {ids, runs, lengths, offsets} = directory;
    const column = (/** @type {(value: number, index: number) => void} */ use) => {
      for (let index = 0; index < count; index += 1) use(reader.varint(), index);
    };
    column((difference, index) => {
      ids[index] = index === 0 ? difference : ids[index - 1] + difference;
      const isAscending = index === 0 || difference > 0;
      if (!isAscending || ids[index] > Number.MAX_SAFE_INTEGER) throw fail('the tile ids in a directory are not in ascending order');
    });
    for (const numbers of [runs, lengths]) {
      column((value, index) => {
        if (value >= 2 ** 32 || (value === 0 && numbers === lengths)) throw fail(`a directory contains the invalid length ${value}`);
        numbers[index] = value;
      });
    }
    column((value, index) => {
      if (value === 0 && index === 0) throw fail('the first entry in a directory has no offset');
      offsets[index] = value === 0 ? offsets[index - 1] + lengths[index - 1] : value - 1;
    });
    if (ids.some((id, index) => index > 0 && ids[index - 1] + runs[index - 1] > id)) throw fail('runs in a directory overlap');
    if (!reader.isAtEnd) throw fail('a directory has bytes after its last entry');
    return directory;
  }

  /**
   * Returns the index of the last entry whose id is not greater than an id, or -1.
   * @param {number} id
   */
  find(id) {
    let low = 0;
    let high = this.ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ids[middle] <= id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  get cost() {
    return 24 * this.ids.length + 256;
  }
}

/** The header of an archive, checked against the size of its file. */
class ArchiveHeader {
  /** @param {Uint8Array} bytes @param {number} size @param {Failure} fail */
  constructor(bytes, size, fail) {
    const reader = new ByteReader(bytes, fail);
    if (reader.text(7) !== 'PMTiles') throw fail('the file is not a PMTiles archive');
    const view = new ByteReader(bytes, fail).view(HEADER_BYTES);
    if (view.getUint8(7) !== 3) throw fail(`PMTiles version ${view.getUint8(7)} is not supported; expected version 3`);
    /** @param {number} at @returns {Section} */
    const section = (at) => {
      const found = {offset: exact64(view, at, fail), length: exact64(view, at + 8, fail)};
      if (found.offset + found.length > size) throw fail('a section extends past the end of the file');
      return found;
    };
    this.root = section(8);
    // Nobody here reads the metadata, but an archive with a section outside the file is not whole.
    section(24);
    this.leaves = section(40);
    this.tiles = section(56);
    if (view.getUint8(99) > 1) throw fail(`the tile type ${view.getUint8(99)} is not supported; expected 1 (vector tiles)`);
    const [isPacked, hasPackedTiles] = [97, 98].map((at) => {
      const compression = view.getUint8(at);
      if (compression !== 1 && compression !== 2) throw fail(`the compression ${compression} is not supported; expected 1 (none) or 2 (gzip)`);
      return compression === 2;
    });
    this.isPacked = isPacked;
    this.hasPackedTiles = hasPackedTiles;
  }
}

/**
 * An archive of tiles in PMTiles, version 3. Opening it takes one request. The tiles of a view take two more if they lie within 2
 * MiB: one for the leaf directories, and one for the tiles.
 */
export class Archive {
  /**
   * Settles when the tiles that are being looked up were found.
   * @type {Promise<unknown>}
   */
  #lookups = Promise.resolve();

  /** @param {BundleFile} file @param {Uint8Array} start @param {Failure} fail */
  constructor(file, start, fail) {
    this.file = file;
    this.start = start;
    this.fail = fail;
    this.limits = file.snapshot.limits;
    this.header = new ArchiveHeader(start, file.bytes, fail);
    this.root = new TileDirectory(0);
  }

  /**
   * Returns the archive in a file, from the cache if possible.
   * @param {BundleFile} file @returns {Promise<Archive>}
   */
  static open(file) {
    return file.snapshot.cache.get(`${file.path} root`, async () => {
      /** @type {Failure} */
      const fail = (message) => new BundleError('bad-archive', message, file.path);
      const start = await file.read({offset: 0, length: Math.min(ROOT_BYTES, file.bytes)});
      const archive = new Archive(file, start, fail);
      archive.root = await archive.#directory(archive.header.root);
      return {value: archive, cost: archive.root.cost + start.length};
    });
  }

  /**
   * Reads bytes of the file. Bytes that were read with the header need no request.
   * @param {Section} section @param {AbortSignal} [signal]
   */
  #read({offset, length}, signal) {
    if (offset + length <= this.start.length) return Promise.resolve(this.start.subarray(offset, offset + length));
    return this.file.read({offset, length}, signal);
  }

  /**
   * Returns the uncompressed tile with an id, if there is one. Tiles that are requested in one turn of the event loop, such as those
   * in a map's first view, share requests.
   * @param {number} id @param {AbortSignal} [signal] @param {Budget} [budget] of the bytes that are read @returns {Promise<Uint8Array | undefined>}
   */
  async tile(id, signal, budget) {
    const own = this.#locate(id);
    this.#lookups = Promise.allSettled([this.#lookups, own]).then(() => undefined);
    const section = await raced(own, signal);
    // The leaf directories of a view come together, but are unpacked one after the other.
    await raced(this.#lookups, signal);
    if (section === undefined) return undefined;
    budget?.spend(section.length);
    const stored = await this.#read(section, signal);
    return this.header.hasPackedTiles ? unpacked(stored, this.limits.tileBytes, this.file.path, 'a tile') : stored;
  }

  /** @param {Section} section */
  async #directory(section) {
    const limit = this.limits.directoryBytes;
    if (section.length > limit) throw this.fail(`a directory has ${section.length} bytes, but at most ${limit} are allowed`);
    const stored = await this.#read(section);
    const bytes = this.header.isPacked ? await unpacked(stored, limit, this.file.path, 'a directory') : stored;
    return TileDirectory.parse(bytes, this.fail);
  }

  /** @param {Section} section @returns {Promise<TileDirectory>} */
  #leaf({offset, length}) {
    const {leaves} = this.header;
    if (offset + length > leaves.length) throw this.fail('a leaf directory lies outside its section');
    return this.file.snapshot.cache.get(`${this.file.path} leaf ${offset}`, async () => {
      const value = await this.#directory({offset: leaves.offset + offset, length});
      return {value, cost: value.cost};
    });
  }

  /**
   * Returns the location of the tile with an id in the file, if there is one.
   * @param {number} id @returns {Promise<Section | undefined>}
   */
  async #locate(id) {
    const {tiles} = this.header;
    let directory = this.root;
    for (let depth = 0; depth < 4; depth += 1) {
      const index = directory.find(id);
      if (index < 0) return undefined;
      const section = {offset: directory.offsets[index], length: directory.lengths[index]};
      if (directory.runs[index] > 0) {
        if (id >= directory.ids[index] + directory.runs[index]) return undefined;
        if (section.offset + section.length > tiles.length) throw this.fail('a tile lies outside its section');
        if (section.length > this.limits.tileBytes) {
          throw new BundleError('too-large', `a tile is too large (${section.length} bytes)`, this.file.path);
        }
        return {offset: tiles.offset + section.offset, length: section.length};
      }
      directory = await this.#leaf(section);
    }
    throw this.fail('leaf directories are nested too deeply, or refer to themselves');
  }
}
