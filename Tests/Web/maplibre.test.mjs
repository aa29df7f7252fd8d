// The protocol as MapLibre calls it: TileJSON of a source, tiles, aborted requests, a bundle that is published again.
import assert from 'node:assert/strict';
import test from 'node:test';
import {BundleError, addProtocol, decodeVectorTile, openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {ADDRESS, MemoryFetch, archive, bundle, directory, rightArchive, vectorTile} from './making.mjs';

/** MapLibre, as far as protocols go. */
class FakeMap {
  protocols = {};
  addProtocol = (scheme, load) => { this.protocols[scheme] = load; };

  /** The data that a source gets for an address. */
  async load(url, abort = new AbortController()) {
    return (await this.protocols[url.split('://')[0]]({url}, abort)).data;
  }

  /** The tile of a source. */
  tile(source, z, x, y, abort) {
    return this.load(source.tiles[0].replace('{z}', z).replace('{x}', x).replace('{y}', y), abort);
  }
}

/** A tile with two layers at each zoom; the layer of the odd name ends at zoom 1. */
const ODD = 'straße/50%';
function twoLayers(shift = 0) {
  const tiles = [0, 1, 5].map((id) => Uint8Array.from([
    ...vectorTile('points', [[id + 1, 5 + shift, 5]]), ...vectorTile(ODD, [[id + 9, 7, 7]])]));
  const size = tiles[0].length;
  const root = directory([0, 1, 5].map((id, index) => [id, 1, size, index * size]));
  const change = (value) => {
    value.version = `${shift}`;
    value.layers.push({id: ODD, kind: 'shape', minzoom: 1, maxzoom: 1, fields: {n: 'Number'}, description: 'Odd'});
  };
  return bundle({'tiles.pmtiles': archive({root, tiles: Uint8Array.from(tiles.flatMap((tile) => [...tile]))})}, {change});
}

const names = (data) => decodeVectorTile(new Uint8Array(data), (message) => new Error(message)).map(({name}) => name);

test('one source a layer, with its own zooms', async () => {
  const map = new FakeMap();
  const protocol = addProtocol(map, {fetch: new MemoryFetch(twoLayers()).fetch});
  const points = await map.load(`overtile://${ADDRESS}points.json`);
  assert.deepEqual([points.tilejson, points.minzoom, points.maxzoom, points.attribution], ['3.0.0', 0, 2, 'Test']);
  assert.deepEqual(points.vector_layers, [{id: 'points', fields: {n: 'Number'}, minzoom: 0, maxzoom: 2, description: undefined}]);
  assert.deepEqual(names(await map.tile(points, 2, 0, 0)), ['points']);
  assert.equal((await map.tile(points, 2, 3, 3)).byteLength, 0);
  const odd = await map.load(protocol.sourceURL(ADDRESS, ODD));
  assert.deepEqual([odd.minzoom, odd.maxzoom, odd.description], [1, 1, 'Odd']);
  assert.deepEqual(names(await map.tile(odd, 1, 0, 0)), [ODD]);
  // Beyond the last zoom there is none, so nothing is shown twice; MapLibre draws the tiles of the last zoom larger.
  assert.equal((await map.tile(odd, 2, 0, 0)).byteLength, 0);
});

test('addresses of bundles in any form, and what is no address', async () => {
  const map = new FakeMap();
  const server = new MemoryFetch(twoLayers());
  const protocol = addProtocol(map, {fetch: server.fetch});
  for (const url of [ADDRESS, ADDRESS.slice(0, -1), `${ADDRESS}bundle.json`, new URL(`${ADDRESS}?a#b`)]) {
    assert.equal(protocol.sourceURL(url, 'points'), `overtile://${ADDRESS}points.json`);
  }
  for (const url of ['overtile://', `overtile://${ADDRESS}`, `overtile://${ADDRESS}points/1/2.mvt`, 'overtile://not here/points.json']) {
    await assert.rejects(map.load(url), (error) => error instanceof BundleError && error.code === 'bad-argument', url);
  }
  await assert.rejects(map.load(`overtile://${ADDRESS}other.json`), {code: 'unknown-layer'});
  for (const wrong of [{onchange() {}}, {onchanged() {}}, {limits: {requests: 0}}]) {
    assert.throws(() => addProtocol(new FakeMap(), {fetch: server.fetch, ...wrong}), {code: 'bad-argument'});
  }
  const before = server.requests.length;
  assert.equal(await protocol.bundle(ADDRESS), await protocol.bundle(`${ADDRESS}bundle.json`));
  // A source that names tiles itself, without a version.
  assert.deepEqual(names(await map.load(`overtile://${ADDRESS}points/2/0/0.mvt`)), ['points']);
  assert.ok(server.requests.length - before < 5);
});

test('a bundle that could not be opened is opened by the next request', async () => {
  const map = new FakeMap();
  const server = new MemoryFetch({});
  addProtocol(map, {fetch: server.fetch});
  await assert.rejects(map.load(`overtile://${ADDRESS}points.json`), {code: 'missing-file'});
  server.files = twoLayers();
  assert.equal((await map.load(`overtile://${ADDRESS}points.json`)).maxzoom, 2);
});

test('a request that is aborted ends at once, and the others go on', async () => {
  const map = new FakeMap();
  const server = new MemoryFetch(twoLayers());
  let release = () => undefined;
  const held = new Promise((resolve) => { release = resolve; });
  addProtocol(map, {fetch: async (url, init) => {
    if (url.endsWith('.pmtiles')) await held;
    return server.fetch(url, init);
  }});
  const source = await map.load(`overtile://${ADDRESS}points.json`);
  const abort = new AbortController();
  const [first, second] = [map.tile(source, 2, 0, 0, abort), map.tile(source, 2, 0, 0)];
  abort.abort();
  await assert.rejects(first, {name: 'AbortError'});
  await assert.rejects(map.tile(source, 2, 0, 0, abort), {name: 'AbortError'});
  release();
  assert.deepEqual(names(await second), ['points']);
});

test('the request of an aborted tile is aborted', async () => {
  const large = archive({root: directory([[0, 1, 30_000, 0]]), tiles: new Uint8Array(30_000)});
  const server = new MemoryFetch(bundle({'tiles.pmtiles': large}));
  const signals = [];
  const opened = await openBundle(ADDRESS, {fetch: async (url, init) => {
    if (init.headers.Range?.startsWith('bytes=0-') ?? true) return server.fetch(url, init);
    signals.push(init.signal);
    return new Promise(() => undefined);
  }});
  const abort = new AbortController();
  const tile = opened.tile(null, 0, 0, 0, {signal: abort.signal});
  while (signals.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  abort.abort();
  await assert.rejects(tile, {name: 'AbortError'});
  assert.deepEqual(signals.map(({aborted}) => aborted), [true]);
});

test('a bundle that was published again: no tile of the new one in a source of the old one', async () => {
  const map = new FakeMap();
  const [before, after] = [twoLayers(0), twoLayers(1)];
  const server = new MemoryFetch(before, {tags: false});
  const changes = [];
  addProtocol(map, {fetch: server.fetch, onChange: (opened) => changes.push(opened.url)});
  const points = await map.load(`overtile://${ADDRESS}points.json`);
  const odd = await map.load(`overtile://${ADDRESS}${encodeURIComponent(ODD)}.json`);
  await map.tile(points, 0, 0, 0);
  server.files = after;
  const opened = await openBundle(ADDRESS, {fetch: server.fetch});
  assert.notEqual(opened.version, points.tiles[0].split('version=')[1]);
  // What came along with the directory is of the old one as a whole; a refreshed source is of the new one.
  const fresh = await map.load(`overtile://${ADDRESS}points.json`);
  const x = async (source) => decodeVectorTile(new Uint8Array(await map.tile(source, 0, 0, 0)), Error)[0].features[0].geometry[0][0];
  assert.equal(await x(fresh), 6);
  for (let trial = 0; trial < 3; trial += 1) {
    await assert.rejects(map.tile(points, 0, 0, 0), {code: 'changed'});
    await assert.rejects(map.tile(odd, 1, 0, 0), {code: 'changed'});
  }
  assert.deepEqual(changes, [ADDRESS]);
});

test('tiles of an archive can be read without MapLibre as well', async () => {
  const server = new MemoryFetch(bundle({'tiles.pmtiles': rightArchive()}));
  // As browsers do, this fetch cannot be a method.
  const opened = await openBundle(ADDRESS, {fetch(url, init) {
    assert.equal(this, undefined);
    assert.equal(init.headers['X-Test'], '1');
    return server.fetch(url, init);
  }, headers: {'X-Test': '1'}});
  const template = 'https://example.com/{z}/{x}/{y}';
  assert.deepEqual([opened.tileJSON('points', template).tiles, opened.url, opened.attribution], [[template], ADDRESS, 'Test']);
  assert.equal(opened.layer('points').manifest.maxzoom, 2);
});

/** Sixteen layers in one archive, as layouts with one archive a zoom have them. */
function manyLayers(shift = 0) {
  const ids = Array.from({length: 16}, (_, index) => `layer ${index}`);
  const tile = Uint8Array.from(ids.flatMap((id) => [...vectorTile(id, [[1, 5 + shift, 5]])]));
  // A server that sends no ranges sends more than was asked for.
  const tiles = Uint8Array.from([...tile, ...new Uint8Array(20_000)]);
  return {ids, files: bundle({'tiles.pmtiles': archive({root: directory([[0, 1, tile.length, 0]]), tiles})}, {change: (value) => {
    value.version = `${shift}`;
    value.layers = ids.map((id) => ({id, kind: 'cluster', minzoom: 0, maxzoom: 0, fields: {}}));
  }})};
}

test('sixteen sources of one page look at the manifest twice: to open it, and after the first response of the archive', async () => {
  const [map, {ids, files}] = [new FakeMap(), manyLayers()];
  const server = new MemoryFetch(files);
  addProtocol(map, {fetch: server.fetch});
  const sources = await Promise.all(ids.map((id) => map.load(`overtile://${ADDRESS}${encodeURIComponent(id)}.json`)));
  assert.deepEqual(server.requests, ['bundle.json']);
  const tiles = await Promise.all(sources.map((source) => map.tile(source, 0, 0, 0)));
  assert.deepEqual(tiles.map(names), ids.map((id) => [id]));
  assert.deepEqual(server.requests, ['bundle.json', 'tiles.pmtiles', 'bundle.json']);
  // Sources that are set again look once more, together.
  await Promise.all(ids.map((id) => map.load(`overtile://${ADDRESS}${encodeURIComponent(id)}.json`)));
  assert.equal(server.requests.length, 4);
});

const left = (data) => decodeVectorTile(new Uint8Array(data), Error)[0].features[0].geometry[0][0];

test('a bundle that was published again is shown without a word of the page', async () => {
  const [map, before, after] = [new FakeMap(), manyLayers(0), manyLayers(1)];
  const server = new MemoryFetch(before.files, {tags: false});
  addProtocol(map, {fetch: server.fetch});
  const sources = await Promise.all(before.ids.map((id) => map.load(`overtile://${ADDRESS}${encodeURIComponent(id)}.json`)));
  server.files = after.files;
  const tiles = await Promise.all(sources.map((source) => map.tile(source, 0, 0, 0)));
  assert.deepEqual(tiles.map(left), before.ids.map(() => 6));
});

test('a map that is followed sets the sources of the bundle again, once', async () => {
  const [map, before, after] = [new FakeMap(), manyLayers(0), manyLayers(1)];
  const server = new MemoryFetch(before.files, {tags: false});
  const protocol = addProtocol(map, {fetch: server.fetch});
  const urls = {one: protocol.sourceURL(ADDRESS, 'layer 1'), two: protocol.sourceURL(ADDRESS, 'layer 2'), other: 'https://example.com/other.json'};
  const set = [];
  protocol.follow({
    once: () => undefined, getStyle: () => ({sources: {...Object.fromEntries(Object.entries(urls).map(([id, url]) => [id, {url}])), land: {}}}),
    getSource: (id) => ({setUrl: (url) => set.push([id, url])}),
  });
  const source = await map.load(urls.one);
  server.files = after.files;
  for (let trial = 0; trial < 3; trial += 1) await assert.rejects(map.tile(source, 0, 0, 0), {code: 'changed'});
  assert.deepEqual(set, [['one', urls.one], ['two', urls.two]]);
  assert.equal(left(await map.tile(await map.load(urls.one), 0, 0, 0)), 6);
});

test('a server without ranges is one error, and is asked no more until a source is set again', async () => {
  const [map, {ids, files}] = [new FakeMap(), manyLayers()];
  const server = new MemoryFetch(files);
  let hasRanges = false;
  addProtocol(map, {fetch: (url, init) => server.fetch(url, hasRanges ? init : {...init, headers: {}})});
  const url = `overtile://${ADDRESS}${encodeURIComponent(ids[0])}.json`;
  const source = await map.load(url);
  await assert.rejects(map.tile(source, 0, 0, 0), {code: 'ranges', file: 'tiles.pmtiles'});
  for (let trial = 0; trial < 50; trial += 1) assert.equal((await map.tile(source, 0, 0, 0)).byteLength, 0);
  // The second request passes by what a cache may hold.
  assert.equal(server.requests.filter((path) => path === 'tiles.pmtiles').length, 2);
  hasRanges = true;
  assert.deepEqual(names(await map.tile(await map.load(url), 0, 0, 0)), [ids[0]]);
});
