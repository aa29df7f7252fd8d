// @ts-check
/**
 * Circles that pulse: drawn once by id, whole, whatever tiles they lie in, so that nothing flickers at the edges of tiles.
 *
 * Circles are uploaded once; a frame changes two numbers, their scale and their opacity. One clock drives all maps of the page.
 * Geodesic circles that come to the edge of the map, around a pole, rest.
 *
 * @module pulse
 */
import {worldHeight} from './reader/tiles.js';

/**
 * @typedef {import('./style.js').Pulse} Pulse
 * @typedef {{longitude: number, latitude: number, meters: number, mapPoints: number}} Circle
 */

const FRAME_MS = 30;
/** The triangles from the center of a circle to its sides. */
const SIDES = 64;
const MAP_POINTS = 2 ** 28;
const RADIANS = Math.PI / 180;
/** WGS84: the radius of the equator in meters, the flattening, and the radius to a pole. */
const EQUATOR = 6378137;
const FLATTENING = 1 / 298.257223563;
const POLAR = EQUATOR * (1 - FLATTENING);
/** No degree of a meridian is shorter, in meters. */
const LEAST_DEGREE = 110_574;
/** The latitude of the edge of the map. */
const EDGE = 85.05;

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
 * The corners of a circle from its center, on a map of width 1: a disk there for the models mapkit and pixels, and the coordinates at
 * that distance for geodesic, to a hundred thousandth of the radius.
 *
 * Source: T. Vincenty, Direct and inverse solutions of geodesics on the ellipsoid, Survey Review 23 (1975), with the first terms of its series.
 * @param {Circle} circle @param {string} model @returns {[number, number][]}
 */
function cornersOf({latitude, meters, mapPoints}, model) {
  const reduced = Math.atan((1 - FLATTENING) * Math.tan(latitude * RADIANS));
  const [sine, cosine] = [Math.sin(reduced), Math.cos(reduced)];
  return Array.from({length: SIDES + 1}, (_, index) => {
    const azimuth = 2 * Math.PI * index / SIDES;
    const [east, north] = [Math.sin(azimuth), Math.cos(azimuth)];
    if (model !== 'geodesic') return [east * mapPoints / MAP_POINTS, -north * mapPoints / MAP_POINTS];
    const start = Math.atan2(sine, cosine * north);
    const term = (1 - (cosine * east) ** 2) * ((EQUATOR / POLAR) ** 2 - 1) / 4;
    const mean = meters / POLAR / (1 + term);
    const arc = mean + term * Math.sin(mean) * Math.cos(2 * start + mean);
    const end = Math.asin(sine * Math.cos(arc) + cosine * Math.sin(arc) * north);
    const turn = Math.atan2(Math.sin(arc) * east, cosine * Math.cos(arc) - sine * Math.sin(arc) * north) - FLATTENING * cosine * east * arc;
    return [turn / (2 * Math.PI), worldHeight(Math.atan(Math.tan(end) / (1 - FLATTENING)) / RADIANS) - worldHeight(latitude)];
  });
}

/** A layer of a map that WebGL draws: the circles of one bundle layer, as triangles. */
export class PulseLayer {
  type = 'custom';
  renderingMode = '2d';
  #origin = [0.5, 0.5];
  /** The corners of triangles: each a circle's center from the origin, and an offset from it, which is scaled. */
  #corners = new Float32Array();
  #isStale = true;
  /** @type {any} */
  #made;
  /** @type {any} */
  #map;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;

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
  set(circles, {lng, lat}) {
    this.#origin = [lng / 360 + 0.5, worldHeight(lat)];
    const largest = Math.max(...this.pulse.scale);
    const moving = circles.filter(({latitude, meters}) => this.model !== 'geodesic' || Math.abs(latitude) + meters * largest / LEAST_DEGREE < EDGE);
    this.#corners = new Float32Array(12 * SIDES * moving.length);
    let at = 0;
    for (const circle of moving) {
      const east = circle.longitude / 360 + 0.5 - this.#origin[0];
      // In the nearest world.
      const center = [east - Math.round(east), worldHeight(circle.latitude) - this.#origin[1]];
      const corners = cornersOf(circle, this.model);
      for (let side = 0; side < SIDES; side += 1, at += 12) {
        this.#corners.set([...center, 0, 0, ...center, ...corners[side], ...center, ...corners[side + 1]], at);
      }
    }
    this.#isStale = true;
  }

  /** @param {any} map @param {WebGL2RenderingContext} gl */
  onAdd(map, gl) {
    this.#map = map;
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [type, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    const [array, corners] = [gl.createVertexArray(), gl.createBuffer()];
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    ['center', 'offset'].forEach((name, index) => {
      const location = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 16, index * 8);
    });
    gl.bindVertexArray(null);
    this.#made = {program, array, corners};
  }

  /** @param {any} map @param {WebGL2RenderingContext} gl */
  onRemove(map, gl) {
    gl.deleteProgram(this.#made.program);
    gl.deleteBuffer(this.#made.corners);
    gl.deleteVertexArray(this.#made.array);
  }

  /** @param {WebGL2RenderingContext} gl @param {any} view the matrix, or what holds it in MapLibre 5 */
  render(gl, view) {
    if (!this.clock.moves) return;
    this.#next ??= setTimeout(() => {
      this.#next = undefined;
      this.#map.triggerRepaint();
    }, FRAME_MS);
    const {program, array, corners} = this.#made;
    const {scale, opacity} = stateOf(this.pulse, this.clock.seconds);
    gl.bindVertexArray(array);
    if (this.#isStale) {
      gl.bindBuffer(gl.ARRAY_BUFFER, corners);
      gl.bufferData(gl.ARRAY_BUFFER, this.#corners, gl.DYNAMIC_DRAW);
      this.#isStale = false;
    }
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
    // In numbers of 64 bits until the end.
    const matrix = new DOMMatrix([...view.defaultProjectionData?.mainMatrix ?? view]);
    const [x, y] = this.#origin;
    for (const world of [-1, 0, 1]) {
      gl.uniformMatrix4fv(at('matrix'), false, matrix.translate(x + world, y).toFloat32Array());
      gl.drawArrays(gl.TRIANGLES, 0, this.#corners.length / 4);
    }
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.bindVertexArray(null);
  }
}

/** The one clock of the page. For people who want no motion it stands still, and only the circles at rest are drawn. */
export class PulseClock {
  isOn = true;
  #still = globalThis.matchMedia('(prefers-reduced-motion: reduce)');

  /** Whether circles move now. */
  get moves() {
    return this.isOn && !this.#still.matches;
  }

  /** Seconds since the page was opened. */
  get seconds() {
    return performance.now() / 1000;
  }
}
