// @ts-check
/**
 * Circles that pulse: drawn once by id, whole, whatever tiles they lie in, so that nothing flickers at the edges of tiles.
 *
 * Circles are uploaded once; a frame changes two numbers, their scale and their opacity. Only geodesic circles that reach beyond the
 * edge of the map, around a pole, are computed for each frame. One clock drives all maps of the page.
 *
 * @module pulse
 */
import {disc, mercator, reachesEdge, rows, strip} from './circle-rows.js';

/**
 * @typedef {import('./style.js').Pulse} Pulse
 * @typedef {import('./circle-rows.js').Circle} Circle @typedef {import('./circle-rows.js').Row} Row
 */

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
    // In numbers of 64 bits until the end.
    const matrix = new DOMMatrix([...view.defaultProjectionData?.mainMatrix ?? view]);
    const [x, y] = this.#origin;
    for (const world of [-1, 0, 1]) {
      gl.uniformMatrix4fv(at('matrix'), false, matrix.translate(x + world, y).toFloat32Array());
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
