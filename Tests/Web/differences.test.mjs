// What the preview page finds to differ between two tiles, against edits that are known.
import assert from 'node:assert/strict';
import test from 'node:test';
import {contentsOf, differences} from '../../Sources/OvertileServing/Page/differences.js';
import {BundleError, decodeVectorTile} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {encodeVectorTile} from './encoding.mjs';
import {random} from './making.mjs';

const ADDRESS = {z: 16, x: 2 ** 15 + 7, y: 21_333};
const EXTENT = 4096;

/** A feature with a geometry of any kind, and some properties. */
function feature({next, below}, id) {
  const type = 1 + below(3);
  const at = [below(EXTENT), below(EXTENT)];
  const ring = [at, [at[0] + 5, at[1]], [at[0] + 5, at[1] + 1 + below(50)], at];
  const geometry = type === 1 ? [at] : type === 2 ? [ring.slice(0, 3)] : [ring];
  return {id, type, geometry, tags: {name: `n${below(9)}`, size: below(4), share: next(), isOpen: below(2) === 1}};
}

const EDITS = [
  (one, {below}) => ({...one, tags: {...one.tags, [['size', 'share'][below(2)]]: -1 - below(9)}}),
  (one) => ({...one, tags: {...one.tags, size: String(one.tags.size)}}),
  (one) => { const {name, ...tags} = one.tags; return {...one, tags}; },
  // One unit, beside the first position.
  (one) => ({...one, geometry: one.type === 1 ? [[one.geometry[0][0] + 1, one.geometry[0][1]]]
    : one.geometry.map((part) => part.map(([x, y], index) => (index === 2 ? [x, y + 1] : [x, y])))}),
];

const contents = (features, extent = EXTENT) => contentsOf(ADDRESS, encodeVectorTile({name: 'layer', extent, features}));

test('edits are found, and nothing else', () => {
  const numbers = random();
  const {below} = numbers;
  for (let trial = 0; trial < 60; trial += 1) {
    const features = Array.from({length: below(40)}, (_, index) => feature(numbers, index % 5 === 0 ? index : index + 1));
    const [edited, expected] = [[], new Set()];
    const count = (id) => features.filter((one) => one.id === id).length;
    for (const one of features) {
      const fate = below(6);
      if (fate < 2) expected.add(one.id);
      if (fate === 0) edited.push(EDITS[below(EDITS.length)](one, numbers));
      // The order of features and of their properties means nothing.
      else if (fate > 1) edited.splice(below(edited.length + 1), 0, {...one, tags: Object.fromEntries(Object.entries(one.tags).reverse())});
    }
    const found = differences(contents(features), contents(edited)).get('layer') ?? new Map();
    assert.deepEqual(new Set(found.keys()), expected);
    for (const [id, {before, after, isBefore, isAfter}] of found) {
      assert.equal(isBefore, true);
      assert.equal(isAfter, edited.some((one) => one.id === id));
      assert.ok(before.length + after.length > 0 && before.length <= count(id));
    }
    const back = differences(contents(edited), contents(features)).get('layer') ?? new Map();
    assert.deepEqual([...back].map(([id, {before, after}]) => [id, before.length, after.length]).sort(),
      [...found].map(([id, {before, after}]) => [id, after.length, before.length]).sort());
  }
});

test('entries that have no id, or the same one, are counted', () => {
  const {id, ...one} = feature(random(), 1);
  const changes = differences(contents([one, one]), contents([one])).get('layer');
  assert.deepEqual([...changes].map(([id, {before, after, isAfter}]) => [id, before.length, after.length, isAfter]), [[undefined, 1, 0, true]]);
  assert.equal(differences(contents([one, one]), contents([one, one])).size, 0);
});

test('an extent is a difference', () => {
  const point = (at) => [{id: 1, type: 1, geometry: [at], tags: {}}];
  assert.equal(differences(contents(point([3, 4]), 512), contents(point([24, 32]), 4096)).size, 1);
});

test('parts are where the tile has them', () => {
  const features = [{id: 1, type: 2, geometry: [[[0, 0], [EXTENT, EXTENT]]], tags: {name: 'line'}}];
  const bytes = encodeVectorTile({name: 'layer', extent: EXTENT, features});
  assert.equal(decodeVectorTile(bytes, (text) => new BundleError('bad', text)).length, 1);
  const address = {z: 1, x: 1, y: 0};
  const {before: [part]} = differences(contentsOf(address, bytes), contentsOf(address, new Uint8Array(0))).get('layer').get(1);
  assert.deepEqual(part.properties, {name: 'line'});
  assert.deepEqual(part.geometry, {type: 'MultiLineString', coordinates: [[[0, 85.0511288], [180, 0]]]});
});

test('what is no tile is an error', () => {
  assert.throws(() => contentsOf(ADDRESS, Uint8Array.from([26, 200, 1])), BundleError);
});
