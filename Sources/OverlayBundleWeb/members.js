// @ts-check
// The members of clusters: children and pages of leaves. Their file is read in blocks, of which the bundle's cache keeps the most
// recent ones.
import {ByteReader, joined} from './bytes.js';
import {BundleError} from './errors.js';
import {LAST_ZOOM, isCount} from './manifest.js';
import {Budget, KIB} from './options.js';
import {degrees} from './tiles.js';
import {setProperty} from './vector-tile.js';
import {raced} from './requests.js';

/**
 * @typedef {import('./requests.js').Section} Section
 * @typedef {import('./vector-tile.js').Properties} Properties @typedef {import('./vector-tile.js').Feature} Feature
 * @typedef {{offset: number, length: number, count: number, size: number}} Table a section with so many entries of a size
 * @typedef {{id: number, firstLeaf: number, leaves: number, firstChild: number, children: number, x: number, y: number,
 *   zoom: number}} Cluster
 */

const BLOCK = 64 * KIB;
const HEADER_BYTES = 112;
const LEAF_BYTES = 16;
/** The bit that marks a child as a leaf. */
const LEAF_BIT = 2 ** 31;
/** The ids of clusters are evenly distributed between these numbers. */
const CLUSTER_IDS = [2 ** 52, 2 ** 53];

/** @param {ByteReader} reader of the header @param {number} bytes of the file, against which its tables are checked */
function tablesOf(reader, bytes) {
  if (reader.text(8) !== 'OVTMEMB1' || reader.fixed(4) !== 1) throw reader.fail('the file is not a members file of version 1');
  const hasProperties = reader.fixed(4) % 2 === 1;
  const [clusters, children, leaves, keys, values, ...offsets] = Array.from({length: 12}, () => reader.fixed(8));
  const [tagged, listed] = hasProperties ? [leaves + 1, keys + values + 1] : [0, 0];
  /** @param {number} index @param {number} count @param {number} size @returns {Table} */
  const table = (index, count, size) => {
    const offset = offsets[index];
    const length = (offsets[index + 1] ?? bytes) - offset;
    if (length < 0 || count * size > length) throw reader.fail('a section extends past its end, or past that of the file');
    return {offset, length, count, size};
  };
  return {
    clusters: table(0, clusters, 40), children: table(1, children, 4), leaves: table(2, leaves, LEAF_BYTES), tagOffsets: table(3, tagged, 8),
    tags: table(4, 0, 1), valueOffsets: table(5, listed, 8), values: table(6, 0, 1), hasProperties, keys,
  };
}

/** The members of the clusters in one layer, read in ranges for one call. */
export class Members {
  /**
   * The tables of the file, which `open` reads.
   * @type {ReturnType<typeof tablesOf>}
   */
  tables = /** @type {any} */ (undefined);

  /** @param {import('./snapshot.js').BundleFile} file @param {AbortSignal} [signal] */
  constructor(file, signal) {
    this.file = file;
    this.signal = signal;
    this.budget = new Budget(file.snapshot.limits.pageBytes, file.path);
  }

  /** @param {import('./snapshot.js').Snapshot} snapshot @param {string} layer @param {AbortSignal} [signal] */
  static async open(snapshot, layer, signal) {
    const file = snapshot.files.find(({listed}) => listed.role === 'members' && listed.layer === layer);
    if (file === undefined) {
      throw new BundleError('no-members', `the bundle has no members for the layer ${JSON.stringify(layer)}`);
    }
    const members = new Members(file, signal);
    const [header] = await members.#readers([{offset: 0, length: HEADER_BYTES}]);
    members.tables = tablesOf(header, file.bytes);
    return members;
  }

  /** @param {string} message */
  fail = (message) => new BundleError('bad-members', message, this.file.path);

  /** @param {readonly Section[]} sections @returns {Promise<ByteReader[]>} a reader of the bytes of each */
  async #readers(sections) {
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

  /** @param {Table} table @param {readonly number[]} numbers @param {number} [count] of entries that are read from each number on */
  async #read({offset, size, count: all}, numbers, count = 1) {
    if (numbers.some((number) => number + count > all)) throw this.fail('the file refers to an entry that it does not contain');
    return this.#readers(numbers.map((number) => ({offset: offset + size * number, length: size * count})));
  }

  /**
   * Returns the cluster with an id. Ids ascend and are evenly distributed, so the first block that is read usually contains it; after
   * eight guesses the search halves.
   * @param {number} id @returns {Promise<Cluster>}
   */
  async cluster(id) {
    let [low, high] = [0, this.tables.clusters.count];
    let [lowID, highID] = CLUSTER_IDS;
    for (let step = 0; low < high && isCount(id); step += 1) {
      const share = step < 8 ? (id - lowID) / (highID - lowID) : 0.5;
      const guess = low + Math.floor(Math.min(Math.max(share, 0), 0.999999) * (high - low));
      const [found] = await this.#clusters([guess]);
      if (found.id === id) return found;
      if (found.id < id) [low, lowID] = [guess + 1, found.id];
      else [high, highID] = [guess, found.id];
    }
    throw new BundleError('unknown-cluster', `no cluster has the id ${id}`);
  }

  /** @param {readonly number[]} numbers */
  async #clusters(numbers) {
    return (await this.#read(this.tables.clusters, numbers)).map((reader) => {
      const id = reader.fixed(8);
      const [firstLeaf, leaves, firstChild, children, x, y, zoom] = Array.from({length: 7}, () => reader.fixed(4));
      const hasMembers = firstLeaf + leaves <= this.tables.leaves.count && firstChild + children <= this.tables.children.count;
      if (!hasMembers || zoom > LAST_ZOOM) throw this.fail(`the cluster ${id} refers to members that do not exist`);
      return {id, firstLeaf, leaves, firstChild, children, x, y, zoom};
    });
  }

  /** @param {Cluster} cluster @returns {Promise<Feature[]>} the markers that replace it at the next zoom */
  async children({firstChild, children}) {
    const [reader] = await this.#read(this.tables.children, [firstChild], children);
    const numbers = Array.from({length: children}, () => reader.fixed(4));
    const clusters = (await this.#clusters(numbers.filter((number) => number < LEAF_BIT))).map(clusterFeature).values();
    const leafNumbers = numbers.filter((number) => number >= LEAF_BIT).map((number) => number - LEAF_BIT);
    const leaves = (await this.#leaves(leafNumbers)).values();
    return numbers.map((number) => (number < LEAF_BIT ? clusters : leaves).next().value);
  }

  /** @param {Cluster} cluster @param {number} start @param {number} limit @returns {Promise<Feature[]>} some of its leaves */
  async page({firstLeaf, leaves}, start, limit) {
    const first = Math.min(start, leaves);
    const length = Math.min(limit, leaves - first);
    this.budget.spend(LEAF_BYTES * length);
    return this.#leaves(Array.from({length}, (_, index) => firstLeaf + first + index));
  }

  /** @param {readonly number[]} numbers @returns {Promise<Feature[]>} */
  async #leaves(numbers) {
    const {leaves, hasProperties} = this.tables;
    const [readers, properties] = await Promise.all([this.#read(leaves, numbers), hasProperties ? this.#properties(numbers) : []]);
    return readers.map((reader, index) => pointFeature(reader.fixed(8), reader.fixed(4), reader.fixed(4), properties[index] ?? {}));
  }

  /** @param {readonly number[]} leaves @returns {Promise<Properties[]>} their properties */
  async #properties(leaves) {
    const {keys, tagOffsets, tags, valueOffsets, values} = this.tables;
    const tagged = (await this.#entries(tagOffsets, tags, leaves)).map((reader) => {
      const numbers = [];
      while (!reader.isAtEnd) {
        const key = reader.varint();
        if (key >= keys) throw this.fail('a tag refers to a key that does not exist');
        numbers.push(key, keys + reader.varint());
      }
      return numbers;
    });
    const used = [...new Set(tagged.flat())];
    const written = await this.#entries(valueOffsets, values, used);
    const known = new Map(used.map((number, index) => [number, memberValue(written[index])]));
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
   * Returns readers of entries that differ in size: a table has the offset of each, and that of the next.
   * @param {Table} offsets @param {Table} entries @param {readonly number[]} numbers
   */
  async #entries(offsets, {offset, length}, numbers) {
    return this.#readers((await this.#read(offsets, numbers, 2)).map((reader) => {
      const [first, end] = [reader.fixed(8), reader.fixed(8)];
      if (first > end || end > length) throw this.fail('the properties of a leaf lie outside their section');
      return {offset: offset + first, length: end - first};
    }));
  }
}

/** @param {ByteReader} reader of a type and a value */
function memberValue(reader) {
  const type = reader.fixed(1);
  const left = reader.end - 1;
  const size = [0, 1, 8, 8, 8][type] ?? left;
  if (left !== size) throw reader.fail(`a value of type ${type} has the wrong size of ${left} bytes`);
  if (type === 0) return null;
  if (type === 1) return reader.fixed(1) !== 0;
  if (type === 2) return Number(reader.view(8).getBigInt64(0, true));
  if (type === 3) return Number(reader.view(8).getBigUint64(0, true));
  if (type === 4) return reader.view(8).getFloat64(0, true);
  const written = reader.text(left);
  if (type === 5) return written;
  if (type !== 6) throw reader.fail(`a value has the unknown type ${type}`);
  try {
    JSON.parse(written);
  } catch {
    throw reader.fail('an array or object is not valid JSON');
  }
  // As in the tiles, which have no other form for it.
  return written;
}

/** @param {number} id @param {number} x @param {number} y in world units @param {Properties} properties */
const pointFeature = (id, x, y, properties) => pointOf(id, degrees(x / 2 ** 32, y / 2 ** 32), properties);

/** @param {Cluster} cluster @returns {Feature} with supercluster's properties */
const clusterFeature = ({id, leaves, x, y, zoom}) => pointFeature(id, x, y, {
  cluster: true, cluster_id: id, point_count: leaves, point_count_abbreviated: abbreviated(leaves), expansion_zoom: zoom + 1,
});

/** @param {number} count @returns {string} the count as in the tiles: 999, 1k, 9.9k, 10k, 1M */
function abbreviated(count) {
  if (count < 1000) return `${count}`;
  const [unit, suffix] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const tenths = Math.floor((count * 10 + unit / 2) / unit);
  return tenths >= 100 ? `${Math.floor((count + unit / 2) / unit)}${suffix}` : `${tenths / 10}${suffix}`;
}

/** @param {number | undefined} id @param {[number, number]} coordinates @param {Properties} properties @returns {Feature} */
export function pointOf(id, coordinates, properties) {
  return {type: 'Feature', ...(id === undefined ? {} : {id}), geometry: {type: 'Point', coordinates}, properties};
}
