// A map of a bundle, to copy: clusters that are pressed and listed, popups, circles that pulse. README.md tells what lies beside it.
import {addProtocol} from './reader/overlay-bundle.js';

const BUNDLE = new URL('bundle/', location.href);
const PAGE = 10;
/** The layers of the bundle, their colors on a light and on a dark page, and what a popup tells: titles of properties. */
const LAYERS = {
  quakes: {title: 'Earthquakes', colors: ['#b5382a', '#ff8a75'], facts: {mag: 'Magnitude', depth_km: 'Depth in km'}},
  airfields: {title: 'Airfields', colors: ['#1b7f5c', '#5fd3a6'], facts: {country: 'Country', elevation_ft: 'Elevation in ft'}},
  airports: {title: 'Airports', colors: ['#2458e6', '#7fabff'], facts: {iata: 'Code', country: 'Country', elevation_ft: 'Elevation in ft'}},
};
const CLUSTERS = ['airfields', 'airports'];

const find = (selector) => document.querySelector(selector);
const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const colorOf = (id) => LAYERS[id].colors[dark.matches ? 1 : 0];
const hidden = new Set();

const overtile = addProtocol(maplibregl);
const map = new maplibregl.Map({container: 'map', center: [175, -22], zoom: 3, hash: 'map', style: style(), attributionControl: {compact: true}});
overtile.follow(map);
map.addControl(new maplibregl.NavigationControl({showCompass: false}), 'top-right');
const bundle = await overtile.bundle(BUNDLE).catch(tell);
map.on('error', ({error}) => tell(error));
Object.assign(globalThis, {map});

/** Tells an error once, in its words. */
function tell(error) {
  if (error.name === 'AbortError' || error.code === 'changed' || /published again/.test(error.message)) return;
  find('#message').textContent = error.message;
  find('#message').hidden = false;
}

// MARK: The style

function style() {
  const [back, land] = dark.matches ? ['#0f1720', '#1e2b37'] : ['#e9eff3', '#ffffff'];
  const of = (id) => ({source: id, 'source-layer': id, layout: {visibility: hidden.has(id) ? 'none' : 'visible'}});
  const count = ['coalesce', ['get', 'point_count'], 1];
  return {
    version: 8,
    light: {anchor: 'viewport', intensity: 0},
    sources: Object.fromEntries(['countries', ...Object.keys(LAYERS)].map((id) => [id, {type: 'vector', url: overtile.sourceURL(BUNDLE, id)}])),
    layers: [
      {id: 'background', type: 'background', paint: {'background-color': back}},
      {id: 'land', type: 'fill', ...of('countries'), paint: {'fill-color': land, 'fill-outline-color': back}},
      // Without a height, since an extrusion paints what overlaps once: circles in a crowd are no darker.
      {id: 'quakes-area', type: 'fill-extrusion', ...of('quakes'), filter: ['==', ['get', 'part'], 'ring'],
        paint: {'fill-extrusion-color': colorOf('quakes'), 'fill-extrusion-opacity': 0.2}},
      {id: 'quakes-outline', type: 'line', ...of('quakes'), filter: ['==', ['get', 'part'], 'ring'],
        paint: {'line-color': colorOf('quakes'), 'line-width': 1, 'line-opacity': 0.7}},
      {id: 'quakes-center', type: 'circle', ...of('quakes'), filter: ['in', ['get', 'part'], ['literal', ['center', 'dot']]],
        paint: {'circle-color': colorOf('quakes'), 'circle-radius': ['interpolate', ['linear'], ['zoom'], 2, 2, 6, 5]}},
      ...CLUSTERS.flatMap((id) => [
        {id: `${id}-markers`, type: 'circle', ...of(id), paint: {
          'circle-color': colorOf(id), 'circle-opacity': 0.9, 'circle-stroke-color': back, 'circle-stroke-width': 1.5,
          'circle-radius': ['case', ['has', 'point_count'], ['interpolate', ['linear'], ['log10', count], 0, 11, 4, 26], 5]}},
        // An image of each count, which is drawn when it is first missing: no server of glyphs is needed.
        {id: `${id}-counts`, type: 'symbol', ...of(id), filter: ['has', 'point_count'], layout: {...of(id).layout,
          'icon-image': ['concat', 'count|', ['get', 'point_count_abbreviated']], 'icon-allow-overlap': true}},
      ]),
    ],
  };
}

map.on('styleimagemissing', ({id}) => {
  const [kind, text] = id.split('|');
  if (kind !== 'count' || map.hasImage(id)) return;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [80, 32];
  const context = canvas.getContext('2d');
  Object.assign(context, {font: '600 24px system-ui, sans-serif', textAlign: 'center', textBaseline: 'middle', fillStyle: dark.matches ? '#0f1720' : '#fff'});
  context.fillText(text, 40, 17);
  map.addImage(id, context.getImageData(0, 0, 80, 32), {pixelRatio: 2});
});

// MARK: Switches, light and dark

function showSwitches() {
  find('#switches').replaceChildren(...Object.entries(LAYERS).reverse().map(([id, {title}]) => {
    const box = Object.assign(document.createElement('input'), {type: 'checkbox', checked: !hidden.has(id), name: id});
    box.style.setProperty('--color', colorOf(id));
    box.addEventListener('change', () => {
      if (box.checked) hidden.delete(id); else hidden.add(id);
      for (const layer of map.getStyle().layers) if (layer.source === id) map.setLayoutProperty(layer.id, 'visibility', box.checked ? 'visible' : 'none');
    });
    const label = document.createElement('label');
    label.append(box, title);
    return label;
  }));
}
showSwitches();
dark.addEventListener('change', () => {
  map.setStyle(style(), {diff: false});
  showSwitches();
});

// MARK: Pressing

const PRESSED = ['airports-markers', 'airfields-markers', 'quakes-center'];
let popup;
map.on('mousemove', ({point}) => { map.getCanvas().style.cursor = map.queryRenderedFeatures(point, {layers: PRESSED}).length > 0 ? 'pointer' : ''; });
map.on('click', async ({point}) => {
  popup?.remove();
  find('#members').hidden = true;
  const [feature] = map.queryRenderedFeatures([[point.x - 4, point.y - 4], [point.x + 4, point.y + 4]], {layers: PRESSED});
  if (feature === undefined) return;
  const {properties: {cluster_id: id, point_count: count, expansion_zoom: zoom}, geometry: {coordinates}, source} = feature;
  if (id === undefined) {
    showPopup(source, feature);
    return;
  }
  await showMembers(source, id, count, 0);
  // Points in one position never fall apart: the list is all that there is to see of them.
  if (zoom <= bundle.layer(source).manifest.maxzoom) map.easeTo({center: coordinates, zoom, animate: !still.matches});
});

function showPopup(layer, {properties, geometry: {coordinates}}) {
  const content = document.createElement('div');
  content.append(Object.assign(document.createElement('strong'), {textContent: properties.name ?? LAYERS[layer].title}), document.createElement('dl'));
  for (const [name, title] of Object.entries(LAYERS[layer].facts)) {
    if (properties[name] === undefined) continue;
    content.lastChild.append(Object.assign(document.createElement('dt'), {textContent: title}),
      Object.assign(document.createElement('dd'), {textContent: properties[name]}));
  }
  popup = new maplibregl.Popup({offset: 8}).setLngLat(coordinates).setDOMContent(content).addTo(map);
}

/** Lists the points of a cluster, a page at a time. */
async function showMembers(layer, id, count, offset) {
  const leaves = await bundle.layer(layer).getLeaves(id, PAGE, offset).catch(tell);
  if (leaves === undefined) return;
  find('#members h2').textContent = `${count.toLocaleString('en')} ${LAYERS[layer].title.toLowerCase()}`;
  find('#members ol').start = offset + 1;
  find('#members ol').replaceChildren(...leaves.map(({properties}) => Object.assign(document.createElement('li'), {textContent: properties.name})));
  find('#pages span').textContent = `${offset + 1}–${offset + leaves.length} of ${count.toLocaleString('en')}`;
  const [back, on] = document.querySelectorAll('#pages button');
  Object.assign(back, {disabled: offset === 0, onclick: () => showMembers(layer, id, count, offset - PAGE)});
  Object.assign(on, {disabled: offset + PAGE >= count, onclick: () => showMembers(layer, id, count, offset + PAGE)});
  find('#members').hidden = false;
}

// MARK: Circles that pulse

const canvas = Object.assign(document.createElement('canvas'), {id: 'pulse'});
map.getCanvasContainer().append(canvas);
let circles = new Map();
map.on('idle', () => {
  const centers = hidden.has('quakes') ? [] : map.querySourceFeatures('quakes', {sourceLayer: 'quakes', filter: ['==', ['get', 'part'], 'center']});
  circles = new Map(centers.map(({id, properties}) => [id, properties]));
});

/** Draws a ring over each circle, at the size and opacity of the moment. */
function draw(now) {
  const {clientWidth: width, clientHeight: height} = canvas;
  [canvas.width, canvas.height] = [width * devicePixelRatio, height * devicePixelRatio];
  const context = canvas.getContext('2d');
  context.scale(devicePixelRatio, devicePixelRatio);
  const {pulse: {scale, opacity, seconds}} = bundle.layer('quakes').manifest;
  const between = ([from, to]) => from + (to - from) * (now / 1000 / seconds % 1);
  const {lng} = map.getCenter();
  for (const {center_longitude: longitude, center_latitude: latitude, radius_map_points: points} of hidden.has('quakes') ? [] : circles.values()) {
    // The world is 2^28 map points wide, and 512 pixels at zoom 0. The nearest of its copies counts.
    const radius = points / 2 ** 28 * 512 * 2 ** map.getZoom() * between(scale);
    const {x, y} = map.project([longitude + 360 * Math.round((lng - longitude) / 360), latitude]);
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  Object.assign(context, {strokeStyle: colorOf('quakes'), globalAlpha: between(opacity), lineWidth: 2});
  context.stroke();
  requestAnimationFrame(draw);
}
if (bundle !== undefined && !still.matches) requestAnimationFrame(draw);
