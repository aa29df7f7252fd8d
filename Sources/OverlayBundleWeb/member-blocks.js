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
    /** @type {Map<number, Uint8Array>} */
    const held = new Map();
    for (const {offset, length} of sections) {
      const end = offset + length;
      if (end > this.file.bytes) throw this.fail(`bytes ${offset} to ${end} were expected, but the file has ${this.file.bytes}`);
      this.budget.spend(length);
      for (const block of blocksOf({offset, length})) held.set(block, new Uint8Array(0));
    }
    this.budget.spend(BLOCK * held.size);
    await raced(Promise.all([...held.keys()].map(async (block) => held.set(block, await this.#block(block)))), this.signal);
    return sections.map(({offset, length}) => {
      const chunks = blocksOf({offset, length}).map((block) => {
        const start = offset - block * BLOCK;
        return /** @type {Uint8Array} */ (held.get(block)).subarray(Math.max(start, 0), start + length);
      });
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

/** @param {Section} section @returns {number[]} the numbers of the blocks that it lies in */
function blocksOf({offset, length}) {
  const first = Math.floor(offset / BLOCK);
  const end = length === 0 ? first : Math.ceil((offset + length) / BLOCK);
  return Array.from({length: end - first}, (_, index) => first + index);
}
