// @ts-check
// The arguments of calls, which are checked before anything is read, and the limits for bundles.
import {BundleError, badArgument} from './errors.js';
import {isCount, isObject} from './manifest.js';

export const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * The limits for a bundle. Sizes in bytes apply to a single item, such as a tile, both compressed and uncompressed.
 *
 * @typedef {object} Limits
 * @property {number} manifestBytes the size of bundle.json (16 MiB)
 * @property {number} directoryBytes the size of a directory in an archive (8 MiB)
 * @property {number} tileBytes the size of a tile (64 MiB, which is also the maximum that a build writes)
 * @property {number} queryTiles the number of tiles that `getClusters` may look up (4,096)
 * @property {number} queryBytes the size of all tiles that `getClusters` reads (256 MiB)
 * @property {number} pageBytes the size of the members that `getChildren` or `getLeaves` reads (64 MiB)
 * @property {number} cacheBytes the size of the directories and members that stay in memory (16 MiB)
 * @property {number} requests the number of simultaneous requests of one call (8)
 * @property {number} timeoutMs the time in milliseconds that a server may send nothing; a request may take ten times as long (30,000)
 */

/** @type {Limits} */
const LIMITS = {
  manifestBytes: 16 * MIB, directoryBytes: 8 * MIB, tileBytes: 64 * MIB, queryTiles: 4096, queryBytes: 256 * MIB,
  pageBytes: 64 * MIB, cacheBytes: 16 * MIB, requests: 8, timeoutMs: 30_000,
};

/** @param {unknown} value @returns {string} the value in a few words */
function described(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** @param {unknown} given @param {readonly string[]} known @param {string} what */
export function checkNames(given, known, what) {
  if (!isObject(given)) throw badArgument(`${what} must be an object, but ${described(given)} was found`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw badArgument(`${what} do not include "${unknown}"; valid names are ${known.join(', ')}`);
}

/** @param {Partial<Limits>} given @returns {Limits} the given limits, and the defaults for all others */
export function checkedLimits(given) {
  checkNames(given, Object.keys(LIMITS), 'limits');
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of stated) {
    if (isCount(value) && value > 0) continue;
    throw badArgument(`the limit "${name}" must be a whole number of 1 or more, but ${described(value)} was found`);
  }
  return {...LIMITS, ...Object.fromEntries(stated)};
}

/**
 * Returns the number of a cluster. Strings and BigInts that are exactly a whole number are converted to it.
 * @param {unknown} id @returns {number}
 */
export function checkedID(id) {
  if (typeof id === 'number') return id;
  const number = typeof id === 'string' || typeof id === 'bigint' ? Number(id) : NaN;
  if (Number.isSafeInteger(number) && String(number) === String(id)) return number;
  throw badArgument(`the id of a cluster must be the number in its "cluster_id", but ${described(id)} was found`);
}

/**
 * Returns the number of leaves to return or to skip. As in supercluster, missing values, 0 and NaN mean the default.
 * @param {unknown} given @param {number} otherwise @param {string} name @returns {number}
 */
export function checkedCount(given, otherwise, name) {
  const count = given || otherwise;
  if (isCount(count) || count === Infinity) return count;
  throw badArgument(`"${name}" must be a whole number of 0 or more, but ${described(given)} was found`);
}

/** Limits the number of bytes that one call reads in total. */
export class Budget {
  /** @param {number} bytes @param {string} [file] that the call reads */
  constructor(bytes, file) {
    this.left = bytes;
    this.bytes = bytes;
    this.file = file;
  }

  /** @param {number} bytes */
  spend(bytes) {
    this.left -= bytes;
    if (this.left < 0) throw new BundleError('too-large', `the call would read more than ${this.bytes} bytes`, this.file);
  }
}
