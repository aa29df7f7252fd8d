// @ts-check
/**
 * What differs between two tiles of one address, overlay by overlay, as `overtile diff` compares them: two entries of an overlay
 * are the same if their properties, with types, and their geometries in units of the tile are.
 *
 * @module differences
 */
import {BundleError, decodeVectorTile} from './reader/overlay-bundle.js';
import {degrees} from './reader/tiles.js';

/**
 * @typedef {{z: number, x: number, y: number}} Address
 * @typedef {{geometry: any, properties: Record<string, any>}} Part of an overlay, in degrees
 * @typedef {{text: string, part: () => Part}} Entry an overlay in a tile: what the same one of another bundle shares with it
 * @typedef {{before: Part[], after: Part[], isBefore: boolean, isAfter: boolean}} Change of an overlay in a tile: the parts that
 *   only one bundle has, and whether each has any
 * @typedef {Map<string, Map<number | undefined, Change>>} Changes by layer and id
 * @typedef {Map<string, Map<number | undefined, Entry[]>>} Contents the entries of a tile by layer and id
 */

/**
 * The entries of a vector tile without compression.
 * @param {Address} address @param {Uint8Array} bytes @returns {Contents}
 */
export function contentsOf(address, bytes) {
  /** @type {Contents} */
  const contents = new Map();
  for (const {name, extent, features} of decodeVectorTile(bytes, (message) => new BundleError('bad-tile', message))) {
    const overlays = contents.get(name) ?? new Map();
    contents.set(name, overlays);
    for (const {id, type, geometry, tags} of features) {
      const properties = Object.entries(tags).sort(([one], [two]) => (one < two ? -1 : 1));
      const text = JSON.stringify([extent, type, geometry, properties]);
      overlays.set(id, [...overlays.get(id) ?? [], {text, part: () => partOf(address, extent, {type, geometry, tags})}]);
    }
  }
  return contents;
}

/** @param {Address} address @param {number} extent @param {any} feature @returns {Part} */
function partOf(address, extent, {type, geometry, tags}) {
  const coordinates = inDegrees(geometry, address, extent);
  const isOne = type === 1 && coordinates.length === 1;
  return {
    geometry: isOne ? {type: 'Point', coordinates: coordinates[0]} : {type: type === 1 ? 'MultiPoint' : 'MultiLineString', coordinates},
    properties: tags,
  };
}

/**
 * Positions of a tile in degrees, with seven decimals.
 * @param {any} positions nested lists @param {Address} address @param {number} extent @returns {any}
 */
function inDegrees(positions, address, extent) {
  if (typeof positions[0] !== 'number') return positions.map((/** @type {any} */ part) => inDegrees(part, address, extent));
  return degrees((address.x + positions[0] / extent) / 2 ** address.z, (address.y + positions[1] / extent) / 2 ** address.z);
}

/**
 * The overlays whose entries differ between two tiles of one address.
 * @param {Contents} before @param {Contents} after @returns {Changes}
 */
export function differences(before, after) {
  /** @type {Changes} */
  const found = new Map();
  for (const layer of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before, after].map((contents) => contents.get(layer) ?? new Map());
    /** @type {Map<number | undefined, Change>} */
    const changes = new Map();
    for (const id of new Set([...old.keys(), ...now.keys()])) {
      /** @type {Entry[][]} */
      const [had, has] = [old.get(id) ?? [], now.get(id) ?? []];
      const [gone, come] = [rest(had, has), rest(has, had)];
      if (gone.length === 0 && come.length === 0) continue;
      changes.set(id, {
        before: gone.map(({part}) => part()), after: come.map(({part}) => part()),
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
