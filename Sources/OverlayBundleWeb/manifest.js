// @ts-check
// The manifest of a bundle. The members that the reader uses are checked.
import {utf8} from './bytes.js';
import {BundleError} from './errors.js';

/**
 * @typedef {object} ManifestFile
 * @property {string} path
 * @property {string} role
 * @property {number} bytes
 * @property {string} [sha256]
 * @property {number} [minzoom]
 * @property {number} [maxzoom]
 * @property {string} [layer] the layer of a file of members, or the only layer in a file of tiles
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

export const MANIFEST = 'bundle.json';
/** Version 2 allows files of tiles with one layer each. */
const FORMAT_VERSIONS = [1, 2];
/** Builds list a file for each zoom, or two for each layer. */
const MOST_FILES = 1024;
/** The addresses of tiles are exact up to this zoom, because ids are below 2^53. Builds end at zoom 24. */
export const LAST_ZOOM = 26;

/** @param {string} message @param {unknown} [cause] */
const badManifest = (message, cause) => new BundleError('bad-manifest', message, MANIFEST, cause);

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} [limit] @returns {value is number} */
export const isCount = (value, limit = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= limit;

/** @param {unknown} value */
const isTextOrMissing = (value) => value === undefined || typeof value === 'string';

/** @param {Uint8Array} bytes @returns {Promise<Manifest>} the manifest, which is checked */
export async function parsedManifest(bytes) {
  let written, value;
  try {
    written = utf8.decode(bytes);
    value = JSON.parse(written);
  } catch (error) {
    throw badManifest(`the file is not valid JSON in UTF-8: ${error instanceof Error ? error.message : error}`, error);
  }
  if (!isObject(value) || value.format !== 'overtile-bundle') throw badManifest('the file is not the manifest of a bundle');
  if (!FORMAT_VERSIONS.includes(value.formatVersion)) {
    throw new BundleError('unsupported',
      `format version ${value.formatVersion} is not supported; this module reads versions ${FORMAT_VERSIONS.join(' and ')}`, MANIFEST);
  }
  // The digest of the rest of the text, without the members that hold the digest and the software.
  const rest = written.replace(/^ {2}"digest" : "[0-9a-f]{64}",\n/m, '').replace(/^ {2}"software" : \{\n(?: {4}.*\n)* {2}\},\n/m, '');
  const found = await otherDigest(new TextEncoder().encode(rest), value.digest);
  if (found !== undefined) throw badManifest(`the manifest has the digest ${found}, but states ${value.digest}`);
  const {tiles, layers, files, attribution} = value;
  const isStored = isObject(tiles) && typeof tiles.container === 'string' && tiles.encoding === 'mvt';
  if (!isStored || !isCount(tiles.extent, 2 ** 20) || tiles.extent < 1) throw badManifest('"tiles" does not describe how tiles are stored');
  const isList = Array.isArray(layers) && layers.every(isLayer) && new Set(layers.map(({id}) => id)).size === layers.length;
  if (!isList) throw badManifest('"layers" is not a valid list of layers');
  if (!Array.isArray(files) || files.length > MOST_FILES || !files.every(isFile)) throw badManifest('"files" is not a valid list of files');
  checkFiles(files, layers);
  if (!isTextOrMissing(attribution)) throw badManifest('"attribution" is not a string');
  return /** @type {any} */ (value);
}

/**
 * Returns the SHA-256 digest of bytes in hexadecimal if it is not the stated one. Without a stated digest, and if the platform has no
 * digests, as in pages without HTTPS, returns undefined.
 * @param {Uint8Array} bytes @param {unknown} stated
 */
export async function otherDigest(bytes, stated) {
  const subtle = globalThis.crypto?.subtle;
  if (stated === undefined || subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return found === stated ? undefined : found;
}

/** @param {any} value */
const hasZooms = ({minzoom, maxzoom}) => isCount(maxzoom, LAST_ZOOM) && isCount(minzoom, maxzoom);

/** @param {unknown} value */
const isLayer = (value) => isObject(value) && typeof value.id === 'string' && typeof value.kind === 'string' && hasZooms(value)
  && (value.fields === undefined || isObject(value.fields));

/** @param {unknown} value */
const isFile = (value) => isObject(value) && typeof value.path === 'string' && typeof value.role === 'string' && isCount(value.bytes)
  && isTextOrMissing(value.layer) && isTextOrMissing(value.sha256) && (value.role !== 'tiles' || hasZooms(value))
  // No path leads out of the bundle.
  && value.path.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part));

/** @param {ManifestFile[]} files @param {ManifestLayer[]} layers */
function checkFiles(files, layers) {
  for (const [index, file] of files.entries()) {
    const {path, role, layer} = file;
    if (role === 'tiles' && layer !== undefined && !layers.some(({id}) => id === layer)) {
      throw badManifest(`${path} contains the tiles of the layer ${JSON.stringify(layer)}, which does not exist`);
    }
    const other = files.slice(0, index).find((earlier) => earlier.role === role && holdSame(file, earlier));
    const what = role === 'tiles' ? 'tiles at the same zoom' : 'members of the same layer';
    if (other !== undefined) throw badManifest(`${other.path} and ${path} both contain ${what}`);
  }
}

/** @param {ManifestFile} one @param {ManifestFile} other of the same role */
function holdSame(one, other) {
  if (one.role === 'members') return one.layer === other.layer;
  return one.role === 'tiles' && (one.layer === undefined || other.layer === undefined || one.layer === other.layer)
    && Number(one.minzoom) <= Number(other.maxzoom) && Number(other.minzoom) <= Number(one.maxzoom);
}
