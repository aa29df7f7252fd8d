// @ts-check
/**
 * A MapLibre style that shows a bundle, as `overtile style` prints it: one source a layer, style layers by the layer's kind.
 *
 * @module style
 */

/**
 * @typedef {import('./overlay-bundle.mjs').Manifest} Manifest
 * @typedef {{points: number, zoom: number, overlays: number, hidden: number, entries: number}} ZoomCounts
 * @typedef {{scale: number[], opacity: number[], seconds: number}} Pulse
 * @typedef {{center: [number, number], zoom: number, bearing: number, pitch: number}} Camera
 * @typedef {import('./overlay-bundle.mjs').ManifestLayer & {
 *   features?: number, zooms?: ZoomCounts[], pulse?: Pulse, camera?: {camera: Camera},
 *   circle?: {draw: string[], dissolve: string}}} Layer a layer of the manifest, with the members that the page uses
 */

/** Colors of a style; they differ for people who see few colors, too. */
export const COLORS = {
  light: {background: '#f2f5f7', text: '#16212b', layers: ['#1b967c', '#2458e6', '#9c2f17', '#6b1188', '#b58300', '#2c323c']},
  dark: {background: '#0f1720', text: '#e8eef3', layers: ['#1fd79a', '#4c88ff', '#e0601f', '#a868b5', '#f7df2a', '#dcecff']},
};

/**
 * The color of a layer.
 * @param {Manifest} manifest @param {string} id @param {boolean} isDark
 */
export function colorOf(manifest, id, isDark) {
  const {layers} = COLORS[isDark ? 'dark' : 'light'];
  return layers[manifest.layers.findIndex((layer) => layer.id === id) % layers.length];
}

/**
 * The style of a bundle; `sourceURL` gives the address of a layer's source.
 * @param {Manifest} manifest @param {{sourceURL: (layer: string) => string, isDark?: boolean}} options
 */
export function bundleStyle(manifest, {sourceURL, isDark = false}) {
  const colors = COLORS[isDark ? 'dark' : 'light'];
  const layers = /** @type {Layer[]} */ (manifest.layers);
  const drawn = ['shape', 'circle', 'cluster'].flatMap((kind) => layers.filter((layer) => layer.kind === kind));
  const camera = layers.flatMap((layer) => layer.camera?.camera ?? []).sort((one, two) => one.zoom - two.zoom)[0];
  return {
    version: 8,
    name: manifest.name,
    metadata: {'overtile:layout': manifest.tiles.layout, ...(manifest.digest && {'overtile:digest': manifest.digest})},
    ...(camera && {center: camera.center, zoom: camera.zoom}),
    sources: Object.fromEntries(layers.map(({id}) => [id, {type: 'vector', url: sourceURL(id)}])),
    layers: [
      {id: 'background', type: 'background', paint: {'background-color': colors.background}},
      ...drawn.flatMap((layer) => bodies(layer, colorOf(manifest, layer.id, isDark), colors.background)),
    ],
  };
}

/** @param {Layer} layer @param {string} color @param {string} background @returns {any[]} */
function bodies(layer, color, background) {
  const styled = (/** @type {string} */ part, /** @type {string} */ type, /** @type {any} */ filter, /** @type {any} */ paint) =>
    ({id: `${layer.id}-${part}`, type, source: layer.id, 'source-layer': layer.id, filter, paint});
  const point = (/** @type {string} */ part, /** @type {any} */ filter, /** @type {number} */ radius) => styled(part, 'circle', filter, {
    'circle-color': color, 'circle-radius': radius, 'circle-stroke-color': background, 'circle-stroke-width': 1,
  });
  if (layer.kind === 'cluster') return clusters(layer, color, styled, point);
  return layer.kind === 'circle' ? circles(layer, color, styled, point) : shapes(color, styled, point);
}

/** @param {Layer} layer @param {string} color @param {any} styled @param {any} point */
function clusters(layer, color, styled, point) {
  const isCluster = ['has', 'point_count'];
  return [
    point('singles', ['!', isCluster], 4),
    styled('clusters', 'circle', isCluster, {
      'circle-color': color, 'circle-opacity': 0.9, 'circle-radius': clusterRadius(layer),
      'circle-stroke-color': color, 'circle-stroke-opacity': 0.3, 'circle-stroke-width': 4,
    }),
  ];
}

/**
 * The digits of the largest count that a cluster of a layer can have.
 * @param {Layer} layer
 */
export function countDigits(layer) {
  const points = Math.max(0, ...(layer.zooms ?? []).map(({points}) => points));
  return Math.max(1, String(Math.max(0, points - 1)).length);
}

/** @param {Layer} layer */
const clusterRadius = (layer) => ['interpolate', ['linear'], ['log10', ['get', 'point_count']], 0, 10, countDigits(layer), 30];

/** @param {Layer} layer @param {string} color @param {any} styled @param {any} point */
function circles({circle, pulse}, color, styled, point) {
  const isPart = (/** @type {string[]} */ ...parts) => ['in', ['get', 'part'], ['literal', parts]];
  const layers = [];
  if (circle === undefined || circle.draw.includes('ring') || circle.dissolve !== 'none') {
    if (pulse !== undefined) {
      layers.push({
        ...styled('pulse', 'fill', isPart('ring'), {
          'fill-color': color, 'fill-opacity': pulse.opacity[0], 'fill-opacity-transition': {delay: 0, duration: 0},
        }),
        metadata: {'overtile:pulse': pulse},
      });
    }
    layers.push(
      styled('rings', 'fill', isPart('ring', 'dissolved'), {'fill-color': color, 'fill-opacity': 0.12}),
      styled('outlines', 'line', isPart('ring', 'dissolved'), {'line-color': color, 'line-opacity': 0.8, 'line-width': 1}));
  }
  layers.push(point('dots', isPart('dot'), 2));
  if (circle === undefined || circle.draw.includes('center')) layers.push(point('centers', isPart('center'), 2.5));
  return layers;
}

/** @param {string} color @param {any} styled @param {any} point */
function shapes(color, styled, point) {
  const isGeometry = (/** @type {string[]} */ ...kinds) => ['in', ['geometry-type'], ['literal', kinds]];
  return [
    styled('fill', 'fill', isGeometry('Polygon', 'MultiPolygon'), {'fill-color': color, 'fill-opacity': 0.18}),
    styled('line', 'line', ['!', isGeometry('Point', 'MultiPoint')], {'line-color': color, 'line-opacity': 0.8, 'line-width': 1}),
    point('points', isGeometry('Point', 'MultiPoint'), 3),
  ];
}

/**
 * The property with the name of a feature: the first of the usual ones that is there, or else the first text.
 * @param {Layer} layer
 */
export function nameField(layer) {
  const fields = layer.fields ?? {};
  const usual = ['name', 'NAME', 'Name', 'title', 'label', 'id'].find((name) => name in fields);
  return usual ?? Object.keys(fields).sort().find((name) => fields[name] === 'String');
}
