// @ts-check
/**
 * The members of clusters: children and pages of leaves.
 *
 * @module members
 */
import {BundleError} from './errors.js';
import {ByteReader, exact64} from './bytes.js';
import {LAST_ZOOM, isCount} from './manifest.js';
import {BLOCK, Blocks, CLUSTER_BYTES, CLUSTER_IDS, LEAF_BIT, LEAF_BYTES, MEMBERS_HEADER, MembersHeader} from './member-blocks.js';
import {degrees} from './tiles.js';
import {setProperty} from './vector-tile.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./runs.js').Section} Section
 * @typedef {import('./vector-tile.js').Position} Position @typedef {import('./vector-tile.js').Properties} Properties @typedef {import('./vector-tile.js').Feature} Feature
 * @typedef {import('./snapshot.js').Snapshot} Snapshot @typedef {import('./member-blocks.js').Cluster} Cluster
 */

/** The members of the clusters in one layer, read in ranges for one call. */
export class Members {
  /** @param {Blocks} blocks @param {MembersHeader} header @param {AbortSignal} [signal] */
  constructor(blocks, header, signal) {
    this.blocks = blocks;
    this.header = header;
    this.signal = signal;
    this.fail = blocks.fail;
  }

  /** @param {Snapshot} snapshot @param {string} layer @param {AbortSignal} [signal] */
  static async open(snapshot, layer, signal) {
    const listed = snapshot.manifest.files.find((file) => file.role === 'members' && file.layer === layer);
    const file = listed && snapshot.files.get(listed.path);
    if (file === undefined) {
      throw new BundleError('no-members', `the bundle has no members for the layer ${JSON.stringify(layer)}`);
    }
    /** @type {Failure} */
    const fail = (message) => new BundleError('bad-members', message, file.path);
    const blocks = new Blocks(file, fail);
    if (file.bytes < MEMBERS_HEADER) throw fail('the file is too short to contain a header');
    await blocks.load([{offset: 0, length: MEMBERS_HEADER}], signal);
    return new Members(blocks, new MembersHeader(blocks.view(0, MEMBERS_HEADER), file.bytes, fail), signal);
  }

  /** @param {number} index @returns {Section} */
  #clusterSection(index) {
    return {offset: this.header.clusters.offset + CLUSTER_BYTES * index, length: CLUSTER_BYTES};
  }

  /**
   * Returns the id of a cluster whose record has been loaded.
   * @param {number} index
   */
  #idAt(index) {
    return exact64(this.blocks.view(this.#clusterSection(index).offset, 8), 0, this.fail);
  }

  /**
   * Returns the cluster with an id. Ids ascend and are evenly distributed, so the first block that is read usually contains it.
   * @param {number} id @returns {Promise<Cluster>}
   */
  async cluster(id) {
    let [low, high] = [0, this.header.clusters.count];
    let [lowID, highID] = CLUSTER_IDS;
    for (let step = 0; low < high && isCount(id); step += 1) {
      const share = step % 3 === 2 ? 0.5 : (id - lowID) / (highID - lowID);
      const guess = low + Math.floor(Math.min(Math.max(share, 0), 0.999999) * (high - low));
      const [first, end] = this.#neighbors(guess, low, high);
      const {offset} = this.#clusterSection(first);
      await this.blocks.load([{offset, length: (end - first) * CLUSTER_BYTES}], this.signal);
      const [firstID, lastID] = [this.#idAt(first), this.#idAt(end - 1)];
      if (id < firstID) [high, highID] = [first, firstID];
      else if (id > lastID) [low, lowID] = [end, lastID];
      else return this.#within(id, first, end);
    }
    throw this.#unknown(id);
  }

  /**
   * Returns the range of clusters whose records are in the same block as a cluster.
   * @param {number} index @param {number} low @param {number} high
   */
  #neighbors(index, low, high) {
    const start = this.header.clusters.offset;
    const block = Math.floor((start + index * CLUSTER_BYTES) / BLOCK);
    const first = Math.ceil((block * BLOCK - start) / CLUSTER_BYTES);
    const end = Math.floor(((block + 1) * BLOCK - start) / CLUSTER_BYTES);
    return [Math.max(low, Math.min(first, index)), Math.min(high, Math.max(end, index + 1))];
  }

  /** @param {number} id @param {number} first @param {number} end */
  #within(id, first, end) {
    while (first < end) {
      const middle = (first + end) >>> 1;
      const found = this.#idAt(middle);
      if (found === id) return this.record(middle);
      if (found < id) first = middle + 1;
      else end = middle;
    }
    throw this.#unknown(id);
  }

  /** @param {number} id */
  #unknown(id) {
    return new BundleError('unknown-cluster', `no cluster has the id ${id}`);
  }

  /**
   * Returns a cluster whose record has been loaded.
   * @param {number} index @returns {Cluster}
   */
  record(index) {
    const view = this.blocks.view(this.#clusterSection(index).offset, CLUSTER_BYTES);
    const fields = [0, 1, 2, 3, 4, 5, 6].map((field) => view.getUint32(8 + 4 * field, true));
    const [firstLeaf, leaves, firstChild, children, x, y, zoom] = fields;
    const hasMembers = firstLeaf + leaves <= this.header.leaves.count
      && firstChild + children <= this.header.children.count;
    if (!hasMembers || zoom > LAST_ZOOM) throw this.fail(`cluster ${index} refers to members that do not exist`);
    return {id: exact64(view, 0, this.fail), firstLeaf, leaves, firstChild, children, x, y, zoom};
  }

  /**
   * Returns the markers that replace a cluster at the next zoom.
   * @param {Cluster} cluster @returns {Promise<Feature[]>}
   */
  async children({firstChild, children}) {
    const section = {offset: this.header.children.offset + 4 * firstChild, length: 4 * children};
    await this.blocks.load([section], this.signal);
    const view = this.blocks.view(section.offset, section.length);
    const numbers = Array.from({length: children}, (_, index) => view.getUint32(4 * index, true));
    const clusters = numbers.filter((number) => number < LEAF_BIT);
    if (clusters.some((number) => number >= this.header.clusters.count)) throw this.fail('a child of the cluster does not exist');
    await this.blocks.load(clusters.map((number) => this.#clusterSection(number)), this.signal);
    const leaves = await this.leaves(numbers.filter((number) => number >= LEAF_BIT).map((number) => number - LEAF_BIT));
    let next = 0;
    return numbers.map((number) => number < LEAF_BIT ? clusterFeature(this.record(number)) : leaves[next++]);
  }

  /**
   * Returns leaves by their numbers.
   * @param {readonly number[]} numbers @returns {Promise<Feature[]>}
   */
  async leaves(numbers) {
    const {leaves, tagOffsets, hasProperties} = this.header;
    this.blocks.budget.spend(LEAF_BYTES * numbers.length);
    if (numbers.some((number) => number >= leaves.count)) throw this.fail('a leaf does not exist');
    const records = numbers.map((number) => ({offset: leaves.offset + LEAF_BYTES * number, length: LEAF_BYTES}));
    const offsets = hasProperties ? numbers.map((number) => ({offset: tagOffsets.offset + 8 * number, length: 16})) : [];
    await this.blocks.load([...records, ...offsets], this.signal);
    const properties = hasProperties ? await this.#properties(offsets) : numbers.map(() => ({}));
    return records.map(({offset}, index) => {
      const view = this.blocks.view(offset, LEAF_BYTES);
      return pointFeature(exact64(view, 0, this.fail), view.getUint32(8, true), view.getUint32(12, true), properties[index]);
    });
  }

  /**
   * Returns the properties of leaves, from the sections that contain the offsets of their tags.
   * @param {readonly Section[]} offsets @returns {Promise<Properties[]>}
   */
  async #properties(offsets) {
    const {tags: {offset: start}, tagBytes} = this.header;
    const sections = offsets.map(({offset}) => this.#between(offset, start, tagBytes));
    await this.blocks.load(sections, this.signal);
    const tags = sections.map(({offset, length}) => this.#tags(this.blocks.bytes(offset, length)));
    const values = await this.#values(new Set(tags.flat()));
    return tags.map((numbers) => {
      /** @type {Properties} */
      const properties = {};
      for (let index = 0; index < numbers.length; index += 2) {
        const key = values.get(numbers[index]);
        if (typeof key !== 'string') throw this.fail('a key is not a string');
        if (Object.hasOwn(properties, key)) throw this.fail(`a leaf has the property ${JSON.stringify(key)} twice`);
        setProperty(properties, key, values.get(numbers[index + 1]));
      }
      return properties;
    });
  }

  /**
   * Returns the section between an offset in a loaded table and the next offset.
   * @param {number} at @param {number} start of the bytes that the offsets are in @param {number} length of those bytes
   */
  #between(at, start, length) {
    const view = this.blocks.view(at, 16);
    const [first, end] = [exact64(view, 0, this.fail), exact64(view, 8, this.fail)];
    if (first > end || end > length) throw this.fail('the properties of a leaf lie outside their section');
    return {offset: start + first, length: end - first};
  }

  /**
   * Returns the indices of a leaf's tags in the table of keys and values.
   * @param {Uint8Array} bytes
   */
  #tags(bytes) {
    const reader = new ByteReader(bytes, this.fail);
    const count = this.header.valueOffsets.count - 1;
    /** @type {number[]} */
    const numbers = [];
    while (!reader.isAtEnd) {
      const [key, value] = [reader.varint(), this.header.keys + reader.varint()];
      if (key >= this.header.keys || value >= count) throw this.fail('a tag refers to a key or value that does not exist');
      numbers.push(key, value);
    }
    return numbers;
  }

  /**
   * Returns keys and values by their numbers.
   * @param {Set<number>} numbers
   */
  async #values(numbers) {
    const {valueOffsets, values, valueBytes} = this.header;
    const offsets = Array.from(numbers, (number) => ({offset: valueOffsets.offset + 8 * number, length: 16}));
    await this.blocks.load(offsets, this.signal);
    const sections = offsets.map(({offset}) => this.#between(offset, values.offset, valueBytes));
    await this.blocks.load(sections, this.signal);
    const found = new Map();
    for (const number of numbers) {
      const {offset, length} = this.#between(valueOffsets.offset + 8 * number, values.offset, valueBytes);
      found.set(number, memberValue(this.blocks.bytes(offset, length), this.fail));
    }
    return found;
  }
}

/**
 * Decodes a value from its type and its bytes.
 * @param {Uint8Array} bytes @param {Failure} fail
 */
function memberValue(bytes, fail) {
  const reader = new ByteReader(bytes, fail);
  const [type] = reader.take(1);
  const size = [0, 1, 8, 8, 8][type];
  if (size !== undefined && bytes.length !== size + 1) throw fail(`a value of type ${type} has the wrong size of ${bytes.length - 1} bytes`);
  const view = () => reader.view(8);
  if (type === 0) return null;
  if (type === 1) return reader.take(1)[0] !== 0;
  if (type === 2) return Number(view().getBigInt64(0, true));
  if (type === 3) return Number(view().getBigUint64(0, true));
  if (type === 4) return view().getFloat64(0, true);
  const written = reader.text(bytes.length - 1);
  if (type === 5) return written;
  if (type !== 6) throw fail(`a value has the unknown type ${type}`);
  try {
    JSON.parse(written);
  } catch {
    throw fail('an array or object is not valid JSON');
  }
  // As in the tiles, which have no other form for it.
  return written;
}

/** @param {number} id @param {number} x @param {number} y in world units @param {Properties} properties */
function pointFeature(id, x, y, properties) {
  return pointOf(id, degrees(x / 2 ** 32, y / 2 ** 32), properties);
}

/**
 * Returns a cluster with supercluster's properties.
 * @param {Cluster} cluster
 */
function clusterFeature({id, leaves, x, y, zoom}) {
  return pointFeature(id, x, y, {
    cluster: true, cluster_id: id, point_count: leaves, point_count_abbreviated: abbreviated(leaves), expansion_zoom: zoom + 1,
  });
}

/**
 * Abbreviates a count in the same way as the tiles: 999, 1k, 9.9k, 10k, 1M.
 * @param {number} count
 */
function abbreviated(count) {
  if (count < 1000) return `${count}`;
  const [unit, suffix] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const tenths = Math.floor((count * 10 + unit / 2) / unit);
  return tenths >= 100 ? `${Math.floor((count + unit / 2) / unit)}${suffix}` : `${tenths / 10}${suffix}`;
}

/**
 * Returns a GeoJSON point.
 * @param {number | undefined} id @param {Position} coordinates @param {Properties} properties @returns {Feature}
 */
export function pointOf(id, coordinates, properties) {
  return {type: 'Feature', ...(id === undefined ? {} : {id}), geometry: {type: 'Point', coordinates}, properties};
}
