// How many requests a bundle costs that overtile built: OVERTILE_WEB_BUNDLES is a folder with `quickstart` in it.
import assert from 'node:assert/strict';
import test from 'node:test';
import {openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {RangeServer} from './range-server.mjs';

const FOLDER = process.env.OVERTILE_WEB_BUNDLES;
const server = await RangeServer.start(FOLDER);
test.after(() => server.stop());

const open = async (options) => {
  server.taken();
  const bundle = await openBundle(new URL('quickstart', server.url), options);
  assert.deepEqual(server.taken(), ['quickstart/bundle.json']);
  return bundle;
};

/** The ranges and the looks at the manifest since the last time. */
function taken() {
  const paths = server.taken();
  const ranges = paths.filter((path) => !path.endsWith('bundle.json')).length;
  return {ranges, looks: paths.length - ranges};
}

test('a tile: three ranges at first, one then, none for what is not there', async () => {
  const bundle = await open();
  const zoom = bundle.manifest.maxzoom;
  // The airport in the city of London and the one west of it; nothing in the North Atlantic.
  const [x, y] = [Math.floor(2 ** zoom * (0.055 + 180) / 360), Math.floor(2 ** zoom * 0.3325)];
  assert.ok(await bundle.tile('airports', zoom, x, y));
  assert.deepEqual(taken(), {ranges: 3, looks: 1});
  assert.ok(await bundle.tile('airports', zoom, x - 2, y));
  assert.deepEqual(taken(), {ranges: 1, looks: 0});
  assert.equal(await bundle.tile('airports', zoom, Math.floor(2 ** zoom * 0.38), y), null);
  assert.ok(taken().ranges <= 1);
  assert.equal(await bundle.tile('airports', zoom, Math.floor(2 ** zoom * 0.38), y), null);
  assert.equal(await bundle.tile('countries', zoom, x, y), null);
  assert.deepEqual(taken(), {ranges: 0, looks: 0});
});

/** The tiles of a map's first view, which are asked for at once. */
const firstView = (bundle, options = {}) => Array.from(
  {length: 16}, (_, index) => bundle.tile('airports', 6, 28 + index % 4, 18 + Math.floor(index / 4), options));

test('the tiles of a first view: the directories are read once, and neighbors share a request', async () => {
  const [bundle, other] = [await open(), await open()];
  const together = await Promise.all(firstView(bundle));
  const {ranges, looks} = taken();
  assert.ok(ranges <= 3 && looks === 1, `${ranges} ranges, ${looks} looks`);
  for (const [index, tile] of together.entries()) {
    assert.deepEqual(tile, await other.tile('airports', 6, 28 + index % 4, 18 + Math.floor(index / 4)));
  }
  taken();
});

test('a tile that nobody waits for any more does not end the request that others share', async () => {
  const bundle = await open();
  await bundle.tile('airports', 6, 31, 21);
  taken();
  const [one, other] = [new AbortController(), new AbortController()];
  const expected = await Promise.all(firstView(await open()));
  taken();
  const aborted = firstView(bundle, {signal: one.signal}).map((tile) => tile.then(() => undefined, (error) => error));
  const waiting = firstView(bundle, {signal: other.signal});
  one.abort(new Error('moved on'));
  assert.deepEqual(await Promise.all(waiting), expected);
  assert.ok((await Promise.all(aborted)).every((error) => error === undefined || error.message === 'moved on'));
  assert.ok(taken().ranges <= 4);
});

// At zoom 10 the tiles on both sides of longitude 0 are 2.9 MB apart: too far for one request.
test('the clusters of a viewport: neighbors share a request', async () => {
  const bundle = await open();
  const airports = bundle.layer('airports');
  for (const [zoom, width] of [[0, 360], [2, 90], [4, 40], [6, 10], [8, 2.5], [10, 0.6]]) {
    const found = await airports.getClusters([-width / 2, 51 - width / 4, width / 2, 51 + width / 4], zoom);
    const {ranges, looks} = taken();
    assert.ok(found.length > 0 && ranges <= (zoom < 10 ? 3 : 4) && looks === 1, `zoom ${zoom}: ${found.length} markers, ${ranges} ranges, ${looks} looks`);
  }
});

test('a cluster that is opened: few requests, and none for what was read', async () => {
  const bundle = await open();
  const airports = bundle.layer('airports');
  const clusters = (await airports.getClusters([-180, -90, 180, 90], 1)).filter(({properties}) => properties.cluster);
  taken();
  const [{id, properties}] = clusters.sort((one, other) => other.properties.point_count - one.properties.point_count);
  const children = await airports.getChildren(id);
  const first = taken();
  assert.ok(children.length >= 2 && first.ranges <= 10 && first.looks === 1, JSON.stringify(first));
  assert.equal(children.reduce((sum, child) => sum + (child.properties.point_count ?? 1), 0), properties.point_count);
  assert.equal((await airports.getLeaves(id)).length, 10);
  const second = taken();
  assert.ok(second.ranges <= 6 && second.looks === 0, JSON.stringify(second));
  assert.equal(await airports.getClusterExpansionZoom(id), properties.expansion_zoom);
  assert.deepEqual(await airports.getChildren(id), children);
  assert.equal((await airports.getLeaves(id, 10, 5)).length, 10);
  assert.deepEqual(taken(), {ranges: 0, looks: 0});
});

test('without validators: a look at the manifest for each round of requests', async () => {
  server.tags = false;
  const bundle = await open();
  await Promise.all(Array.from({length: 16}, (_, index) => bundle.tile('airports', 6, 28 + index % 4, 18 + Math.floor(index / 4))));
  const {ranges, looks} = taken();
  server.tags = true;
  assert.ok(ranges <= 18 && looks <= ranges, `${ranges} ranges, ${looks} looks`);
});

test('validators that are the digests of the manifest need no look at it', async () => {
  const digests = new Map();
  server.before = (path, response) => {
    if (digests.has(path)) response.setHeader('ETag', `"${digests.get(path)}"`);
  };
  server.tags = false;
  const bundle = await open();
  for (const {path, sha256} of bundle.manifest.files) digests.set(`quickstart/${path}`, sha256);
  assert.ok(await bundle.tile('airports', 6, 31, 21));
  assert.equal((await bundle.layer('airports').getClusters([-10, 40, 10, 60], 5)).length > 10, true);
  assert.equal(taken().looks, 0);
  [server.before, server.tags] = [undefined, true];
});

test('memory is bounded, and what left it is read again', async () => {
  const bundle = await open({limits: {cacheBytes: 100_000}});
  const airports = bundle.layer('airports');
  const clusters = (await airports.getClusters([-180, -90, 180, 90], 3)).filter(({properties}) => properties.cluster).slice(0, 20);
  const expected = [];
  for (const {id} of clusters) expected.push(await airports.getLeaves(id, 5));
  assert.ok(taken().ranges > 40);
  const other = (await open()).layer('airports');
  for (const [index, {id}] of clusters.entries()) assert.deepEqual(await other.getLeaves(id, 5), expected[index]);
});

test('counts are conserved at every zoom', async () => {
  const bundle = await open();
  const airports = bundle.layer('airports');
  for (const {zoom, overlays, points} of airports.manifest.zooms.slice(0, 5)) {
    const found = await airports.getClusters([-180, -90, 180, 90], zoom);
    assert.equal(found.length, overlays);
    assert.equal(found.reduce((sum, {properties}) => sum + (properties.point_count ?? 1), 0), points);
  }
});
