// @ts-check
/**
 * The style of the preview's maps: that of `overtile style`, and over and under it what the page draws besides.
 *
 * @module map-style
 */
import {collection} from './overlays.js';
import {mapName} from './reader/overlay-bundle.js';
import {colorOf, nameField} from './style.js';

/** @typedef {import('./style.js').Layer} Layer @typedef {import('./style.js').Style} Style */

/** Sources and style layers of the page begin with `page:`. */
export const LAND = 'page:land';
export const GRID = 'page:tiles';
export const SELECTION = 'page:selection';
export const CHANGES = 'page:changes';
const BASE = 'page:base:';
/**
 * The source of the label points of a layer.
 * @param {string} layer
 */
export const labelsOf = (layer) => `page:labels:${layer}`;

/**
 * A color of the page, light or dark, as its style sheet has it.
 * @param {string} name
 */
const colorNamed = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
/**
 * The colors of what differs between two bundles.
 * @type {Record<string, string>}
 */
export const CHANGE_COLORS = {added: '#2e9e44', removed: '#d4351c', changed: '#b58105'};
const CHANGE_COLOR = ['get', ['get', 'change'], ['literal', CHANGE_COLORS]];

/**
 * The style of a map: that of the bundle with the sources of this page, and what the page draws besides.
 * @param {Style} style @param {Layer[]} layers of the manifest
 * @param {Record<string, any>} sources of the layers @param {Style} [base] a map to draw the bundle over
 */
export function mapStyle(style, layers, sources, base) {
  const [background, ...bodies] = style.layers;
  const labeled = layers.filter(hasLabels);
  const clustered = layers.filter(({kind}) => kind === 'cluster');
  // Names of shapes lie below clusters, so that they hide no counts.
  const circles = layers.filter(({kind}) => kind === 'circle').map(({id}) => mapName(id));
  const isLow = (/** @type {any} */ {source}) => !clustered.some(({id}) => mapName(id) === source);
  return {
    ...style,
    light: {anchor: 'viewport', intensity: 0},
    ...base?.glyphs && {glyphs: base.glyphs},
    ...base?.sprite && {sprite: base.sprite},
    sources: {
      ...Object.fromEntries(Object.entries(base?.sources ?? {}).map(([id, source]) => [`${BASE}${id}`, source])),
      [LAND]: {type: 'geojson', data: new URL('land.json', import.meta.url).href, tolerance: 0.1},
      ...sources,
      ...Object.fromEntries([GRID, SELECTION, CHANGES, ...labeled.map(({id}) => labelsOf(id))].map((id) => [id, {type: 'geojson', data: collection([])}])),
    },
    layers: [
      ...base?.layers.map((layer) => ({...layer, id: `${BASE}${layer.id}`, ...layer.source && {source: `${BASE}${layer.source}`}})) ?? [
        background,
        {id: 'page:land', type: 'fill', source: LAND, paint: {'fill-color': colorNamed('land')}},
        {id: 'page:shore', type: 'line', source: LAND, paint: {'line-color': colorNamed('shore'), 'line-width': 0.8}},
      ],
      // The page draws pulses by itself, whole; see pulse.js.
      ...bodies.filter(isLow).map((layer) => (isPulse(layer) ? {...layer, layout: {visibility: 'none'}} : circles.includes(layer.source) ? inACrowd(layer) : layer)),
      ...labeled.flatMap((layer) => labels(layer, colorOf(style, layer.id), background.paint['background-color'])),
      ...bodies.filter((layer) => !isLow(layer)),
      ...outlines('changed', CHANGES, CHANGE_COLOR),
      ...clustered.map(counts),
      ...outlines('selected', SELECTION, colorNamed('select')),
      ...grid(colorNamed('grid')),
    ],
  };
}

/**
 * Circles that overlap do not add up to a solid color: outlines are faint, and an extrusion without height paints each pixel once.
 * @param {any} layer over circles
 */
function inACrowd({type, paint, ...layer}) {
  if (type === 'line') return {...layer, type, paint: {...paint, 'line-opacity': 0.5}};
  if (type !== 'fill') return {...layer, type, paint};
  return {...layer, type: 'fill-extrusion', paint: {'fill-extrusion-color': paint['fill-color'], 'fill-extrusion-opacity': paint['fill-opacity']}};
}

/** @param {any} layer */
export const isPulse = (layer) => layer.metadata?.['overtile:pulse'] !== undefined;

/**
 * Whether the features of a layer have label points.
 * @param {Layer} layer
 */
export const hasLabels = ({kind, fields = {}}) => kind === 'shape' && ('label_longitude' in fields || 'label_rank' in fields);

/** @param {Layer} layer */
const counts = ({id}) => ({
  id: `${id}-counts`, type: 'symbol', source: mapName(id), 'source-layer': mapName(id), filter: ['has', 'point_count'],
  layout: {'icon-image': ['concat', 'count|', ['get', 'point_count_abbreviated']], 'icon-padding': 0},
});

/** @param {Layer} layer @param {string} color @param {string} background @returns {any[]} */
function labels(layer, color, background) {
  const source = labelsOf(layer.id);
  const name = nameField(layer);
  // A dot where there is no name; names of large shapes come first.
  const point = {
    id: `${layer.id}-labels`, type: 'circle', source, minzoom: 2.5, filter: ['!', ['has', 'page:name']],
    paint: {'circle-color': color, 'circle-radius': 2.5, 'circle-stroke-color': background, 'circle-stroke-width': 1},
  };
  if (name === undefined) return [point];
  return [point, {
    id: `${layer.id}-names`, type: 'symbol', source, filter: ['has', 'page:name'],
    layout: {'icon-image': ['concat', 'label|', ['get', 'page:name']], 'icon-padding': 2, 'symbol-sort-key': ['-', 0, ['get', 'page:area']]},
  }];
}

/**
 * Outlines of overlays, and rings around points.
 * @param {string} name @param {string} source @param {any} color @returns {any[]}
 */
const outlines = (name, source, color) => [
  {id: `page:${name}-line`, type: 'line', source, paint: {'line-color': color, 'line-width': 2.5}},
  {id: `page:${name}-point`, type: 'circle', source, filter: ['has', 'radius'],
    paint: {'circle-radius': ['get', 'radius'], 'circle-opacity': 0, 'circle-stroke-color': color, 'circle-stroke-width': 2.5}},
];

/** @param {string} color @returns {any[]} */
const grid = (color) => [
  {id: 'page:tile-lines', type: 'line', source: GRID, filter: ['==', ['geometry-type'], 'LineString'],
    paint: {'line-color': color, 'line-width': 1, 'line-dasharray': [4, 3]}},
  {id: 'page:tile-texts', type: 'symbol', source: GRID, filter: ['==', ['geometry-type'], 'Point'],
    layout: {'icon-image': ['concat', 'tile|', ['get', 'text']], 'icon-anchor': 'top-left', 'icon-allow-overlap': true,
      'icon-offset': [2, 2], 'icon-ignore-placement': true}},
];

/** @typedef {{font: string, color: string, halo?: string, box?: string}} Writing how the texts of a kind look */

const RATIO = 2;
const PADDING = 3;
const MOST_CHARACTERS = 40;

/**
 * How texts look by their kind, as the page is now.
 * @returns {Record<string, Writing>}
 */
function writings() {
  const [text, veil] = ['text', 'veil'].map(colorNamed);
  const face = 'system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif';
  return {
    count: {font: `600 12px ${face}`, color: colorNamed('on-accent')},
    label: {font: `500 12px ${face}`, color: text, halo: veil},
    tile: {font: `11px ${face}`, color: text, box: veil},
  };
}

/**
 * Draws the texts of a map's style without glyphs from a server: they are images, which are drawn when the map first needs them. A style
 * names such an image by its kind, a bar and the text: `["concat", "count|", ["get", "point_count_abbreviated"]]`.
 * @param {any} map
 */
export function drawTexts(map) {
  map.on('styleimagemissing', (/** @type {{id: string}} */ {id}) => {
    const bar = id.indexOf('|');
    const writing = writings()[id.slice(0, bar)];
    if (bar < 0 || writing === undefined || map.hasImage(id)) return;
    map.addImage(id, drawn(id.slice(bar + 1), writing), {pixelRatio: RATIO});
  });
}

/** @param {string} text @param {Writing} writing */
function drawn(text, {font, color, halo = 'transparent', box = 'transparent'}) {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
  const canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', {willReadFrequently: true}));
  const lines = shown.split('\n');
  const lineHeight = Number(/(\d+)px/.exec(font)?.[1] ?? 12) * 1.25;
  context.font = font;
  const width = Math.max(1, ...lines.map((line) => context.measureText(line).width)) + 2 * PADDING;
  const height = lines.length * lineHeight + 2 * PADDING;
  [canvas.width, canvas.height] = [Math.ceil(width * RATIO), Math.ceil(height * RATIO)];
  context.scale(RATIO, RATIO);
  context.fillStyle = box;
  context.fillRect(0, 0, width, height);
  Object.assign(context, {font, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round', lineWidth: 3, strokeStyle: halo, fillStyle: color});
  lines.forEach((line, index) => {
    const y = PADDING + (index + 0.5) * lineHeight;
    context.strokeText(line, width / 2, y);
    context.fillText(line, width / 2, y);
  });
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
