// The damaged files that the tests in Swift read, as OVERTILE_DAMAGED holds them: an error of the reader each, or what the
// lists below say. See Tests/TestSupport/DamagedFiles.swift.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {BundleError, decodeVectorTile, openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {ADDRESS, archive, bundle, directory, inTime} from './making.mjs';

const FOLDER = process.env.OVERTILE_DAMAGED;
const LIMITS = {tileBytes: 2 ** 20, directoryBytes: 2 ** 20, timeoutMs: 5000};
/** What the tests of archives without a manifest call their layers. */
const LAYERS = ['towns', 'rings', 'areas', 'a'];
const SINGLE = 'file';
// The cases of one test may take so long; they take seconds.
const MILLISECONDS = 90_000;

/**
 * Damage that is neither an error nor without effect where the manifest has the digests of the files before it, with the reason.
 * A case is here only if a function says so of its test and of the paths that were changed.
 */
const UNSEEN = [
  {
    why: 'a tile in a folder has no digest of its own: the manifest has one of all files in the folder together',
    is: (_, changed) => changed.length > 0 && changed.every((path) => path.startsWith('tiles') && path.split('/').length === 4),
  },
];

/** Damage that the reader in Swift rejects and this one does not, with the reason; digests fit here. */
const SEEN_BY_SWIFT_ALONE = [
  {
    why: 'the zooms in the header of an archive, and its metadata: the manifest has what this reader needs of both',
    is: (of, _, {files, what}) => /the zoom range|its zooms are|the archive's metadata/.test(what)
      || (of === 'HostileArchiveTests.otherKindsOfTilesAreRejected' && (files[SINGLE][100] > 0 || files[SINGLE][101] > 31)),
  },
  {
    why: 'members of the manifest that this reader does not use, in a manifest with a digest that fits',
    is: (_, changed) => changed.length === 1 && changed[0] === 'bundle.json',
    // The bytes that are damaged follow from the length of the manifest, so that none of these members may be hit.
    isByChance: true,
  },
];

/** Bundles whose claims are wrong and whose digests fit: an error of the reader, or values, and no hang. */
const CLAIMS = 'a bundle whose manifest has the digests of its files as they are: only verification compares what they claim';
/** The last zoom at which these are read: they are many, and their faults are at all zooms. */
const LAST_ZOOM_OF_CLAIMS = 3;

/** Tests in Swift of damage that is not kept, with the reason. */
const NOT_KEPT = {
  'OverlayBundleTests/HostileArchiveTests.databasesMadeToHarm': 'databases of SQLite: no range reaches their tiles, which is the error unsupported',
  'TileArchiveTests/ForeignMBTilesTests.readsViewsOfSharedPictures': 'all tests of this suite are about databases of SQLite',
  'OverlayBundleTests/HostileArchiveTests.aReaderThatGivesTooMuchIsNotBelieved': 'a server that does so is in hostile.test.mjs',
  'OverlayBundleTests/OpeningTests.databasesAreCopiedUpToALimit': 'a limit of copies, which this reader does not make',
  'OverlayBundleTests/OpeningTests.aReplacedBundleIsNotMixedWithTheNewOne': 'whole bundles that are exchanged are in republish.test.mjs',
  'OverlayBundleTests/OpeningTests.aRemovedBundleHasNoEmptyTiles': 'a manifest that has gone is in republish.test.mjs',
  'OverlayBundleTests/OverlayDecodingTests.damageIsAFeatureWithAReason': 'types of overlays: this reader gives properties as the tile has them',
  'BundleFormatTests/ListedFilesTests.linksAreNoFiles': 'links and kinds of files, which HTTP does not show',
  'InspectionTests/BundleChanges/DamageTests.everyFlippedByteIsRejected': 'a patch, which is no file of a bundle',
  'InspectionTests/BundleChanges/HostilePatchTests.sizesThatDoNotHold': 'a patch, which is no file of a bundle',
  'ServingTests/SiteTests.aFileThatCannotBeReadIsTheServersFault': 'the error of a server is in hostile.test.mjs',
  'InspectionTests/VerifyEveryByteTests.readersSurvive': 'each byte of files as those of DamagedBundleTests and DamagedMembersTests, read without ranges',
};

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The cases of a test: their files, and the paths that differ from the last whole ones. */
function* casesOf(name) {
  let first, intact;
  for (const line of readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n')) {
    const {kind, verdict, name: what, gone, changes} = JSON.parse(line);
    const files = {...first};
    for (const path of gone) delete files[path];
    for (const {path, offset, length, bytes} of changes) {
      const [old, part] = [files[path] ?? new Uint8Array(0), Buffer.from(bytes, 'base64')];
      files[path] = Uint8Array.from(Buffer.concat([old.subarray(0, offset), part, old.subarray(offset + length)]));
    }
    first ??= files;
    if (verdict === 'intact') intact = files;
    yield {kind, verdict, what, files, intact};
  }
}

/** What the reader uses of a response; a real one takes as long as all else. */
function response(status, fields, bytes) {
  let left = [bytes];
  const read = async () => ({done: left.length === 0, value: left.pop()});
  return {status, headers: {get: (name) => fields[name] ?? null, has: (name) => name in fields}, body: {getReader: () => ({read, cancel: async () => { left = []; }})}};
}

/** A fetch that reads files of memory. */
function memory(files) {
  return async (url, {headers}) => {
    const path = decodeURIComponent(url.slice(ADDRESS.length));
    const bytes = files[path];
    if (bytes === undefined) return response(404, {}, new Uint8Array(0));
    const etag = `"${path} ${bytes.length}"`;
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? '');
    if (range === null) return response(200, {etag}, bytes);
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]) + 1, bytes.length)];
    if (start >= end) return response(416, {}, new Uint8Array(0));
    return response(206, {etag, 'content-range': `bytes ${start}-${end - 1}/${bytes.length}`}, bytes.slice(start, end));
  };
}

/** Reads a bundle, all of it or to the first error: the values, and the errors, which must all be of the reader. */
async function readAll(files, clusters, {limits = LIMITS, isWhole = true, lastZoom = 5} = {}) {
  const [values, errors] = [[], []];
  let opened;
  const isReadOn = () => isWhole || errors.every(isOfDatabase);
  const attempt = async (work) => {
    if (!isReadOn()) return;
    try {
      values.push(JSON.stringify(await work() ?? null));
    } catch (error) {
      assert.ok(error instanceof BundleError && /^[a-z-]+$/.test(error.code) && error.message.length > 12, error.stack);
      errors.push(error);
    }
  };
  await attempt(async () => { opened = await openBundle(ADDRESS, {fetch: memory(files), limits}); });
  const {layers = []} = opened?.manifest ?? {};
  for (const {id, kind, minzoom, maxzoom} of layers) {
    const layer = opened.layer(id);
    await attempt(() => layer.getTile(minzoom, 0, 0));
    if (kind === 'cluster') await attempt(() => layer.getClusters([-180, -90, 180, 90], Math.min(maxzoom, 4)));
    if (kind !== 'cluster' || !opened.manifest.files.some(({role, layer}) => role === 'members' && layer === id)) continue;
    for (const cluster of clusters) {
      await attempt(() => layer.getChildren(cluster));
      await attempt(() => layer.getLeaves(cluster, Infinity));
      await attempt(() => layer.getClusterExpansionZoom(cluster));
    }
  }
  // All layers of each tile, also those that damage gave another name.
  for (let z = 0; z <= Math.min(Math.max(-1, ...layers.map(({maxzoom}) => maxzoom)), lastZoom) && isReadOn(); z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) await attempt(() => whole(opened, z, x, y));
    }
  }
  return {values: values.join('\n'), errors};
}

/** Whether an error says that no range reaches the tiles of a database. */
const isOfDatabase = ({code, message}) => code === 'unsupported' && message.includes('mbtiles');

/** Whether an error names one of the files that were changed, or their manifest; a tile that is decoded here has no name. */
const names = ({code, file}, changed) => code === 'unknown-cluster' || file === 'bundle.json' || (code === 'bad-tile' && file === undefined)
  || changed.some((path) => path === file || path.startsWith(`${file}/`));

/** All layers of a tile. */
async function whole(opened, ...address) {
  const bytes = await opened.tile(null, ...address);
  return bytes && decoded(new Uint8Array(bytes));
}

const decoded = (bytes) => decodeVectorTile(bytes, (message) => new BundleError('bad-tile', message));

/** The ids of the clusters in a file of members. */
function clusterIDs(bytes) {
  if (bytes === undefined || bytes.length < 112) return [2 ** 52];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [count, start] = [16, 56].map((at) => Number(view.getBigUint64(at, true)));
  return Array.from({length: count}, (_, index) => Number(view.getBigUint64(start + 40 * index, true)));
}

/** Bundles of one file of a kind, whose manifest lists the file as `listed`. */
const MADE = {
  archive: (file, listed) => single({'tiles.pmtiles': file}, listed),
  directory: (file, listed) => single({'tiles.pmtiles': archive({root: file})}, listed),
  gzip: (file, listed) => single(
    {'tiles.pmtiles': archive({root: directory([[0, 1, file.length, 0]]), tiles: file, packedTiles: 2})}, listed),
  members: (file, listed) => single({'members.points.bin': file}, listed),
  manifest: (file) => ({'bundle.json': file}),
};

function single(files, listed, options = {}) {
  return bundle(files, {...options, change: (manifest) => {
    const [layer] = manifest.layers;
    manifest.layers = LAYERS.map((id) => ({...layer, id, kind: id === 'towns' ? 'cluster' : 'shape'}));
    for (const file of manifest.files) if (file.role === 'members') file.layer = 'towns';
    if (listed !== undefined) Object.assign(manifest.files[0], {sha256: sha256(listed), bytes: listed.length});
  }});
}

/** A bundle whose manifest lists the files as they are, without digests; undefined without a manifest that can be read. */
function unsigned(files) {
  try {
    const manifest = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(files['bundle.json']));
    for (const file of manifest.files) {
      delete file.sha256;
      file.bytes = files[file.path]?.length ?? file.bytes;
    }
    delete manifest.digest;
    return {...files, 'bundle.json': new TextEncoder().encode(JSON.stringify(manifest))};
  } catch {
    return undefined;
  }
}

/** The bundles to read of a case: as it was published and damaged since, and with a manifest that fits the damage. */
function bundlesOf({kind, files, intact}) {
  if (kind === 'bundle') return {published: files, fitting: unsigned(files)};
  const file = files[SINGLE];
  return {published: intact && MADE[kind](file, intact[SINGLE]), fitting: kind === 'manifest' ? MADE[kind](file) : unsigned(MADE[kind](file))};
}

/** The same of a vector tile, all of whose layers are decoded. */
function decodeAll(bytes) {
  try {
    return {values: JSON.stringify(decoded(bytes)), errors: []};
  } catch (error) {
    assert.ok(error instanceof BundleError, error.stack);
    return {values: '', errors: [error]};
  }
}

const seen = {cases: 0, errors: 0, same: 0, listed: new Map()};

/** Reads all cases of a test in Swift. Gives those that are neither an error nor without effect nor in a list. */
async function faultsOf(of) {
  const faults = [];
  let sound;
  for (const each of casesOf(`${of}.jsonl`)) {
    const {kind, verdict, what, files, intact} = each;
    const members = Object.keys(intact ?? files).find((path) => path.startsWith('members') || (kind === 'members' && path === SINGLE));
    const clusters = kind === 'bundle' || kind === 'members' ? clusterIDs((intact ?? files)[members]) : [];
    if (verdict === 'resealed') {
      seen.cases += 1;
      const {errors} = await readAll(files, clusters, {isWhole: false, lastZoom: LAST_ZOOM_OF_CLAIMS});
      if (errors.length > 0) seen.errors += 1;
      else seen.listed.set(CLAIMS, (seen.listed.get(CLAIMS) ?? 0) + 1);
      continue;
    }
    const limits = kind === 'gzip' ? {...LIMITS, tileBytes: 999_999} : LIMITS;
    const {published, fitting} = kind === 'vectorTile' ? {} : bundlesOf(each);
    seen.cases += 1;
    if (verdict === 'intact') {
      sound = kind === 'vectorTile' ? decodeAll(files[SINGLE]) : await readAll(published, clusters, {limits});
      faults.push(...sound.errors.filter((error) => !isOfDatabase(error)).map((error) => `${what} is whole: ${error}`));
      continue;
    }
    const changed = Object.keys({...files, ...intact}).filter((path) => intact && !equal(files[path], intact[path]));
    const note = (list, fault) => {
      const entry = list.find(({is}) => is(of, changed, each));
      if (entry === undefined) faults.push(`${what}: ${fault}`);
      else seen.listed.set(entry.why, (seen.listed.get(entry.why) ?? 0) + 1);
    };
    const fits = kind === 'vectorTile' ? decodeAll(files[SINGLE]) : fitting && await readAll(fitting, clusters, {limits, isWhole: false});
    if (fits?.errors.length > 0) seen.errors += 1;
    else if (fits !== undefined && verdict === 'rejected') note(SEEN_BY_SWIFT_ALONE, 'no error');
    // An archive or members that are wrong in themselves are so with a digest, too, which need not be read again.
    const isKnown = published === undefined || intact === undefined || (kind !== 'bundle' && fits?.errors.length > 0);
    if (isKnown) continue;
    const {values, errors} = await readAll(published, clusters, {limits, isWhole: false});
    const unnamed = errors.find((error) => kind === 'bundle' && !isOfDatabase(error) && !names(error, changed));
    if (unnamed !== undefined) faults.push(`${what}: the error names none of ${changed}: ${unnamed}`);
    if (errors.some((error) => !isOfDatabase(error))) seen.errors += 1;
    else if (values === sound.values) seen.same += 1;
    else note(UNSEEN, 'other values');
  }
  return faults;
}

function equal(one, other) {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

// Read before the first test begins: among tests, Node.js watches each promise, which takes as long as the reader.
const TESTS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')).map((name) => name.replace('.jsonl', '')).sort();
const faults = new Map();
for (const of of TESTS) faults.set(of, await inTime(faultsOf(of), of, MILLISECONDS).catch((error) => [error.stack]));

for (const of of TESTS) {
  test(of, () => assert.deepEqual(faults.get(of).slice(0, 20), [], `${faults.get(of).length} faults`));
}

test('the tests that keep nothing are there', () => {
  for (const name of Object.keys(NOT_KEPT)) {
    const [file, function_] = name.split('.');
    assert.ok(readFileSync(new URL(`../${file}.swift`, import.meta.url), 'utf8').includes(`func ${function_}(`), name);
  }
});

test('there were many cases, and reading them took little memory', () => {
  console.log(JSON.stringify({...seen, listed: Object.fromEntries(seen.listed)}, null, 1));
  assert.ok(seen.cases > 5000 && process.resourceUsage().maxRSS < 700 * 1024, JSON.stringify(process.resourceUsage()));
  const unused = [...UNSEEN, ...SEEN_BY_SWIFT_ALONE].filter(({why, isByChance}) => !isByChance && !seen.listed.has(why));
  assert.deepEqual(unused, [], 'a reason that no case needs');
});
