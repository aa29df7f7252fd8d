// @ts-check
/**
 * What a map shows, each once: overlays, found in the features of the tiles in view.
 *
 * @module overlays
 */
import {nameField} from './style.js';

/**
 * @typedef {import('./style.js').Layer} Layer
 * @typedef {{layer: string, id: number, geometry: any, properties: Record<string, any>, parts?: any[]}} Overlay what a map shows
 *   once; its parts are its geometries in all tiles in view
 */

/** @param {any[]} features */
export const collection = (features) => ({type: 'FeatureCollection', features});

/**
 * The overlays among the features of a layer by id, and the label points that are features of their own by the ids of their shapes.
 * @param {Layer} layer @param {any[]} features @param {any} bounds of the map
 */
export function overlaysOf(layer, features, bounds) {
  /** @type {Map<number, Overlay>} */
  const overlays = new Map();
  /** @type {Map<number, [number, number]>} */
  const labels = new Map();
  for (const feature of features) {
    const {geometry, properties} = feature;
    if (layer.kind === 'cluster' && !holds(bounds, geometry.coordinates)) continue;
    if (layer.kind === 'shape' && 'label_rank' in properties) {
      labels.set(feature.id, geometry.coordinates);
      continue;
    }
    const known = overlays.get(feature.id);
    // Markers in the buffers of several tiles are one.
    if (known === undefined) overlays.set(feature.id, {layer: layer.id, id: feature.id, geometry, properties, parts: [geometry]});
    else if (layer.kind !== 'cluster') known.parts?.push(geometry);
  }
  return {overlays, labels};
}

/** @param {any} bounds @param {[number, number]} position */
const holds = (bounds, [longitude, latitude]) => [-720, -360, 0, 360, 720].some((turn) => bounds.contains([longitude + turn, latitude]));

/**
 * The circle of an overlay, if it has one that can pulse.
 * @param {Overlay} overlay @returns {import('./pulse.js').Circle[]}
 */
export function circleOf({properties: {part, center_longitude: longitude, center_latitude: latitude, radius_m: meters, radius_map_points: mapPoints}}) {
  return part === 'dissolved' || part === 'dot' || longitude === undefined ? [] : [{longitude, latitude, meters, mapPoints}];
}

/**
 * The feature of the label point of an overlay, if it has one.
 * @param {Overlay} overlay @param {Layer} layer @param {[number, number]} [feature] the label point if it is a feature of its own @returns {any[]}
 */
export function labelPoint({id, properties, parts = []}, layer, feature) {
  const [longitude, latitude] = feature ?? [properties.label_longitude, properties.label_latitude];
  if (longitude === undefined) return [];
  const name = nameField(layer);
  const text = name === undefined ? undefined : properties[name];
  const named = text === undefined ? {} : {'page:name': String(text), 'page:area': parts.reduce((sum, part) => sum + areaOf(part), 0)};
  return [{type: 'Feature', id, geometry: {type: 'Point', coordinates: [longitude, latitude]}, properties: named}];
}

/**
 * About how large a shape looks: the boxes of its polygons in degrees.
 * @param {any} geometry
 */
function areaOf({type, coordinates}) {
  if (!type.endsWith('Polygon')) return 0;
  return (type === 'Polygon' ? [coordinates] : coordinates).reduce((/** @type {number} */ sum, /** @type {any} */ [ring]) => {
    const [width, height] = [0, 1].map((axis) => ring.map((/** @type {number[]} */ position) => position[axis]))
      .map((values) => Math.max(...values) - Math.min(...values));
    return sum + width * height;
  }, 0);
}
