// @ts-check
/**
 * One map with one bundle: its style, the overlays in view, the circles that pulse.
 *
 * @module view
 */
import {Attribution} from './dom.js';
import {drawTexts, hasLabels, isPulse, labelsOf, mapStyle, SELECTION} from './map-style.js';
import {fail, retract} from './messages.js';
import {circleOf, collection, labelPoint, overlaysOf} from './overlays.js';
import {PulseLayer} from './pulse.js';
import {mapName} from './reader/overlay-bundle.js';
import {clusterRadius, colorOf} from './style.js';

/**
 * @typedef {import('./reader/overlay-bundle.js').Bundle} Bundle
 * @typedef {import('./reader/overlay-bundle.js').OverlayProtocol} Protocol
 * @typedef {import('./style.js').Layer} Layer
 * @typedef {import('./overlays.js').Overlay} Overlay
 * @typedef {{maplibregl: any, protocol: Protocol, base?: import('./style.js').Style, clock: import('./pulse.js').PulseClock}} Page
 */

/** A map that shows a bundle. Fires `refresh` when the overlays in view may have changed, and `style` after a new style. */
export class View extends EventTarget {
  /** @type {Map<string, Map<number, Overlay>>} */
  #inView = new Map();
  /**
   * Layers that are switched off.
   * @type {Set<string>}
   */
  #hidden;
  /** @type {Map<string, PulseLayer>} */
  #pulses = new Map();
  /** Whether tiles could not be read since they were asked for. */
  hasUnread = false;
  #isStale = true;
  #attribution = new Attribution();

  /**
   * @param {Page} page @param {Bundle} bundle @param {string} name @param {import('./style.js').Styles} styles
   * @param {HTMLElement} container
   * @param {{hash: string | false, hidden: string[], tilejson?: boolean}} options `hidden` are layers that are switched off; `tilejson` if
   *   tiles come from a server of tiles
   */
  constructor(page, bundle, name, styles, container, {hash, hidden, tilejson = false}) {
    super();
    this.#hidden = new Set(hidden);
    this.page = page;
    this.bundle = bundle;
    this.name = name;
    this.styles = styles;
    this.tilejson = tilejson;
    /** The manifest of the bundle that the map was drawn for. */
    this.drawn = bundle.manifest;
    // Bundles begin at zoom 0; MapLibre would show less of the world than it can.
    this.map = new page.maplibregl.Map({container, style: this.#style(), hash, minZoom: 0, attributionControl: false, fadeDuration: 0});
    this.map.addControl(new page.maplibregl.NavigationControl({visualizePitch: true}), 'top-right');
    this.map.addControl(this.#attribution, 'bottom-right');
    this.map.addControl(new page.maplibregl.ScaleControl(), 'bottom-right');
    drawTexts(this.map);
    this.map.on('error', (/** @type {any} */ {error, tile}) => {
      this.hasUnread ||= tile !== undefined;
      fail(error, {kind: tile && 'tiles', about: bundle.url});
    });
    this.map.on('style.load', () => this.#styled());
    for (const event of ['moveend', 'resize']) this.map.on(event, () => { this.#isStale = true; });
    // Not the sources of the page itself, which are set when the map is refreshed.
    this.map.on('sourcedata', (/** @type {any} */ event) => {
      this.#isStale ||= this.layers.some(({id}) => mapName(id) === event.sourceId);
    });
    this.map.on('idle', () => this.#refresh());
  }

  /** The manifest's layers. */
  get layers() {
    return /** @type {Layer[]} */ (this.bundle.manifest.layers);
  }

  /** The style of the bundle for the page as it is now, light or dark, as `overtile style` prints it. */
  get style() {
    return this.styles[/** @type {'light' | 'dark'} */ (document.documentElement.dataset.theme)];
  }

  /**
   * The overlays of a layer in view, by id.
   * @param {string} id
   */
  overlays(id) {
    return this.#inView.get(id) ?? new Map();
  }

  /**
   * The ids of the style layers over a layer, in their order.
   * @param {string} id @returns {string[]}
   */
  styleLayers(id) {
    const isOver = (/** @type {any} */ layer) => [mapName(id), labelsOf(id)].includes(layer.source) && !isPulse(layer);
    return this.map.getLayersOrder().filter((/** @type {string} */ name) => isOver(this.map.getLayer(name)));
  }

  /**
   * Whether a layer is switched on.
   * @param {string} id
   */
  shows(id) {
    return !this.#hidden.has(id);
  }

  /** @param {string} id @param {boolean} isOn */
  show(id, isOn) {
    if (isOn) this.#hidden.delete(id); else this.#hidden.add(id);
    this.#applyVisibility(id);
    this.#changed();
    this.dispatchEvent(new Event('switch'));
  }

  /** Whether the overlays in view are known as they are now. */
  get isSettled() {
    return !this.#isStale && this.isCurrent;
  }

  /**
   * The features of a layer in the tiles in view; none if it is switched off, or below its first zoom.
   * @param {Layer} layer @returns {any[]}
   */
  features(layer) {
    const isShown = this.shows(layer.id) && this.tileZoom(layer) !== undefined;
    return isShown ? this.map.querySourceFeatures(mapName(layer.id), {sourceLayer: mapName(layer.id)}) : [];
  }

  /** Whether the map was drawn for the bundle that is open now. */
  get isCurrent() {
    return this.drawn === this.bundle.manifest;
  }

  /**
   * Draws the map anew, after the page became light or dark, or after the bundle was published again, with its new styles.
   * @param {import('./style.js').Styles} [styles]
   */
  restyle(styles = this.styles) {
    this.styles = styles;
    // What is wrong with tiles is told again.
    this.hasUnread = false;
    retract('tiles', this.bundle.url);
    this.drawn = this.bundle.manifest;
    this.map.setStyle(this.#style(), {diff: false});
  }

  /**
   * The zoom of the tiles that a layer shows now; undefined below its first.
   * @param {Layer} layer
   */
  tileZoom({minzoom, maxzoom}) {
    const zoom = Math.floor(this.map.getZoom() + 1e-9);
    return zoom < minzoom ? undefined : Math.min(zoom, maxzoom);
  }

  /**
   * The overlays within some pixels of a position on the screen, the highest first, each once.
   * @param {{x: number, y: number}} point @param {number} [reach]
   */
  overlaysAt(point, reach = 3) {
    const layers = this.layers.flatMap(({id}) => this.styleLayers(id));
    const box = [[point.x - reach, point.y - reach], [point.x + reach, point.y + reach]];
    const found = new Map();
    for (const feature of this.map.queryRenderedFeatures(box, {layers})) {
      const overlay = this.#rendered(feature);
      const key = `${overlay.layer} ${overlay.id}`;
      if (!found.has(key)) found.set(key, overlay);
    }
    return /** @type {Overlay[]} */ ([...found.values()]);
  }

  /**
   * Marks an overlay on the map; nothing without one.
   * @param {Overlay | undefined} overlay
   */
  select(overlay) {
    this.map.getSource(SELECTION)?.setData(collection(overlay === undefined ? [] : this.marks(overlay, {})));
  }

  /**
   * Features that outline an overlay.
   * @param {Overlay} overlay @param {Record<string, any>} properties
   */
  marks(overlay, properties) {
    const count = overlay.properties.point_count;
    const radius = count === undefined ? 8 : clusterRadius(this.style, overlay.layer).of(count) + 6;
    const parts = this.overlays(overlay.layer).get(overlay.id)?.parts ?? [overlay.geometry];
    return parts.map((/** @type {any} */ geometry) => (
      {type: 'Feature', geometry, properties: {...properties, ...geometry.type.endsWith('Point') && {radius}}}));
  }

  /** The sources of the layers. Tiles of a server are asked for below the address of their bundle, to which a proxy may lead. */
  get sources() {
    const {url} = this.bundle;
    return Object.fromEntries(this.layers.map(({id, minzoom, maxzoom}) => [mapName(id), {type: 'vector', ...this.tilejson
      ? {tiles: [`${url}${encodeURIComponent(id)}/{z}/{x}/{y}.mvt`], minzoom, maxzoom} : {url: this.page.protocol.sourceURL(url, id)}}]));
  }

  #style() {
    return mapStyle(this.style, this.layers, this.sources, this.page.base);
  }

  #styled() {
    this.#attribution.show(this.bundle.attribution);
    this.#pulses.clear();
    for (const {id, metadata} of this.map.getStyle().layers.filter(isPulse)) {
      const layer = /** @type {Layer} */ (this.layers.find((layer) => `${layer.id}-pulse` === id));
      const pulse = new PulseLayer(`${id}-moving`, metadata['overtile:pulse'], layer.circle?.model ?? 'mapkit', colorOf(this.style, layer.id),
        this.page.clock);
      this.map.addLayer(pulse, id);
      this.#pulses.set(layer.id, pulse);
    }
    this.#hidden.forEach((id) => this.#applyVisibility(id));
    this.#changed();
    this.dispatchEvent(new Event('style'));
  }

  /** @param {string} id */
  #applyVisibility(id) {
    const visibility = this.shows(id) ? 'visible' : 'none';
    const moving = this.#pulses.has(id) ? [`${id}-pulse-moving`] : [];
    for (const layer of [...this.styleLayers(id), ...moving]) this.map.setLayoutProperty(layer, 'visibility', visibility);
  }

  #changed() {
    this.#isStale = true;
    this.map.triggerRepaint();
  }

  #refresh() {
    if (!this.#isStale) return;
    this.#isStale = false;
    for (const layer of this.layers) this.#collect(layer);
    this.dispatchEvent(new Event('refresh'));
  }

  /**
   * Finds the overlays of a layer in view, and draws those that are not drawn tile by tile.
   * @param {Layer} layer
   */
  #collect(layer) {
    const {id} = layer;
    const {overlays, labels} = overlaysOf(layer, this.features(layer), this.map.getBounds());
    this.#inView.set(id, overlays);
    this.#pulses.get(id)?.set([...overlays.values()].flatMap(circleOf), this.map.getCenter());
    if (hasLabels(layer)) this.map.getSource(labelsOf(id))?.setData(collection([...overlays.values()].flatMap((one) => labelPoint(one, layer, labels.get(one.id)))));
  }

  /** @param {any} feature @returns {Overlay} */
  #rendered({id, geometry, properties, sourceLayer, source}) {
    // A label point has the id of its shape.
    const layer = this.layers.find(({id}) => mapName(id) === sourceLayer)?.id ?? source.slice(labelsOf('').length);
    return {layer, id, geometry, properties: sourceLayer === undefined ? this.overlays(layer).get(id)?.properties ?? {} : properties};
  }
}
