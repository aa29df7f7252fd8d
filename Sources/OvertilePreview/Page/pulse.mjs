// @ts-check
/**
 * Circles that pulse: drawn once by id, whole, whatever tiles they lie in, so that nothing flickers at the edges of tiles.
 *
 * A circle is uploaded once; a frame changes two numbers, its scale and its opacity. One clock drives all maps of the page.
 *
 * @module pulse
 */

/**
 * @typedef {import('./style.mjs').Pulse} Pulse
 * @typedef {{longitude: number, latitude: number, meters: number, mapPoints: number}} Circle
 */

const SIDES = 72;
const MAP_POINTS = 2 ** 28;
const EARTH_RADIUS = 6371008.8;
const RADIANS = Math.PI / 180;
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
export function mercator(longitude, latitude) {
  const sine = Math.sin(latitude * RADIANS);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/**
 * The outline of a circle as offsets from its center on the map: a disc on the map for the models mapkit and pixels, and the
 * coordinates at that distance for geodesic (on a sphere, within a third of a percent). Null if it holds a pole.
 * @param {Circle} circle @param {string} model @returns {number[][] | null}
 */
export function outline({longitude, latitude, meters, mapPoints}, model) {
  const angles = Array.from({length: SIDES}, (_, index) => (2 * Math.PI * index) / SIDES);
  if (model !== 'geodesic') return angles.map((angle) => [mapPoints / MAP_POINTS * Math.sin(angle), -mapPoints / MAP_POINTS * Math.cos(angle)]);
  const [distance, phi] = [meters / EARTH_RADIUS, latitude * RADIANS];
  if (Math.abs(phi) + distance >= 89 * RADIANS) return null;
  const [x, y] = mercator(longitude, latitude);
  return angles.map((angle) => {
    const sine = Math.sin(phi) * Math.cos(distance) + Math.cos(phi) * Math.sin(distance) * Math.cos(angle);
    const turn = Math.atan2(Math.sin(angle) * Math.sin(distance) * Math.cos(phi), Math.cos(distance) - Math.sin(phi) * sine);
    const [, atY] = mercator(0, Math.asin(sine) / RADIANS);
    return [turn / (2 * Math.PI), atY - y];
  });
}

/** A layer of a map that WebGL draws: circles of one bundle layer. */
export class PulseLayer {
  type = 'custom';
  renderingMode = '2d';
  /** @type {Circle[]} */
  #circles = [];
  #isStale = false;
  #origin = [0.5, 0.5];
  #count = 0;
  /** @type {any} */
  #made;

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
    this.#circles = circles;
    this.#origin = mercator(origin.lng, origin.lat);
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
    const at = (/** @type {string} */ name) => gl.getUniformLocation(program, name);
    this.#made = {program, matrix: at('matrix'), scale: at('scale'), color: at('color'), vertices: gl.createBuffer(),
      triangles: gl.createBuffer(), array: gl.createVertexArray()};
    gl.bindVertexArray(this.#made.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#made.vertices);
    ['center', 'offset'].forEach((name, index) => {
      const location = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 16, index * 8);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#made.triangles);
    gl.bindVertexArray(null);
    this.#isStale = true;
  }

  /** @param {any} map @param {WebGL2RenderingContext} gl */
  onRemove(map, gl) {
    const {program, vertices, triangles, array} = this.#made;
    gl.deleteProgram(program);
    [vertices, triangles].forEach((buffer) => gl.deleteBuffer(buffer));
    gl.deleteVertexArray(array);
  }

  /** @param {WebGL2RenderingContext} gl @param {any} view the matrix, or what holds it in MapLibre 5 */
  render(gl, view) {
    if (this.#isStale) this.#upload(gl);
    if (this.#count === 0 || !this.clock.moves) return;
    const {scale, opacity} = stateOf(this.pulse, this.clock.seconds);
    const {program, array, ...at} = this.#made;
    gl.useProgram(program);
    gl.bindVertexArray(array);
    gl.uniform1f(at.scale, scale);
    gl.uniform4f(at.color, this.color[0], this.color[1], this.color[2], opacity);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const matrix = view.defaultProjectionData?.mainMatrix ?? view;
    for (const world of [-1, 0, 1]) {
      gl.uniformMatrix4fv(at.matrix, false, moved(matrix, this.#origin[0] + world, this.#origin[1]));
      gl.drawElements(gl.TRIANGLES, this.#count, gl.UNSIGNED_INT, 0);
    }
    gl.bindVertexArray(null);
  }

  /** @param {WebGL2RenderingContext} gl */
  #upload(gl) {
    this.#isStale = false;
    /** @type {number[]} */
    const vertices = [];
    /** @type {number[]} */
    const triangles = [];
    for (const circle of this.#circles) {
      const offsets = outline(circle, this.model);
      if (offsets === null) continue;
      const [x, y] = mercator(circle.longitude, circle.latitude);
      const east = x - this.#origin[0];
      const center = [east - Math.round(east), y - this.#origin[1]];
      const first = vertices.length / 4;
      vertices.push(...center, 0, 0);
      offsets.forEach((offset, index) => {
        vertices.push(...center, ...offset);
        triangles.push(first, first + 1 + index, first + 1 + (index + 1) % SIDES);
      });
    }
    gl.bindVertexArray(this.#made.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#made.vertices);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices), gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#made.triangles);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(triangles), gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    this.#count = triangles.length;
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
  #still = globalThis.matchMedia('(prefers-reduced-motion: reduce)');
  #started = performance.now();
  #last = 0;
  #isOn = true;
  /** @type {Set<any>} */
  #maps = new Set();
  #waiting = 0;

  constructor() {
    this.#still.addEventListener('change', () => this.#next());
  }

  /** Whether circles move now. */
  get moves() {
    return this.#isOn && !this.#still.matches;
  }

  /** @param {boolean} isOn */
  set isOn(isOn) {
    this.#isOn = isOn;
    this.#maps.forEach((map) => map.triggerRepaint());
    this.#next();
  }

  get isOn() {
    return this.#isOn;
  }

  /** Seconds since the page was opened. */
  get seconds() {
    return (performance.now() - this.#started) / 1000;
  }

  /** @param {any} map a map with circles that pulse */
  add(map) {
    this.#maps.add(map);
    this.#next();
  }

  #next() {
    if (!this.moves || this.#maps.size === 0 || this.#waiting !== 0) return;
    this.#waiting = requestAnimationFrame((now) => {
      this.#waiting = 0;
      if (now - this.#last >= FRAME_MS) {
        this.#last = now;
        this.#maps.forEach((map) => map.triggerRepaint());
      }
      this.#next();
    });
  }
}
