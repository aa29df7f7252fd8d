// Copies of bundles that overtile built, damaged: OVERTILE_WEB_BUNDLES/small holds one folder for each container.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync, statSync} from 'node:fs';
import {join, relative} from 'node:path';
import test from 'node:test';
import {BundleError, openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {ADDRESS, MemoryFetch, inTime, random} from './making.mjs';

const FOLDER = join(process.env.OVERTILE_WEB_BUNDLES, 'small');
// One read of a whole bundle may take so long; it takes milliseconds.
const MILLISECONDS = 20_000;

/** The files of a folder by their paths. */
function filesOf(folder, below = folder) {
  const found = {};
  for (const name of readdirSync(below)) {
    const path = join(below, name);
    if (statSync(path).isDirectory()) Object.assign(found, filesOf(folder, path));
    else found[relative(folder, path)] = new Uint8Array(readFileSync(path));
  }
  return found;
}

/** Reads most of a bundle. Gives the errors, which must all be of the reader. */
async function readAll(files, cluster) {
  const server = new MemoryFetch(files);
  const errors = [];
  const attempt = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BundleError) || error.code === undefined) throw error;
      errors.push(error);
      return undefined;
    }
  };
  const bundle = await attempt(() => openBundle(ADDRESS, {fetch: server.fetch, limits: {timeoutMs: 2000, tileBytes: 2 ** 22}}));
  // With an archive for each layer, a whole tile is joined.
  if (bundle !== undefined) await attempt(() => bundle.tile(null, 0, 0, 0));
  for (const {id, kind, minzoom, maxzoom} of bundle?.manifest.layers ?? []) {
    const layer = bundle.layer(id);
    for (let zoom = minzoom; zoom <= maxzoom; zoom += 1) {
      await attempt(() => layer.getTile(zoom, 0, Math.floor(2 ** zoom * 0.55)));
      if (kind === 'cluster') await attempt(() => layer.getClusters([-180, -90, 180, 90], zoom));
    }
    if (kind !== 'cluster') continue;
    await attempt(() => layer.getChildren(cluster));
    await attempt(() => layer.getLeaves(cluster, 2000));
    await attempt(() => layer.getClusterExpansionZoom(cluster));
  }
  return errors;
}

const BUNDLES = readdirSync(FOLDER).map((name) => [name, filesOf(join(FOLDER, name))]);
const cluster = JSON.parse(readFileSync(join(process.env.OVERTILE_WEB_BUNDLES, 'cluster.json'), 'utf8'));

test('bundles that are whole', async () => {
  assert.equal(BUNDLES.length, 6);
  for (const [name, files] of BUNDLES) {
    const codes = new Set((await readAll(files, cluster)).map(({code}) => code));
    assert.deepEqual([...codes], name.startsWith('mbtiles') ? ['unsupported'] : [], name);
  }
});

const DAMAGES = {
  'cut': (bytes) => bytes.slice(0, -1), 'lengthened': (bytes) => Uint8Array.from([...bytes, 0]), 'emptied': () => new Uint8Array(0),
  'halved': (bytes) => bytes.slice(0, bytes.length / 2), 'deleted': () => undefined, 'all zeros': (bytes) => new Uint8Array(bytes.length),
  'a page of HTML': () => new TextEncoder().encode('<!doctype html><title>Not found</title>'),
};

for (const [name, files] of BUNDLES) {
  test(`every file of ${name}, damaged`, async () => {
    const paths = Object.keys(files).filter((path) => !path.endsWith('metadata.json') && !path.endsWith('.mbtiles'));
    for (const path of paths) {
      for (const [damage, change] of Object.entries(DAMAGES)) {
        // A tile that is not there is an empty one, and the manifest has no digest of a tile alone.
        const isLoose = /^tiles(\.\w+)?\//.test(path);
        if (isLoose && ['deleted', 'lengthened', 'emptied', 'cut'].includes(damage)) continue;
        const errors = await inTime(readAll({...files, [path]: change(files[path])}, cluster), `${damage} ${path}`, MILLISECONDS);
        const wasRead = !isLoose || /^tiles(\.\w+)?\/\d+\/0\//.test(path);
        const own = errors.filter(({code}) => !['unsupported', 'unknown-cluster'].includes(code));
        assert.ok(!wasRead || own.length > 0, `${damage}: ${path}`);
        const isOfFile = ({file}) => file === 'bundle.json' || file === path || path.startsWith(`${file}/`);
        assert.ok(own.every(isOfFile), `${damage}: ${path}: ${own[0]}`);
      }
    }
  });
}

test('bytes that flip anywhere: a result or an error of the reader, soon', async () => {
  const {below} = random();
  let errors = 0;
  const trials = 60;
  for (let trial = 0; trial < trials; trial += 1) {
    const [name, files] = BUNDLES[below(BUNDLES.length)];
    const paths = Object.keys(files);
    const path = paths[below(paths.length)];
    const bytes = files[path].slice();
    // Near the beginning of a file is what decides most.
    const at = below(2) === 0 ? below(Math.min(bytes.length, 300)) : below(bytes.length);
    for (let index = at; index < Math.min(at + 1 + below(8), bytes.length); index += 1) bytes[index] = below(256);
    const what = `trial ${trial}: ${name}/${path} at ${at}`;
    errors += (await inTime(readAll({...files, [path]: bytes}, cluster), what, MILLISECONDS)).length > 0 ? 1 : 0;
  }
  assert.ok(errors > trials / 5, `${errors} of ${trials}`);
});

test('two files that took each other\'s names', async () => {
  const [, files] = BUNDLES.find(([name]) => name === 'pmtiles-per-zoom');
  const exchanged = {...files, 'z00.pmtiles': files['z02.pmtiles'], 'z02.pmtiles': files['z00.pmtiles']};
  assert.ok((await readAll(exchanged, cluster)).some(({code}) => code === 'size'));
});
