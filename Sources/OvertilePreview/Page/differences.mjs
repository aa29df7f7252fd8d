// @ts-check
/**
 * What differs between two tiles of one address, overlay by overlay, as `overtile diff` compares them.
 *
 * Two entries of an overlay are the same if their properties, with types, and their geometries in units of the tile are. Vector
 * tiles are compared by the bytes of these. Where one of two tiles is GeoJSON, both are compared in degrees.
 *
 * @module differences
 */
import {BundleError, ByteReader, decodeVectorTile} from './overlay-bundle.mjs';

/**
 * @typedef {import('./overlay-bundle.mjs').TileLayer} TileLayer @typedef {import('./overlay-bundle.mjs').TileFeature} TileFeature
 * @typedef {{z: number, x: number, y: number}} Address
 * @typedef {{text: string, layer: number, feature: number}} Entry an overlay in a tile: what the same one of another bundle shares
 *   with it, and its numbers in the tile
 * @typedef {{geometry: any, properties: Record<string, any>}} Part of an overlay, in degrees
 * @typedef {{before: Part[], after: Part[], isBefore: boolean, isAfter: boolean}} Change of an overlay in a tile: the parts that
 *   only one bundle has, and whether each has any
 * @typedef {Map<string, Map<number | undefined, Change>>} Changes by layer and id
 */

/** @param {string} message */
const fail = (message) => new BundleError('bad-tile', message);

/** Texts of bytes, one character each. */
const bytesAsText = new TextDecoder('latin1');

/**
 * A text that can be put before others without becoming ambiguous.
 * @param {string} text
 */
const delimited = (text) => `${text.length}:${text}`;

/** The overlays of one tile of one bundle. */
export class TileContents {
  /**
   * Their entries by layer and id.
   * @type {Map<string, Map<number | undefined, Entry[]>>}
   */
  layers = new Map();
  #decode;
  /** @type {TileLayer[] | undefined} */
  #decoded;

  /** @param {Address} address @param {() => TileLayer[]} decode */
  constructor(address, decode) {
    this.address = address;
    this.#decode = decode;
  }

  /**
   * Those of a vector tile without compression, to be compared with another one.
   * @param {Address} address @param {Uint8Array} bytes
   */
  static ofBytes(address, bytes) {
    const contents = new TileContents(address, () => decodeVectorTile(bytes, fail));
    const reader = new ByteReader(bytes, fail);
    for (let layer = 0; !reader.isAtEnd;) {
      const tag = reader.varint();
      if (tag === (3 << 3 | 2)) contents.#addLayer(layer++, reader.take(reader.varint()));
      else reader.skip(tag);
    }
    return contents;
  }

  /**
   * Those of decoded layers, to be compared with others of any encoding.
   * @param {Address} address @param {TileLayer[]} layers
   */
  static ofLayers(address, layers) {
    const contents = new TileContents(address, () => layers);
    for (const [layer, {name, extent, features}] of layers.entries()) {
      for (const [feature, {id, type, geometry, tags}] of features.entries()) {
        const positions = inDegrees(geometry, address, extent);
        const properties = Object.entries(tags).sort(([one], [two]) => (one < two ? -1 : 1));
        contents.#add(name, id, {text: JSON.stringify([type, positions, properties]), layer, feature});
      }
    }
    return contents;
  }

  /** @param {number} layer @param {Uint8Array} message */
  #addLayer(layer, message) {
    const reader = new ByteReader(message, fail);
    let [name, extent] = ['', 4096];
    /** @type {string[]} */
    const keys = [];
    /** @type {string[]} */
    const values = [];
    /** @type {Uint8Array[]} */
    const features = [];
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === (1 << 3 | 2)) name = reader.text(reader.varint());
      else if (tag === (2 << 3 | 2)) features.push(reader.take(reader.varint()));
      else if (tag === (3 << 3 | 2)) keys.push(delimited(reader.text(reader.varint())));
      else if (tag === (4 << 3 | 2)) values.push(delimited(bytesAsText.decode(reader.take(reader.varint()))));
      else if (tag === 5 << 3) extent = reader.varint();
      else reader.skip(tag);
    }
    for (const [feature, bytes] of features.entries()) {
      const {id, text} = featureText(bytes, keys, values);
      this.#add(name, id, {text: `${extent} ${text}`, layer, feature});
    }
  }

  /** @param {string} layer @param {number | undefined} id @param {Entry} entry */
  #add(layer, id, entry) {
    let overlays = this.layers.get(layer);
    if (overlays === undefined) this.layers.set(layer, overlays = new Map());
    const entries = overlays.get(id);
    if (entries === undefined) overlays.set(id, [entry]); else entries.push(entry);
  }

  /**
   * The geometry and the properties of an entry.
   * @param {Entry} entry @returns {Part}
   */
  part({layer, feature}) {
    this.#decoded ??= this.#decode();
    const {extent, features} = this.#decoded[layer];
    const {type, geometry, tags} = features[feature];
    const coordinates = inDegrees(geometry, this.address, extent);
    const isOne = type === 1 && coordinates.length === 1;
    return {
      geometry: isOne ? {type: 'Point', coordinates: coordinates[0]} : {type: type === 1 ? 'MultiPoint' : 'MultiLineString', coordinates},
      properties: tags,
    };
  }
}

/**
 * The id of a feature, and the rest of it as a text: type, geometry, and properties in the order of their names.
 * @param {Uint8Array} bytes @param {string[]} keys @param {string[]} values
 */
function featureText(bytes, keys, values) {
  const reader = new ByteReader(bytes, fail);
  /** @type {number | undefined} */
  let id;
  let [type, geometry] = [0, ''];
  /** @type {number[]} */
  const tags = [];
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === 1 << 3) id = reader.varint();
    else if (tag === (2 << 3 | 2)) reader.packed(reader.varint(), (number) => tags.push(number));
    else if (tag === 2 << 3) tags.push(reader.varint());
    else if (tag === 3 << 3) type = reader.varint();
    else if (tag === (4 << 3 | 2)) geometry += bytesAsText.decode(reader.take(reader.varint()));
    else {
      const start = reader.position;
      reader.skip(tag);
      if (tag === 4 << 3) geometry += bytesAsText.decode(bytes.subarray(start, reader.position));
    }
  }
  const properties = [];
  for (let index = 0; index < tags.length; index += 2) properties.push(keys[tags[index]] + values[tags[index + 1]]);
  return {id, text: `${type} ${delimited(geometry)}${properties.sort().join('')}`};
}

/**
 * Positions of a tile in degrees, with the seven decimals that tiles of GeoJSON have.
 * @param {any} positions nested lists @param {Address} address @param {number} extent @returns {any}
 */
function inDegrees(positions, address, extent) {
  if (typeof positions[0] !== 'number') return positions.map((/** @type {any} */ part) => inDegrees(part, address, extent));
  const [x, y] = [address.x + positions[0] / extent, address.y + positions[1] / extent].map((value) => value / 2 ** address.z);
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  return [x * 360 - 180, latitude].map((degrees) => Math.round(degrees * 1e7) / 1e7);
}

/**
 * The overlays whose entries differ between two tiles of one address.
 * @param {TileContents} before @param {TileContents} after @returns {Changes}
 */
export function differences(before, after) {
  /** @type {Changes} */
  const found = new Map();
  for (const layer of new Set([...before.layers.keys(), ...after.layers.keys()])) {
    const [old, now] = [before, after].map(({layers}) => layers.get(layer) ?? new Map());
    /** @type {Map<number | undefined, Change>} */
    const changes = new Map();
    for (const id of new Set([...old.keys(), ...now.keys()])) {
      /** @type {Entry[][]} */
      const [had, has] = [old.get(id) ?? [], now.get(id) ?? []];
      const [gone, come] = [rest(had, has), rest(has, had)];
      if (gone.length === 0 && come.length === 0) continue;
      changes.set(id, {
        before: gone.map((entry) => before.part(entry)), after: come.map((entry) => after.part(entry)),
        isBefore: had.length > 0, isAfter: has.length > 0,
      });
    }
    if (changes.size > 0) found.set(layer, changes);
  }
  return found;
}

/**
 * The entries that others do not have, each as often as there are more of it.
 * @param {Entry[]} entries @param {Entry[]} others
 */
function rest(entries, others) {
  if (entries.length === 1 && others.length === 1 && entries[0].text === others[0].text) return [];
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const {text} of others) left.set(text, (left.get(text) ?? 0) + 1);
  return entries.filter(({text}) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
