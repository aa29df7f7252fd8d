// A bundle that is published again between two requests: what is returned belongs to one version, or is an error.
import assert from 'node:assert/strict';
import test from 'node:test';
import {BundleChangedError, BundleError, openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {ADDRESS, MemoryFetch, bundle, random, rightArchive} from './making.mjs';

const SECONDS = 20;
const soon = {timeout: SECONDS * 1000};

// Two nights whose files have the same sizes, so that only validators and the manifest tell them apart.
const [yesterday, today] = [0, 1].map((shift) => bundle(
  {'tiles.pmtiles': rightArchive(shift, false)}, {change: (value) => { value.version = `${shift}`; }}));
const loose = [0, 1].map((shift) => bundle(
  {'tiles/1/0/0.pbf': rightArchive(shift, false).slice(-60)}, {container: 'directory', change: (value) => { value.version = `${shift}`; }}));

/** The points of a tile, whose first coordinate says which night they are of. */
async function night(opened, zoom) {
  const {features} = await opened.layer('points').getTile(zoom, 0, 0);
  const [[x]] = features[0].geometry;
  assert.equal(features[1].geometry[0][1], 4100 - x);
  return x - 10;
}

const isChange = (error) => error instanceof BundleChangedError && error instanceof BundleError && error.code === 'changed';

for (const tags of [true, false]) {
  test(`a bundle that changes after it was opened, ${tags ? 'with' : 'without'} validators`, soon, async () => {
    const server = new MemoryFetch(yesterday, {tags});
    const opened = await openBundle(ADDRESS, {fetch: server.fetch});
    assert.equal(await opened.refresh(), false);
    server.files = today;
    await assert.rejects(night(opened, 2), isChange);
    await assert.rejects(night(opened, 1), isChange);
    assert.equal(opened.manifest.version, '0');
    assert.equal(await opened.refresh(), true);
    assert.deepEqual([await night(opened, 2), opened.manifest.version], [1, '1']);
  });

  test(`a bundle that changes after its archive was opened, ${tags ? 'with' : 'without'} validators`, soon, async () => {
    // Tiles that did not come along with the directory, so that they are read after the change.
    const far = [version(0), version(1)];
    const server = new MemoryFetch(far[0], {tags});
    const opened = await openBundle(ADDRESS, {fetch: server.fetch});
    assert.equal(await night(opened, 2), 0);
    server.files = far[1];
    await assert.rejects(night(opened, 2), isChange);
    // This one would need no request.
    await assert.rejects(opened.tile('points', 2, 3, 3), isChange);
    await opened.refresh();
    assert.equal(await night(opened, 2), 1);
  });

  test(`whatever the moment of the change, ${tags ? 'with' : 'without'} validators`, {timeout: 20_000}, async () => {
    const far = [version(0), version(1)];
    for (const versions of [[yesterday, today], far, loose]) {
      for (let moment = 1; moment < 9; moment += 1) await changeAt(moment, versions, tags);
    }
  });
}

/** A bundle of a night whose tiles lie far from the directory. */
function version(shift) {
  const files = {'tiles.pmtiles': spread(rightArchive(shift, false))};
  return bundle(files, {change: (value) => { value.version = `${shift}`; }});
}

/** An archive whose tiles lie 20,000 bytes after its directories. */
function spread(bytes) {
  const view = new DataView(bytes.buffer);
  const start = Number(view.getBigUint64(56, true));
  const apart = new Uint8Array(bytes.length + 20_000);
  apart.set(bytes.subarray(0, start));
  apart.set(bytes.subarray(start), start + 20_000);
  new DataView(apart.buffer).setBigUint64(56, BigInt(start + 20_000), true);
  return apart;
}

/** Exchanges the bundle just before one of the requests; results before an error belong to the version that is open. */
async function changeAt(moment, [before, after], tags) {
  const server = new MemoryFetch(before, {tags});
  let requests = 0;
  const opened = await openBundle(ADDRESS, {fetch: (url, init) => {
    if (++requests === moment) server.files = after;
    return server.fetch(url, init);
  }});
  for (let round = 0; round < 4; round += 1) {
    const current = Number(opened.manifest.version);
    try {
      if (before === loose[0]) {
        const expected = [before, after][current]['tiles/1/0/0.pbf'];
        assert.deepEqual(new Uint8Array(await opened.tile(null, 1, 0, 0)), expected);
      } else {
        assert.deepEqual(await Promise.all([night(opened, 0), night(opened, 2)]), [current, current], `at request ${moment}`);
      }
    } catch (error) {
      if (!isChange(error)) throw error;
      assert.ok(requests >= moment, 'nothing had changed');
      assert.equal(await opened.refresh(), true);
      assert.equal(opened.manifest.version, '1');
    }
  }
}

/** A fetch that gives a range again as it was the first time, as the cache of a browser does. */
function cachedFetch(server) {
  const cached = new Map();
  return async (url, init) => {
    const key = `${url} ${init.headers.Range}`;
    if (init.cache === 'default' && cached.has(key)) return cached.get(key).clone();
    const response = await server.fetch(url, init);
    cached.set(key, response.clone());
    return response;
  };
}

test('a browser whose cache holds ranges of yesterday', soon, async () => {
  const far = [0, 1].map((shift) => bundle({'tiles.pmtiles': spread(rightArchive(shift, false))}));
  const server = new MemoryFetch(far[0]);
  const fetch = cachedFetch(server);
  const opened = await openBundle(ADDRESS, {fetch});
  assert.equal(await night(opened, 2), 0);
  server.files = far[1];
  assert.equal(await night(await openBundle(ADDRESS, {fetch}), 2), 1);
  const again = await openBundle(ADDRESS, {fetch});
  assert.deepEqual([await night(again, 0), await night(again, 1), await night(again, 2)], [1, 1, 1]);
});

/** Two nights of which the second one has a longer archive, where everything lies at the same bytes. */
const grown = [0, 1].map((shift) => {
  const bytes = spread(rightArchive(shift, false));
  return bundle({'tiles.pmtiles': shift === 0 ? bytes : Uint8Array.from([...bytes, ...new Uint8Array(3000)])});
});

test('a browser whose cache holds ranges of yesterday, when the file had another size', soon, async () => {
  for (const [before, after] of [grown, [...grown].reverse()]) {
    const server = new MemoryFetch(before);
    const fetch = cachedFetch(server);
    const opened = await openBundle(ADDRESS, {fetch});
    const yesterdays = await night(opened, 2);
    server.files = after;
    const again = await openBundle(ADDRESS, {fetch});
    for (const zoom of [0, 2, 1]) assert.equal(await night(again, zoom), 1 - yesterdays);
    await assert.rejects(night(opened, 1), isChange);
    assert.equal(await opened.refresh(), true);
    assert.equal(await night(opened, 2), 1 - yesterdays);
  }
});

test('a browser that asks for a range of yesterday, and a server that sends the whole of today', soon, async () => {
  const server = new MemoryFetch(grown[0]);
  const known = new Map();
  let wholes = 0;
  // As Chrome does: If-Range with the validator of what the cache holds of the file, except when it is to load it anew.
  const fetch = async (url, init) => {
    const response = await server.fetch(url, init);
    const tag = response.headers.get('etag');
    const isOther = init.cache !== 'reload' && init.headers.Range !== undefined && (known.get(url) ?? tag) !== tag;
    if (!isOther) known.set(url, tag);
    if (!isOther) return response;
    wholes += 1;
    const bytes = server.files['tiles.pmtiles'];
    return new Response(bytes, {headers: {ETag: tag, 'Content-Length': `${bytes.length}`}});
  };
  const opened = await openBundle(ADDRESS, {fetch});
  assert.equal(await night(opened, 2), 0);
  server.files = grown[1];
  await assert.rejects(night(opened, 1), isChange);
  assert.equal(await opened.refresh(), true);
  assert.deepEqual([await night(opened, 2), await night(opened, 0)], [1, 1]);
  assert.ok(wholes > 0);
});

test('the same bundle from a server with other validators goes on', soon, async () => {
  const files = bundle({'tiles.pmtiles': spread(rightArchive(0, false))});
  const server = new MemoryFetch(files);
  let serial = 0;
  const opened = await openBundle(ADDRESS, {fetch: async (url, init) => {
    const response = await server.fetch(url, init);
    response.headers.set('ETag', `"${serial += 1}"`);
    return response;
  }});
  for (const zoom of [0, 1, 2, 2]) assert.equal(await night(opened, zoom), 0);
});

test('a manifest that has gone is said so', soon, async () => {
  const server = new MemoryFetch(yesterday);
  const opened = await openBundle(ADDRESS, {fetch: server.fetch});
  server.files = {};
  await assert.rejects(night(opened, 2), (error) => error.code === 'missing-file' && !isChange(error));
});

test('calls under way at once, and a bundle that changes all the time', soon, async () => {
  const {below} = random();
  let latest = 0;
  const server = new MemoryFetch(version(0));
  const opened = await openBundle(ADDRESS, {fetch: (url, init) => {
    if (below(8) === 0) server.files = version(latest += 1);
    return server.fetch(url, init);
  }});
  let [changes, results] = [0, 0];
  for (let round = 0; round < 400; round += 1) {
    const expected = Number(opened.manifest.version);
    const outcomes = await Promise.allSettled([0, 1, 2, 2, 1].map((zoom) => night(opened, zoom)));
    for (const {status, value, reason} of outcomes) {
      if (status === 'fulfilled') {
        assert.equal(value, expected);
        results += 1;
      } else if (!isChange(reason)) throw reason;
    }
    if (outcomes.some(({status}) => status === 'rejected')) changes += await opened.refresh() ? 1 : 0;
  }
  assert.ok(changes > 20 && results > 20, `${changes} changes, ${results} results`);
  console.log(`${changes} changes, ${results} results, ${latest} versions`);
});

test('a browser whose cache cuts a range off at the end of a shorter file of yesterday', soon, async () => {
  // Chromium asks for no bytes beyond the end of the version that it holds, once, and the server sends what it is asked for.
  const held = yesterday['tiles.pmtiles'].length;
  const longer = bundle({'tiles.pmtiles': Uint8Array.of(...spread(rightArchive(1, false)), 0, 0, 0)});
  const server = new MemoryFetch(longer);
  let cuts = 0;
  const opened = await openBundle(ADDRESS, {fetch: (url, init) => {
    const [first, last] = (init.headers.Range ?? '').match(/\d+/g)?.map(Number) ?? [];
    if (first === undefined || init.cache === 'reload' || cuts > 0 || first >= held) return server.fetch(url, init);
    cuts += 1;
    return server.fetch(url, {...init, headers: {...init.headers, Range: `bytes=${first}-${Math.min(last, held - 1)}`}});
  }});
  assert.deepEqual([await night(opened, 2), await night(opened, 0), cuts], [1, 1, 1]);
});
