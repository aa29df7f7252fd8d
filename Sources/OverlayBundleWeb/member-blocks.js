// @ts-check
/**
 * Parts of a members file, which is read in blocks. The bundle's cache keeps the most recent blocks.
 *
 * @module member-blocks
 */
import {BundleError} from './errors.js';
import {exact64} from './bytes.js';
import {Budget, KIB} from './options.js';
import {joined, raced} from './transport.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./runs.js').Section} Section
 * @typedef {import('./snapshot.js').BundleFile} BundleFile
 */

export const MEMBERS_HEADER = 112;
export const CLUSTER_BYTES = 40;
export const LEAF_BYTES = 16;
/** The bit that marks a child as a leaf. */
export const LEAF_BIT = 2 ** 31;
const BLOCK = 64 * KIB;
/** The ids of clusters are evenly distributed between these numbers. */
export const CLUSTER_IDS = [2 ** 52, 2 ** 53];

/** The file, as one call reads it. The bundle's cache keeps the most recent blocks. */
export class Blocks {
  /** @param {BundleFile} file @param {Failure} fail */
  constructor(file, fail) {
    this.file = file;
    this.fail = fail;
    this.budget = new Budget(file.snapshot.limits.pageBytes, (message) => new BundleError('too-large', message, file.path));
  }

  /**
   * Returns the bytes of some sections.
   * @param {readonly Section[]} sections @param {AbortSignal} [signal]
   */
  async read(sections, signal) {
    /** @type {Set<number>} */
    const wanted = new Set();
    for (const {offset, length} of sections) {
      if (offset + length > this.file.bytes) throw this.fail('the file refers to bytes that it does not contain');
      this.budget.spend(length);
      for (let block = Math.floor(offset / BLOCK); block * BLOCK < offset + length; block += 1) wanted.add(block);
    }
    this.budget.spend(BLOCK * wanted.size);
    /** @type {Map<number, Uint8Array>} */
    const held = new Map();
    await raced(Promise.all([...wanted].map(async (block) => held.set(block, await this.#block(block)))), signal);
    return sections.map((section) => this.#bytes(section, held));
  }

  /**
   * Returns some sections, for reading numbers.
   * @param {readonly Section[]} sections @param {AbortSignal} [signal]
   */
  async views(sections, signal) {
    return (await this.read(sections, signal)).map((bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** @param {number} block @returns {Promise<Uint8Array>} */
  #block(block) {
    const [start, end] = [block * BLOCK, Math.min((block + 1) * BLOCK, this.file.bytes)];
    return this.file.snapshot.cache.get(`${this.file.path} ${block}`, async () => {
      // A copy, without the rest of the response that it came with.
      const value = (await this.file.read({offset: start, length: end - start})).slice();
      return {value, cost: value.length};
    });
  }

  /** @param {Section} section @param {Map<number, Uint8Array>} held its blocks */
  #bytes({offset, length}, held) {
    /** @type {Uint8Array[]} */
    const chunks = [];
    for (let position = offset; position < offset + length;) {
      const block = Math.floor(position / BLOCK);
      const chunk = held.get(block)?.subarray(position - block * BLOCK, offset + length - block * BLOCK);
      if (chunk === undefined || chunk.length === 0) throw this.fail('the file is truncated');
      chunks.push(chunk);
      position += chunk.length;
    }
    return joined(chunks, length);
  }
}

/**
 * @typedef {{offset: number, length: number, count: number}} Table a section with so many entries
 * @typedef {{id: number, firstLeaf: number, leaves: number, firstChild: number, children: number, x: number, y: number,
 *   zoom: number}} Cluster
 */

/** The sections of a members file, checked against the size of the file. */
export class MembersHeader {
  /** @param {DataView} view @param {number} size @param {Failure} fail */
  constructor(view, size, fail) {
    const magic = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset, 8));
    if (magic !== 'OVTMEMB1' || view.getUint32(8, true) !== 1) throw fail('the file is not a members file of version 1');
    this.hasProperties = view.getUint32(12, true) % 2 === 1;
    const [clusters, children, leaves, keys, values] = [0, 1, 2, 3, 4].map((index) => exact64(view, 16 + 8 * index, fail));
    const offsets = [0, 1, 2, 3, 4, 5, 6].map((index) => exact64(view, 56 + 8 * index, fail));
    /** @param {number} index @param {number} count @param {number} stride @returns {Table} */
    const table = (index, count, stride) => {
      const end = offsets[index + 1] ?? size;
      if (offsets[index] > end || end > size) throw fail('a section extends past the end of the file');
      if (offsets[index] + count * stride > end) throw fail('a section overlaps the next section');
      return {offset: offsets[index], length: end - offsets[index], count};
    };
    this.clusters = table(0, clusters, CLUSTER_BYTES);
    this.children = table(1, children, 4);
    this.leaves = table(2, leaves, LEAF_BYTES);
    const tagged = this.hasProperties ? leaves + 1 : 0;
    const listed = this.hasProperties ? keys + values + 1 : 0;
    this.tagOffsets = table(3, tagged, 8);
    this.tags = table(4, 0, 1);
    this.valueOffsets = table(5, listed, 8);
    this.values = table(6, 0, 1);
    this.keys = keys;
  }
}
