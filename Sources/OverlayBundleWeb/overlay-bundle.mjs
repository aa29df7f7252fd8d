// @ts-check
/**
 * Reads bundles of map overlays over HTTP in byte ranges: tiles for MapLibre, clusters as supercluster returns them.
 *
 * One module without dependencies and without a build step, for browsers, workers and Node.js from 18 on. The page
 * ReadingOnTheWeb explains its use, the page BundleFormat what it reads.
 *
 * @module overlay-bundle
 */

/* -------------------------------------------------------------------------------------------------------- errors */

/** Whatever is wrong with a bundle, its server or a request for it. */
export class BundleError extends Error {
  /**
   * @param {string} code what is wrong, in a word that programs may compare: the page ReadingOnTheWeb lists them
   * @param {string} message what is wrong, for people
   * @param {string} [file] the file of the bundle that it is about, as a path below the bundle's address
   * @param {unknown} [cause]
   */
  constructor(code, message, file, cause) {
    super(file === undefined ? message : `${file}: ${message}`, cause === undefined ? undefined : {cause});
    this.name = 'BundleError';
    this.code = code;
    this.file = file;
  }
}

/** The bundle was published again since it was opened. Nothing of it is returned until `refresh()` has been called. */
export class BundleChangedError extends BundleError {
  constructor() {
    super('changed', 'the bundle was published again since it was opened; call refresh() and ask again', 'bundle.json');
    this.name = 'BundleChangedError';
  }
}

/** @typedef {(message: string) => BundleError} Failure makes the error of a file that is not what it should be */

/* -------------------------------------------------------------------------------------------------------- limits */

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * What a bundle may cost. Bytes are those of one thing, such as a tile, before and after compression.
 *
 * @typedef {object} Limits
 * @property {number} manifestBytes of bundle.json (16 MiB)
 * @property {number} directoryBytes of a directory of an archive (8 MiB)
 * @property {number} tileBytes of a tile (64 MiB, which is also the most that a build writes)
 * @property {number} queryTiles the tiles that `getClusters` may look up (4,096)
 * @property {number} queryBytes of all tiles that `getClusters` reads (256 MiB)
 * @property {number} pageBytes of what `getChildren` or `getLeaves` reads of members (64 MiB)
 * @property {number} cacheBytes of directories and members that stay in memory (16 MiB)
 * @property {number} requests requests of one call at a time (8)
 * @property {number} timeoutMs milliseconds that a server may be silent; a request may take ten times as long (30,000)
 */

/** @type {Readonly<Limits>} */
const LIMITS = Object.freeze({
  manifestBytes: 16 * MIB, directoryBytes: 8 * MIB, tileBytes: 64 * MIB, queryTiles: 4096, queryBytes: 256 * MIB,
  pageBytes: 64 * MIB, cacheBytes: 16 * MIB, requests: 8, timeoutMs: 30_000,
});

/** @param {string} message @param {unknown} [cause] */
const badArgument = (message, cause) => new BundleError('bad-argument', message, undefined, cause);

/**
 * A value that somebody gave, in a few words.
 * @param {unknown} value
 */
function described(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'an object' : String(value);
}

/**
 * How many letters must be added, dropped or replaced to make one word another.
 * @param {string} one @param {string} other
 */
function distance(one, other) {
  let row = Array.from({length: other.length + 1}, (_, index) => index);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = row[column - 1] + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(row[column] + 1, next[column - 1] + 1, replaced));
    }
    row = next;
  }
  return row[other.length];
}

/**
 * Fails if an object has a name that is not known, and says which one was probably meant.
 * @param {unknown} given @param {readonly string[]} known @param {string} what
 */
function checkNames(given, known, what) {
  if (!isObject(given)) throw badArgument(`${what} must be an object, and ${described(given)} was found`);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const [small, rest] = [name.toLowerCase(), `; known are ${known.join(', ')}`];
    const near = known.find((one) => {
      const other = one.toLowerCase();
      return small !== '' && (other.startsWith(small) || small.startsWith(other) || distance(small.slice(0, 40), other) <= 2);
    });
    const isLimit = Object.hasOwn(LIMITS, name);
    const advice = isLimit ? `; it belongs into "limits"` : near === undefined ? rest : `; "${near}" was probably meant`;
    throw badArgument(`${what} have no "${name}"${advice}`);
  }
}

/**
 * The limits of a bundle: those that were given, and the defaults of the others.
 * @param {unknown} given @returns {Limits}
 */
function checkedLimits(given) {
  checkNames(given, Object.keys(LIMITS), 'limits');
  /** @type {Record<string, number>} */
  const limits = {...LIMITS};
  for (const [name, value] of Object.entries(/** @type {object} */ (given))) {
    if (value === undefined) continue;
    if (!isCount(value) || value === 0) {
      throw badArgument(`the limit "${name}" must be a whole number of 1 or more, and ${described(value)} was found`);
    }
    limits[name] = value;
  }
  return /** @type {any} */ (limits);
}

/**
 * The number of a cluster: strings and BigInts that are exactly a whole number count as it.
 * @param {unknown} id @returns {number}
 */
function checkedID(id) {
  if (typeof id === 'number') return id;
  const number = typeof id === 'string' || typeof id === 'bigint' ? Number(id) : NaN;
  if (Number.isSafeInteger(number) && String(number) === String(id)) return number;
  throw badArgument(`a cluster is named by the number in its "cluster_id", and ${described(id)} was found`);
}

/**
 * How many leaves to give or to leave out. Nothing, 0 and NaN stand for the default, as in supercluster.
 * @param {unknown} given @param {number} otherwise @param {string} name @returns {number}
 */
function checkedCount(given, otherwise, name) {
  const count = given || otherwise;
  if (typeof count === 'number' && count >= 0 && (Number.isInteger(count) || count === Infinity)) return count;
  throw badArgument(`"${name}" must be a whole number of 0 or more, and ${described(given)} was found`);
}

/** Allows an amount of bytes to one call, over all that it reads. */
class Budget {
  /** @param {number} bytes @param {Failure} fail */
  constructor(bytes, fail) {
    this.left = bytes;
    this.bytes = bytes;
    this.fail = fail;
  }

  /** @param {number} bytes */
  spend(bytes) {
    this.left -= bytes;
    if (this.left < 0) throw this.fail(`one call would read more than ${this.bytes} bytes`);
  }
}

/* ------------------------------------------------------------------------------------------------------ requests */

/**
 * @typedef {(url: string, init: RequestInit) => Promise<Response>} Fetch
 * @typedef {{offset: number, length: number, total: number}} Range of a file of `total` bytes
 * @typedef {{bytes: Uint8Array, tag: string | undefined}} Part what a server sent, and its strong validator
 * @typedef {{range?: Range, limit: number, cache: RequestCache, signal?: AbortSignal}} Request
 */

/**
 * Waits for a promise, but no longer than until a signal.
 * @template T @param {Promise<T>} promise @param {AbortSignal | undefined} signal @returns {Promise<T>}
 */
function raced(promise, signal) {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, {once: true});
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Does some work for each item, of a few at a time. The first error ends it.
 * @template T @param {readonly T[]} items @param {number} width @param {(item: T) => Promise<void>} work
 */
async function eachOf(items, width, work) {
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) await work(items[next++]).catch((error) => { failed = true; throw error; });
  };
  await Promise.all(Array.from({length: Math.min(width, items.length)}, worker));
}

/**
 * Joins chunks to one array.
 * @param {readonly Uint8Array[]} chunks @param {number} length
 */
function joined(chunks, length) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}

/**
 * Reads a stream to its end, or fails at a limit and lets go of it.
 * @param {ReadableStream<Uint8Array>} stream @param {number} limit @param {Failure} tooLarge
 * @param {AbortSignal} [signal] @param {() => void} [isAlive] called for each chunk
 */
async function drained(stream, limit, tooLarge, signal, isAlive) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  try {
    for (;;) {
      const {done, value} = await raced(reader.read(), signal);
      if (done) return joined(chunks, length);
      isAlive?.();
      length += value.length;
      if (length > limit) throw tooLarge(`it is longer than ${limit} bytes`);
      chunks.push(value);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

/**
 * What tells two versions of a file apart for sure, if the server says it. RFC 9110, 8.8.1 and 8.8.2.2.
 * @param {Headers} headers
 */
function strongTag(headers) {
  const tag = headers.get('etag');
  if (tag !== null && !tag.startsWith('W/')) return tag;
  const modified = Date.parse(headers.get('last-modified') ?? '');
  const age = Date.parse(headers.get('date') ?? '') - modified;
  return age >= 2000 ? `modified ${modified}` : undefined;
}

/** Ends a request when its server is silent for a time, or when it takes ten times as long. */
class Patience {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;

  /** @param {number} milliseconds @param {() => void} stop */
  constructor(milliseconds, stop) {
    // Longer times than this fire at once.
    this.milliseconds = Math.min(milliseconds, 2 ** 31 - 1);
    this.stop = stop;
    this.whole = setTimeout(stop, Math.min(10 * milliseconds, 2 ** 31 - 1));
    this.renew();
  }

  renew() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.stop, this.milliseconds);
  }

  end() {
    clearTimeout(this.#silence);
    clearTimeout(this.whole);
  }
}

/** Asks a server for files below a bundle's address. */
class Transport {
  /** @param {URL} base @param {Fetch} fetch @param {Record<string, string>} headers @param {Limits} limits */
  constructor(base, fetch, headers, limits) {
    this.base = base;
    this.fetch = fetch;
    this.headers = headers;
    this.limits = limits;
  }

  /**
   * A file, or a range of it.
   * @param {string} path @param {Request} request @returns {Promise<Part>}
   */
  async get(path, request) {
    const controller = new AbortController();
    const stop = () => controller.abort(request.signal?.reason);
    if (request.signal?.aborted) stop();
    request.signal?.addEventListener('abort', stop, {once: true});
    const late = new BundleError('timeout', `the server was silent for ${this.limits.timeoutMs} milliseconds, or very slow`, path);
    const patience = new Patience(this.limits.timeoutMs, () => controller.abort(late));
    try {
      return await this.#part(path, request, controller.signal, () => patience.renew());
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      if (error instanceof BundleError) throw error;
      throw new BundleError('network', `the request failed: ${error instanceof Error ? error.message : error}`, path, error);
    } finally {
      controller.abort();
      patience.end();
      request.signal?.removeEventListener('abort', stop);
    }
  }

  /**
   * @param {string} path @param {Request} request @param {AbortSignal} signal
   * @param {() => void} isAlive called for each sign of the server @returns {Promise<Part>}
   */
  async #part(path, {range, limit, cache}, signal, isAlive) {
    const headers = {...this.headers};
    if (range !== undefined) headers.Range = `bytes=${range.offset}-${range.offset + range.length - 1}`;
    const url = new URL(path.split('/').map(encodeURIComponent).join('/'), this.base).href;
    // A platform's own fetch must not be called as a method of something else.
    const {fetch} = this;
    const response = await raced(fetch(url, {headers, cache, signal}), signal);
    checkStatus(response, path, range);
    const tooLarge = (/** @type {string} */ what) => new BundleError('too-large', `the response: ${what}`, path);
    isAlive();
    const bytes = response.body === null ? new Uint8Array(0) : await drained(response.body, limit, tooLarge, signal, isAlive);
    if (range !== undefined && bytes.length !== range.length) {
      throw new BundleError('truncated', `the server sent ${bytes.length} bytes where ${range.length} were expected`, path);
    }
    return {bytes, tag: strongTag(response.headers)};
  }
}

/** @param {Response} response */
const contentRange = (response) => /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');

/**
 * The size of the whole file that a response to a request for a range states, if it is another one than was expected. What was
 * asked for a range of an earlier version may send the whole of the present one.
 * @param {Response} response @param {number} expected
 */
function statedSize(response, expected) {
  const {status, headers} = response;
  const size = status === 206 ? contentRange(response)?.[3]
    : status === 200 && !headers.has('content-encoding') ? headers.get('content-length') : undefined;
  return size === undefined || size === null || size === '*' || Number(size) === expected ? undefined : Number(size);
}

/**
 * Fails if a response is not what was asked for.
 * @param {Response} response @param {string} path @param {Range | undefined} range
 */
function checkStatus(response, path, range) {
  const {status} = response;
  if (status === 404 || status === 410) throw new BundleError('missing-file', `the server has no such file (${status})`, path);
  if (status === 416) throw new BundleError('size', 'the file is shorter than the manifest says', path);
  const otherSize = range && statedSize(response, range.total);
  if (otherSize !== undefined) {
    throw new BundleError('size', `the file has ${otherSize} bytes, and the manifest says ${range?.total}`, path);
  }
  if (range === undefined || (status === 200 && range.length === range.total)) {
    if (status !== 200) throw new BundleError('http', `the server responded with the status ${status}`, path);
    return;
  }
  if (status === 200) {
    throw new BundleError('ranges', 'the server sent the whole file instead of a range; serve bundles with a server that '
      + 'supports range requests', path);
  }
  if (status !== 206) throw new BundleError('http', `the server responded with the status ${status}`, path);
  const stated = contentRange(response);
  // Servers of other origins may hide this header; the length of the body is always compared.
  if (stated === null) return;
  if (Number(stated[1]) !== range.offset || Number(stated[2]) !== range.offset + range.length - 1) {
    throw new BundleError('ranges', `the server sent the range ${stated[0]}`, path);
  }
}

/* -------------------------------------------------------------------------------------------------------- memory */

/** Keeps the values that were used last, up to a number of bytes. Two callers of one key share the work. */
class RecentValues {
  /** @param {number} bytes */
  constructor(bytes) {
    this.left = bytes;
    /** @type {Map<string, {value: Promise<any>, cost: number}>} */
    this.values = new Map();
  }

  /**
   * The value of a key; `make` gives a value that is not here, and what it costs in bytes.
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

  /** @param {string} key */
  has(key) {
    return this.values.has(key);
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

/* ------------------------------------------------------------------------------------------------------ manifest */

/**
 * @typedef {object} ManifestFile
 * @property {string} path
 * @property {string} role
 * @property {number} bytes
 * @property {string} [sha256]
 * @property {number} [minzoom]
 * @property {number} [maxzoom]
 * @property {string} [layer] of tiles: the only layer in it, if it is one
 *
 * @typedef {object} ManifestLayer
 * @property {string} id
 * @property {string} kind
 * @property {number} minzoom
 * @property {number} maxzoom
 * @property {Record<string, string>} fields
 * @property {string} [description]
 * @property {[number, number, number, number]} [bounds]
 * @property {[number, number, number, number]} [extent]
 *
 * @typedef {object} Manifest bundle.json; only the members that this module uses are listed and checked
 * @property {string} format
 * @property {number} formatVersion
 * @property {string} [name]
 * @property {string} [description]
 * @property {string} [attribution]
 * @property {string} [version]
 * @property {string} [digest]
 * @property {{container: string, layout: string, encoding: string, extent: number, buffer: number}} tiles
 * @property {ManifestLayer[]} layers
 * @property {ManifestFile[]} files
 */

const MANIFEST = 'bundle.json';
/** Version 2 has files of tiles with one layer each. */
const FORMAT_VERSIONS = [1, 2];
/** Builds list a file for each zoom, or two for each layer. */
const MOST_FILES = 1024;
/** Addresses of tiles are exact up to this zoom: ids are below 2^53 there. Builds end at zoom 24. */
const LAST_ZOOM = 26;

/** @param {string} message @param {unknown} [cause] */
const badManifest = (message, cause) => new BundleError('bad-manifest', message, MANIFEST, cause);

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} [limit] @returns {value is number} */
const isCount = (value, limit = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= limit;

/**
 * Text of UTF-8 alone.
 * @param {Uint8Array} bytes
 */
const text = (bytes) => new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);

/**
 * The manifest of its bytes.
 * @param {Uint8Array} bytes @returns {Promise<Manifest>}
 */
async function parsedManifest(bytes) {
  let written, value;
  try {
    written = text(bytes);
    value = JSON.parse(written);
  } catch (error) {
    throw badManifest(`it is not JSON in UTF-8: ${error instanceof Error ? error.message : error}`, error);
  }
  if (!isObject(value) || value.format !== 'overtile-bundle') throw badManifest('it is not the manifest of a bundle');
  if (!FORMAT_VERSIONS.includes(value.formatVersion)) {
    throw new BundleError('unsupported',
      `it has the format version ${value.formatVersion}, and this module reads ${FORMAT_VERSIONS.join(' and ')}`, MANIFEST);
  }
  await checkDigest(written, value.digest);
  checkMembers(value);
  return /** @type {any} */ (value);
}

/**
 * Compares the manifest with its own digest, where the digest is and where the platform can.
 * @param {string} written @param {unknown} digest
 */
async function checkDigest(written, digest) {
  if (digest === undefined) return;
  const rest = written.replace(/^ {2}"digest" : "[0-9a-f]{64}",\n/m, '').replace(/^ {2}"software" : \{\n(?: {4}.*\n)* {2}\},\n/m, '');
  const found = await hexDigest(new TextEncoder().encode(rest)) ?? digest;
  if (found !== digest) throw badManifest(`its digest is ${found}, and it says ${digest}`);
}

/**
 * The SHA-256 of some bytes in hexadecimal; undefined where the platform has none, as in pages without HTTPS.
 * @param {Uint8Array} bytes
 */
async function hexDigest(bytes) {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Fails if a member that this module uses is not what the format says.
 * @param {Record<string, any>} value
 */
function checkMembers({tiles, layers, files, attribution}) {
  if (!isObject(tiles) || typeof tiles.container !== 'string' || !['mvt', 'geojson'].includes(tiles.encoding)
    || !isCount(tiles.extent, 2 ** 20) || tiles.extent < 1) {
    throw badManifest('"tiles" does not say how tiles are stored');
  }
  if (!Array.isArray(layers) || !layers.every(isLayer)) throw badManifest('"layers" does not list layers');
  if (!Array.isArray(files) || files.length > MOST_FILES || !files.every(isFile)) throw badManifest('"files" does not list files');
  checkFiles(files, layers);
  if (attribution !== undefined && typeof attribution !== 'string') throw badManifest('"attribution" is not a text');
}

/**
 * Fails if two files hold the same, or if one holds what is not there.
 * @param {ManifestFile[]} files @param {ManifestLayer[]} layers
 */
function checkFiles(files, layers) {
  const ids = layers.map(({id}) => id);
  for (const [index, file] of files.entries()) {
    const {path, role, layer} = file;
    if (role === 'tiles' && layer !== undefined && !ids.includes(layer)) {
      throw badManifest(`${path} holds the tiles of the layer ${JSON.stringify(layer)}, and there is no such layer`);
    }
    const other = files.slice(0, index).find((earlier) => earlier.role === role && holdSame(file, earlier));
    const what = role === 'tiles' ? 'tiles of the same zoom' : 'members of the same layer';
    if (other !== undefined) throw badManifest(`${other.path} and ${path} both hold ${what}`);
  }
}

/** @param {ManifestFile} one @param {ManifestFile} other of the same role */
function holdSame(one, other) {
  if (one.role === 'members') return one.layer === other.layer;
  return one.role === 'tiles' && (one.layer === undefined || other.layer === undefined || one.layer === other.layer)
    && Number(one.minzoom) <= Number(other.maxzoom) && Number(other.minzoom) <= Number(one.maxzoom);
}

/** @param {unknown} value */
function isLayer(value) {
  return isObject(value) && typeof value.id === 'string' && typeof value.kind === 'string'
    && isCount(value.maxzoom, LAST_ZOOM) && isCount(value.minzoom, value.maxzoom)
    && (value.fields === undefined || isObject(value.fields));
}

/** @param {unknown} value */
function isFile(value) {
  if (!isObject(value) || typeof value.path !== 'string' || typeof value.role !== 'string' || !isCount(value.bytes)) return false;
  if (value.layer !== undefined && typeof value.layer !== 'string') return false;
  if (value.sha256 !== undefined && typeof value.sha256 !== 'string') return false;
  if (value.role === 'tiles' && !(isCount(value.maxzoom, LAST_ZOOM) && isCount(value.minzoom, value.maxzoom))) return false;
  // No path leads out of the bundle.
  return value.path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part));
}

/* ------------------------------------------------------------------------------------------------------ snapshot */

/**
 * A bundle as one manifest describes it. All that is read through it belongs to that manifest, or is an error:
 *
 * A file belongs to the manifest if the manifest is still the same after the file was read. The strong validator of that
 * response then identifies this version of the file, so later ranges with the same validator need no further look at the
 * manifest. Where a server sends no such validator, the manifest is compared after each read.
 */
class Snapshot {
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
    this.files = new Map(manifest.files.map((file) => [file.path, new BundleFile(this, file)]));
    this.isStale = false;
    /** @type {Promise<void> | undefined} */
    this.comparing = undefined;
    /** @type {Promise<void> | undefined} */
    this.waiting = undefined;
  }

  /** @param {Transport} transport @param {AbortSignal} [signal] */
  static async read(transport, signal) {
    const {bytes} = await transport.get(MANIFEST, {limit: transport.limits.manifestBytes, cache: 'no-cache', signal});
    const manifest = await parsedManifest(bytes);
    Snapshot.count += 1;
    return new Snapshot(transport, bytes, manifest, manifest.digest ?? `opened-${Snapshot.count}`);
  }

  /**
   * Fails if the bundle's manifest is another one now. All who wait share the next request that begins.
   * @param {AbortSignal} [signal]
   */
  confirm(signal) {
    this.waiting ??= (this.comparing ?? Promise.resolve()).catch(() => undefined).then(() => {
      this.waiting = undefined;
      this.comparing = this.#compare();
      return this.comparing;
    });
    return raced(this.waiting, signal);
  }

  async #compare() {
    const {bytes} = await this.transport.get(MANIFEST, {limit: this.limits.manifestBytes, cache: 'no-cache'});
    this.isStale ||= bytes.length !== this.bytes.length || bytes.some((byte, index) => byte !== this.bytes[index]);
    if (this.isStale) throw new BundleChangedError();
  }

  /**
   * Does some work. If a file is not what it should be, a bundle that was published again is the first suspect.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async consistently(work) {
    if (this.isStale) throw new BundleChangedError();
    try {
      return await work();
    } catch (error) {
      const isOfFile = error instanceof BundleError && error.file !== undefined;
      // A server that does not respond is not asked for more.
      if (isOfFile && !['changed', 'network', 'timeout'].includes(error.code)) {
        await this.confirm().catch((other) => { if (other instanceof BundleChangedError) throw other; });
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
   * The files that hold the tiles of a zoom, or a layer in them: one file, or with null as layer those of all layers, in the
   * order of the layers.
   * @param {string | null} layer @param {number} zoom @returns {BundleFile[]}
   */
  tileFiles(layer, zoom) {
    const found = this.manifest.files.filter((file) => file.role === 'tiles' && zoom >= Number(file.minzoom)
      && zoom <= Number(file.maxzoom) && (layer === null || file.layer === undefined || file.layer === layer));
    const order = [...this.layers.keys()];
    const rank = (/** @type {ManifestFile} */ file) => (file.layer === undefined ? -1 : order.indexOf(file.layer));
    found.sort((one, other) => rank(one) - rank(other));
    const files = found.flatMap((file) => this.files.get(file.path) ?? []);
    // Files of one layer hold each tile's parts; of files of all layers, one holds a zoom.
    return layer === null && found.every((file) => file.layer !== undefined) ? files : files.slice(0, 1);
  }
}

/**
 * Whether an error may come from a range of a file that had another size.
 * @param {unknown} error
 */
const isOfAnotherVersion = (error) => error instanceof BundleError && ['ranges', 'size', 'truncated'].includes(error.code);

/** A file of a bundle. */
class BundleFile {
  /** @type {string | undefined} */
  #tag;

  /** @param {Snapshot} snapshot @param {ManifestFile} listed */
  constructor(snapshot, listed) {
    this.snapshot = snapshot;
    this.path = listed.path;
    this.bytes = listed.bytes;
    this.sha256 = listed.sha256;
    this.digestTag = `"${listed.sha256}"`;
  }

  /**
   * Some bytes of the file.
   * @param {number} offset @param {number} length @param {AbortSignal} [signal]
   */
  async read(offset, length, signal) {
    if (length === 0) return new Uint8Array(0);
    const isKnown = this.#tag !== undefined;
    let part = await this.#part(offset, length, isKnown ? 'default' : 'no-cache', signal).catch(async (error) => {
      if (!isOfAnotherVersion(error)) throw error;
      await this.snapshot.confirm(signal);
    });
    if (part?.tag === undefined || (part.tag !== this.#tag && part.tag !== this.digestTag)) {
      // A browser's cache may hold ranges of an earlier version, which may have had another size.
      if (isKnown || part === undefined) part = await this.#part(offset, length, 'reload', signal);
      await this.snapshot.confirm(signal);
    }
    if (length === this.bytes) await this.#checkDigest(part.bytes);
    this.#tag = part.tag;
    return part.bytes;
  }

  /**
   * Compares the whole file with its digest, where the manifest has one and where the platform can.
   * @param {Uint8Array} bytes
   */
  async #checkDigest(bytes) {
    if (this.sha256 === undefined) return;
    const found = await hexDigest(bytes) ?? this.sha256;
    if (found !== this.sha256) {
      throw new BundleError('digest', `the file has the digest ${found}, and the manifest says ${this.sha256}`, this.path);
    }
  }

  /** @param {number} offset @param {number} length @param {RequestCache} cache @param {AbortSignal | undefined} signal */
  #part(offset, length, cache, signal) {
    const range = {offset, length, total: this.bytes};
    return this.snapshot.transport.get(this.path, {range, limit: length, cache, signal});
  }
}

/* --------------------------------------------------------------------------------------------------- compression */

/**
 * Unpacks gzip of at most so many bytes.
 * @param {Uint8Array} bytes @param {number} limit @param {string} file @param {string} what
 */
async function unpacked(bytes, limit, file, what) {
  const stream = new /** @type {any} */ (globalThis).DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  writer.write(bytes).then(() => writer.close()).catch(() => undefined);
  writer.closed.catch(() => undefined);
  const tooLarge = (/** @type {string} */ message) => new BundleError('too-large', `${what}: unpacked, ${message}`, file);
  try {
    return await drained(stream.readable, limit, tooLarge);
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError('bad-gzip', `${what} is not gzip, or is cut off`, file, error);
  }
}

/* --------------------------------------------------------------------------------------------- bytes and numbers */

/** Reads numbers and texts from bytes, one after the other. A missing one is an error. */
export class ByteReader {
  /** @param {Uint8Array} bytes @param {Failure} fail */
  constructor(bytes, fail) {
    this.bytes = bytes;
    this.fail = fail;
    this.position = 0;
    this.end = bytes.length;
  }

  get isAtEnd() {
    return this.position >= this.end;
  }

  /** A whole number of 7 bits a byte, lowest first; exact below 2^53, and an error from there on. */
  varint() {
    let value = 0;
    for (let scale = 1; this.position < this.end; scale *= 128) {
      const byte = this.bytes[this.position++];
      value += (byte & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER || scale > 2 ** 63) throw this.fail('a number is 2^53 or more');
      if (byte < 0x80) return value;
    }
    throw this.fail('it ends within a number');
  }

  /** A whole number of up to 64 bits, without its sign. */
  varint64() {
    const start = this.position;
    while (this.position < this.end && this.position - start < 10) {
      if (this.bytes[this.position++] < 0x80) return this.#bits(start);
    }
    throw this.fail('it ends within a number, or the number is too long');
  }

  /** @param {number} start */
  #bits(start) {
    if (this.position - start === 1) return BigInt(this.bytes[start]);
    let value = 0n;
    for (let index = this.position - 1; index >= start; index -= 1) value = (value << 7n) | BigInt(this.bytes[index] & 0x7f);
    return BigInt.asUintN(64, value);
  }

  /**
   * The next bytes.
   * @param {number} length
   */
  take(length) {
    if (length > this.end - this.position) throw this.fail(`${length} bytes are stated, and ${this.end - this.position} are left`);
    const start = this.position;
    this.position += length;
    return this.bytes.subarray(start, this.position);
  }

  /**
   * Calls a function for each of the numbers in the next bytes.
   * @param {number} length @param {(number: number) => void} use
   */
  packed(length, use) {
    const reader = new ByteReader(this.take(length), this.fail);
    while (!reader.isAtEnd) use(reader.varint());
  }

  /**
   * A view of the next bytes.
   * @param {number} length
   */
  view(length) {
    const bytes = this.take(length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  /**
   * The next bytes as text.
   * @param {number} length
   */
  text(length) {
    return utf8(this.take(length), this.fail);
  }

  /**
   * Passes over a field that is none of those with some numbers, so that one of another type than it should be is an error.
   * @param {number} tag @param {number} first @param {number} last @param {number} [other]
   */
  skipUnknown(tag, first, last, other = first) {
    const number = Math.floor(tag / 8);
    const isKnown = (number >= first && number <= last) || number === other;
    if (isKnown) throw this.fail(`the field ${number} has the wire type ${tag % 8}`);
    this.skip(tag);
  }

  /**
   * Passes over a field of a protocol buffer.
   * @param {number} tag
   */
  skip(tag) {
    const wire = tag % 8;
    if (tag < 8) throw this.fail('a field has the number 0');
    if (wire === 0) this.varint64();
    else if (wire === 1) this.take(8);
    else if (wire === 2) this.take(this.varint());
    else if (wire === 5) this.take(4);
    else throw this.fail(`a field has the wire type ${wire}`);
  }
}

/** @param {Uint8Array} bytes @param {Failure} fail */
function utf8(bytes, fail) {
  try {
    return text(bytes);
  } catch {
    throw fail('a text is not UTF-8');
  }
}

/**
 * A number of 64 bits, little endian, that must be exact.
 * @param {DataView} view @param {number} offset @param {Failure} fail
 */
function exact64(view, offset, fail) {
  const value = view.getUint32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true);
  if (value > Number.MAX_SAFE_INTEGER) throw fail('a number is 2^53 or more');
  return value;
}

/* ------------------------------------------------------------------------------------------------------- PMTiles */

/** The bytes at the start of an archive that hold its header and root directory. */
const ROOT_BYTES = 16 * KIB;
const HEADER_BYTES = 127;

/**
 * The id of a tile in PMTiles: the tiles of all lower zooms, and the position on the zoom's Hilbert curve. Exact to zoom 26.
 *
 * @param {number} z @param {number} x @param {number} y from the north
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

/** A directory of an archive: columns of its entries. */
export class TileDirectory {
  /** @param {number} count */
  constructor(count) {
    this.ids = new Float64Array(count);
    this.runs = new Uint32Array(count);
    this.lengths = new Uint32Array(count);
    this.offsets = new Float64Array(count);
  }

  /**
   * A directory of its bytes, without compression.
   * @param {Uint8Array} bytes @param {Failure} fail
   */
  static parse(bytes, fail) {
    const reader = new ByteReader(bytes, fail);
    const count = reader.varint();
    // Each entry has at least one byte in each of the four columns.
    if (count > reader.end / 4) throw fail(`a directory of ${reader.end} bytes states ${count} entries`);
    const directory = new TileDirectory(count);
    directory.#readIDs(reader);
    for (const column of [directory.runs, directory.lengths]) {
      for (let index = 0; index < count; index += 1) {
        const value = reader.varint();
        const isWrong = value >= 2 ** 32 || (value === 0 && column === directory.lengths);
        if (isWrong) throw fail(`a directory states a length of ${value}`);
        column[index] = value;
      }
    }
    directory.#readOffsets(reader);
    directory.#checkRuns(fail);
    if (!reader.isAtEnd) throw fail('a directory has bytes after its last entry');
    return directory;
  }

  /** @param {ByteReader} reader */
  #readIDs(reader) {
    let id = 0;
    for (let index = 0; index < this.ids.length; index += 1) {
      const difference = reader.varint();
      id += difference;
      if (id > Number.MAX_SAFE_INTEGER || (index > 0 && difference === 0)) throw reader.fail('ids of a directory do not ascend');
      this.ids[index] = id;
    }
  }

  /** @param {Failure} fail */
  #checkRuns(fail) {
    for (let index = 1; index < this.ids.length; index += 1) {
      if (this.ids[index - 1] + this.runs[index - 1] > this.ids[index]) throw fail('runs of a directory overlap');
    }
  }

  /** @param {ByteReader} reader */
  #readOffsets(reader) {
    for (let index = 0; index < this.ids.length; index += 1) {
      const value = reader.varint();
      if (value === 0 && index === 0) throw reader.fail('the first entry of a directory has no offset');
      this.offsets[index] = value === 0 ? this.offsets[index - 1] + this.lengths[index - 1] : value - 1;
    }
  }

  /**
   * The number of the last entry whose id is not above one, or -1.
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

/** @typedef {{offset: number, length: number}} Section */

/** The header of an archive, checked against the size of its file. */
class ArchiveHeader {
  /** @param {Uint8Array} bytes @param {number} size @param {Failure} fail */
  constructor(bytes, size, fail) {
    const reader = new ByteReader(bytes, fail);
    if (reader.text(7) !== 'PMTiles') throw fail('it is not PMTiles');
    const view = new ByteReader(bytes, fail).view(HEADER_BYTES);
    if (view.getUint8(7) !== 3) throw fail(`it is of version ${view.getUint8(7)} of PMTiles, and 3 was expected`);
    /** @param {number} at @returns {Section} */
    const section = (at) => {
      const found = {offset: exact64(view, at, fail), length: exact64(view, at + 8, fail)};
      if (found.offset + found.length > size) throw fail('a section ends after the end of the file');
      return found;
    };
    this.root = section(8);
    // Nobody here reads the metadata, but an archive with a section outside the file is not whole.
    section(24);
    this.leaves = section(40);
    this.tiles = section(56);
    if (view.getUint8(99) > 1) throw fail(`it has tiles of the type ${view.getUint8(99)}; 1 (vector tiles) was expected`);
    this.isPacked = ArchiveHeader.#isGzip(view.getUint8(97), fail);
    this.hasPackedTiles = ArchiveHeader.#isGzip(view.getUint8(98), fail);
  }

  /** @param {number} compression @param {Failure} fail */
  static #isGzip(compression, fail) {
    if (compression === 1 || compression === 2) return compression === 2;
    throw fail(`it has the compression ${compression}; 1 (none) or 2 (gzip) was expected`);
  }
}

/** Bytes between two tiles that are read along rather than asked for in two requests. */
const TILE_GAP = 16 * KIB;
/** The most that one request for several tiles reads. */
const TILE_RUN = 2 * MIB;

/**
 * Puts things that lie near each other in a file into runs that are read at once.
 * @template {Section} T @param {readonly T[]} found @returns {{section: Section, parts: T[]}[]}
 */
function runsOf(found) {
  /** @type {{section: Section, parts: T[]}[]} */
  const runs = [];
  for (const part of [...found].sort((one, other) => one.offset - other.offset)) {
    const end = part.offset + part.length;
    const last = runs[runs.length - 1];
    if (last !== undefined && part.offset - (last.section.offset + last.section.length) <= TILE_GAP
      && end - last.section.offset <= TILE_RUN) {
      last.section.length = Math.max(last.section.length, end - last.section.offset);
      last.parts.push(part);
    } else {
      runs.push({section: {offset: part.offset, length: part.length}, parts: [part]});
    }
  }
  return runs;
}

/**
 * A signal that comes when all of some signals have come; undefined if one of them is missing.
 * @param {readonly (AbortSignal | undefined)[]} signals @returns {AbortSignal | undefined}
 */
function whenAllStop(signals) {
  if (signals.includes(undefined)) return undefined;
  const controller = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const stop = () => { if (--left === 0) controller.abort(signal?.reason); };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, {once: true});
  }
  return controller.signal;
}

/**
 * A tile that somebody waits for.
 * @typedef {Section & {signal: AbortSignal | undefined, settle: (bytes: Promise<Uint8Array>) => void}} WantedTile
 */

/** An archive of tiles, PMTiles of version 3. Opening it is one request, a tile two more at most. */
class Archive {
  /** @type {WantedTile[]} */
  #wanted = [];

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
   * The archive of a file, from memory if it is there.
   * @param {BundleFile} file @returns {Promise<Archive>}
   */
  static open(file) {
    return file.snapshot.cache.get(`${file.path} root`, async () => {
      /** @type {Failure} */
      const fail = (message) => new BundleError('bad-archive', message, file.path);
      const start = await file.read(0, Math.min(ROOT_BYTES, file.bytes));
      const archive = new Archive(file, start, fail);
      archive.root = await archive.#directory(archive.header.root);
      return {value: archive, cost: archive.root.cost + start.length};
    });
  }

  /**
   * Bytes of the file; what came with the header needs no request.
   * @param {Section} section @param {AbortSignal} [signal]
   */
  read({offset, length}, signal) {
    if (offset + length <= this.start.length) return Promise.resolve(this.start.subarray(offset, offset + length));
    return this.file.read(offset, length, signal);
  }

  /**
   * The bytes of a tile. Tiles near each other that are asked for in one turn of the event loop, as those of a map's first
   * view are, share a request; it ends early when nobody waits for any of them.
   * @param {Section} section @param {AbortSignal} [signal] @returns {Promise<Uint8Array>}
   */
  readTile({offset, length}, signal) {
    if (length === 0 || offset + length <= this.start.length) return this.read({offset, length}, signal);
    return raced(new Promise((settle) => {
      this.#wanted.push({offset, length, signal, settle});
      if (this.#wanted.length === 1) setTimeout(() => this.#readWanted(), 0);
    }), signal);
  }

  #readWanted() {
    const wanted = this.#wanted.filter(({signal}) => !signal?.aborted);
    this.#wanted = [];
    for (const {section, parts} of runsOf(wanted)) {
      const bytes = this.read(section, whenAllStop(parts.map(({signal}) => signal)));
      for (const {offset, length, settle} of parts) {
        const start = offset - section.offset;
        settle(bytes.then((all) => all.subarray(start, start + length)));
      }
    }
  }

  /** @param {Section} section */
  async #directory(section) {
    const limit = this.limits.directoryBytes;
    if (section.length > limit) throw this.fail(`a directory has ${section.length} bytes, more than ${limit}`);
    const stored = await this.read(section);
    const bytes = this.header.isPacked ? await unpacked(stored, limit, this.file.path, 'a directory') : stored;
    return TileDirectory.parse(bytes, this.fail);
  }

  /** @param {Section} section @returns {Promise<TileDirectory>} */
  #leaf({offset, length}) {
    const {leaves} = this.header;
    if (offset + length > leaves.length) throw this.fail('a leaf directory lies beyond its section');
    return this.file.snapshot.cache.get(`${this.file.path} leaf ${offset}`, async () => {
      const value = await this.#directory({offset: leaves.offset + offset, length});
      return {value, cost: value.cost};
    });
  }

  /**
   * Where the tile of an id lies in the file, if there is one.
   * @param {number} id @returns {Promise<Section | undefined>}
   */
  async locate(id) {
    const {tiles} = this.header;
    let directory = this.root;
    for (let depth = 0; depth < 4; depth += 1) {
      const index = directory.find(id);
      if (index < 0) return undefined;
      const section = {offset: directory.offsets[index], length: directory.lengths[index]};
      if (directory.runs[index] > 0) {
        if (id >= directory.ids[index] + directory.runs[index]) return undefined;
        if (section.offset + section.length > tiles.length) throw this.fail('a tile lies beyond its section');
        if (section.length > this.limits.tileBytes) {
          throw new BundleError('too-large', `a tile has ${section.length} bytes`, this.file.path);
        }
        return {offset: tiles.offset + section.offset, length: section.length};
      }
      directory = await this.#leaf(section);
    }
    throw this.fail('leaf directories lie in each other, or refer to themselves');
  }

  /**
   * A tile without compression.
   * @param {Uint8Array} stored
   */
  unpack(stored) {
    if (!this.header.hasPackedTiles) return Promise.resolve(stored);
    return unpacked(stored, this.limits.tileBytes, this.file.path, 'a tile');
  }
}

/* --------------------------------------------------------------------------------------------------------- tiles */

/**
 * @typedef {{z: number, x: number, y: number}} Address of a tile, rows from the north
 * @typedef {[number, number]} Position in units of a tile, or in degrees: longitude, latitude
 * @typedef {Record<string, any>} Properties
 *
 * @typedef {object} TileFeature a feature in the units of its tile, as geojson-vt has them: `getTile` gives such
 * @property {1 | 2 | 3} type points, lines, polygons
 * @property {any} geometry `[x, y]` of points; for lines and polygons lists of those, rings closed
 * @property {Properties} tags
 * @property {number} [id]
 *
 * @typedef {{name: string, extent: number, features: TileFeature[]}} TileLayer
 *
 * @typedef {object} Feature of GeoJSON
 * @property {'Feature'} type
 * @property {number} [id]
 * @property {{type: string, coordinates: any}} geometry
 * @property {Properties} properties
 */

/**
 * Sets a property that may have any name.
 * @param {Properties} object @param {string} name @param {any} value
 */
function setProperty(object, name, value) {
  if (name === '__proto__') Object.defineProperty(object, name, {value, enumerable: true, configurable: true, writable: true});
  else object[name] = value;
}

/**
 * The layers of a vector tile without compression, or one of them. MVT 2.1. Tiles of other programs often break
 * rules of versions and geometries, which a strict decoder rejects.
 * @param {Uint8Array} bytes @param {Failure} fail @param {string} [only] @param {boolean} [isStrict] @returns {TileLayer[]}
 */
export function decodeVectorTile(bytes, fail, only, isStrict = false) {
  const layers = vectorLayers(bytes, fail);
  if (isStrict && new Set(layers.map(({name}) => name)).size < layers.length) throw fail('two layers have the same name');
  return layers
    .filter(({name}) => only === undefined || name === only)
    .map(({message}) => new VectorLayer(message, fail, isStrict).decode());
}

/**
 * The messages of a tile's layers, with their names and with the field that holds each.
 * @param {Uint8Array} bytes @param {Failure} fail
 */
function vectorLayers(bytes, fail) {
  const reader = new ByteReader(bytes, fail);
  /** @type {{name: string, message: Uint8Array, field: Uint8Array}[]} */
  const layers = [];
  while (!reader.isAtEnd) {
    const start = reader.position;
    const tag = reader.varint();
    if (tag !== (3 << 3 | 2)) {
      reader.skipUnknown(tag, 3, 3);
      continue;
    }
    const message = reader.take(reader.varint());
    layers.push({name: layerName(message, fail), message, field: bytes.subarray(start, reader.position)});
  }
  return layers;
}

/** @param {Uint8Array} message @param {Failure} fail */
function layerName(message, fail) {
  const reader = new ByteReader(message, fail);
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === (1 << 3 | 2)) return reader.text(reader.varint());
    reader.skip(tag);
  }
  throw fail('a layer has no name');
}

/** Decodes one layer of a vector tile. */
class VectorLayer {
  /** @param {Uint8Array} message @param {Failure} fail @param {boolean} isStrict */
  constructor(message, fail, isStrict) {
    this.reader = new ByteReader(message, fail);
    this.fail = fail;
    this.isStrict = isStrict;
    /** @type {string[]} */
    this.keys = [];
    /** @type {any[]} */
    this.values = [];
    /** @type {Uint8Array[]} */
    this.messages = [];
    this.extent = 4096;
    this.version = 0;
    this.name = '';
  }

  /** @returns {TileLayer} */
  decode() {
    const {reader} = this;
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === (1 << 3 | 2)) this.name = reader.text(reader.varint());
      else if (tag === (2 << 3 | 2)) this.messages.push(reader.take(reader.varint()));
      else if (tag === (3 << 3 | 2)) this.keys.push(reader.text(reader.varint()));
      else if (tag === (4 << 3 | 2)) this.values.push(this.#value(reader.take(reader.varint())));
      else if (tag === 5 << 3) this.extent = reader.varint();
      else if (tag === 15 << 3) this.version = reader.varint();
      else reader.skipUnknown(tag, 1, 5, 15);
    }
    if (this.extent === 0) throw this.fail('a layer has the extent 0');
    const isKnown = this.version === 1 || this.version === 2;
    if (this.isStrict && !isKnown) throw this.fail(`a layer has the version ${this.version}; 2 was expected`);
    // Keys and values may come after the features that use them.
    return {name: this.name, extent: this.extent, features: this.messages.map((message) => this.#feature(message))};
  }

  /** @param {Uint8Array} message */
  #value(message) {
    const reader = new ByteReader(message, this.fail);
    /** @type {any} */
    let value;
    let found = 0;
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (found !== 0 && found !== tag && tag >= 8 && tag < 64) throw this.fail('a value is two values');
      if (tag === (1 << 3 | 2)) value = reader.text(reader.varint());
      else if (tag === (2 << 3 | 5)) value = reader.view(4).getFloat32(0, true);
      else if (tag === (3 << 3 | 1)) value = reader.view(8).getFloat64(0, true);
      else if (tag === 4 << 3) value = Number(BigInt.asIntN(64, reader.varint64()));
      else if (tag === 5 << 3) value = Number(reader.varint64());
      else if (tag === 6 << 3) value = Number(signed(reader.varint64()));
      else if (tag === 7 << 3) value = reader.varint() !== 0;
      else reader.skipUnknown(tag, 1, 7);
      if (tag < 64) found = tag;
    }
    if (value === undefined) throw this.fail('a value is none');
    return value;
  }

  /** @param {Uint8Array} message @returns {TileFeature} */
  #feature(message) {
    const reader = new ByteReader(message, this.fail);
    const commands = new TileGeometry(this.fail);
    /** @type {number[]} */
    const tagged = [];
    /** @type {{id?: number, type: number, tags: Properties}} */
    const feature = {type: 0, tags: {}};
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === 1 << 3) feature.id = reader.varint();
      else if (tag === (2 << 3 | 2)) reader.packed(reader.varint(), (number) => tagged.push(number));
      else if (tag === 2 << 3) tagged.push(reader.varint());
      else if (tag === 3 << 3) feature.type = reader.varint();
      else if (tag === (4 << 3 | 2)) reader.packed(reader.varint(), (number) => commands.read(number));
      else if (tag === 4 << 3) commands.read(reader.varint());
      else reader.skipUnknown(tag, 1, 4);
    }
    const {type, tags} = feature;
    this.#tags(tagged, tags);
    if (type !== 1 && type !== 2 && type !== 3) throw this.fail(`a feature has the type ${type}`);
    const geometry = commands.geometry(type);
    if (this.isStrict) checkGeometry(type, geometry, this.version, this.fail);
    return feature.id === undefined ? {type, geometry, tags} : {type, geometry, tags, id: feature.id};
  }

  /** @param {number[]} numbers @param {Properties} properties */
  #tags(numbers, properties) {
    if (numbers.length % 2 === 1) throw this.fail('a feature has a key without a value');
    const keys = new Set();
    for (let index = 0; index < numbers.length; index += 2) {
      const [key, value] = [numbers[index], numbers[index + 1]];
      const isThere = key < this.keys.length && value < this.values.length;
      if (!isThere) throw this.fail('a feature has a tag that its layer does not have');
      if (keys.has(key)) throw this.fail(`a feature has the key ${JSON.stringify(this.keys[key])} twice`);
      keys.add(key);
      setProperty(properties, this.keys[key], this.values[value]);
    }
  }
}

/**
 * The signed number of one in zigzag encoding.
 * @param {bigint} value
 */
const signed = (value) => (value >> 1n) ^ -(value & 1n);

/** The geometry of a feature, from its commands. */
class TileGeometry {
  /** @param {Failure} fail */
  constructor(fail) {
    this.fail = fail;
    /** @type {Position[][]} */
    this.parts = [];
    /** The command that is being read, and how many positions it still has. */
    this.command = 0;
    this.left = 0;
    this.moves = 0;
    /** @type {number | undefined} */
    this.pendingX = undefined;
    this.x = 0;
    this.y = 0;
  }

  /**
   * Reads the next of the numbers that commands are made of.
   * @param {number} number
   */
  read(number) {
    if (number >= 2 ** 32) throw this.fail('a number of a geometry has more than 32 bits');
    if (this.left > 0) this.#move(number);
    else this.#begin(number % 8, Math.floor(number / 8));
  }

  /** @param {number} command @param {number} count */
  #begin(command, count) {
    if (command === 7) {
      this.#close(count);
      return;
    }
    if (command !== 1 && command !== 2) throw this.fail(`a geometry has the command ${command}`);
    if (count === 0) throw this.fail('a command has no positions');
    if (command === 2 && this.parts.length === 0) throw this.fail('a geometry begins with a line');
    if (command === 1) this.moves += 1;
    [this.command, this.left] = [command, count];
  }

  /** @param {number} number */
  #move(number) {
    const difference = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    if (this.pendingX === undefined) {
      this.pendingX = difference;
      return;
    }
    this.x += this.pendingX;
    this.y += difference;
    this.pendingX = undefined;
    this.left -= 1;
    if (this.x !== (this.x | 0) || this.y !== (this.y | 0)) throw this.fail('a position has more than 32 bits');
    if (this.command === 1) this.parts.push([]);
    this.parts[this.parts.length - 1].push([this.x, this.y]);
  }

  /** @param {number} count */
  #close(count) {
    const ring = this.parts[this.parts.length - 1];
    if (count !== 1 || ring === undefined) throw this.fail('a geometry closes a ring that is not there');
    ring.push([ring[0][0], ring[0][1]]);
  }

  /** @param {1 | 2 | 3} type */
  geometry(type) {
    if (this.left > 0) throw this.fail('a geometry ends within a command');
    if (this.parts.length === 0) throw this.fail('a feature has no geometry');
    if (type !== 1) return this.parts;
    if (this.moves > 1 || this.parts.some((part) => part.length !== 1)) throw this.fail('a point has a line');
    return this.parts.map((part) => part[0]);
  }
}

/**
 * Fails if a line or a polygon breaks a rule of MVT 2.1, section 4.3.
 * @param {1 | 2 | 3} type @param {any} geometry @param {number} version of the layer: 1 lets rings turn as they like
 * @param {Failure} fail
 */
function checkGeometry(type, geometry, version, fail) {
  if (type === 1) return;
  for (const [index, part] of /** @type {Position[][]} */ (geometry).entries()) {
    if (part.length < (type === 3 ? 4 : 2)) throw fail('a line or ring has too few positions');
    const isStill = part.some(([x, y], at) => at > 0 && x === part[at - 1][0] && y === part[at - 1][1]);
    if (isStill) throw fail('a line or ring has the same position twice in a row');
    if (type === 2) continue;
    if (!isClosed(part)) throw fail('a ring is not closed');
    const area = doubledArea(part);
    if (area === 0) throw fail('a ring has no area');
    if (index === 0 && area < 0 && version === 2) throw fail('the first ring of a polygon turns as a hole does');
  }
}

/** @param {Position[]} ring */
function isClosed(ring) {
  const [[firstX, firstY], [lastX, lastY]] = [ring[0], ring[ring.length - 1]];
  return firstX === lastX && firstY === lastY;
}

/**
 * Twice the area of a closed ring; positive if it turns as the outer rings of vector tiles do.
 * @param {Position[]} ring
 */
function doubledArea(ring) {
  const [left, top] = ring[0] ?? [0, 0];
  let doubled = 0;
  for (let at = 1; at < ring.length; at += 1) {
    doubled += (ring[at - 1][0] - left) * (ring[at][1] - top) - (ring[at][0] - left) * (ring[at - 1][1] - top);
  }
  return doubled;
}

/**
 * The features of a layer in a tile of GeoJSON, in degrees.
 * @param {Uint8Array} bytes @param {Failure} fail @param {string} layer @returns {Feature[]}
 */
function geoJSONFeatures(bytes, fail, layer) {
  return geoJSONTile(bytes, fail).features.filter((/** @type {any} */ feature) => feature.layer === layer);
}

/** @typedef {{bytes: Uint8Array, path: string}} TilePart the layers of a tile that a file has */

/**
 * One collection of the features of several, whose last member are the features.
 * @param {readonly TilePart[]} tiles @param {Address} address
 */
function joinedCollections(tiles, {z, x, y}) {
  const start = '"features":[';
  const parts = tiles.map(({bytes, path}) => {
    const fail = (/** @type {string} */ message) => new BundleError('bad-tile', `the tile ${z}/${x}/${y}: ${message}`, path);
    const written = utf8(bytes, fail);
    const [from, to] = [written.indexOf(start) + start.length, written.lastIndexOf(']')];
    if (!written.includes(start) || to < from) throw fail('it is not a collection of features');
    return {before: written.slice(0, from), features: written.slice(from, to), after: written.slice(to)};
  });
  const features = parts.map((part) => part.features).filter((text) => text !== '');
  return new TextEncoder().encode(parts[0].before + features.join(',') + parts[0].after);
}

/** @param {Uint8Array} bytes @param {Failure} fail */
function geoJSONTile(bytes, fail) {
  const written = utf8(bytes, fail);
  let tile;
  try {
    tile = JSON.parse(written);
  } catch {
    throw fail('it is not JSON');
  }
  const isWhole = isObject(tile) && tile.type === 'FeatureCollection' && Array.isArray(tile.features)
    && tile.features.every((/** @type {any} */ feature) => isObject(feature) && isObject(feature.properties)
      && isObject(feature.geometry) && typeof feature.layer === 'string' && (feature.id === undefined || isCount(feature.id))
      && Object.values(feature.properties).every((value) => typeof value !== 'number' || Number.isFinite(value)));
  if (!isWhole) throw fail('it is not a collection of features');
  // Half a character can only be written as an escape sequence.
  if (/\\ud/i.test(written) && HALF_CHARACTER.test(JSON.stringify(tile))) throw fail('a text has half a character');
  return tile;
}

/** An escape sequence that JSON needs for half a surrogate pair. */
const HALF_CHARACTER = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/** How many lists lie around a position of each type, and the number of the type in vector tiles. */
const GEOMETRIES = /** @type {Record<string, [number, 1 | 2 | 3]>} */ ({
  Point: [0, 1], MultiPoint: [1, 1], LineString: [1, 2], MultiLineString: [2, 2], Polygon: [2, 3], MultiPolygon: [3, 3],
});

/**
 * Applies a function to each position of nested lists.
 * @param {any} value @param {number} depth @param {(position: Position) => Position} map @param {Failure} fail @returns {any}
 */
function mapped(value, depth, map, fail) {
  if (!Array.isArray(value)) throw fail('coordinates are not lists');
  if (depth > 0) return value.map((part) => mapped(part, depth - 1, map, fail));
  if (!value.every(Number.isFinite) || value.length < 2) throw fail('a position is not two numbers');
  if (Math.abs(value[1]) >= 90) throw fail(`a position has the latitude ${value[1]}`);
  return map(/** @type {Position} */ (value));
}

/**
 * Rounded as Overtile writes degrees: seven decimals, a centimeter.
 * @param {number} degrees
 */
const sevenDecimals = (degrees) => Math.round(degrees * 1e7) / 1e7;

/**
 * Longitude and latitude of a point of the world, whose side is 1.
 * @param {number} x @param {number} y @returns {Position}
 */
function degrees(x, y) {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  return [sevenDecimals(x * 360 - 180), sevenDecimals(latitude)];
}

/**
 * The point of the world, whose side is 1.
 * @param {number} longitude @param {number} latitude @returns {Position}
 */
function worldPoint(longitude, latitude) {
  const bounded = Math.min(Math.max(latitude, -89.9), 89.9);
  const y = 0.5 - Math.asinh(Math.tan(bounded * Math.PI / 180)) / (2 * Math.PI);
  return [longitude / 360 + 0.5, Math.min(Math.max(y, 0), 1)];
}

/**
 * From degrees to the units of a tile.
 * @param {Feature} feature @param {Address} address @param {number} extent @param {Failure} fail
 * @returns {TileFeature}
 */
function tileFeature(feature, {z, x, y}, extent, fail) {
  const [depth, type] = GEOMETRIES[feature.geometry.type] ?? [undefined, undefined];
  if (depth === undefined) throw fail(`a feature is a ${feature.geometry.type}`);
  const positions = mapped(feature.geometry.coordinates, depth, ([longitude, latitude]) => {
    const [worldX, worldY] = worldPoint(longitude, latitude);
    const position = [Math.round((worldX * 2 ** z - x) * extent), Math.round((worldY * 2 ** z - y) * extent)];
    if (position.some((number) => Math.abs(number) >= 2 ** 31)) throw fail('a position lies far outside its tile');
    return /** @type {Position} */ (position);
  }, fail);
  const geometry = type !== 3 ? (depth === type - 1 ? [positions] : positions)
    : (depth === 2 ? [positions] : positions).flatMap((/** @type {Position[][]} */ rings) => rings.map(wound));
  const least = [1, 2, 4][type - 1];
  if (geometry.length === 0 || (type > 1 && geometry.some((/** @type {Position[]} */ part) => part.length < least))) {
    throw fail('a geometry has too few positions');
  }
  if (type === 3 && !geometry.every(isClosed)) throw fail('a ring is not closed');
  return {type, geometry, tags: feature.properties, ...(feature.id === undefined ? {} : {id: feature.id})};
}

/**
 * A ring in the direction that vector tiles want: the first of a polygon has a positive area, rows counted downwards.
 * @param {Position[]} ring @param {number} index
 */
function wound(ring, index) {
  return doubledArea(ring) > 0 === (index === 0) ? ring : [...ring].reverse();
}

/* --------------------------------------------------------------------------------------------------- tile access */

/** Finds and reads tiles of one snapshot, whatever holds them. */
class Tiles {
  /** @param {Snapshot} snapshot */
  constructor(snapshot) {
    this.snapshot = snapshot;
    this.limits = snapshot.limits;
    const {container, encoding} = snapshot.manifest.tiles;
    this.container = container;
    this.isGeoJSON = encoding === 'geojson';
  }

  /**
   * One tile without compression, with all its layers.
   * @param {string | null} layer @param {Address} address @param {AbortSignal} [signal]
   * @returns {Promise<Uint8Array | undefined>}
   */
  async tile(layer, address, signal) {
    /** @type {TilePart[]} */
    const parts = [];
    const files = [...this.#files(layer, address.z).entries()];
    await eachOf(files, this.limits.requests, async ([index, file]) => {
      const bytes = await this.#part(file, address, signal);
      if (bytes !== undefined) parts[index] = {bytes, path: file.path};
    });
    // Files that do not have the tile leave holes.
    const found = parts.filter((part) => part !== undefined);
    if (found.length < 2) return found[0]?.bytes;
    const length = found.reduce((sum, {bytes}) => sum + bytes.length, 0);
    if (length > this.limits.tileBytes) {
      throw new BundleError('too-large', `the layers of a tile have ${length} bytes together`, found[0].path);
    }
    return this.isGeoJSON ? joinedCollections(found, address) : joined(found.map(({bytes}) => bytes), length);
  }

  /**
   * The tile that one file has, without compression.
   * @param {BundleFile} file @param {Address} address @param {AbortSignal | undefined} signal
   * @returns {Promise<Uint8Array | undefined>}
   */
  async #part(file, address, signal) {
    if (this.container === 'directory') return this.#loose(file, address, signal);
    const archive = await raced(Archive.open(file), signal);
    const section = await raced(archive.locate(tileID(address.z, address.x, address.y)), signal);
    return section && archive.unpack(await archive.readTile(section, signal));
  }

  /**
   * Calls a function for each of some tiles of one zoom, in any order. Neighbors in the file share a request.
   * @param {string} layer @param {readonly Address[]} addresses @param {AbortSignal | undefined} signal
   * @param {(address: Address, bytes: Uint8Array) => void} use
   */
  async each(layer, addresses, signal, use) {
    const file = addresses.length === 0 ? undefined : this.#files(layer, addresses[0].z)[0];
    if (file === undefined) return;
    const budget = new Budget(this.limits.queryBytes, (message) => new BundleError('too-large', message, file.path));
    if (this.container === 'directory') {
      await eachOf(addresses, this.limits.requests, async (address) => {
        const bytes = await this.#loose(file, address, signal);
        budget.spend(bytes?.length ?? 0);
        if (bytes !== undefined) use(address, bytes);
      });
      return;
    }
    const archive = await raced(Archive.open(file), signal);
    await eachOf(await raced(located(archive, addresses), signal), this.limits.requests, async ({section, parts}) => {
      budget.spend(section.length);
      const bytes = await archive.read(section, signal);
      for (const {address, offset, length} of parts) {
        const start = offset - section.offset;
        const plain = await raced(archive.unpack(bytes.subarray(start, start + length)), signal);
        budget.spend(plain.length);
        use(address, plain);
      }
    });
  }

  /** @param {string | null} layer @param {number} zoom */
  #files(layer, zoom) {
    if (this.container === 'pmtiles' || this.container === 'directory') return this.snapshot.tileFiles(layer, zoom);
    throw new BundleError('unsupported', `tiles are stored as ${this.container}, which cannot be read in ranges; use a bundle `
      + 'with format: pmtiles, or a server that reads it');
  }

  /**
   * A tile that is a file of its own.
   * @param {BundleFile} folder @param {Address} address @param {AbortSignal} [signal]
   */
  async #loose(folder, {z, x, y}, signal) {
    const path = `${folder.path}/${z}/${x}/${y}.${this.isGeoJSON ? 'geojson' : 'pbf'}`;
    const limit = this.limits.tileBytes;
    const part = await this.snapshot.transport.get(path, {limit, cache: 'no-cache', signal}).catch((error) => {
      if (error instanceof BundleError && error.code === 'missing-file') return undefined;
      throw error;
    });
    await this.snapshot.confirm(signal);
    const bytes = part?.bytes;
    const isPacked = bytes !== undefined && bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? unpacked(bytes, limit, path, 'the tile') : bytes;
  }
}

/**
 * Where tiles lie in an archive, in sections that are read at once.
 * @param {Archive} archive @param {readonly Address[]} addresses
 */
async function located(archive, addresses) {
  /** @type {{address: Address, offset: number, length: number}[]} */
  const found = [];
  for (const address of addresses) {
    const section = await archive.locate(tileID(address.z, address.x, address.y));
    if (section !== undefined) found.push({address, ...section});
  }
  return runsOf(found);
}

/**
 * The part of a tile that is one layer, as bytes of the same encoding; undefined where the tile does not have the layer.
 * @param {Uint8Array} bytes @param {string} layer @param {boolean} isGeoJSON @param {Failure} fail
 */
function layerBytes(bytes, layer, isGeoJSON, fail) {
  if (isGeoJSON) {
    const features = geoJSONFeatures(bytes, fail, layer);
    if (features.length === 0) return undefined;
    return new TextEncoder().encode(JSON.stringify({type: 'FeatureCollection', features}));
  }
  const fields = vectorLayers(bytes, fail).filter(({name}) => name === layer).map(({field}) => field);
  return fields.length === 0 ? undefined : joined(fields, fields.reduce((sum, field) => sum + field.length, 0));
}

/**
 * The bytes alone, without those around them in memory.
 * @param {Uint8Array} bytes @returns {ArrayBuffer}
 */
function ownBuffer(bytes) {
  const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return /** @type {ArrayBuffer} */ (isWhole ? bytes.buffer : bytes.slice().buffer);
}

/* ------------------------------------------------------------------------------------------------------- members */

const MEMBERS_HEADER = 112;
const CLUSTER_BYTES = 40;
const LEAF_BYTES = 16;
/** Set in the number of a child that is a leaf. */
const LEAF_BIT = 2 ** 31;
const BLOCK = 64 * KIB;
/** Blocks that may lie between two that are read with one request, and the most blocks of one request. */
const BLOCK_GAP = 4;
const BLOCK_RUN = 64;
/** Ids of clusters lie evenly between these. */
const CLUSTER_IDS = [2 ** 52, 2 ** 53];

/** Blocks of a file that one call reads; the bundle's memory keeps the last ones. */
class Blocks {
  /** @param {BundleFile} file @param {Failure} fail */
  constructor(file, fail) {
    this.file = file;
    this.fail = fail;
    this.cache = file.snapshot.cache;
    /** @type {Map<number, Uint8Array>} */
    this.held = new Map();
    this.budget = new Budget(file.snapshot.limits.pageBytes, (message) => new BundleError('too-large', message, file.path));
  }

  /**
   * Makes bytes of some sections readable. Blocks that lie close together share a request.
   * @param {readonly Section[]} sections @param {AbortSignal} [signal]
   */
  async load(sections, signal) {
    const wanted = new Set();
    for (const {offset, length} of sections) {
      if (length < 0 || offset + length > this.file.bytes) throw this.fail('it refers to bytes that it does not have');
      this.budget.spend(length);
      if (length > 0) this.#want(wanted, Math.floor(offset / BLOCK), Math.floor((offset + length - 1) / BLOCK));
    }
    const missing = [...wanted].sort((one, other) => one - other);
    /** @type {number[][]} */
    const runs = [];
    for (const block of missing) {
      const run = runs[runs.length - 1];
      const isNear = run !== undefined && block - run[1] <= BLOCK_GAP && block - run[0] < BLOCK_RUN;
      if (isNear && !this.#isCached(block) && !this.#isCached(run[1])) run[1] = block;
      else runs.push([block, block]);
    }
    await raced(eachOf(runs, this.file.snapshot.limits.requests, ([first, last]) => this.#read(first, last)), signal);
  }

  /** @param {Set<number>} wanted @param {number} first @param {number} last */
  #want(wanted, first, last) {
    for (let block = first; block <= last; block += 1) {
      if (this.held.has(block) || wanted.has(block)) continue;
      this.budget.spend(BLOCK);
      wanted.add(block);
    }
  }

  /** @param {number} block */
  #key(block) {
    return `${this.file.path} ${block}`;
  }

  /** @param {number} block */
  #isCached(block) {
    return this.cache.has(this.#key(block));
  }

  /** @param {number} first @param {number} last */
  async #read(first, last) {
    /** @type {Promise<Uint8Array> | undefined} */
    let request;
    const start = first * BLOCK;
    const end = Math.min((last + 1) * BLOCK, this.file.bytes);
    const blocks = Array.from({length: last - first + 1}, (_, index) => first + index);
    await Promise.all(blocks.map(async (block) => {
      const bytes = await this.cache.get(this.#key(block), async () => {
        const whole = await (request ??= this.file.read(start, end - start));
        const offset = block * BLOCK - start;
        const value = last === first ? whole : whole.slice(offset, offset + BLOCK);
        return {value, cost: value.length};
      });
      this.held.set(block, bytes);
    }));
  }

  /**
   * Bytes that have been loaded.
   * @param {number} offset @param {number} length
   */
  bytes(offset, length) {
    /** @type {Uint8Array[]} */
    const chunks = [];
    for (let position = offset; position < offset + length;) {
      const block = Math.floor(position / BLOCK);
      const held = this.held.get(block) ?? new Uint8Array(0);
      const chunk = held.subarray(position - block * BLOCK, Math.min(held.length, offset + length - block * BLOCK));
      if (chunk.length === 0) throw this.fail('it ends early');
      chunks.push(chunk);
      position += chunk.length;
    }
    return chunks.length === 0 ? new Uint8Array(0) : joined(chunks, length);
  }

  /** @param {number} offset @param {number} length */
  view(offset, length) {
    const bytes = this.bytes(offset, length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

/**
 * @typedef {{offset: number, count: number}} Table
 * @typedef {{id: number, firstLeaf: number, leaves: number, firstChild: number, children: number, x: number, y: number,
 *   zoom: number}} Cluster
 */

/** The sections of a file of members, checked against its size. */
class MembersHeader {
  /** @param {DataView} view @param {number} size @param {Failure} fail */
  constructor(view, size, fail) {
    const magic = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset, 8));
    if (magic !== 'OVTMEMB1' || view.getUint32(8, true) !== 1) throw fail('it is not a file of members of version 1');
    this.hasProperties = view.getUint32(12, true) % 2 === 1;
    const [clusters, children, leaves, keys, values] = [0, 1, 2, 3, 4].map((index) => exact64(view, 16 + 8 * index, fail));
    const offsets = [0, 1, 2, 3, 4, 5, 6].map((index) => exact64(view, 56 + 8 * index, fail));
    /** @param {number} index @param {number} count @param {number} stride @returns {Table} */
    const table = (index, count, stride) => {
      const end = offsets[index + 1] ?? size;
      if (offsets[index] > end || end > size) throw fail('a section ends after the end of the file');
      if (offsets[index] + count * stride > end) throw fail('a section is longer than the place for it');
      return {offset: offsets[index], count};
    };
    this.clusters = table(0, clusters, CLUSTER_BYTES);
    this.children = table(1, children, 4);
    this.leaves = table(2, leaves, LEAF_BYTES);
    const tagged = this.hasProperties ? leaves + 1 : 0;
    const listed = this.hasProperties ? keys + values + 1 : 0;
    this.tagOffsets = table(3, tagged, 8);
    this.tags = table(4, 0, 1);
    this.tagBytes = offsets[5] - offsets[4];
    this.valueOffsets = table(5, listed, 8);
    this.values = table(6, 0, 1);
    this.valueBytes = size - offsets[6];
    this.keys = keys;
  }
}

/** The members of the clusters of one layer, read by ranges for one call. */
class Members {
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
      throw new BundleError('no-members', `the bundle has no members of the layer ${JSON.stringify(layer)}`);
    }
    /** @type {Failure} */
    const fail = (message) => new BundleError('bad-members', message, file.path);
    const blocks = new Blocks(file, fail);
    if (file.bytes < MEMBERS_HEADER) throw fail('it is too short for its header');
    await blocks.load([{offset: 0, length: MEMBERS_HEADER}], signal);
    return new Members(blocks, new MembersHeader(blocks.view(0, MEMBERS_HEADER), file.bytes, fail), signal);
  }

  /** @param {number} index @returns {Section} */
  #clusterSection(index) {
    return {offset: this.header.clusters.offset + CLUSTER_BYTES * index, length: CLUSTER_BYTES};
  }

  /**
   * The id of a cluster whose record has been loaded.
   * @param {number} index
   */
  #idAt(index) {
    return exact64(this.blocks.view(this.#clusterSection(index).offset, 8), 0, this.fail);
  }

  /**
   * The cluster with an id. Ids ascend and lie evenly, so the first block that is read mostly holds it.
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
   * The records of clusters in the block of one.
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
   * A cluster whose record has been loaded.
   * @param {number} index @returns {Cluster}
   */
  record(index) {
    const view = this.blocks.view(this.#clusterSection(index).offset, CLUSTER_BYTES);
    const fields = [0, 1, 2, 3, 4, 5, 6].map((field) => view.getUint32(8 + 4 * field, true));
    const [firstLeaf, leaves, firstChild, children, x, y, zoom] = fields;
    const hasMembers = firstLeaf + leaves <= this.header.leaves.count
      && firstChild + children <= this.header.children.count;
    if (!hasMembers || zoom > LAST_ZOOM) throw this.fail(`the cluster ${index} refers to what is not there`);
    return {id: exact64(view, 0, this.fail), firstLeaf, leaves, firstChild, children, x, y, zoom};
  }

  /**
   * The markers that replace a cluster one zoom on.
   * @param {Cluster} cluster @returns {Promise<Feature[]>}
   */
  async children({firstChild, children}) {
    const section = {offset: this.header.children.offset + 4 * firstChild, length: 4 * children};
    await this.blocks.load([section], this.signal);
    const view = this.blocks.view(section.offset, section.length);
    const numbers = Array.from({length: children}, (_, index) => view.getUint32(4 * index, true));
    const clusters = numbers.filter((number) => number < LEAF_BIT);
    if (clusters.some((number) => number >= this.header.clusters.count)) throw this.fail('a child is not there');
    await this.blocks.load(clusters.map((number) => this.#clusterSection(number)), this.signal);
    const leaves = await this.leaves(numbers.filter((number) => number >= LEAF_BIT).map((number) => number - LEAF_BIT));
    let next = 0;
    return numbers.map((number) => number < LEAF_BIT ? clusterFeature(this.record(number)) : leaves[next++]);
  }

  /**
   * Leaves by their numbers.
   * @param {readonly number[]} numbers @returns {Promise<Feature[]>}
   */
  async leaves(numbers) {
    const {leaves, tagOffsets, hasProperties} = this.header;
    this.blocks.budget.spend(LEAF_BYTES * numbers.length);
    if (numbers.some((number) => number >= leaves.count)) throw this.fail('a leaf is not there');
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
   * The properties of leaves, from the sections that hold the offsets of their tags.
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
        if (typeof key !== 'string') throw this.fail('a key is not a text');
        if (Object.hasOwn(properties, key)) throw this.fail(`a leaf has the property ${JSON.stringify(key)} twice`);
        setProperty(properties, key, values.get(numbers[index + 1]));
      }
      return properties;
    });
  }

  /**
   * The section between an offset in a table, which has been loaded, and the next one.
   * @param {number} at @param {number} start of the bytes that the offsets are in @param {number} length of those bytes
   */
  #between(at, start, length) {
    const view = this.blocks.view(at, 16);
    const [first, end] = [exact64(view, 0, this.fail), exact64(view, 8, this.fail)];
    if (first > end || end > length) throw this.fail('the properties of a leaf lie outside their section');
    return {offset: start + first, length: end - first};
  }

  /**
   * The numbers in the table of keys and values of a leaf's tags.
   * @param {Uint8Array} bytes
   */
  #tags(bytes) {
    const reader = new ByteReader(bytes, this.fail);
    const count = this.header.valueOffsets.count - 1;
    /** @type {number[]} */
    const numbers = [];
    while (!reader.isAtEnd) {
      const [key, value] = [reader.varint(), this.header.keys + reader.varint()];
      if (key >= this.header.keys || value >= count) throw this.fail('a tag names what is not there');
      numbers.push(key, value);
    }
    return numbers;
  }

  /**
   * Keys and values by their numbers.
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
 * A value of its type and its bytes.
 * @param {Uint8Array} bytes @param {Failure} fail
 */
function memberValue(bytes, fail) {
  const reader = new ByteReader(bytes, fail);
  const [type] = reader.take(1);
  const size = [0, 1, 8, 8, 8][type];
  if (size !== undefined && bytes.length !== size + 1) throw fail(`a value of the type ${type} has ${bytes.length - 1} bytes`);
  const view = () => reader.view(8);
  if (type === 0) return null;
  if (type === 1) return reader.take(1)[0] !== 0;
  if (type === 2) return Number(view().getBigInt64(0, true));
  if (type === 3) return Number(view().getBigUint64(0, true));
  if (type === 4) return view().getFloat64(0, true);
  const written = reader.text(bytes.length - 1);
  if (type === 5) return written;
  if (type !== 6) throw fail(`a value has the type ${type}`);
  try {
    return JSON.parse(written);
  } catch {
    throw fail('an array or object is not JSON');
  }
}

/** @param {number} id @param {number} x @param {number} y in world units @param {Properties} properties */
function pointFeature(id, x, y, properties) {
  return pointOf(id, degrees(x / 2 ** 32, y / 2 ** 32), properties);
}

/**
 * A cluster with supercluster's properties.
 * @param {Cluster} cluster
 */
function clusterFeature({id, leaves, x, y, zoom}) {
  return pointFeature(id, x, y, {
    cluster: true, cluster_id: id, point_count: leaves, point_count_abbreviated: abbreviated(leaves), expansion_zoom: zoom + 1,
  });
}

/**
 * A count as a label, as the tiles have it: 999, 1k, 9.9k, 10k, 1M.
 * @param {number} count
 */
function abbreviated(count) {
  if (count < 1000) return `${count}`;
  const [unit, suffix] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const tenths = Math.floor((count * 10 + unit / 2) / unit);
  return tenths >= 100 ? `${Math.floor((count + unit / 2) / unit)}${suffix}` : `${tenths / 10}${suffix}`;
}

/* -------------------------------------------------------------------------------------------------------- layers */

/**
 * @typedef {{signal?: AbortSignal}} Abortable
 * @typedef {number | string | bigint} ClusterID the `cluster_id` of a cluster; texts and BigInts of exactly that number are taken too
 * @typedef {[number, number, number, number]} BBox west, south, east, north in degrees; west > east across the 180th meridian
 */

/**
 * Fails if a tile has no such address.
 * @param {number} z @param {number} x @param {number} y @returns {Address}
 */
function checkedAddress(z, x, y) {
  if (isCount(z, LAST_ZOOM) && isCount(x, 2 ** z - 1) && isCount(y, 2 ** z - 1)) return {z, x, y};
  throw badArgument(`there is no tile ${z}/${x}/${y}`);
}

/**
 * Longitudes from west to east, in one or two runs.
 * @param {BBox} bbox @returns {[number, number][]}
 */
function longitudes([west, , east]) {
  if (east - west >= 360) return [[-180, 180]];
  const first = wrapped(west);
  const last = east === 180 ? 180 : wrapped(east);
  return first > last ? [[first, 180], [-180, last]] : [[first, last]];
}

/**
 * A longitude from -180 to below 180.
 * @param {number} longitude
 */
const wrapped = (longitude) => ((longitude + 180) % 360 + 360) % 360 - 180;

/**
 * The tiles of a zoom that a box touches.
 * @param {BBox} bbox @param {number} z @param {number} extent @param {number} limit @returns {Address[]}
 */
function tilesTouched(bbox, z, extent, limit) {
  const side = 2 ** z;
  // A marker may lie on the border of its tile, rounded to a unit.
  const unit = 1 / (side * extent);
  const number = (/** @type {number} */ share) => Math.min(Math.max(Math.floor(share * side), 0), side - 1);
  const [top, bottom] = [bbox[3], bbox[1]].map((latitude) => worldPoint(0, latitude)[1]);
  const [firstY, lastY] = [number(top - unit), number(bottom + unit)];
  /** @type {Map<number, Address>} */
  const found = new Map();
  for (const [west, east] of longitudes(bbox)) {
    const [firstX, lastX] = [number(worldPoint(west, 0)[0] - unit), number(worldPoint(east, 0)[0] + unit)];
    if ((lastX - firstX + 1) * (lastY - firstY + 1) > limit) {
      throw new BundleError('too-many-tiles',
        `the box has more than ${limit} tiles of zoom ${z}; ask for a smaller box or a lower zoom`);
    }
    for (let y = firstY; y <= lastY; y += 1) {
      for (let x = firstX; x <= lastX; x += 1) found.set(y * side + x, {z, x, y});
    }
  }
  return [...found.values()];
}

/** One layer of a bundle, with supercluster's methods. Each gives a promise. */
export class BundleLayer {
  #snapshot;

  /** @param {() => Snapshot} snapshot the bundle as it is now @param {string} id */
  constructor(snapshot, id) {
    this.#snapshot = snapshot;
    this.id = id;
    snapshot().layer(id);
  }

  /** The layer's entry in the manifest. */
  get manifest() {
    return this.#snapshot().layer(this.id);
  }

  /**
   * The features of a tile, as supercluster and geojson-vt give them, in units of `extent`; null where there are none.
   * @param {number} z @param {number} x @param {number} y @param {Abortable} options
   * @returns {Promise<{features: TileFeature[], extent: number} | null>}
   */
  async getTile(z, x, y, {signal} = {}) {
    const address = checkedAddress(z, x, y);
    const snapshot = this.#snapshot();
    const {minzoom, maxzoom} = snapshot.layer(this.id);
    if (z < minzoom || z > maxzoom) return null;
    return snapshot.consistently(async () => {
      const bytes = await new Tiles(snapshot).tile(this.id, address, signal);
      const layer = bytes && decodedLayer(snapshot, this.id, address, bytes);
      return layer === undefined || layer.features.length === 0 ? null : {features: layer.features, extent: layer.extent};
    });
  }

  /**
   * The clusters and single points in a box at a zoom, ascending by id; positions are those of the tiles. A zoom
   * outside the layer's is its first or last one.
   * @param {BBox} bbox @param {number} zoom @param {Abortable} options @returns {Promise<Feature[]>}
   */
  async getClusters(bbox, zoom, {signal} = {}) {
    if (!Array.isArray(bbox) || bbox.length !== 4 || ![...bbox, zoom].every(Number.isFinite)) {
      throw badArgument('a box is four numbers, west, south, east, north, and a zoom is one');
    }
    const snapshot = this.#snapshot();
    const {minzoom, maxzoom} = this.#clusters(snapshot);
    const z = Math.min(Math.max(Math.floor(zoom), minzoom), maxzoom);
    const addresses = tilesTouched(bbox, z, snapshot.manifest.tiles.extent, snapshot.limits.queryTiles);
    return snapshot.consistently(async () => {
      /** @type {Map<number | undefined, Feature>} */
      const found = new Map();
      await new Tiles(snapshot).each(this.id, addresses, signal, (address, bytes) => {
        for (const feature of markers(snapshot, this.id, address, bytes)) {
          if (!found.has(feature.id) && isWithin(feature.geometry.coordinates, bbox)) found.set(feature.id, feature);
        }
      });
      return [...found.values()].sort((one, other) => Number(one.id) - Number(other.id));
    });
  }

  /**
   * The clusters and points that a cluster falls apart into at its expansion zoom. Clusters have no aggregates here.
   * @param {ClusterID} clusterId @param {Abortable} options @returns {Promise<Feature[]>}
   */
  getChildren(clusterId, {signal} = {}) {
    return this.#members(() => checkedID(clusterId), async (members, id) => members.children(await members.cluster(id)), signal);
  }

  /**
   * Some points of a cluster, in an order that stays the same. As in supercluster, a limit that is missing, 0 or NaN is 10, and
   * such an offset is 0; Infinity gives all. What is negative or no whole number is an error.
   * @param {ClusterID} clusterId @param {number | null} [limit] @param {number | null} [offset]
   * @param {Abortable} options @returns {Promise<Feature[]>}
   */
  getLeaves(clusterId, limit, offset, {signal} = {}) {
    const checked = () => ({id: checkedID(clusterId), most: checkedCount(limit, 10, 'limit'), start: checkedCount(offset, 0, 'offset')});
    return this.#members(checked, async (members, {id, most, start}) => {
      const {firstLeaf, leaves} = await members.cluster(id);
      const first = Math.min(start, leaves);
      const length = Math.min(most, leaves - first);
      members.blocks.budget.spend(length * LEAF_BYTES);
      return members.leaves(Array.from({length}, (_, index) => firstLeaf + first + index));
    }, signal);
  }

  /**
   * The first zoom at which a cluster is no longer one marker.
   * @param {ClusterID} clusterId @param {Abortable} options
   * @returns {Promise<number>}
   */
  getClusterExpansionZoom(clusterId, {signal} = {}) {
    return this.#members(() => checkedID(clusterId), async (members, id) => (await members.cluster(id)).zoom + 1, signal);
  }

  /**
   * Works on members, with arguments that have been checked before anything is read.
   * @template A, T @param {() => A} checked @param {(members: Members, given: A) => Promise<T>} work @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  async #members(checked, work, signal) {
    const snapshot = this.#snapshot();
    this.#clusters(snapshot);
    const given = checked();
    return snapshot.consistently(async () => work(await Members.open(snapshot, this.id, signal), given));
  }

  /** @param {Snapshot} snapshot */
  #clusters(snapshot) {
    const layer = snapshot.layer(this.id);
    if (layer.kind === 'cluster') return layer;
    throw new BundleError('not-clusters',
      `the layer ${JSON.stringify(this.id)} is of the kind ${layer.kind}, and has no clusters`);
  }
}

/** @param {Position} position @param {BBox} bbox */
function isWithin([longitude, latitude], bbox) {
  return latitude >= bbox[1] && latitude <= bbox[3]
    && longitudes(bbox).some(([west, east]) => longitude >= west && longitude <= east);
}

/**
 * The error of a tile that is not what it should be.
 * @param {Snapshot} snapshot @param {string | null} layer @param {Address} address @returns {Failure}
 */
function badTile(snapshot, layer, {z, x, y}) {
  const [file] = snapshot.tileFiles(layer, z);
  return (message) => new BundleError('bad-tile', `the tile ${z}/${x}/${y}: ${message}`, file?.path ?? MANIFEST);
}

/**
 * One layer of a tile, in units.
 * @param {Snapshot} snapshot @param {string} id @param {Address} address @param {Uint8Array} bytes
 * @returns {TileLayer | undefined}
 */
function decodedLayer(snapshot, id, address, bytes) {
  const fail = badTile(snapshot, id, address);
  const {encoding, extent} = snapshot.manifest.tiles;
  if (encoding === 'mvt') return decodeVectorTile(bytes, fail, id, true)[0];
  const features = geoJSONFeatures(bytes, fail, id).map((feature) => tileFeature(feature, address, extent, fail));
  return {name: id, extent, features};
}

/**
 * A point of GeoJSON.
 * @param {number | undefined} id @param {Position} coordinates @param {Properties} properties @returns {Feature}
 */
function pointOf(id, coordinates, properties) {
  return {type: 'Feature', ...(id === undefined ? {} : {id}), geometry: {type: 'Point', coordinates}, properties};
}

/**
 * The markers of a tile, in degrees.
 * @param {Snapshot} snapshot @param {string} id @param {Address} address @param {Uint8Array} bytes
 * @returns {Feature[]}
 */
function markers(snapshot, id, address, bytes) {
  const fail = badTile(snapshot, id, address);
  if (snapshot.manifest.tiles.encoding === 'geojson') {
    return geoJSONFeatures(bytes, fail, id).map(({id, geometry, properties}) => {
      if (geometry.type !== 'Point') throw fail('a feature of a cluster layer is not a point');
      const [longitude, latitude] = mapped(geometry.coordinates, 0, (position) => position, fail);
      return pointOf(id, [longitude, latitude], properties);
    });
  }
  const layer = decodeVectorTile(bytes, fail, id, true)[0];
  return (layer?.features ?? []).map(({type, geometry, tags, id}) => {
    if (type !== 1) throw fail('a feature of a cluster layer is not a point');
    const [x, y] = geometry[0];
    const side = 2 ** address.z;
    const coordinates = degrees(((address.x + x / layer.extent) / side + 1) % 1, (address.y + y / layer.extent) / side);
    return pointOf(id, coordinates, tags);
  });
}

/* -------------------------------------------------------------------------------------------------------- bundle */

/**
 * @typedef {object} OpenOptions
 * @property {Fetch} [fetch] what makes requests instead of the platform's `fetch`
 * @property {Record<string, string>} [headers] headers of every request
 * @property {Partial<Limits>} [limits] what a bundle may cost; whole numbers of 1 or more, or undefined for the default
 * @property {AbortSignal} [signal] ends the opening
 */

const OPTIONS = ['fetch', 'headers', 'limits', 'signal'];

/**
 * The folder of a bundle's address, or of the address of its manifest.
 * @param {string | URL} url
 */
function folderURL(url) {
  const here = globalThis.document?.baseURI ?? globalThis.location?.href;
  let folder;
  try {
    folder = new URL(url, here);
  } catch (error) {
    throw badArgument(`${url} is not an address`, error);
  }
  folder.search = folder.hash = '';
  folder.pathname = folder.pathname.replace(/\/(bundle\.json)?$/, '') + '/';
  return folder;
}

/**
 * Opens the bundle at an address: reads its manifest. Options and limits with other names are errors.
 * @param {string | URL} url @param {OpenOptions} options
 */
export async function openBundle(url, options = {}) {
  checkNames(options, OPTIONS, 'the options of openBundle');
  const {fetch, headers = {}, limits = {}, signal} = options;
  /** @type {Fetch} */
  const ask = fetch ?? ((address, init) => globalThis.fetch(address, init));
  const transport = new Transport(folderURL(url), ask, headers, checkedLimits(limits));
  return new Bundle(transport, await Snapshot.read(transport, signal));
}

/** A bundle that has been opened. Its calls throw `BundleError`, and `BundleChangedError` once it was published again. */
export class Bundle {
  #transport;
  #snapshot;

  /**
   * Use `openBundle`.
   * @param {Transport} transport @param {Snapshot} snapshot
   */
  constructor(transport, snapshot) {
    this.#transport = transport;
    this.#snapshot = snapshot;
  }

  /** The address of the bundle's folder. */
  get url() {
    return this.#transport.base.href;
  }

  /** The manifest, as it is in the file. */
  get manifest() {
    return this.#snapshot.manifest;
  }

  /** The digest of this version of the bundle. */
  get version() {
    return this.#snapshot.version;
  }

  /** The text to show wherever the bundle is shown; may hold HTML. */
  get attribution() {
    return this.#snapshot.manifest.attribution;
  }

  /**
   * A layer by its id.
   * @param {string} id
   */
  layer(id) {
    return new BundleLayer(() => this.#snapshot, id);
  }

  /**
   * A tile without compression: the part of it that is a layer, or with null as layer all of it. Null where there is none, and
   * outside the layer's zooms: a map shows the tiles of the last zoom larger there.
   * @param {string | null} layer @param {number} z @param {number} x @param {number} y @param {Abortable} options
   * @returns {Promise<ArrayBuffer | null>}
   */
  async tile(layer, z, x, y, {signal} = {}) {
    const address = checkedAddress(z, x, y);
    const snapshot = this.#snapshot;
    if (layer !== null) {
      const {minzoom, maxzoom} = snapshot.layer(layer);
      if (z < minzoom || z > maxzoom) return null;
    }
    return snapshot.consistently(async () => {
      const tiles = new Tiles(snapshot);
      const whole = await tiles.tile(layer, address, signal);
      if (whole === undefined) return null;
      const bytes = layer === null ? whole : layerBytes(whole, layer, tiles.isGeoJSON, badTile(snapshot, layer, address));
      return bytes === undefined ? null : ownBuffer(bytes);
    });
  }

  /**
   * TileJSON 3 of one layer, with that layer's own zooms, so that maps overzoom it beyond its last one. There are no bounds:
   * buffers and radii reach beyond the features, and a tile that is not there costs no request.
   * @param {string} layer @param {string} template the address of a tile with {z}, {x} and {y}
   */
  tileJSON(layer, template) {
    const {name, description, attribution} = this.#snapshot.manifest;
    const {id, minzoom, maxzoom, fields = {}, description: told} = this.#snapshot.layer(layer);
    return {
      tilejson: '3.0.0', tiles: [template], name: name === undefined ? id : `${name}: ${id}`, description: told ?? description,
      attribution, minzoom, maxzoom, vector_layers: [{id, fields, minzoom, maxzoom, description: told}],
    };
  }

  /**
   * Looks for a bundle that was published since, and goes over to it. True if there was one.
   * @param {Abortable} options @returns {Promise<boolean>}
   */
  async refresh({signal} = {}) {
    const before = this.#snapshot;
    const now = await Snapshot.read(this.#transport, signal);
    if (!before.isStale && now.version === before.version) return false;
    this.#snapshot = now;
    return true;
  }
}

/* ------------------------------------------------------------------------------------------------------ MapLibre */

/**
 * A layer of a tile as MapLibre reads it, which is empty where there is none. Tiles of GeoJSON are encoded anew.
 * @param {Bundle} bundle @param {string} layer @param {[number, number, number]} address @param {AbortSignal} signal
 */
async function vectorTile(bundle, layer, address, signal) {
  const nothing = new ArrayBuffer(0);
  if (bundle.manifest.tiles.encoding === 'mvt') return await bundle.tile(layer, ...address, {signal}) ?? nothing;
  const tile = await bundle.layer(layer).getTile(...address, {signal});
  return tile === null ? nothing : encodeVectorTile({name: layer, ...tile});
}

/**
 * A vector tile of one layer, MVT 2.1.
 * @param {TileLayer} layer @returns {ArrayBuffer}
 */
export function encodeVectorTile({name, extent, features}) {
  const keys = new Numbering();
  const values = new Numbering();
  const messages = features.map((feature) => encodedFeature(feature, keys, values));
  const layer = new ByteWriter().bytes(1, encodedText(name));
  for (const message of messages) layer.bytes(2, message);
  for (const key of keys.items) layer.bytes(3, encodedText(key));
  for (const value of values.items) layer.bytes(4, encodedValue(value));
  layer.number(5, extent).number(15, 2);
  return ownBuffer(new ByteWriter().bytes(3, layer.written).written);
}

/** Gives equal items equal numbers, from 0. */
class Numbering {
  /** @type {Map<any, number>} */
  #numbers = new Map();
  /** @type {any[]} */
  items = [];

  /** @param {any} item */
  of(item) {
    const number = this.#numbers.get(item) ?? this.items.push(item) - 1;
    this.#numbers.set(item, number);
    return number;
  }
}

/** Writes fields of a protocol buffer. */
class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  get written() {
    return this.#bytes.slice(0, this.#length);
  }

  /** @param {Uint8Array | readonly number[]} bytes */
  append(bytes) {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
    return this;
  }

  /** @param {number} value a whole number below 2^53 */
  varint(value) {
    while (value >= 128) {
      this.append([value % 128 + 128]);
      value = Math.floor(value / 128);
    }
    return this.append([value]);
  }

  /** @param {number} value a whole number */
  zigzag(value) {
    return this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** @param {number} field @param {number} value */
  number(field, value) {
    return this.varint(field * 8).varint(value);
  }

  /** @param {number} field @param {Uint8Array} bytes */
  bytes(field, bytes) {
    return this.varint(field * 8 + 2).varint(bytes.length).append(bytes);
  }
}

/** @param {string} text */
const encodedText = (text) => new TextEncoder().encode(text);

/** @param {string | number | boolean} value */
function encodedValue(value) {
  const writer = new ByteWriter();
  if (typeof value === 'string') return writer.bytes(1, encodedText(value)).written;
  if (typeof value === 'boolean') return writer.number(7, value ? 1 : 0).written;
  if (isCount(value)) return writer.number(5, value).written;
  return writer.varint(3 * 8 + 1).append(new Uint8Array(Float64Array.of(value).buffer)).written;
}

/** @param {TileFeature} feature @param {Numbering} keys @param {Numbering} values */
function encodedFeature({id, type, geometry, tags}, keys, values) {
  const writer = new ByteWriter();
  const numbers = new ByteWriter();
  for (const [key, value] of Object.entries(tags)) {
    if (value === null) continue;
    numbers.varint(keys.of(key)).varint(values.of(typeof value === 'object' ? JSON.stringify(value) : value));
  }
  if (id !== undefined) writer.number(1, id);
  return writer.bytes(2, numbers.written).number(3, type).bytes(4, encodedGeometry(type, geometry)).written;
}

/** @param {1 | 2 | 3} type @param {any} geometry */
function encodedGeometry(type, geometry) {
  const writer = new ByteWriter();
  let [x, y] = [0, 0];
  const move = (/** @type {Position} */ position) => {
    writer.zigzag(position[0] - x).zigzag(position[1] - y);
    [x, y] = position;
  };
  if (type === 1) {
    writer.varint(geometry.length * 8 + 1);
    geometry.forEach(move);
    return writer.written;
  }
  for (const part of geometry) {
    const line = type === 3 ? part.slice(0, -1) : part;
    writer.varint(1 * 8 + 1);
    move(line[0]);
    writer.varint((line.length - 1) * 8 + 2);
    line.slice(1).forEach(move);
    if (type === 3) writer.varint(1 * 8 + 7);
  }
  return writer.written;
}

/**
 * @typedef {object} MapLibre what this module uses of MapLibre GL JS 4 and later
 * @property {(scheme: string, load: (request: {url: string}, abort: AbortController) => Promise<{data: any}>) => void} addProtocol
 * @property {(scheme: string) => void} removeProtocol
 *
 * @typedef {object} ProtocolOptions
 * @property {string} [scheme] of the addresses (overtile)
 * @property {(bundle: Bundle) => void} [onChange] a bundle was published again: set the addresses of its sources once more
 */

/**
 * Makes MapLibre read sources whose address is `overtile://`, the address of a bundle, a layer and `.json`.
 * @param {MapLibre} maplibregl @param {ProtocolOptions & OpenOptions} [options]
 */
export function addProtocol(maplibregl, options = {}) {
  const protocol = new OverlayProtocol(maplibregl, options);
  maplibregl.addProtocol(protocol.scheme, (request, abort) => protocol.load(request.url, abort.signal));
  return protocol;
}

/** Serves the layers of bundles to MapLibre: one source a layer. */
export class OverlayProtocol {
  /** @type {Map<string, Promise<Bundle>>} */
  #bundles = new Map();
  /**
   * The bundles and versions that `onChange` has been called for.
   * @type {Set<string>}
   */
  #told = new Set();

  /**
   * Use `addProtocol`.
   * @param {MapLibre} maplibregl @param {ProtocolOptions & OpenOptions} options
   */
  constructor(maplibregl, options) {
    checkNames(options, ['scheme', 'onChange', ...OPTIONS], 'the options of addProtocol');
    const {scheme = 'overtile', onChange, ...opening} = options;
    checkedLimits(opening.limits ?? {});
    this.maplibregl = maplibregl;
    this.scheme = scheme;
    this.onChange = onChange;
    this.opening = opening;
  }

  /**
   * The address of a source: of a layer of the bundle at an address.
   * @param {string | URL} url @param {string} layer
   */
  sourceURL(url, layer) {
    return `${this.scheme}://${folderURL(url).href}${encodeURIComponent(layer)}.json`;
  }

  /**
   * Makes the protocol use a bundle that is open already.
   * @param {Bundle} bundle
   */
  add(bundle) {
    this.#bundles.set(bundle.url, Promise.resolve(bundle));
  }

  /**
   * The bundle at an address, opened once.
   * @param {string | URL} url @returns {Promise<Bundle>}
   */
  bundle(url) {
    const {href} = folderURL(url);
    let bundle = this.#bundles.get(href);
    if (bundle === undefined) {
      bundle = openBundle(href, this.opening);
      this.#bundles.set(href, bundle);
      bundle.catch(() => this.#bundles.delete(href));
    }
    return bundle;
  }

  /** Ends the protocol. */
  remove() {
    this.maplibregl.removeProtocol(this.scheme);
    this.#bundles.clear();
  }

  /**
   * What MapLibre asks for: the TileJSON of a source, or a tile.
   * @param {string} address @param {AbortSignal} signal
   * @returns {Promise<{data: any}>}
   */
  async load(address, signal) {
    const rest = address.slice(this.scheme.length + 3);
    const tile = /^(.*\/)([^/]+)\/(\d+)\/(\d+)\/(\d+)\.mvt(?:\?version=([^&]*))?$/.exec(rest);
    if (tile !== null) return this.#tile(tile, signal);
    const source = /^(.*\/)([^/]+)\.json$/.exec(rest);
    if (source !== null) return this.#source(source[1], decodeURIComponent(source[2]), signal);
    throw badArgument(`${address} is neither a source nor a tile; a source is BUNDLE/LAYER.json`);
  }

  /** @param {string} url @param {string} layer @param {AbortSignal} signal */
  async #source(url, layer, signal) {
    const isOpen = this.#bundles.has(folderURL(url).href);
    const bundle = await raced(this.bundle(url), signal);
    // A source is set again when a bundle has changed.
    if (isOpen) await raced(bundle.refresh(), signal);
    const tiles = `${this.scheme}://${bundle.url}${encodeURIComponent(layer)}/{z}/{x}/{y}.mvt`;
    return {data: bundle.tileJSON(layer, `${tiles}?version=${encodeURIComponent(bundle.version)}`)};
  }

  /** @param {RegExpExecArray} match @param {AbortSignal} signal */
  async #tile([, url, layer, z, x, y, version], signal) {
    const bundle = await raced(this.bundle(url), signal);
    try {
      // A map shows tiles of one version beside each other, never of two.
      if (version !== undefined && decodeURIComponent(version) !== bundle.version) throw new BundleChangedError();
      return {data: await vectorTile(bundle, decodeURIComponent(layer), [Number(z), Number(x), Number(y)], signal)};
    } catch (error) {
      if (error instanceof BundleChangedError) this.#tell(bundle, version);
      throw error;
    }
  }

  /** @param {Bundle} bundle @param {string | undefined} version */
  #tell(bundle, version) {
    const key = `${bundle.url} ${version ?? bundle.version}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.onChange?.(bundle);
  }
}
