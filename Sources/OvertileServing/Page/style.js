// @ts-check
/**
 * The styles of a bundle, for light and dark pages, as `overtile style` prints them; they lie beside the page.
 *
 * @module style
 */
import {mapName} from './reader/overlay-bundle.js';

/**
 * @typedef {import('./reader/manifest.js').Manifest} Manifest
 * @typedef {{points: number, zoom: number, overlays: number, hidden: number, entries: number}} ZoomCounts
 * @typedef {{scale: number[], opacity: number[], seconds: number}} Pulse
 * @typedef {{center: [number, number], zoom: number, bearing: number, pitch: number}} Camera
 * @typedef {import('./reader/manifest.js').ManifestLayer & {
 *   features?: number, zooms?: ZoomCounts[], pulse?: Pulse, camera?: {camera: Camera},
 *   circle?: {model: string, draw: string[], dissolve: string}}} Layer a layer of the manifest, with the members that the page uses
 * @typedef {{layers: any[], sources: Record<string, any>} & Record<string, any>} Style of MapLibre
 * @typedef {{light: Style, dark: Style}} Styles
 */

/**
 * The styles of a bundle by the name that it has on the page.
 * @param {string} name @returns {Promise<Styles>}
 */
export async function readStyles(name) {
  const [light, dark] = await Promise.all(['', '-dark'].map(async (ending) => {
    const address = new URL(`styles/${encodeURIComponent(name)}${ending}.json`, document.baseURI).href;
    return readJSON(address, '. Create it with overtile style.');
  }));
  return {light, dark};
}

/**
 * The JSON at an address.
 * @param {string} address @param {string} [advice] for when it is not there
 */
export async function readJSON(address, advice = '') {
  const response = await fetch(address, {cache: 'no-cache'});
  if (!response.ok) throw new Error(`${address}: the server responded with status ${response.status}${advice}`);
  return response.json();
}

/**
 * The color of a layer in a style.
 * @param {Style} style @param {string} id
 */
export function colorOf(style, id) {
  const {paint, type} = style.layers.find(({source}) => source === mapName(id)) ?? {paint: {}, type: ''};
  return paint[`${type}-color`];
}

/**
 * The radii of the clusters of a layer in a style, in pixels, by their counts, of which the largest has so many digits.
 * @param {Style} style @param {string} id
 */
export function clusterRadius(style, id) {
  const radius = style.layers.find((layer) => layer.id === `${id}-clusters`)?.paint['circle-radius'];
  // Somebody may have edited the style.
  const [, , , , least, digits, most] = Array.isArray(radius) ? radius : [0, 0, 0, 0, 10, 1, 30];
  return {digits, of: (/** @type {number} */ count) => least + (most - least) * Math.log10(count) / digits};
}

/** Properties that the build adds. */
export const ADDED = /^(cluster|cluster_id|point_count|point_count_abbreviated|expansion_zoom|bbox|part|center_l.*|radius_.*|pulse_.*|label_l.*|label_rank)$/;

/**
 * The property with the name of a feature: the first of the usual ones that is there, or else the first text of the source.
 * @param {Layer} layer
 */
export function nameField(layer) {
  const fields = layer.fields ?? {};
  const usual = ['name', 'NAME', 'Name', 'title', 'label', 'id'].find((name) => Object.hasOwn(fields, name));
  return usual ?? Object.keys(fields).sort().find((name) => fields[name] === 'String' && !ADDED.test(name));
}
