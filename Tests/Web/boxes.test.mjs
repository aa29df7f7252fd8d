// The box of each marker holds it. What else the rule of boxes says, boxes.json has for all readers: test_every_reader.py.
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
