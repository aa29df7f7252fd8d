// Wrong bytes from a server: an error with a code and the file each, soon, and without much memory.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import test from 'node:test';
import {gzipSync} from 'node:zlib';
import {BundleError, openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {ADDRESS, MemoryFetch, archive, bundle, directory, manifestBytes, rightArchive, vectorTile} from './making.mjs';

const SECONDS = 20;
const gzip = (bytes) => new Uint8Array(gzipSync(bytes));

/** Opens a bundle of files and reads the tile 2/0/0, or does other work. */
async function outcome(files, {limits, work = (opened) => opened.tile('points', 2, 0, 0), server = new MemoryFetch(files)} = {}) {
  const opened = await openBundle(ADDRESS, {fetch: server.fetch, limits: {timeoutMs: 150, ...limits}});
  return work(opened);
}

function isError(code, file, words) {
  return (error) => {
    assert.ok(error instanceof BundleError, error.stack);
    assert.deepEqual([error.code, error.file], [code, file], error.message);
    if (words !== undefined) assert.match(error.message, words);
    return true;
  };
}

const soon = {timeout: SECONDS * 1000};
const one = (root, others = {}) => bundle({'tiles.pmtiles': archive({root, ...others})});
const tile = vectorTile('points', [[1, 2, 3]]);
const entry = directory([[5, 1, tile.length, 0]]);

test('right bytes are read, packed or not', soon, async () => {
  for (const packed of [true, false]) {
    const bytes = await outcome(bundle({'tiles.pmtiles': rightArchive(0, packed)}));
    assert.deepEqual(new Uint8Array(bytes), vectorTile('points', [[105, 10, 20], [205, 4000, 4090]]));
  }
  assert.deepEqual(new Uint8Array(await outcome(one(entry, {tiles: tile}))), tile);
});

const loop = directory([[0, 0, 5, 0]]);
const padded = Uint8Array.from([...loop, ...new Uint8Array(95)]);
const right = rightArchive();

/** An archive whose header states another length of the root. */
const rootOf = (length) => archive({root: entry, tiles: tile, change: (view) => view.setBigUint64(16, length, true)});

/** An archive of one root. */
const rooted = (root, others) => archive({root, tiles: tile, ...others});

// Archives, with the code of each.
const ARCHIVES = {
  'nothing': [new Uint8Array(0), 'bad-archive'],
  'half a header': [right.slice(0, 100), 'bad-archive'],
  'another magic': [right.slice().fill(65, 0, 1), 'bad-archive'],
  'version 4': [right.slice().fill(4, 7, 8), 'bad-archive'],
  'brotli': [rooted(entry, {packed: 3}), 'bad-archive'],
  'a root beyond the file': [rootOf(1000n), 'bad-archive'],
  'a root of 2^63 bytes': [rootOf(2n ** 63n), 'bad-archive'],
  'a leaf that is itself': [rooted(directory([[0, 0, loop.length, 0]]), {leaves: loop}), 'bad-archive'],
  'a leaf beyond its section': [rooted(directory([[0, 0, 50, 1000]]), {leaves: loop}), 'bad-archive'],
  'a leaf with bytes after it': [rooted(directory([[0, 0, 100, 0]]), {leaves: padded}), 'bad-archive'],
  'a tile beyond its section': [rooted(directory([[5, 1, tile.length + 1, 0]])), 'bad-archive'],
  'a length of 0': [rooted(directory([[5, 1, 0, 0]])), 'bad-archive'],
  'ids that do not ascend': [rooted(directory([[5, 1, 9, 0], [5, 1, 9, 0]])), 'bad-archive'],
  'runs that overlap': [rooted(directory([[3, 3, 9, 0], [5, 1, 9, 0]])), 'bad-archive'],
  'a count of 2^52 entries': [rooted(Uint8Array.from([255, 255, 255, 255, 255, 255, 255, 7])), 'bad-archive'],
  'a directory that is cut': [rooted(entry.slice(0, 4)), 'bad-archive'],
  'a directory that is no gzip': [rooted(entry, {packed: 2}), 'bad-gzip'],
  'a directory whose gzip is cut': [rooted(gzip(entry).slice(0, -3), {packed: 2}), 'bad-gzip'],
  'a directory whose checksum is wrong': [
    rooted(gzip(entry).map((byte, index, {length}) => index === length - 6 ? byte ^ 1 : byte), {packed: 2}), 'bad-gzip'],
};

for (const [name, [bytes, code]] of Object.entries(ARCHIVES)) {
  test(`an archive: ${name}`, soon, () =>
    assert.rejects(outcome(bundle({'tiles.pmtiles': bytes})), isError(code, 'tiles.pmtiles')));
}

test('a bomb of gzip is let go at the limit', soon, async () => {
  const bomb = gzip(new Uint8Array(64 * 2 ** 20));
  const limits = {tileBytes: 2 ** 20, directoryBytes: 2 ** 20};
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(outcome(one(gzip(new Uint8Array(2 ** 22)), {packed: 2}), {limits}), isError('too-large', 'tiles.pmtiles'));
  const files = one(directory([[5, 1, bomb.length, 0]]), {tiles: bomb, packedTiles: 2});
  await assert.rejects(outcome(files, {limits}), isError('too-large', 'tiles.pmtiles'));
  assert.ok(process.memoryUsage().arrayBuffers - before < 32 * 2 ** 20);
});

// Tiles, as the manifest says what they are.
const TILES = {
  'a layer that is cut': tile.slice(0, -1), 'a name that is not UTF-8': tile.map((byte, index) => index === 5 ? 255 : byte),
  'a group': Uint8Array.from([3, 3]), 'a layer without name': Uint8Array.from([26, 2, 120, 2]),
  'a field of 2^40 bytes': Uint8Array.from([26, 255, 255, 255, 255, 255, 31]),
};

for (const [name, bytes] of Object.entries(TILES)) {
  test(`a tile: ${name}`, soon, () => assert.rejects(
    outcome(one(directory([[5, 1, bytes.length, 0]]), {tiles: bytes}), {work: (opened) => opened.layer('points').getTile(2, 0, 0)}),
    isError('bad-tile', 'tiles.pmtiles')));
}

// Manifests: a change of a right one, or bytes.
const MANIFESTS = {
  'not JSON': new TextEncoder().encode('{"format": '), 'not UTF-8': Uint8Array.from([255, 254]), 'nothing': new Uint8Array(0),
  'null': new TextEncoder().encode('null'), 'deep lists': new TextEncoder().encode('['.repeat(1e6)),
  'another format': (value) => { value.format = 'other'; }, 'no layers': (value) => { delete value.layers; },
  'layers that are null': (value) => { value.layers = [null]; }, 'a zoom of 99': (value) => { value.layers[0].maxzoom = 99; },
  'a path out of the bundle': (value) => { value.files[0].path = '../secret'; },
  'an absolute path': (value) => { value.files[0].path = '/etc/passwd'; },
  'a size below 0': (value) => { value.files[0].bytes = -1; }, 'a size that is a text': (value) => { value.files[0].bytes = '9'; },
  'tiles of a layer that is not there': (value) => { value.files[0].layer = 'other'; },
  'two files of one zoom': (value) => { value.files.push({...value.files[0], path: 'more.pmtiles', minzoom: 2}); },
  'an extent of 0': (value) => { value.tiles.extent = 0; }, 'no tiles': (value) => { delete value.tiles; },
};

for (const [name, change] of Object.entries(MANIFESTS)) {
  test(`a manifest: ${name}`, soon, () => {
    const files = bundle({'tiles.pmtiles': rightArchive()}, typeof change === 'function' ? {change} : {});
    if (typeof change !== 'function') files['bundle.json'] = change;
    return assert.rejects(outcome(files), isError('bad-manifest', 'bundle.json'));
  });
}

test('a file that is not the one of its digest', soon, async () => {
  const digest = createHash('sha256').update(rightArchive()).digest('hex');
  const files = (bytes) => bundle({'tiles.pmtiles': bytes}, {change: (value) => { value.files[0].sha256 = digest; }});
  assert.ok(await outcome(files(rightArchive())));
  const other = rightArchive().map((byte, index) => index === 120 ? byte ^ 1 : byte);
  await assert.rejects(outcome(files(other)), isError('digest', 'tiles.pmtiles'));
});

test('a manifest of a version to come', soon, () => assert.rejects(
  outcome(bundle({'tiles.pmtiles': rightArchive()}, {change: (value) => { value.formatVersion = 3; }})), isError('unsupported', 'bundle.json')));

test('a manifest of which one letter was changed', soon, () => {
  const files = bundle({'tiles.pmtiles': rightArchive()});
  files['bundle.json'] = new TextEncoder().encode(new TextDecoder().decode(files['bundle.json']).replace('"Test"', '"Text"'));
  return assert.rejects(outcome(files), isError('bad-manifest', 'bundle.json'));
});

test('a manifest that is too long', soon, () => assert.rejects(
  outcome(bundle({'tiles.pmtiles': rightArchive()}), {limits: {manifestBytes: 100}}), isError('too-large', 'bundle.json')));

/** A server that is wrong about one file. */
function wrong(respond, path = 'tiles.pmtiles') {
  const files = bundle({'tiles.pmtiles': rightArchive()});
  const server = new MemoryFetch(files);
  const right = server.fetch;
  server.fetch = async (url, init) => url.endsWith(path) ? respond(init, () => right(url, init)) : right(url, init);
  return outcome(files, {server});
}

const forever = () => new Promise(() => undefined);
const endless = () => new ReadableStream({pull: (controller) => controller.enqueue(new Uint8Array(65536))});
/** A stream of some bytes, one by one, with a pause before each. */
const slow = (bytes, pause) => new ReadableStream({async pull(controller) {
  await new Promise((resolve) => setTimeout(resolve, pause));
  if (bytes.length === 0) controller.close();
  else controller.enqueue(bytes.splice(0, 1)[0]);
}});
const silent = () => new ReadableStream({pull: forever});

// Responses of a server to requests for the archive, with the code of each.
const SERVERS = {
  'sends the whole file': [() => new Response(rightArchive().fill(0, 0, 1)), 'bad-archive'],
  'sends less': [async (_, right) => new Response((await (await right()).arrayBuffer()).slice(1), {status: 206}), 'truncated'],
  'sends without end': [() => new Response(endless(), {status: 206}), 'too-large'],
  'sends nothing': [() => new Response(null, {status: 206}), 'truncated'],
  'sends another range': [() => new Response(new Uint8Array(9), {status: 206, headers: {'Content-Range': 'bytes 1-9/10'}}), 'size'],
  'sends a whole file of another size': [() => new Response(rightArchive(), {headers: {'Content-Length': '9999'}}), 'size'],
  'has no such file': [() => new Response('', {status: 404}), 'missing-file'],
  'forbids it': [() => new Response('', {status: 403}), 'http'],
  'fails': [() => new Response('', {status: 503}), 'http'],
  'has a shorter file': [() => new Response('', {status: 416}), 'size'],
  'never responds': [forever, 'timeout'],
  'never ends its response': [() => new Response(silent(), {status: 206}), 'timeout'],
  'sends a byte now and then': [() => new Response(slow(Array(500).fill(new Uint8Array(1)), 50), {status: 206}), 'timeout'],
  'is not there': [() => Promise.reject(new TypeError('fetch failed')), 'network'],
};

for (const [name, [respond, code]] of Object.entries(SERVERS)) {
  test(`a server that ${name}`, soon, () => assert.rejects(wrong(respond), isError(code, 'tiles.pmtiles')));
}

test('a server that is slow is waited for', soon, async () => {
  const parts = (bytes) => [0, 1, 2, 3, 4].map((part) => bytes.slice(part * 100, part < 4 ? part * 100 + 100 : undefined));
  const bytes = await wrong(async (_, right) => {
    const chunks = parts(await (await right()).arrayBuffer()).map((part) => new Uint8Array(part));
    return new Response(slow(chunks, 50), {status: 206});
  });
  assert.ok(bytes.byteLength > 20);
});

test('a call that failed is tried again by the next one', soon, async () => {
  const files = bundle({'tiles.pmtiles': rightArchive()});
  const server = new MemoryFetch(files);
  const right = server.fetch;
  const opened = await openBundle(ADDRESS, {fetch: (url, init) => server.fetch(url, init)});
  server.fetch = async (url, init) => url.endsWith('.pmtiles') ? new Response('', {status: 503}) : right(url, init);
  await assert.rejects(opened.tile('points', 2, 0, 0), isError('http', 'tiles.pmtiles'));
  server.fetch = right;
  assert.ok(await opened.tile('points', 2, 0, 0));
});

test('arguments that mean nothing', soon, async () => {
  const files = bundle({'tiles.pmtiles': rightArchive()});
  const layer = (opened) => opened.layer('points');
  const calls = {
    'bad-argument': [
      (opened) => opened.tile('points', 1, 2, 0), (opened) => opened.tile('points', 0.5, 0, 0),
      (opened) => opened.tile(null, 27, 0, 0), (opened) => opened.tile('points', 1, -1, 0),
      (opened) => layer(opened).getClusters([0, 0, 1], 1), (opened) => layer(opened).getClusters([0, 0, 1, NaN], 1)],
    'unknown-layer': [async (opened) => opened.layer('other'), (opened) => opened.tile('other', 0, 0, 0)],
    'no-members': [(opened) => layer(opened).getChildren(1)],
  };
  for (const [code, works] of Object.entries(calls)) {
    for (const work of works) await assert.rejects(outcome(files, {work}), isError(code, undefined));
  }
  const shapes = bundle({'tiles.pmtiles': rightArchive()}, {kind: 'shape'});
  await assert.rejects(outcome(shapes, {work: (opened) => layer(opened).getClusters([0, 0, 1, 1], 1)}), isError('not-clusters', undefined));
  await assert.rejects(openBundle('not an address', {fetch: new MemoryFetch(files).fetch}), isError('bad-argument', undefined));
});

test('limits and options that mean nothing', soon, async () => {
  const files = bundle({'tiles.pmtiles': rightArchive()});
  const {fetch} = new MemoryFetch(files);
  const names = ['manifestBytes', 'directoryBytes', 'tileBytes', 'queryTiles', 'queryBytes', 'pageBytes', 'cacheBytes', 'requests', 'timeoutMs'];
  const missing = Object.fromEntries(names.map((name) => [name, undefined]));
  const work = (opened) => opened.layer('points').getClusters([-180, -90, 180, 90], 2);
  assert.equal((await outcome(files, {work, limits: missing})).length, 2);
  for (const name of names) {
    for (const value of [0, -1, NaN, 1.5, Infinity, 2 ** 53, null, '8', 8n]) {
      const refused = isError('bad-argument', undefined, new RegExp(`the limit "${name}" must be a whole number of 1 or more`));
      await assert.rejects(openBundle(ADDRESS, {fetch, limits: {[name]: value}}), refused);
    }
  }
  for (const [options, words] of [
    [{limits: {sieve: 4}}, /limits do not include "sieve"; valid names are manifestBytes, .*timeoutMs$/], [{limits: 4}, /limits must be an object, but 4 was/],
    [{cache: 1}, /do not include "cache"; valid names are fetch, headers, limits, signal$/], [null, /must be an object, but null was/]]) {
    await assert.rejects(openBundle(ADDRESS, options && {fetch, ...options}), isError('bad-argument', undefined, words));
  }
});

test('containers that no range reaches', soon, () => assert.rejects(
  outcome(bundle({'tiles.mbtiles': rightArchive()}, {container: 'mbtiles'})), isError('unsupported', undefined)));

test('a box of too many tiles', soon, async () => {
  const files = bundle({'tiles.pmtiles': rightArchive()});
  const work = (opened) => opened.layer('points').getClusters([-180, -90, 180, 90], 2);
  assert.equal((await outcome(files, {work})).length, 2);
  await assert.rejects(outcome(files, {work, limits: {queryTiles: 15}}), isError('too-many-tiles', undefined));
  await assert.rejects(outcome(files, {work, limits: {queryBytes: 15}}), isError('too-large', 'tiles.pmtiles'));
});

/** A file of members of some clusters that overlap, with values that overlap. */
function members(change) {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OVTMEMB1'));
  view.setUint32(8, 1, true);
  view.setUint32(12, 1, true);
  // 1 cluster, 2 children, 2 leaves, 1 key, 1 value; the sections.
  [1, 2, 2, 1, 1, 112, 152, 160, 192, 216, 224, 248].forEach((number, index) => view.setBigUint64(16 + 8 * index, BigInt(number), true));
  view.setBigUint64(112, 2n ** 52n + 7n, true);
  [0, 2, 0, 2, 2 ** 31, 2 ** 30, 3].forEach((number, index) => view.setUint32(120 + 4 * index, number, true));
  [2 ** 31, 2 ** 31 + 1].forEach((number, index) => view.setUint32(152 + 4 * index, number, true));
  [1n, 5n].forEach((id, index) => view.setBigUint64(160 + 16 * index, id, true));
  [0n, 2n, 2n].forEach((offset, index) => view.setBigUint64(192 + 8 * index, offset, true));
  [0n, 2n, 7n].forEach((offset, index) => view.setBigUint64(224 + 8 * index, offset, true));
  bytes.set([5, 110, 6, 91, 49, 50, 93], 248);
  change?.(view);
  return bytes;
}

/** A file of members of one cluster with so many leaves, without properties, and one child. */
function manyLeaves(count) {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  bytes.set(members());
  const [leaf, tags] = [160, 160 + 16 * count];
  const end = tags + 8 * (count + 1);
  [1, 1, count, 0, 0, 112, 152, leaf, tags, end, end, end + 8].forEach((number, index) => view.setBigUint64(16 + 8 * index, BigInt(number), true));
  [0, count, 0, 1].forEach((number, index) => view.setUint32(120 + 4 * index, number, true));
  bytes.fill(0, leaf);
  for (let index = 0; index < count; index += 1) view.setBigUint64(leaf + 16 * index, BigInt(index + 1), true);
  return bytes;
}

const CLUSTER = 2 ** 52 + 7;
const leaves = (opened) => opened.layer('points').getLeaves(CLUSTER);
const children = (opened) => opened.layer('points').getChildren(CLUSTER);

test('members are read', soon, async () => {
  const files = bundle({'members.points.bin': members()});
  const found = await outcome(files, {work: leaves});
  assert.deepEqual(found.map(({id, properties}) => [id, properties]), [[1, {n: '[12]'}], [5, {}]]);
  assert.deepEqual(await outcome(files, {work: children}), found);
  assert.deepEqual(await outcome(files, {work: (opened) => opened.layer('points').getLeaves(CLUSTER, 5, 1)}), found.slice(1));
  assert.deepEqual(await outcome(files, {work: (opened) => opened.layer('points').getLeaves(CLUSTER, 1, 9)}), []);
  assert.equal(await outcome(files, {work: (opened) => opened.layer('points').getClusterExpansionZoom(CLUSTER)}), 4);
  for (const id of [CLUSTER + 1, CLUSTER - 1, 0, -1, NaN, 2 ** 60, `${CLUSTER + 1}`, '-1']) {
    await assert.rejects(outcome(files, {work: (opened) => opened.layer('points').getChildren(id)}), isError('unknown-cluster', undefined));
  }
});

test('members are asked for as in supercluster', soon, async () => {
  // 12 leaves, all with the first one's values: the default of 10 is told from all.
  const layer = await outcome(bundle({'members.points.bin': manyLeaves(12)}), {work: async (opened) => opened.layer('points')});
  for (const id of [CLUSTER, `${CLUSTER}`, BigInt(CLUSTER)]) {
    assert.equal((await layer.getLeaves(id)).length, 10);
    assert.equal((await layer.getChildren(id)).length, 1);
    assert.equal(await layer.getClusterExpansionZoom(id), 4);
  }
  for (const nothing of [undefined, null, 0, NaN]) {
    assert.equal((await layer.getLeaves(CLUSTER, nothing)).length, 10);
    assert.equal((await layer.getLeaves(CLUSTER, 11, nothing)).length, 11);
  }
  assert.equal((await layer.getLeaves(CLUSTER, Infinity)).length, 12);
  for (const id of [undefined, null, '', 'x', ` ${CLUSTER}`, `${CLUSTER}.0`, '0x10', '9007199254740993', 2n ** 53n + 1n, {}, [CLUSTER], true]) {
    for (const ask of ['getLeaves', 'getChildren', 'getClusterExpansionZoom']) {
      await assert.rejects(layer[ask](id), isError('bad-argument', undefined, /cluster_id/));
    }
  }
  for (const wrong of [-1, 1.5, -Infinity, '3', 3n, {}]) {
    await assert.rejects(layer.getLeaves(CLUSTER, wrong), isError('bad-argument', undefined, /"limit"/));
    await assert.rejects(layer.getLeaves(CLUSTER, 1, wrong), isError('bad-argument', undefined, /"offset"/));
  }
});

const huge = (at, value = 2n ** 62n) => (view) => view.setBigUint64(at, value, true);
const MEMBERS = {
  'another magic': (view) => view.setUint8(0, 1), 'version 2': (view) => view.setUint32(8, 2, true),
  'too many clusters': huge(16), 'too many children': huge(24, 10n ** 9n),
  'too many leaves': huge(32, 10n ** 9n), 'too many keys': huge(40, 10n ** 9n),
  'clusters beyond the file': huge(56, 4090n), 'offsets beyond the file': huge(80, 2n ** 40n),
  'leaves that are not there': (view) => view.setUint32(124, 9, true), 'a zoom of 77': (view) => view.setUint32(144, 77, true),
  'tags beyond the file': huge(200, 2n ** 50n), 'tags that descend': huge(192, 9n),
  'a tag of no key': (view) => view.setUint8(216, 9), 'a tag of no value': (view) => view.setUint8(217, 9),
  'half a tag': (view) => view.setUint8(217, 128),
  'a key that is a number': (view) => view.setUint8(248, 0), 'a value of another type': (view) => view.setUint8(250, 7),
  'JSON that is none': (view) => view.setUint8(252, 44), 'text that is not UTF-8': (view) => view.setUint8(249, 255),
  'a value that is cut': (view) => [2, 1, 3].forEach((type, index) => view.setUint8(250, [1, 4, 2][index])),
};

for (const [name, change] of Object.entries(MEMBERS)) {
  test(`members: ${name}`, soon, () => assert.rejects(
    outcome(bundle({'members.points.bin': members(change)}), {work: leaves}), isError('bad-members', 'members.points.bin')));
}

test('members: children that are not there', soon, async () => {
  for (const [at, value] of [[132, 9], [152, 5], [152, 2 ** 31 + 7]]) {
    const files = bundle({'members.points.bin': members((view) => view.setUint32(at, value, true))});
    await assert.rejects(outcome(files, {work: children}), isError('bad-members', 'members.points.bin'));
  }
});

test('members that are cut', soon, async () => {
  for (const length of [0, 50, 111, 112, 200, 300]) {
    const files = bundle({'members.points.bin': members().slice(0, length)});
    if (length === 300) assert.equal((await outcome(files, {work: leaves})).length, 2);
    else await assert.rejects(outcome(files, {work: leaves}), isError('bad-members', 'members.points.bin'));
  }
});

test('values that overlap cost no more than a page may', soon, async () => {
  // 30,000 leaves, and 15,000 values: each is the whole rest of the file.
  const count = 30_000;
  const sizes = [40, 4 * 2, 16 * count, 8 * (count + 1), 8 * count, 8 * (count + 2), 2 ** 22];
  const offsets = sizes.map((_, index) => 112 + sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
  const bytes = new Uint8Array(offsets[6] + sizes[6]).fill(5, offsets[6]);
  const view = new DataView(bytes.buffer);
  bytes.set(members().subarray(0, 16));
  [1, 2, count, 1, count, ...offsets].forEach((number, index) => view.setBigUint64(16 + 8 * index, BigInt(number), true));
  view.setBigUint64(offsets[0], BigInt(CLUSTER), true);
  [0, count].forEach((number, index) => view.setUint32(offsets[0] + 8 + 4 * index, number, true));
  for (let index = 0; index <= count; index += 1) view.setBigUint64(offsets[3] + 8 * index, BigInt(4 * index), true);
  for (let index = 0; index < count; index += 1) {
    const value = 2 * index % count;
    bytes.set([0, 128 | value & 127, 128 | value >> 7 & 127, value >> 14], offsets[4] + 4 * index);
  }
  for (let index = 1; index < count + 2; index += 1) view.setBigUint64(offsets[5] + 8 * index, BigInt(index % 2 === 0 ? 2 ** 22 : 2), true);
  const files = bundle({'members.points.bin': bytes});
  const work = (opened) => opened.layer('points').getLeaves(CLUSTER, Infinity);
  await assert.rejects(outcome(files, {work}), isError('too-large', 'members.points.bin'));
});

test('a digest is that of the text without its line', () => {
  assert.match(new TextDecoder().decode(manifestBytes({format: 'x', digest: ''})), /^\{\n {2}"digest" : "[0-9a-f]{64}",\n {2}"format" : "x"\n\}$/);
});
