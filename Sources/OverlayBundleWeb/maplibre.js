// @ts-check
/**
 * Bundles as sources of MapLibre GL JS.
 *
 * @module maplibre
 */
import {BundleChangedError, badArgument} from './errors.js';
import {OPTIONS, folderURL, openBundle} from './bundle.js';
import {checkNames, checkedLimits} from './options.js';
import {raced} from './transport.js';
import {renamedLayer} from './vector-tile.js';

/**
 * @typedef {import('./bundle.js').Bundle} Bundle @typedef {import('./bundle.js').OpenOptions} OpenOptions
 *
 * @typedef {object} MapLibre what this module uses of MapLibre GL JS 4 and later
 * @property {(scheme: string, load: (request: {url: string}, abort: AbortController) => Promise<{data: any}>) => void} addProtocol
 * @property {(scheme: string) => void} removeProtocol
 *
 * @typedef {object} ProtocolOptions
 * @property {string} [scheme] of the addresses (overtile)
 * @property {(bundle: Bundle) => void} [onChange] a bundle was published again: set the addresses of its sources once more
 */

/**
 * The name of a layer in a map. MapLibre cannot have sources and layers with the names that every object of JavaScript has, such as
 * `constructor`: they get an end.
 * @param {string} id
 */
export const mapName = (id) => (id in {} ? `${id} (layer)` : id);

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
      const id = decodeURIComponent(layer);
      const tile = await bundle.tile(id, Number(z), Number(x), Number(y), {signal}) ?? new ArrayBuffer(0);
      return {data: mapName(id) === id ? tile : renamedLayer(new Uint8Array(tile), mapName(id))};
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
