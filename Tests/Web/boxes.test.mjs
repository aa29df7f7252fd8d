// The rule of boxes: longitudes wrap, latitudes clamp, borders belong to a box, and zooms floor.
import assert from 'node:assert/strict';
import test from 'node:test';
import {openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {ADDRESS, MemoryFetch, archive, bundle, directory, random, vectorTile} from './making.mjs';

/** Markers by id: at the antimeridian, in the two corners of the map, in its middle, at a quarter of its width. */
const MARKERS = {1: [4096, 2048], 2: [0, 0], 3: [2048, 4096], 4: [2048, 2048], 5: [1024, 2048]};
const tile = vectorTile('points', Object.entries(MARKERS).map(([id, position]) => [Number(id), ...position]));
const files = bundle({'tiles.pmtiles': archive({root: directory([[0, 1, tile.length, 0]]), tiles: tile})}, {maxzoom: 0});
const layer = (await openBundle(ADDRESS, {fetch: new MemoryFetch(files).fetch})).layer('points');
const ids = async (bbox, zoom = 0) => (await layer.getClusters(bbox, zoom)).map(({id}) => id);

test('longitudes wrap, latitudes clamp, borders belong to the box, zooms floor', async () => {
  for (const [bbox, expected] of [
    [[170, -60, 180, 10], [1]], [[-180, -60, -170, 10], [1]], [[180, 0, 180, 0], [1]], [[-180, 0, 180, 0], [1, 4, 5]],
    [[180, -90, -180, 90], [1, 2]], [[-90, 0, 0, 0], [4, 5]], [[270, 0, 360, 0], [4, 5]], [[-90.0001, -1, -90, 1], [5]], [[0, 1, 10, 2], []],
    [[-180, -85.0511, 180, 85.0511], [1, 2, 3, 4, 5]], [[-198.3, -90, 192, 90], [1, 2, 3, 4, 5]], [[170, 89, 190, 90], [2]],
    [[-10, -89, 10, -88], [3]], [[-1000, 0, -700, 0], [1, 4, 5]],
  ]) assert.deepEqual(await ids(bbox), expected, bbox.join());
  assert.deepEqual(await ids([-1, -1, 1, 1], 0.99), [4]);
  assert.deepEqual(await ids([-1, -1, 1, 1], 3.7), [4]);
});

test('the box of a marker holds it, however often its longitude was wrapped', async () => {
  const {below} = random();
  const markers = await layer.getClusters([-180, -90, 180, 90], 0);
  for (const {id, geometry: {coordinates: [longitude, latitude]}} of markers) {
    for (const turn of [-720, -360, 0, 360, 720]) {
      const width = below(100) / 7;
      assert.ok((await ids([longitude + turn - width, latitude, longitude + turn, latitude])).includes(id), `${id} ${turn} ${width}`);
    }
  }
});
