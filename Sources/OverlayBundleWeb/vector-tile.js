// @ts-check
// Vector tiles, MVT 2.1.
import {ByteReader} from './bytes.js';
import {BundleError} from './errors.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 *
 * @typedef {{z: number, x: number, y: number}} Address the address of a tile, with rows counted from the north
 * @typedef {[number, number]} Position a position in tile units, or in degrees: longitude, latitude
 * @typedef {Record<string, any>} Properties
 *
 * @typedef {object} TileFeature a feature in tile units in the format of geojson-vt, as returned by `getTile`
 * @property {1 | 2 | 3} type points, lines, polygons
 * @property {any} geometry a list of `[x, y]` for points; lists of such lists for lines and polygons, with closed rings
 * @property {Properties} tags
 * @property {number} [id]
 *
 * @typedef {{name: string, extent: number, features: TileFeature[]}} TileLayer
 *
 * @typedef {object} Feature a GeoJSON feature
 * @property {'Feature'} type
 * @property {number} [id]
 * @property {{type: string, coordinates: any}} geometry
 * @property {Properties} properties
 */

/** @param {Properties} object @param {string} name any name @param {any} value */
export function setProperty(object, name, value) {
  if (name === '__proto__') Object.defineProperty(object, name, {value, enumerable: true, configurable: true, writable: true});
  else object[name] = value;
}

/**
 * Decodes the layers of an uncompressed vector tile, or one of them. A tile that breaks a rule of MVT 2.1 is an error.
 * @param {Uint8Array} bytes @param {Failure} fail @param {string} [only] @returns {TileLayer[]}
 */
export function decodeVectorTile(bytes, fail, only) {
  const layers = vectorLayers(bytes, fail);
  if (new Set(layers.map(({name}) => name)).size < layers.length) throw fail('two layers have the same name');
  return layers
    .filter(({name}) => only === undefined || name === only)
    .map(({message}) => new VectorLayer(new ByteReader(message, fail)).decoded());
}

/** @param {Uint8Array} bytes @param {Failure} fail @returns the messages of the layers, with their names and the fields that contain them */
export function vectorLayers(bytes, fail) {
  const reader = new ByteReader(bytes, fail);
  const layers = [];
  while (!reader.isAtEnd) {
    const start = reader.position;
    const tag = reader.varint();
    if (tag === (3 << 3 | 2)) {
      const message = reader.message();
      layers.push({name: layerName(message), message: message.bytes, field: bytes.subarray(start, reader.position)});
    } else {
      reader.skip(tag, [3]);
    }
  }
  return layers;
}

/** @param {ByteReader} reader of a layer */
function layerName(reader) {
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === (1 << 3 | 2)) return reader.text(reader.varint());
    reader.skip(tag);
  }
  throw reader.fail('a layer has no name');
}

/**
 * Returns a tile with one layer under a different name. The new name is added last, because the last name counts.
 * @param {Uint8Array} tile @param {string} name @returns {ArrayBuffer}
 */
export function renamedLayer(tile, name) {
  if (tile.length === 0) return new ArrayBuffer(0);
  const reader = new ByteReader(tile, (message) => new BundleError('bad-tile', message));
  reader.varint();
  const written = new TextEncoder().encode(name);
  const layer = [...reader.message().bytes, 1 << 3 | 2, ...varint(written.length), ...written];
  return Uint8Array.from([3 << 3 | 2, ...varint(layer.length), ...layer]).buffer;
}

/** @param {number} value @returns {number[]} */
const varint = (value) => (value < 128 ? [value] : [value % 128 + 128, ...varint(Math.floor(value / 128))]);

/** A layer of a vector tile. */
class VectorLayer {
  /** @type {string[]} */
  keys = [];
  /** @type {any[]} */
  values = [];

  /** @param {ByteReader} reader */
  constructor(reader) {
    this.reader = reader;
    this.fail = reader.fail;
  }

  /** @returns {TileLayer} */
  decoded() {
    const {reader} = this;
    let [name, extent, version] = ['', 4096, 0];
    /** @type {ByteReader[]} */
    const features = [];
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === (1 << 3 | 2)) name = reader.text(reader.varint());
      else if (tag === (2 << 3 | 2)) features.push(reader.message());
      else if (tag === (3 << 3 | 2)) this.keys.push(reader.text(reader.varint()));
      else if (tag === (4 << 3 | 2)) this.values.push(valueOf(reader.message()));
      else if (tag === 5 << 3) extent = reader.varint();
      else if (tag === 15 << 3) version = reader.varint();
      else reader.skip(tag, [1, 2, 3, 4, 5, 15]);
    }
    if (extent === 0) throw this.fail('a layer has an extent of 0');
    if (version !== 1 && version !== 2) throw this.fail(`a layer has version ${version}, but version 2 was expected`);
    // Keys and values may come after the features that use them.
    return {name, extent, features: features.map((feature) => this.#feature(feature, version))};
  }

  /** @param {ByteReader} reader @param {number} version @returns {TileFeature} */
  #feature(reader, version) {
    /** @type {number[]} */
    const commands = [];
    /** @type {number[]} */
    const tagged = [];
    /** @type {number | undefined} */
    let id;
    let type = 0;
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === 1 << 3) id = reader.varint();
      else if (tag === (2 << 3 | 2)) addAll(tagged, reader.message());
      else if (tag === 2 << 3) tagged.push(reader.varint());
      else if (tag === 3 << 3) type = reader.varint();
      else if (tag === (4 << 3 | 2)) addAll(commands, reader.message());
      else if (tag === 4 << 3) commands.push(reader.varint());
      else reader.skip(tag, [1, 2, 3, 4]);
    }
    const tags = this.#tags(tagged);
    if (type !== 1 && type !== 2 && type !== 3) throw this.fail(`a feature has the unknown type ${type}`);
    const geometry = tileGeometry(type, commands, version, this.fail);
    return id === undefined ? {type, geometry, tags} : {type, geometry, tags, id};
  }

  /** @param {number[]} numbers of keys and values */
  #tags(numbers) {
    /** @type {Properties} */
    const properties = {};
    if (numbers.length % 2 === 1) throw this.fail('a feature has a key without a value');
    for (let index = 0; index < numbers.length; index += 2) {
      const [key, value] = [numbers[index], numbers[index + 1]];
      const isThere = key < this.keys.length && value < this.values.length;
      if (!isThere) throw this.fail('a feature refers to a key or value that its layer does not contain');
      if (Object.hasOwn(properties, this.keys[key])) throw this.fail(`a feature has the key ${JSON.stringify(this.keys[key])} twice`);
      setProperty(properties, this.keys[key], this.values[value]);
    }
    return properties;
  }
}

/** @param {number[]} numbers @param {ByteReader} reader */
function addAll(numbers, reader) {
  while (!reader.isAtEnd) numbers.push(reader.varint());
}

/** @param {ByteReader} reader of a value */
function valueOf(reader) {
  /** @type {any} */
  let value;
  let found = 0;
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (found !== 0 && found !== tag && tag >= 8 && tag < 64) throw reader.fail('a value contains two values');
    if (tag === (1 << 3 | 2)) value = reader.text(reader.varint());
    else if (tag === (2 << 3 | 5)) value = reader.view(4).getFloat32(0, true);
    else if (tag === (3 << 3 | 1)) value = reader.view(8).getFloat64(0, true);
    else if (tag === 4 << 3) value = Number(BigInt.asIntN(64, reader.varint64()));
    else if (tag === 5 << 3) value = Number(reader.varint64());
    else if (tag === 6 << 3) value = Number(signed(reader.varint64()));
    else if (tag === 7 << 3) value = reader.varint() !== 0;
    else reader.skip(tag, [1, 2, 3, 4, 5, 6, 7]);
    if (tag < 64) found = tag;
  }
  if (value === undefined) throw reader.fail('a value is empty');
  return value;
}

/** @param {bigint} value in zigzag encoding */
const signed = (value) => (value >> 1n) ^ -(value & 1n);

/**
 * Decodes a geometry from its commands: MVT 2.1, section 4.3.
 * @param {1 | 2 | 3} type @param {readonly number[]} numbers the commands with their parameters
 * @param {number} version the version of the layer; version 1 allows rings of any winding order @param {Failure} fail
 */
function tileGeometry(type, numbers, version, fail) {
  /** @type {Position[][]} */
  const parts = [];
  let [x, y, moves, next] = [0, 0, 0, 0];
  const difference = () => {
    if (next >= numbers.length) throw fail('a geometry ends within a command');
    const number = numbers[next++];
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  };
  if (numbers.some((number) => number >= 2 ** 32)) throw fail('a number in a geometry has more than 32 bits');
  while (next < numbers.length) {
    const [command, count] = [numbers[next] % 8, Math.floor(numbers[next] / 8)];
    next += 1;
    if (command === 7) {
      const ring = parts[parts.length - 1];
      if (count !== 1 || ring === undefined) throw fail('a geometry closes a ring that does not exist');
      ring.push([ring[0][0], ring[0][1]]);
      continue;
    }
    if (command !== 1 && command !== 2) throw fail(`a geometry contains the unknown command ${command}`);
    if (count === 0) throw fail('a command has no positions');
    if (command === 2 && parts.length === 0) throw fail('a geometry begins with a line instead of a position');
    if (command === 1) moves += 1;
    for (let left = count; left > 0; left -= 1) {
      x += difference();
      y += difference();
      if (x !== (x | 0) || y !== (y | 0)) throw fail('a position has more than 32 bits');
      if (command === 1) parts.push([]);
      parts[parts.length - 1].push([x, y]);
    }
  }
  if (parts.length === 0) throw fail('a feature has no geometry');
  if (type === 1) {
    if (moves > 1 || parts.some((part) => part.length !== 1)) throw fail('a point geometry contains a line');
    return parts.map((part) => part[0]);
  }
  for (const part of parts) {
    if (part.length < (type === 3 ? 4 : 2)) throw fail('a line or ring has too few positions');
    const isStill = part.some(([x, y], at) => at > 0 && x === part[at - 1][0] && y === part[at - 1][1]);
    if (isStill) throw fail('a line or ring has the same position twice in a row');
    if (type === 3) checkRing(part, part === parts[0] && version === 2, fail);
  }
  return parts;
}

/** @param {Position[]} ring @param {boolean} isOuter @param {Failure} fail */
function checkRing(ring, isOuter, fail) {
  const [[left, top], [right, bottom]] = [ring[0], ring[ring.length - 1]];
  if (left !== right || top !== bottom) throw fail('a ring is not closed');
  // Twice the area, which is positive for outer rings.
  let area = 0;
  for (let at = 1; at < ring.length; at += 1) {
    area += (ring[at - 1][0] - left) * (ring[at][1] - top) - (ring[at][0] - left) * (ring[at - 1][1] - top);
  }
  if (area === 0) throw fail('a ring has no area');
  if (isOuter && area < 0) throw fail('the first ring of a polygon has the winding order of a hole');
}
