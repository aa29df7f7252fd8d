// @ts-check
// A bundle that has been opened at a URL.
import {joined} from './bytes.js';
import {badArgument} from './errors.js';
import {BundleLayer} from './layer.js';
import {parsedManifest} from './manifest.js';
import {checkNames, checkedLimits} from './options.js';
import {Snapshot} from './snapshot.js';
import {readTile} from './tiles.js';
import {Transport} from './transport.js';
import {vectorLayers} from './vector-tile.js';

/**
 * @typedef {import('./transport.js').Fetch} Fetch
 * @typedef {import('./layer.js').Abortable} Abortable
 *
 * @typedef {object} OpenOptions
 * @property {Fetch} [fetch] the function that makes requests instead of the platform's `fetch`
 * @property {Record<string, string>} [headers] the headers of every request
 * @property {Partial<import('./options.js').Limits>} [limits] the limits for a bundle: whole numbers of 1 or more, or undefined for the defaults
 * @property {AbortSignal} [signal] a signal that aborts the opening
 */

export const OPTIONS = ['fetch', 'headers', 'limits', 'signal'];

/**
 * Returns the URL of a bundle's folder from the URL of the folder or of the manifest.
 * @param {string | URL} url
 */
export function folderURL(url) {
  const here = globalThis.document?.baseURI ?? globalThis.location?.href;
  let folder;
  try {
    folder = new URL(url, here);
  } catch (error) {
    throw badArgument(`${url} is not a valid URL`, error);
  }
  folder.search = folder.hash = '';
  folder.pathname = folder.pathname.replace(/\/(bundle\.json)?$/, '') + '/';
  return folder;
}

/**
 * Opens the bundle at a URL by reading its manifest. Unknown options and limits are errors.
 * @param {string | URL} url @param {OpenOptions} options
 */
export async function openBundle(url, options = {}) {
  checkNames(options, OPTIONS, 'the options of openBundle');
  const {fetch, headers = {}, limits = {}, signal} = options;
  /** @type {Fetch} */
  const ask = fetch ?? ((address, init) => globalThis.fetch(address, init));
  const transport = new Transport(folderURL(url), ask, headers, checkedLimits(limits));
  const bytes = await transport.manifest(signal);
  return new Bundle(transport, new Snapshot(transport, bytes, await parsedManifest(bytes)));
}

/** An open bundle. Its methods throw `BundleError`, and `BundleChangedError` after the bundle has been published again. */
export class Bundle {
  #transport;
  #snapshot;

  /**
   * Use `openBundle` instead.
   * @param {Transport} transport @param {Snapshot} snapshot
   */
  constructor(transport, snapshot) {
    this.#transport = transport;
    this.#snapshot = snapshot;
  }

  /** The URL of the bundle's folder. */
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

  /** The text to show wherever the bundle is shown. It may contain HTML. */
  get attribution() {
    return this.#snapshot.manifest.attribution;
  }

  /**
   * Returns the layer with an id.
   * @param {string} id
   */
  layer(id) {
    return new BundleLayer(() => this.#snapshot, id);
  }

  /**
   * Returns the uncompressed bytes of one layer of a tile, or of the whole tile if the layer is null. Returns null if there is no
   * tile, and outside the layer's zooms; a map overzooms the tiles of the maximum zoom there.
   * @param {string | null} layer @param {number} z @param {number} x @param {number} y @param {Abortable} options
   * @returns {Promise<ArrayBuffer | null>}
   */
  async tile(layer, z, x, y, {signal} = {}) {
    return readTile({snapshot: this.#snapshot, layer, signal}, {z, x, y}, (whole, fail) => {
      if (layer === null) return ownBuffer(whole);
      const fields = vectorLayers(whole, fail).filter(({name}) => name === layer).map(({field}) => field);
      return fields.length === 0 ? null : ownBuffer(joined(fields));
    });
  }

  /**
   * Returns the TileJSON 3 of one layer, with that layer's own zooms, so that maps overzoom it above its maximum zoom. It has no
   * bounds, because buffers and radii extend beyond the features, and a missing tile costs no request.
   * @param {string} layer @param {string} template the URL of a tile with {z}, {x} and {y}
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
   * Checks for a newly published bundle and switches to it. Returns true if there was one.
   * @param {Abortable} options @returns {Promise<boolean>}
   */
  async refresh({signal} = {}) {
    const bytes = await this.#transport.manifest(signal);
    if (this.#snapshot.isOf(bytes)) return false;
    this.#snapshot = new Snapshot(this.#transport, bytes, await parsedManifest(bytes));
    return true;
  }
}

/** @param {Uint8Array} bytes @returns {ArrayBuffer} with these bytes alone */
function ownBuffer(bytes) {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength;
  return /** @type {ArrayBuffer} */ (isWhole ? bytes.buffer : bytes.slice().buffer);
}
