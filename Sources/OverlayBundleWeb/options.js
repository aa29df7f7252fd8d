// @ts-check
/**
 * The options of a call, which are checked before anything is read, and the limits of what a bundle may cost.
 *
 * @module options
 */
import {badArgument} from './errors.js';
import {isCount, isObject} from './manifest.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 */

export const KIB = 1024;
export const MIB = 1024 * KIB;

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
 * Fails if an object has a name that is not known.
 * @param {unknown} given @param {readonly string[]} known @param {string} what
 */
export function checkNames(given, known, what) {
  if (!isObject(given)) throw badArgument(`${what} must be an object, but ${described(given)} was found`);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw badArgument(`${what} do not include "${name}"; valid names are ${known.join(', ')}`);
  }
}

/**
 * The limits of a bundle: those that were given, and the defaults of the others.
 * @param {unknown} given @returns {Limits}
 */
export function checkedLimits(given) {
  checkNames(given, Object.keys(LIMITS), 'limits');
  /** @type {Record<string, number>} */
  const limits = {...LIMITS};
  for (const [name, value] of Object.entries(/** @type {object} */ (given))) {
    if (value === undefined) continue;
    if (!isCount(value) || value === 0) {
      throw badArgument(`the limit "${name}" must be a whole number of 1 or more, but ${described(value)} was found`);
    }
    limits[name] = value;
  }
  return /** @type {any} */ (limits);
}

/**
 * The number of a cluster: strings and BigInts that are exactly a whole number count as it.
 * @param {unknown} id @returns {number}
 */
export function checkedID(id) {
  if (typeof id === 'number') return id;
  const number = typeof id === 'string' || typeof id === 'bigint' ? Number(id) : NaN;
  if (Number.isSafeInteger(number) && String(number) === String(id)) return number;
  throw badArgument(`the id of a cluster must be the number in its "cluster_id", but ${described(id)} was found`);
}

/**
 * How many leaves to give or to leave out. Nothing, 0 and NaN stand for the default, as in supercluster.
 * @param {unknown} given @param {number} otherwise @param {string} name @returns {number}
 */
export function checkedCount(given, otherwise, name) {
  const count = given || otherwise;
  if (typeof count === 'number' && count >= 0 && (Number.isInteger(count) || count === Infinity)) return count;
  throw badArgument(`"${name}" must be a whole number of 0 or more, but ${described(given)} was found`);
}

/** Allows an amount of bytes to one call, over all that it reads. */
export class Budget {
  /** @param {number} bytes @param {Failure} fail */
  constructor(bytes, fail) {
    this.left = bytes;
    this.bytes = bytes;
    this.fail = fail;
  }

  /** @param {number} bytes */
  spend(bytes) {
    this.left -= bytes;
    if (this.left < 0) throw this.fail(`the call would read more than ${this.bytes} bytes`);
  }
}
