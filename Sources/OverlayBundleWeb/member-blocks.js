// @ts-check
// A file of members, which is read in blocks. The bundle's cache keeps the most recent blocks.
import {ByteReader, joined} from './bytes.js';
import {BundleError} from './errors.js';
import {Budget, KIB} from './options.js';
import {raced} from './waiting.js';

/** @typedef {import('./runs.js').Section} Section */

const BLOCK = 64 * KIB;

/** A file of members, as one call reads it. */
export class Blocks {
  /** @param {import('./snapshot.js').BundleFile} file @param {AbortSignal} [signal] */
  constructor(file, signal) {
    this.file = file;
    this.signal = signal;
    this.budget = new Budget(file.snapshot.limits.pageBytes, file.path);
  }

  /** @param {string} message */
  fail = (message) => new BundleError('bad-members', message, this.file.path);

  /** @param {readonly Section[]} sections @returns {Promise<ByteReader[]>} a reader of the bytes of each */
  async read(sections) {
    /** @type {Set<number>} */
    const wanted = new Set();
    for (const {offset, length} of sections) {
      const end = offset + length;
      if (end > this.file.bytes) throw this.fail(`bytes ${offset} to ${end} were expected, but the file has ${this.file.bytes}`);
      this.budget.spend(length);
      for (let block = Math.floor(offset / BLOCK); block * BLOCK < end; block += 1) wanted.add(block);
    }
    this.budget.spend(BLOCK * wanted.size);
    const blocks = [...wanted].map(async (block) => /** @type {const} */ ([block, await this.#block(block)]));
    const held = new Map(await raced(Promise.all(blocks), this.signal));
    return sections.map(({offset, length}) => {
      const chunks = [];
      for (let block = Math.floor(offset / BLOCK); block * BLOCK < offset + length; block += 1) {
        const start = offset - block * BLOCK;
        chunks.push(/** @type {Uint8Array} */ (held.get(block)).subarray(Math.max(start, 0), start + length));
      }
      return new ByteReader(joined(chunks), this.fail);
    });
  }

  /** @param {number} block @returns {Promise<Uint8Array>} */
  #block(block) {
    const offset = block * BLOCK;
    return this.file.snapshot.cache.get(`${this.file.path}//${offset}`, async () =>
      // A copy, without the rest of the response that it came with.
      (await this.file.read({offset, length: Math.min(BLOCK, this.file.bytes - offset)})).slice());
  }
}
