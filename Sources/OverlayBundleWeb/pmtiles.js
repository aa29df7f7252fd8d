// @ts-check
// Archives of tiles: PMTiles, version 3.
import {ByteReader, unpacked} from './bytes.js';
import {BundleError} from './errors.js';
import {KIB} from './options.js';
import {raced} from './requests.js';

/**
 * @typedef {import('./snapshot.js').BundleFile} BundleFile
 * @typedef {import('./requests.js').Section} Section
 */

/** The number of bytes at the start of an archive that contain its header and root directory. */
const ROOT_BYTES = 16 * KIB;
const HEADER_BYTES = 127;

/**
 * Returns the id of a tile in PMTiles: the number of tiles at all lower zooms, plus the position on the zoom's Hilbert curve. The
 * id is exact up to zoom 26.
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
class TileDirectory {
  /** @param {ByteReader} reader of its uncompressed bytes */
  constructor(reader) {
    const {fail} = reader;
    const count = reader.varint();
    // Each entry has at least one byte in each of the four columns.
    if (count > reader.end / 4) throw fail(`a directory of ${reader.end} bytes cannot have ${count} entries`);
    const column = () => Float64Array.from({length: count}, () => reader.varint());
    this.ids = column();
    this.runs = column();
    this.lengths = column();
    this.offsets = column();
    this.byteLength = 32 * count + 256;
    // Ids are stored as differences, and offsets plus 1; 0 means that an entry follows the one before it.
    let [id, end, offset] = [0, 0, 0];
    for (let index = 0; index < count; index += 1) {
      if (index > 0 && this.ids[index] === 0) throw fail('the tile ids in a directory are not in ascending order');
      id = this.ids[index] = reader.exact(id + this.ids[index]);
      if (id < end) throw fail('runs in a directory overlap');
      end = id + this.runs[index];
      if (this.lengths[index] === 0) throw fail('a directory contains an entry without bytes');
      if (index === 0 && this.offsets[index] === 0) throw fail('the first entry in a directory has no offset');
      offset = this.offsets[index] = this.offsets[index] === 0 ? offset : this.offsets[index] - 1;
      offset += this.lengths[index];
    }
    if (!reader.isAtEnd) throw fail('a directory has bytes after its last entry');
  }

  /** @param {number} id @returns the last entry whose id is not greater; its run is 0 if it is of a leaf directory */
  find(id) {
    let [low, high] = [0, this.ids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ids[middle] <= id) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    return index < 0 ? undefined
      : {id: this.ids[index], run: this.runs[index], offset: this.offsets[index], length: this.lengths[index]};
  }
}

/** @param {ByteReader} reader @param {number} size of the file, against which the header is checked */
function headerOf(reader, size) {
  const {fail} = reader;
  if (reader.end < HEADER_BYTES || reader.text(7) !== 'PMTiles') throw fail('the file is not a PMTiles archive');
  const version = reader.fixed(1);
  if (version !== 3) throw fail(`PMTiles version ${version} is not supported; expected version 3`);
  // Nobody here reads the metadata, but an archive with a section outside the file is not whole.
  const [root, , leaves, tiles] = Array.from({length: 4}, () => {
    const section = {offset: reader.fixed(8), length: reader.fixed(8)};
    if (section.offset + section.length > size) throw fail('a section extends past the end of the file');
    return section;
  });
  // The counts of tiles, and whether they lie in the order of their ids.
  reader.take(25);
  const [isPacked, hasPackedTiles] = Array.from({length: 2}, () => {
    const compression = reader.fixed(1);
    if (compression !== 1 && compression !== 2) throw fail(`the compression ${compression} is not supported; expected 1 (none) or 2 (gzip)`);
    return compression === 2;
  });
  const type = reader.fixed(1);
  if (type > 1) throw fail(`the tile type ${type} is not supported; expected 1 (vector tiles)`);
  return {root, leaves, tiles, isPacked, hasPackedTiles};
}

/**
 * An archive of tiles in PMTiles, version 3. Opening it takes one request. The tiles of a view take two more if they lie within 2
 * MiB: one for the leaf directories, and one for the tiles.
 */
export class Archive {
  /** @type {Promise<unknown>} settles when the tiles that are being looked up were found */
  #lookups = Promise.resolve();

  /** @param {BundleFile} file @param {Uint8Array} start its first bytes */
  constructor(file, start) {
    this.file = file;
    this.start = start;
    this.byteLength = start.length;
    this.limits = file.snapshot.limits;
    this.header = headerOf(new ByteReader(start, this.fail), file.bytes);
  }

  /** @param {BundleFile} file @returns {Promise<Archive>} */
  static open(file) {
    return file.snapshot.cache.get(file.path, async () =>
      new Archive(file, await file.read({offset: 0, length: Math.min(ROOT_BYTES, file.bytes)})));
  }

  /** @param {string} message */
  fail = (message) => new BundleError('bad-archive', message, this.file.path);

  /**
   * Returns the uncompressed tile with an id, if there is one. Tiles that are requested in one turn of the event loop, such as those
   * in a map's first view, share requests.
   * @param {number} id @param {AbortSignal} [signal] @param {import('./options.js').Budget} [budget] of the bytes that are read
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
    return this.header.hasPackedTiles ? raced(unpacked(stored, this.limits.tileBytes, this.file.path, 'a tile'), signal) : stored;
  }

  /** @param {Section} section @param {AbortSignal} [signal] @returns its bytes; those at the start of the file need no request */
  async #read({offset, length}, signal) {
    const end = offset + length;
    return end <= this.start.length ? this.start.subarray(offset, end) : this.file.read({offset, length}, signal);
  }

  /** @param {Section} section @returns {Promise<TileDirectory>} */
  #directory(section) {
    return this.file.snapshot.cache.get(`${this.file.path}//${section.offset}`, async () => {
      const limit = this.limits.directoryBytes;
      if (section.length > limit) throw this.fail(`a directory has ${section.length} bytes, but at most ${limit} are allowed`);
      const stored = await this.#read(section);
      const bytes = this.header.isPacked ? await unpacked(stored, limit, this.file.path, 'a directory') : stored;
      return new TileDirectory(new ByteReader(bytes, this.fail));
    });
  }

  /** @param {number} id @returns {Promise<Section | undefined>} the tile with that id, if there is one */
  async #locate(id) {
    const {root, leaves, tiles} = this.header;
    let section = root;
    for (let depth = 0; depth < 4; depth += 1) {
      const entry = (await this.#directory(section)).find(id);
      if (entry === undefined || (entry.run > 0 && id >= entry.id + entry.run)) return undefined;
      const within = entry.run > 0 ? tiles : leaves;
      if (entry.offset + entry.length > within.length) throw this.fail('a tile or leaf directory lies outside its section');
      section = {offset: within.offset + entry.offset, length: entry.length};
      if (entry.run === 0) continue;
      if (section.length > this.limits.tileBytes) {
        throw new BundleError('too-large', `a tile is too large (${section.length} bytes)`, this.file.path);
      }
      return section;
    }
    throw this.fail('leaf directories are nested too deeply, or refer to themselves');
  }
}
