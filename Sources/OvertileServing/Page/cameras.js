// @ts-check
/**
 * The camera: a slider of zooms, views of layers, and the presets of the bundle.
 *
 * @module cameras
 */
import {button, byID, element} from './dom.js';

/** @typedef {import('./view.js').View} View */

const PADDING = 32;
/** The south and north of a view of everything: what lies beyond takes half of the map. */
const LATITUDES = [-78, 84];

/**
 * Shows the slider.
 * @param {View} view
 */
export function showZoom(view) {
  const {map} = view;
  const slider = element('input', {type: 'range', id: 'zoom-slider', min: 0, max: 18, step: 0.01, 'aria-label': 'Zoom for 512-pixel tiles',
    on: {input: () => map.jumpTo({zoom: Number(slider.value)})}});
  const [of512, of256] = [element('output', {id: 'zoom-512'}), element('output', {id: 'zoom-256'})];
  const update = () => {
    const zoom = map.getZoom();
    slider.value = zoom;
    of512.textContent = zoom.toFixed(2);
    of256.textContent = (zoom + 1).toFixed(2);
    slider.setAttribute('aria-valuetext', `${zoom.toFixed(2)} for 512-pixel tiles, ${(zoom + 1).toFixed(2)} for 256-pixel tiles`);
  };
  map.on('zoom', update);
  update();
  byID('zoom').replaceChildren(element('h2', {}, 'Zoom'), slider, element('dl', {class: 'zooms'},
    element('div', {title: 'MapLibre, Mapbox and Overtile: the world is 512 pixels wide at zoom 0'},
      element('dt', {}, '512-pixel tiles'), element('dd', {}, of512)),
    element('div', {title: 'OpenStreetMap and Google: the world is 256 pixels wide at zoom 0'},
      element('dt', {}, '256-pixel tiles'), element('dd', {}, of256))));
}

/**
 * Shows buttons for what to look at.
 * @param {View} view
 */
export function showCameras(view) {
  const presets = /** @type {any[]} */ (/** @type {any} */ (view.bundle.manifest).cameras ?? []);
  const layers = view.layers.filter(({bounds}) => bounds !== undefined);
  const buttons = element('div', {class: 'buttons'}, layers.length > 0 && button('All', () => fitAll(view), {title: 'Everything (0)'}),
    ...layers.map((layer) => button(layer.id, () => fitLayer(view, layer.id), {title: `All of ${layer.id}`})),
    ...presets.map((preset) => button(preset.name, () => goTo(view, preset), {class: 'preset', title: 'A camera in the bundle'})));
  byID('cameras').replaceChildren(element('h2', {}, 'Camera'), buttons);
}

/**
 * Looks at everything.
 * @param {View} view
 */
export const fitAll = (view) => fit(view, view.layers);

/**
 * Looks at a layer.
 * @param {View} view @param {string} id
 */
export const fitLayer = (view, id) => fit(view, view.layers.filter((layer) => layer.id === id));

/** @param {View} view @param {import('./style.js').Layer[]} layers */
function fit({map}, layers) {
  const boxes = layers.flatMap(({bounds, extent = bounds}) => (extent === undefined ? [] : [extent]));
  if (boxes.length === 0) return;
  const [wests, souths] = [0, 1].map((side) => boxes.map((box) => box[side]));
  // The box that crosses the antimeridian may lie in the east; then all lie around it as well as around the first.
  const [west, east] = [Math.min(...wests), Math.max(...boxes.map(([west, , east]) => (east < west ? east + 360 : east)))];
  const [left, right] = east - west >= 360 ? [-180, 180] : [west, east];
  const [low, high] = [Math.max(Math.min(...souths), LATITUDES[0]), Math.min(Math.max(...boxes.map((box) => box[3])), LATITUDES[1])];
  map.fitBounds([[left, low], [right, high]], {padding: padding(map), maxZoom: 14, animate: !still()});
}

/**
 * What the panel covers, if that leaves enough of the map, and some more.
 * @param {any} map
 */
function padding(map) {
  const [panel, {x, width, height}] = [byID('panel').getBoundingClientRect(), map.getContainer().getBoundingClientRect()];
  const isSheet = matchMedia('(max-width: 640px)').matches;
  const beside = Math.max(0, panel.right - x);
  return {top: PADDING, right: PADDING, bottom: PADDING + (isSheet && panel.height < height * 0.7 ? panel.height : 0),
    left: PADDING + (!isSheet && beside < width * 0.6 ? beside : 0)};
}

/**
 * Where a map puts the middle of a view, in pixels from its own middle: above a sheet that covers its lower part.
 * @param {any} map @returns {[number, number]}
 */
export function offset(map) {
  const {left, bottom} = padding(map);
  return left === PADDING && bottom > PADDING ? [0, (PADDING - bottom) / 2] : [0, 0];
}

/** Whether moves are jumps, for people who want no motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A preset of the bundle in the viewport that is nearest to the map.
 * @param {View} view @param {any} preset
 */
function goTo({map}, preset) {
  const {clientWidth, clientHeight} = map.getContainer();
  const off = (/** @type {any} */ {viewport}) => Math.abs(Math.log(viewport.width / clientWidth)) + Math.abs(Math.log(viewport.height / clientHeight));
  const nearest = [...preset.views].sort((one, two) => off(one) - off(two))[0];
  if (nearest !== undefined) map.easeTo({...nearest.camera, animate: !still()});
}
