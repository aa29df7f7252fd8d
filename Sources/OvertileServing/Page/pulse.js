// @ts-check
/**
 * Circles that pulse: drawn once by id, whole, whatever tiles they lie in, so that nothing flickers at the edges of tiles.
 *
 * Circles are uploaded once; a frame changes two numbers, their scale and their opacity. Only geodesic circles that reach beyond the
 * edge of the map, around a pole, are computed for each frame. One clock drives all maps of the page.
 *
 * @module pulse
 */
import {worldHeight} from './reader/tiles.js';

/**
 * @typedef {import('./style.js').Pulse} Pulse
 * @typedef {{longitude: number, latitude: number, meters: number, mapPoints: number}} Circle
 * @typedef {[number, number]} Row its y on the map, and half of its width
 */

/** The steps from the north of a circle to its south. */
const STEPS = 36;
const MAP_POINTS = 2 ** 28;
const RADIANS = Math.PI / 180;
/** The latitude of the northern edge of the map. */
const EDGE = Math.atan(Math.sinh(Math.PI)) / RADIANS;
/** WGS84: the radius of the equator in meters, the flattening, and the radius to a pole. */
const EQUATOR = 6378137;
const FLATTENING = 1 / 298.257223563;
const POLAR = EQUATOR * (1 - FLATTENING);
/** Beyond this length geodesics of one coordinate cross, so no circle is larger. */
const MOST_METERS = POLAR * Math.PI;
/** How far a side of a circle may be from a straight line, on a map of width 1, and how often azimuths are halved for it. */
const STRAIGHT = 1e-5;
const MOST_HALVES = 20;
/** No degree of a meridian is shorter. */
const LEAST_DEGREE = 110_574;
const FRAME_MS = 30;

const VERTEX = `#version 300 es
uniform mat4 matrix;
uniform float scale;
in vec2 center;
in vec2 offset;
void main() { gl_Position = matrix * vec4(center + scale * offset, 0.0, 1.0); }`;

const FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 color;
out vec4 fragment;
void main() { fragment = vec4(color.rgb * color.a, color.a); }`;

/**
 * The state of a pulse at a time: it runs from its first to its second scale and opacity, then starts again.
 * @param {Pulse} pulse @param {number} seconds
 */
export function stateOf({scale, opacity, seconds: length}, seconds) {
  const share = length > 0 ? (seconds % length) / length : 0;
  return {scale: scale[0] + (scale[1] - scale[0]) * share, opacity: opacity[0] + (opacity[1] - opacity[0]) * share};
}

/**
 * A coordinate on the map: 0 to 1 from the north-west corner.
 * @param {number} longitude @param {number} latitude
 */
const mercator = (longitude, latitude) => [longitude / 360 + 0.5, worldHeight(latitude)];

/**
 * The end of a geodesic: its turn from the beginning's meridian, and its latitude, in degrees.
 *
 * Source: T. Vincenty, Direct and inverse solutions of geodesics on the ellipsoid, Survey Review 23 (1975).
 * @param {number} latitude @param {number} azimuth in radians from north @param {number} meters
 */
export function destination(latitude, azimuth, meters) {
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  const reduced = Math.atan2((1 - FLATTENING) * Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS));
  const [sinU, cosU] = [Math.sin(reduced), Math.cos(reduced)];
  const start = Math.atan2(sinU, cosU * cosine);
  const sinEquator = cosU * sine;
  const square = 1 - sinEquator ** 2;
  const u = square * (EQUATOR ** 2 - POLAR ** 2) / POLAR ** 2;
  const a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)));
  const b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)));
  let [arc, middle] = [meters / (POLAR * a), 0];
  for (let step = 0; step < 8; step += 1) {
    middle = Math.cos(2 * start + arc);
    const [sinArc, cosArc] = [Math.sin(arc), Math.cos(arc)];
    arc = meters / (POLAR * a) + b * sinArc * (middle + b / 4 * (cosArc * (2 * middle ** 2 - 1)
      - b / 6 * middle * (4 * sinArc ** 2 - 3) * (4 * middle ** 2 - 3)));
  }
  const [sinArc, cosArc] = [Math.sin(arc), Math.cos(arc)];
  const north = Math.atan2(sinU * cosArc + cosU * sinArc * cosine,
    (1 - FLATTENING) * Math.hypot(sinEquator, sinU * sinArc - cosU * cosArc * cosine));
  const turn = Math.atan2(sinArc * sine, cosU * cosArc - sinU * sinArc * cosine);
  const c = FLATTENING / 16 * square * (4 + FLATTENING * (4 - 3 * square));
  const off = (1 - c) * FLATTENING * sinEquator * (arc + c * sinArc * (middle + c * cosArc * (2 * middle ** 2 - 1)));
  return {turn: (turn - off) / RADIANS, latitude: north / RADIANS};
}

/**
 * The rows of a circle from its center: a disc on the map for the models mapkit and pixels, and the coordinates at that distance for
 * geodesic, which must not come to the edge of the map.
 * @param {Circle} circle @param {string} model @returns {Row[]}
 */
function disc({latitude, meters, mapPoints}, model) {
  return Array.from({length: STEPS + 1}, (_, index) => {
    const azimuth = Math.PI * index / STEPS;
    if (model !== 'geodesic') return [-mapPoints / MAP_POINTS * Math.cos(azimuth), mapPoints / MAP_POINTS * Math.sin(azimuth)];
    const end = destination(latitude, azimuth, meters);
    return [worldHeight(end.latitude) - worldHeight(latitude), end.turn / 360];
  });
}

/**
 * Whether a geodesic circle comes to the edge of the map, so that what is drawn of it has another shape at each scale.
 * @param {Circle} circle @param {number} scale the largest
 */
export const reachesEdge = ({latitude, meters}, scale) => Math.abs(latitude) + meters * scale / LEAST_DEGREE >= EDGE;

/**
 * A geodesic circle that may hold a pole, or both: rows from the north to the south, each with its y on the map and how far the
 * circle reaches from its center to the west and the east there, at most half of the map. The map ends at its edges.
 *
 * At each latitude a circle is one stretch around its center's meridian. The latitude of its boundary falls as the azimuth turns
 * from north to south. Beyond the boundary's ends, which lie on a meridian, is a pole, or nothing.
 * @param {Circle} circle @param {number} scale @returns {Row[]}
 */
export function rows({latitude, meters}, scale) {
  const radius = Math.min(meters * scale, MOST_METERS);
  const clamped = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, 0), most);
  /** @param {number} azimuth @returns {Row} */
  const row = (azimuth) => {
    const end = destination(latitude, azimuth, radius);
    return [clamped(worldHeight(end.latitude), 1), clamped(end.turn / 360, 0.5)];
  };
  /**
   * The rows between two azimuths, as many as are needed for straight sides.
   * @type {(low: number, high: number, first: Row, last: Row, depth?: number) => Row[]}
   */
  const between = (low, high, first, last, depth = 0) => {
    const azimuth = (low + high) / 2;
    const middle = row(azimuth);
    if (depth === MOST_HALVES || distance(middle, first, last) < STRAIGHT) return [];
    return [...between(low, azimuth, first, middle, depth + 1), middle, ...between(azimuth, high, middle, last, depth + 1)];
  };
  const azimuths = Array.from({length: 17}, (_, index) => (Math.PI * index) / 16);
  const boundary = azimuths.map(row);
  const found = boundary.flatMap((one, index) => (index === 0 ? [one] : [...between(azimuths[index - 1], azimuths[index], boundary[index - 1], one), one]));
  const beyond = (/** @type {number} */ y, /** @type {Row} */ [, reach]) => (reach > 0 ? [/** @type {Row} */ ([y, reach])] : []);
  return [...beyond(0, found[0]), ...found, ...beyond(1, found[found.length - 1])];
}

/**
 * How far a row's end is from the straight line between those of two others.
 * @param {Row} row @param {Row} first @param {Row} last
 */
function distance([y, reach], first, last) {
  const [down, out] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(down, out);
  return length === 0 ? 0 : Math.abs((y - first[0]) * out - (reach - first[1]) * down) / length;
}

/**
 * The triangles of rows, as numbers of vertices in their order: two of each row, the western one first.
 * @param {number} count of rows @param {number} first
 */
export function strip(count, first) {
  return Array.from({length: Math.max(count - 1, 0)}, (_, index) => first + 2 * index)
    .flatMap((west) => [west, west + 1, west + 2, west + 1, west + 3, west + 2]);
}

/** A layer of a map that WebGL draws: the circles of one bundle layer, as triangles. */
export class PulseLayer {
  type = 'custom';
  renderingMode = '2d';
  /** The vertices and triangles of circles that have one shape at all scales. */
  #whole = new Mesh();
  /**
   * Those that come to the edge of the map, and are computed for each frame.
   * @type {Circle[]}
   */
  #atEdge = [];
  #isStale = false;
  #origin = [0.5, 0.5];
  /** @type {any} */
  #made;
  /** The corners of triangles that are uploaded. */
  #corners = 0;

  /**
   * @param {string} id @param {Pulse} pulse @param {string} model @param {string} color such as #c8501e
   * @param {PulseClock} clock
   */
  constructor(id, pulse, model, color, clock) {
    Object.assign(this, {id});
    this.pulse = pulse;
    this.model = model;
    this.color = [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16) / 255);
    this.clock = clock;
  }

  /**
   * Sets what is drawn. Circles lie around an origin in view, so that numbers of 32 bits are exact enough at every zoom.
   * @param {Circle[]} circles @param {{lng: number, lat: number}} origin
   */
  set(circles, origin) {
    const largest = Math.max(...this.pulse.scale);
    this.#origin = mercator(origin.lng, origin.lat);
    this.#whole = new Mesh();
    this.#atEdge = [];
    for (const circle of circles) {
      if (this.model === 'geodesic' && reachesEdge(circle, largest)) this.#atEdge.push(circle);
      else this.#whole.add(disc(circle, this.model), this.#center(circle), 1);
    }
    this.#isStale = true;
  }

  /** @param {any} map @param {WebGL2RenderingContext} gl */
  onAdd(map, gl) {
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [type, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    const [array, vertices, triangles] = [gl.createVertexArray(), gl.createBuffer(), gl.createBuffer()];
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, vertices);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
    ['center', 'offset'].forEach((name, index) => {
      const location = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 16, index * 8);
    });
    gl.bindVertexArray(null);
    this.#made = {program, array, vertices, triangles};
    this.#isStale = true;
  }

  /** @param {any} map @param {WebGL2RenderingContext} gl */
  onRemove(map, gl) {
    const {program, array, vertices, triangles} = this.#made;
    gl.deleteProgram(program);
    [vertices, triangles].forEach((buffer) => gl.deleteBuffer(buffer));
    gl.deleteVertexArray(array);
  }

  /** @param {WebGL2RenderingContext} gl @param {any} view the matrix, or what holds it in MapLibre 5 */
  render(gl, view) {
    if (!this.clock.moves) return;
    const {program, array} = this.#made;
    const {scale, opacity} = stateOf(this.pulse, this.clock.seconds);
    gl.bindVertexArray(array);
    if (this.#isStale || this.#atEdge.length > 0) this.#upload(gl, scale);
    gl.useProgram(program);
    const at = (/** @type {string} */ name) => gl.getUniformLocation(program, name);
    gl.uniform1f(at('scale'), scale);
    gl.uniform4f(at('color'), this.color[0], this.color[1], this.color[2], opacity);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    // What overlaps is painted once: at each pixel the first triangle is in front of all others.
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.depthFunc(gl.LESS);
    gl.depthRange(0.5, 0.5);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    const matrix = view.defaultProjectionData?.mainMatrix ?? view;
    for (const world of [-1, 0, 1]) {
      gl.uniformMatrix4fv(at('matrix'), false, moved(matrix, this.#origin[0] + world, this.#origin[1]));
      gl.drawElements(gl.TRIANGLES, this.#corners, gl.UNSIGNED_INT, 0);
    }
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.bindVertexArray(null);
  }

  /**
   * The center of a circle from the origin, in the nearest world.
   * @param {Circle} circle
   */
  #center({longitude, latitude}) {
    const [x, y] = mercator(longitude, latitude);
    const east = x - this.#origin[0];
    return [east - Math.round(east), y - this.#origin[1]];
  }

  /**
   * Uploads the triangles of all circles, those at the edge of the map at a scale.
   * @param {WebGL2RenderingContext} gl @param {number} scale
   */
  #upload(gl, scale) {
    this.#isStale = false;
    const {vertices, triangles} = this.#atEdge.reduce((mesh, circle) => mesh.add(rows(circle, scale), [this.#center(circle)[0], -this.#origin[1]], 0),
      new Mesh(this.#whole));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#made.vertices);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices), gl.DYNAMIC_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(triangles), gl.DYNAMIC_DRAW);
    this.#corners = triangles.length;
  }
}

/** Triangles over the rows of circles. A vertex is a center and an offset from it, which is scaled. */
class Mesh {
  /** @param {{vertices: number[], triangles: number[]}} begun */
  constructor({vertices, triangles} = {vertices: [], triangles: []}) {
    this.vertices = [...vertices];
    this.triangles = [...triangles];
  }

  /**
   * Adds a circle.
   * @param {Row[]} found @param {number[]} center @param {0 | 1} scaled 0 if the rows are scaled already
   */
  add(found, [x, y], scaled) {
    this.triangles.push(...strip(found.length, this.vertices.length / 4));
    for (const [down, reach] of found) {
      for (const east of [-reach, reach]) {
        this.vertices.push(...scaled ? [x, y, east, down] : [x + east, y + down, 0, 0]);
      }
    }
    return this;
  }
}

/**
 * A matrix after a move; in numbers of 64 bits until the end.
 * @param {ArrayLike<number>} m @param {number} x @param {number} y
 */
function moved(m, x, y) {
  const result = new Float32Array(16);
  for (let index = 0; index < 16; index += 1) {
    result[index] = index < 12 ? m[index] : m[index - 12] * x + m[index - 8] * y + m[index];
  }
  return result;
}

/**
 * The one clock of the page: it asks maps for frames while something pulses. For people who want no motion it stands still, and
 * only the circles at rest are drawn.
 */
export class PulseClock {
  isOn = true;
  #still = globalThis.matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {Set<any>} */
  #maps = new Set();
  #waiting = 0;

  constructor() {
    this.#still.addEventListener('change', () => this.go());
  }

  /** Whether circles move now. */
  get moves() {
    return this.isOn && !this.#still.matches;
  }

  /** Seconds since the page was opened. */
  get seconds() {
    return performance.now() / 1000;
  }

  /** @param {any} map a map with circles that pulse */
  add(map) {
    this.#maps.add(map);
    this.go();
  }

  /** Draws all maps once, and again as long as circles move. */
  go() {
    this.#maps.forEach((map) => map.triggerRepaint());
    if (!this.moves || this.#maps.size === 0 || this.#waiting !== 0) return;
    this.#waiting = setTimeout(() => {
      this.#waiting = 0;
      this.go();
    }, FRAME_MS);
  }
}
