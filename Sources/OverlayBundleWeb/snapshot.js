// @ts-check
/**
 * A bundle as described by one manifest, and its files.
 *
 * @module snapshot
 */
import {BundleChangedError, BundleError} from './errors.js';
import {otherDigest, parsedManifest} from './manifest.js';
import {KIB} from './options.js';
import {MOST_RUN, SharedReads} from './runs.js';

/**
 * @typedef {import('./manifest.js').Manifest} Manifest @typedef {import('./manifest.js').ManifestFile} ManifestFile
 * @typedef {import('./transport.js').Transport} Transport @typedef {import('./runs.js').Section} Section
 */

/** Keeps the most recently used values, up to a number of bytes. Callers with the same key share the work. */
class RecentValues {
  /** @param {number} bytes */
  constructor(bytes) {
    this.left = bytes;
    /** @type {Map<string, {value: Promise<any>, cost: number}>} */
    this.values = new Map();
  }

  /**
   * Returns the value of a key. If it is not cached, `make` provides the value and its cost in bytes.
   * @template T @param {string} key @param {() => Promise<{value: T, cost: number}>} make @returns {Promise<T>}
   */
  get(key, make) {
    const known = this.values.get(key);
    if (known !== undefined) {
      this.values.delete(key);
      this.values.set(key, known);
      return known.value;
    }
    const entry = {value: /** @type {Promise<any>} */ (Promise.resolve()), cost: 0};
    this.values.set(key, entry);
    entry.value = make().then(({value, cost}) => this.#keep(entry, value, cost), (error) => {
      if (this.values.get(key) === entry) this.values.delete(key);
      throw error;
    });
    return entry.value;
  }

  /** @param {{cost: number}} entry @param {any} value @param {number} cost */
  #keep(entry, value, cost) {
    entry.cost = cost;
    this.left -= cost;
    for (const [key, {cost}] of this.values) {
      if (this.left >= 0) break;
      if (cost === 0) continue;
      this.left += cost;
      this.values.delete(key);
    }
    return value;
  }
}

/**
 * A bundle as described by one manifest. Everything that is read through it belongs to that manifest, or causes an error.
 *
 * A file belongs to the manifest if the manifest is still the same after the file was read. The strong validator of that response
 * then identifies this version of the file, so later ranges with the same validator need no further check of the manifest. If a
 * server sends no such validator, the manifest is compared after each read.
 */
export class Snapshot {
  static count = 0;

  /** @param {Transport} transport @param {Uint8Array} bytes @param {Manifest} manifest @param {string} version */
  constructor(transport, bytes, manifest, version) {
    this.transport = transport;
    this.limits = transport.limits;
    this.bytes = bytes;
    this.manifest = manifest;
    this.version = version;
    this.cache = new RecentValues(transport.limits.cacheBytes);
    this.layers = new Map(manifest.layers.map((layer) => [layer.id, layer]));
    this.files = manifest.files.map((file) => new BundleFile(this, file));
    this.isStale = false;
    /**
     * The error for a server that does not support ranges; nothing more is requested from it.
     * @type {BundleError | undefined}
     */
    this.failure = undefined;
  }

  /** @param {Transport} transport @param {Uint8Array} bytes of the manifest */
  static async of(transport, bytes) {
    const manifest = await parsedManifest(bytes);
    Snapshot.count += 1;
    return new Snapshot(transport, bytes, manifest, manifest.digest ?? `opened-${Snapshot.count}`);
  }

  /**
   * Returns whether this is the bundle of a manifest and its files can be read.
   * @param {Uint8Array} bytes
   */
  isOf(bytes) {
    return !this.isStale && this.failure === undefined && this.#isSame(bytes);
  }

  /** @param {Uint8Array} bytes */
  #isSame = (bytes) => bytes.length === this.bytes.length && bytes.every((byte, index) => byte === this.bytes[index]);

  /**
   * Throws an error if the bundle's manifest has changed.
   * @param {AbortSignal} [signal]
   */
  async confirm(signal) {
    const bytes = await this.transport.manifest(signal);
    this.isStale ||= !this.#isSame(bytes);
    if (this.isStale) throw new BundleChangedError();
  }

  /**
   * Runs a function. If a file is invalid, checks first whether the bundle has been published again.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async consistently(work) {
    if (this.isStale) throw new BundleChangedError();
    if (this.failure !== undefined) throw this.failure;
    try {
      return await work();
    } catch (error) {
      const isOfFile = error instanceof BundleError && error.file !== undefined;
      // A server that does not respond is not asked for more.
      if (isOfFile && !['changed', 'network', 'timeout'].includes(error.code)) {
        await this.confirm().catch((other) => { if (other instanceof BundleChangedError) throw other; });
        if (error.code === 'ranges') this.failure = error;
      }
      throw error;
    }
  }

  /** @param {string} id */
  layer(id) {
    const layer = this.layers.get(id);
    if (layer === undefined) throw new BundleError('unknown-layer', `the bundle has no layer ${JSON.stringify(id)}`);
    return layer;
  }

  /**
   * Returns the file that contains the tiles of a layer at a zoom. If the layer is null, returns the files of all layers, in the
   * order of the layers.
   * @param {string | null} layer @param {number} zoom @returns {BundleFile[]}
   */
  tileFiles(layer, zoom) {
    const found = this.files.filter(({listed: {role, minzoom, maxzoom, layer: own}}) => role === 'tiles' && zoom >= Number(minzoom)
      && zoom <= Number(maxzoom) && (layer === null || own === undefined || own === layer));
    // The manifest lists no two files with the same tiles, so there is one file of all layers, or one of each layer.
    const order = [...this.layers.keys()];
    return found.sort((one, other) => order.indexOf(String(one.listed.layer)) - order.indexOf(String(other.listed.layer)));
  }
}

/**
 * Returns whether an error may be due to a range of a file that had a different size.
 * @param {unknown} error
 */
const isOfAnotherVersion = (error) => error instanceof BundleError && ['ranges', 'size', 'truncated'].includes(error.code);

/** The number of bytes that may lie between two parts of a file of members that are read with one request. */
const MEMBER_GAP = 256 * KIB;

/** A file of a bundle. */
export class BundleFile {
  /** @type {string | undefined} */
  #tag;
  #reads;

  /** @param {Snapshot} snapshot @param {ManifestFile} listed */
  constructor(snapshot, listed) {
    this.snapshot = snapshot;
    this.listed = listed;
    this.path = listed.path;
    this.bytes = listed.bytes;
    // The tiles of a view lie together, but what clusters refer to may lie anywhere.
    const gap = listed.role === 'tiles' ? MOST_RUN : MEMBER_GAP;
    this.#reads = new SharedReads((section, signal) => this.#read(section, signal), gap, snapshot.limits.requests);
  }

  /**
   * Returns some bytes of the file. Reads in the same turn of the event loop share requests.
   * @param {Section} section @param {AbortSignal} [signal]
   */
  read(section, signal) {
    return section.length === 0 ? Promise.resolve(new Uint8Array(0)) : this.#reads.read(section, signal);
  }

  /** @param {Section} section @param {AbortSignal} [signal] */
  async #read({offset, length}, signal) {
    const isKnown = this.#tag !== undefined;
    let part = await this.#part(offset, length, isKnown ? 'default' : 'no-cache', signal).catch(async (error) => {
      if (!isOfAnotherVersion(error)) throw error;
      await this.snapshot.confirm(signal);
    });
    const {sha256} = this.listed;
    if (part?.tag === undefined || (part.tag !== this.#tag && part.tag !== `"${sha256}"`)) {
      // A browser's cache may hold ranges of an earlier version, which may have had another size.
      if (isKnown || part === undefined) part = await this.#part(offset, length, 'reload', signal);
      await this.snapshot.confirm(signal);
    }
    const other = length === this.bytes ? await otherDigest(part.bytes, sha256) : undefined;
    if (other !== undefined) {
      throw new BundleError('digest', `the file has the digest ${other}, but the manifest lists ${sha256}`, this.path);
    }
    this.#tag = part.tag;
    return part.bytes;
  }

  /** @param {number} offset @param {number} length @param {RequestCache} cache @param {AbortSignal | undefined} signal */
  #part(offset, length, cache, signal) {
    const range = {offset, length, total: this.bytes};
    return this.snapshot.transport.get(this.path, {range, limit: length, cache, signal});
  }
}
