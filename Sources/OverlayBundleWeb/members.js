// @ts-check
/**
 * The members of clusters: children and pages of leaves.
 *
 * @module members
 */
import {BundleError} from './errors.js';
import {ByteReader, exact64} from './bytes.js';
import {LAST_ZOOM, isCount} from './manifest.js';
import {Blocks, CLUSTER_BYTES, CLUSTER_IDS, LEAF_BIT, LEAF_BYTES, MEMBERS_HEADER, MembersHeader} from './member-blocks.js';
import {degrees} from './tiles.js';
import {setProperty} from './vector-tile.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./vector-tile.js').Position} Position @typedef {import('./vector-tile.js').Properties} Properties @typedef {import('./vector-tile.js').Feature} Feature
 * @typedef {import('./snapshot.js').Snapshot} Snapshot @typedef {import('./member-blocks.js').Cluster} Cluster @typedef {import('./member-blocks.js').Table} Table
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
    const file = snapshot.files.find(({listed}) => listed.role === 'members' && listed.layer === layer);
    if (file === undefined) {
      throw new BundleError('no-members', `the bundle has no members for the layer ${JSON.stringify(layer)}`);
    }
    /** @type {Failure} */
    const fail = (message) => new BundleError('bad-members', message, file.path);
    const blocks = new Blocks(file, fail);
    if (file.bytes < MEMBERS_HEADER) throw fail('the file is too short to contain a header');
    const [header] = await blocks.views([{offset: 0, length: MEMBERS_HEADER}], signal);
    return new Members(blocks, new MembersHeader(header, file.bytes, fail), signal);
  }

  /** @param {readonly number[]} indices of clusters */
  #records(indices) {
    const {offset} = this.header.clusters;
    return this.blocks.views(indices.map((index) => ({offset: offset + CLUSTER_BYTES * index, length: CLUSTER_BYTES})), this.signal);
  }

  /**
   * Returns the cluster with an id. Ids ascend and are evenly distributed, so the first block that is read usually contains it; after
   * eight guesses the search halves.
   * @param {number} id @returns {Promise<Cluster>}
   */
  async cluster(id) {
    let [low, high] = [0, this.header.clusters.count];
    let [lowID, highID] = CLUSTER_IDS;
    for (let step = 0; low < high && isCount(id); step += 1) {
      const share = step < 8 ? (id - lowID) / (highID - lowID) : 0.5;
      const guess = low + Math.floor(Math.min(Math.max(share, 0), 0.999999) * (high - low));
      const [record] = await this.#records([guess]);
      const found = exact64(record, 0, this.fail);
      if (found === id) return this.#cluster(record, guess);
      if (found < id) [low, lowID] = [guess + 1, found];
      else [high, highID] = [guess, found];
    }
    throw new BundleError('unknown-cluster', `no cluster has the id ${id}`);
  }

  /**
   * Returns a cluster from its record.
   * @param {DataView} view @param {number} index @returns {Cluster}
   */
  #cluster(view, index) {
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
    const [view] = await this.blocks.views([section], this.signal);
    const numbers = Array.from({length: children}, (_, index) => view.getUint32(4 * index, true));
    const indices = numbers.filter((number) => number < LEAF_BIT);
    if (indices.some((index) => index >= this.header.clusters.count)) throw this.fail('a child of the cluster does not exist');
    const records = await this.#records(indices);
    const clusters = records.map((record, order) => clusterFeature(this.#cluster(record, indices[order])));
    const leaves = await this.leaves(numbers.filter((number) => number >= LEAF_BIT).map((number) => number - LEAF_BIT));
    const [nextCluster, nextLeaf] = [clusters.values(), leaves.values()];
    return numbers.map((number) => (number < LEAF_BIT ? nextCluster : nextLeaf).next().value);
  }

  /**
   * Returns leaves by their numbers.
   * @param {readonly number[]} numbers @returns {Promise<Feature[]>}
   */
  async leaves(numbers) {
    const {leaves, hasProperties} = this.header;
    this.blocks.budget.spend(LEAF_BYTES * numbers.length);
    if (numbers.some((number) => number >= leaves.count)) throw this.fail('a leaf does not exist');
    const records = numbers.map((number) => ({offset: leaves.offset + LEAF_BYTES * number, length: LEAF_BYTES}));
    const [views, properties] = await Promise.all([this.blocks.views(records, this.signal), hasProperties ? this.#properties(numbers) : []]);
    return views.map((view, index) => (
      pointFeature(exact64(view, 0, this.fail), view.getUint32(8, true), view.getUint32(12, true), properties[index] ?? {})));
  }

  /**
   * Returns the properties of leaves by their numbers.
   * @param {readonly number[]} leaves @returns {Promise<Properties[]>}
   */
  async #properties(leaves) {
    const {tagOffsets, tags, valueOffsets, values} = this.header;
    const tagged = (await this.#entries(tagOffsets, tags, leaves)).map((bytes) => this.#tags(bytes));
    const used = [...new Set(tagged.flat())];
    const written = await this.#entries(valueOffsets, values, used);
    const known = new Map(used.map((number, index) => [number, memberValue(written[index], this.fail)]));
    return tagged.map((numbers) => {
      /** @type {Properties} */
      const properties = {};
      for (let index = 0; index < numbers.length; index += 2) {
        const key = known.get(numbers[index]);
        if (typeof key !== 'string') throw this.fail('a key is not a string');
        if (Object.hasOwn(properties, key)) throw this.fail(`a leaf has the property ${JSON.stringify(key)} twice`);
        setProperty(properties, key, known.get(numbers[index + 1]));
      }
      return properties;
    });
  }

  /**
   * Returns the bytes of entries by their numbers. A table has the offset of each, and that of the next.
   * @param {Table} offsets @param {Table} entries @param {readonly number[]} numbers
   */
  async #entries(offsets, {offset: start, length}, numbers) {
    const views = await this.blocks.views(numbers.map((number) => ({offset: offsets.offset + 8 * number, length: 16})), this.signal);
    return this.blocks.read(views.map((view) => {
      const [first, end] = [exact64(view, 0, this.fail), exact64(view, 8, this.fail)];
      if (first > end || end > length) throw this.fail('the properties of a leaf lie outside their section');
      return {offset: start + first, length: end - first};
    }), this.signal);
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
