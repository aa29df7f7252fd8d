// @ts-check
// Bundles as sources of MapLibre GL JS.
import {BundleChangedError, BundleError, badArgument} from './errors.js';
import {Bundle, OPTIONS, folderURL, openBundle} from './bundle.js';
import {checkNames, checkedLimits} from './options.js';
import {renamedLayer} from './vector-tile.js';
import {raced} from './requests.js';

/**
 * @typedef {import('./bundle.js').OpenOptions} OpenOptions
 *
 * @typedef {object} MapLibre the functions of MapLibre GL JS 4 and later that this module uses
 * @property {(scheme: string, load: (request: {url: string}, abort: AbortController) => Promise<{data: any}>) => void} addProtocol
 *
 * @typedef {object} ProtocolOptions
 * @property {(bundle: Bundle) => void} [onChange] called when a bundle has been published again: set the URLs of its sources again, as `follow`
 *   does. Without `onChange` and `follow`, a map switches to the new bundle tile by tile.
 */

/** The scheme of the URLs. */
const SCHEME = 'overtile';

/**
 * Returns the name of a layer in a map. MapLibre does not support sources and layers with names that every JavaScript object has,
 * such as `constructor`, so these names get a suffix.
 * @param {string} id
 */
export const mapName = (id) => (id in {} ? `${id} (layer)` : id);

/**
 * Adds support to MapLibre for sources whose URL consists of `overtile://`, the URL of a bundle, a layer and `.json`.
 * @param {MapLibre} maplibregl @param {ProtocolOptions & OpenOptions} [options]
 */
export const addProtocol = (maplibregl, options = {}) => new OverlayProtocol(maplibregl, options);

/** Serves the layers of bundles to MapLibre, with one source for each layer. */
export class OverlayProtocol {
  /** @type {Map<string, Bundle | Promise<Bundle>>} by their URLs; promises of those that are being opened */
  #bundles = new Map();
  /** @type {Set<string>} what has been reported: bundles and versions that have changed, and bundles that cannot be read */
  #told = new Set();
  /** @type {Set<any>} those that are followed */
  #maps = new Set();

  /**
   * Use `addProtocol` instead.
   * @param {MapLibre} maplibregl @param {ProtocolOptions & OpenOptions} options
   */
  constructor(maplibregl, options) {
    checkNames(options, ['onChange', ...OPTIONS], 'the options of addProtocol');
    const {onChange, ...opening} = options;
    checkedLimits(opening.limits ?? {});
    this.onChange = onChange;
    this.opening = opening;
    maplibregl.addProtocol(SCHEME, (request, abort) => this.load(request.url, abort.signal));
  }

  /**
   * Returns the URL of the source for a layer of the bundle at a URL.
   * @param {string | URL} url @param {string} layer
   */
  sourceURL(url, layer) {
    return `${SCHEME}://${folderURL(url).href}${encodeURIComponent(layer)}.json`;
  }

  /**
   * Makes a map switch to each bundle that is published again, with all of its layers at once.
   * @param {any} map a map of MapLibre
   */
  follow(map) {
    this.#maps.add(map);
    map.once('remove', () => this.#maps.delete(map));
  }

  /**
   * Returns the bundle at a URL, which is opened only once.
   * @param {string | URL} url @returns {Promise<Bundle>}
   */
  async bundle(url) {
    const {href} = folderURL(url);
    const known = this.#bundles.get(href);
    if (known !== undefined) return known;
    const opening = openBundle(href, this.opening);
    this.#bundles.set(href, opening);
    opening.then((bundle) => this.#bundles.set(href, bundle), () => this.#bundles.delete(href));
    return opening;
  }

  /**
   * Loads what MapLibre requests: the TileJSON of a source, or a tile.
   * @param {string} address @param {AbortSignal} signal
   * @returns {Promise<{data: any}>}
   */
  async load(address, signal) {
    const rest = address.slice(SCHEME.length + 3);
    const tile = /^(.*\/)([^/]+)\/(\d+)\/(\d+)\/(\d+)\.mvt(?:\?version=([^&]*))?$/.exec(rest);
    if (tile !== null) return this.#tile(tile, signal);
    const source = /^(.*\/)([^/]+)\.json$/.exec(rest);
    if (source !== null) return this.#source(source[1], decodeURIComponent(source[2]), signal);
    throw badArgument(`${address} is neither a source nor a tile; the address of a source is BUNDLE/LAYER.json`);
  }

  /** @param {string} url @param {string} layer @param {AbortSignal} signal */
  async #source(url, layer, signal) {
    const isOpen = this.#bundles.get(folderURL(url).href) instanceof Bundle;
    const bundle = await raced(this.bundle(url), signal);
    // A source is set again when a bundle has changed.
    if (isOpen) await raced(bundle.refresh(), signal);
    const tiles = `${SCHEME}://${bundle.url}${encodeURIComponent(layer)}/{z}/{x}/{y}.mvt`;
    return {data: bundle.tileJSON(layer, `${tiles}?version=${encodeURIComponent(bundle.version)}`)};
  }

  /** @param {RegExpExecArray} match @param {AbortSignal} signal */
  async #tile([, url, layer, z, x, y, version], signal) {
    const bundle = await raced(this.bundle(url), signal);
    const isFollowed = this.onChange !== undefined || this.#maps.size > 0;
    const id = decodeURIComponent(layer);
    const read = () => bundle.tile(id, Number(z), Number(x), Number(y), {signal});
    try {
      // A map that is followed shows tiles of one version beside each other, never of two.
      if (isFollowed && version !== undefined && decodeURIComponent(version) !== bundle.version) throw new BundleChangedError();
      const tile = await read().catch(async (error) => {
        if (isFollowed || !(error instanceof BundleChangedError)) throw error;
        await bundle.refresh({signal});
        return read();
      }) ?? new ArrayBuffer(0);
      return {data: mapName(id) === id ? tile : renamedLayer(new Uint8Array(tile), mapName(id))};
    } catch (error) {
      if (error instanceof BundleChangedError && this.#isNews(`${bundle.url} ${version ?? bundle.version}`)) this.#goOver(bundle);
      // A server without ranges is one error, and not one of each tile.
      if (error instanceof BundleError && error.code === 'ranges' && !this.#isNews(bundle.url)) return {data: new ArrayBuffer(0)};
      throw error;
    }
  }

  /** @param {string} what */
  #isNews(what) {
    return this.#told.size < this.#told.add(what).size;
  }

  /** @param {Bundle} bundle */
  #goOver(bundle) {
    this.onChange?.(bundle);
    for (const map of this.#maps) {
      for (const [id, {url = ''}] of Object.entries(map.getStyle()?.sources ?? {})) {
        if (url.startsWith(`${SCHEME}://${bundle.url}`)) map.getSource(id).setUrl(url);
      }
    }
  }
}
