// Ids of tiles, varints and values, against counting and against BigInt.
import assert from 'node:assert/strict';
import test from 'node:test';
import {ByteReader} from '../../Sources/OverlayBundleWeb/bytes.js';
import {BundleError, decodeVectorTile} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {tileID} from '../../Sources/OverlayBundleWeb/pmtiles.js';
import {random, varint, vectorTile} from './making.mjs';

const fail = (message) => new BundleError('bad', message, 'x');
const isBad = (error) => error instanceof BundleError && error.code === 'bad';

/** The cells of a Hilbert curve, made of four smaller ones. */
function curve(zoom) {
  if (zoom === 0) return [[0, 0]];
  const half = 2 ** (zoom - 1);
  const small = curve(zoom - 1);
  return [
    ...small.map(([x, y]) => [y, x]), ...small.map(([x, y]) => [x, y + half]), ...small.map(([x, y]) => [x + half, y + half]),
    ...small.map(([x, y]) => [2 * half - 1 - y, half - 1 - x])];
}

test('ids count the cells of the curve', () => {
  let id = 0;
  for (let zoom = 0; zoom <= 8; zoom += 1) {
    for (const [x, y] of curve(zoom)) assert.equal(tileID(zoom, x, y), id++, `${zoom}/${x}/${y}`);
  }
});

test('ids of high zooms are exact: the four children of a tile follow each other', () => {
  const {below} = random();
  for (let trial = 0; trial < 2000; trial += 1) {
    const zoom = 20 + below(7);
    const [x, y] = [below(2 ** (zoom - 1)), below(2 ** (zoom - 1))];
    const position = BigInt(tileID(zoom - 1, x, y)) - (4n ** BigInt(zoom - 1) - 1n) / 3n;
    const ids = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, low]) => BigInt(tileID(zoom, 2 * x + right, 2 * y + low)));
    const first = (4n ** BigInt(zoom) - 1n) / 3n + 4n * position;
    const expected = [0n, 1n, 2n, 3n].map((number) => first + number);
    assert.deepEqual(ids.sort((one, other) => Number(one - other)), expected, `${zoom}/${x}/${y}`);
  }
});

test('varints are exact below 2^53, and errors above', () => {
  const {next, below} = random();
  const some = Array.from({length: 2000}, () => Math.floor(next() * 2 ** below(54)));
  const numbers = [0, 1, 127, 128, 2 ** 31, 2 ** 32, 2 ** 53 - 1, ...some];
  const reader = new ByteReader(Uint8Array.from(numbers.flatMap(varint)), fail);
  for (const number of numbers) assert.equal(reader.varint(), number);
  assert.ok(reader.isAtEnd);
  for (const bytes of [varint(2n ** 53n), varint(2n ** 64n - 1n), Array(11).fill(255), Array(30).fill(128), [128], []]) {
    assert.throws(() => new ByteReader(Uint8Array.from(bytes), fail).varint(), isBad);
  }
});

test('numbers of 64 bits are exact', () => {
  const {next} = random();
  for (let trial = 0; trial < 1000; trial += 1) {
    const number = BigInt.asUintN(64, BigInt(Math.floor(next() * 2 ** 53)) * BigInt(Math.floor(next() * 2 ** 12)));
    assert.equal(new ByteReader(Uint8Array.from(varint(number)), fail).varint64(), number);
  }
  assert.throws(() => new ByteReader(new Uint8Array(11).fill(255), fail).varint64(), isBad);
});

test('values of every type', () => {
  const field = (number, bytes) => [...varint(number << 3 | 2), ...varint(bytes.length), ...bytes];
  const float = [...new Uint8Array(new Float32Array([1.5]).buffer)];
  const double = [...new Uint8Array(new Float64Array([-2.25]).buffer)];
  const values = [[10, 1, 97], [21, ...float], [25, ...double], [32, ...varint(2n ** 64n - 5n)], [40, ...varint(300)], [48, 5], [56, 1]];
  const keys = ['text', 'float', 'double', '__proto__', 'uint', 'sint', 'bool'];
  const tags = keys.flatMap((_, index) => [index, index]);
  const tile = Uint8Array.from(field(3, [
    ...field(1, [120]), 120, 2, ...field(2, [...field(2, tags), 24, 1, ...field(4, [9, 50, 34])]),
    ...keys.flatMap((key) => field(3, [...new TextEncoder().encode(key)])), ...values.flatMap((value) => field(4, value))]));
  const [{name, extent, features: [feature]}] = decodeVectorTile(tile, fail);
  assert.deepEqual([name, extent, feature.type, feature.geometry, feature.id], ['x', 4096, 1, [[25, 17]], undefined]);
  assert.deepEqual(Object.entries(feature.tags), [
    ['text', 'a'], ['float', 1.5], ['double', -2.25], ['__proto__', -5], ['uint', 300], ['sint', -3], ['bool', true]]);
});

test('the examples of the specification of vector tiles', () => {
  const geometry = (type, commands) => {
    const message = [18, 0, 24, type, 34, commands.length, ...commands];
    const layer = [10, 1, 120, 120, 2, 18, message.length, ...message];
    return decodeVectorTile(Uint8Array.from([26, layer.length, ...layer]), fail)[0].features[0].geometry;
  };
  assert.deepEqual(geometry(1, [17, 10, 14, 3, 9]), [[5, 7], [3, 2]]);
  assert.deepEqual(geometry(2, [9, 4, 4, 18, 0, 16, 16, 0]), [[[2, 2], [2, 10], [10, 10]]]);
  assert.deepEqual(geometry(3, [9, 6, 12, 18, 10, 12, 24, 44, 15]), [[[3, 6], [8, 12], [20, 34], [3, 6]]]);
  // The cursor is not moved by the end of a ring.
  assert.deepEqual(geometry(3, [9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15])[1][0], [11, 11]);
});

test('a tile that is cut anywhere is an error or shorter, and never hangs', () => {
  const whole = vectorTile('points', [[1, 2, 3], [2 ** 52, -5, 6]]);
  for (let length = 1; length < whole.length; length += 1) {
    assert.throws(() => decodeVectorTile(whole.subarray(0, length), fail), isBad, `${length} bytes`);
  }
});
