// @ts-check
// A bundle as described by one manifest, and its files.
import {BundleChangedError, BundleError} from './errors.js';
import {otherDigest} from './manifest.js';
import {KIB} from './options.js';
import {MOST_RUN, SharedReads} from './requests.js';

/**
 * @typedef {import('./manifest.js').Manifest} Manifest @typedef {import('./manifest.js').ManifestFile} ManifestFile
 * @typedef {import('./transport.js').Transport} Transport @typedef {import('./requests.js').Section} Section
 */

/** Keeps the most recently used values, up to a number of bytes. Callers with the same key share the work. */
class RecentValues {
  /** @type {Map<string, {value: Promise<any>, bytes: number}>} the last used value comes last */
  #entries = new Map();

  /** @param {number} bytes */
  constructor(bytes) {
    this.left = bytes;
  }

  /**
   * Returns the value of a key, which `make` provides if it is not cached.
   * @template {{byteLength: number}} T @param {string} key @param {() => Promise<T>} make @returns {Promise<T>}
   */
  get(key, make) {
    const entry = this.#entries.get(key) ?? {value: this.#made(key, make), bytes: 0};
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @template {{byteLength: number}} T @param {string} key @param {() => Promise<T>} make */
  async #made(key, make) {
    try {
      const value = await make();
      const entry = this.#entries.get(key);
      if (entry !== undefined) entry.bytes = value.byteLength;
      this.left -= value.byteLength;
      for (const [key, {bytes}] of this.#entries) {
        if (this.left >= 0) break;
        // A value that is being made stays.
        if (bytes === 0) continue;
        this.left += bytes;
        this.#entries.delete(key);
      }
      return value;
    } catch (error) {
      this.#entries.delete(key);
      throw error;
    }
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
  static #count = 0;
  isStale = false;
  /** @type {BundleError | undefined} of a server that does not support ranges; nothing more is requested from it */
  failure;

  /** @param {Transport} transport @param {Uint8Array} bytes @param {Manifest} manifest */
  constructor(transport, bytes, manifest) {
    this.transport = transport;
    this.limits = transport.limits;
    this.bytes = bytes;
    this.manifest = manifest;
    this.version = manifest.digest ?? `opened-${Snapshot.#count += 1}`;
    this.cache = new RecentValues(transport.limits.cacheBytes);
    this.files = manifest.files.map((file) => new BundleFile(this, file));
  }

  /** @param {Uint8Array} bytes of a manifest @returns {boolean} whether this is its bundle and its files can be read */
  isOf(bytes) {
    return !this.isStale && this.failure === undefined && this.#isSame(bytes);
  }

  /** @param {Uint8Array} bytes */
  #isSame = (bytes) => bytes.length === this.bytes.length && bytes.every((byte, index) => byte === this.bytes[index]);

  /** @param {AbortSignal} [signal] @throws {BundleChangedError} if the manifest has changed */
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
    const layer = this.manifest.layers.find((layer) => layer.id === id);
    if (layer === undefined) throw new BundleError('unknown-layer', `the bundle has no layer ${JSON.stringify(id)}`);
    return layer;
  }

  /**
   * Returns the file that contains the tiles of a layer at a zoom. If the layer is null, returns the files of all layers, in the
   * order of the layers.
   * @param {string | null} layer @param {number} zoom
   */
  tileFiles(layer, zoom) {
    const found = this.files.filter(({listed: {role, minzoom, maxzoom, layer: own}}) => role === 'tiles' && zoom >= Number(minzoom)
      && zoom <= Number(maxzoom) && (layer === null || own === undefined || own === layer));
    // The manifest lists no two files with the same tiles, so there is one file of all layers, or one of each layer.
    const order = this.manifest.layers.map(({id}) => id);
    return found.sort((one, other) => order.indexOf(String(one.listed.layer)) - order.indexOf(String(other.listed.layer)));
  }
}

/** @param {unknown} error @returns {boolean} whether it may be due to a range of a file that had a different size */
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
  async read(section, signal) {
    return section.length === 0 ? new Uint8Array(0) : this.#reads.read(section, signal);
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
