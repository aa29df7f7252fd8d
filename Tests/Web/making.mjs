// Makes bundles in memory out of numbers, right ones and wrong ones, and serves them through an injected fetch.
import {createHash, webcrypto} from 'node:crypto';
import {gzipSync} from 'node:zlib';

// Browsers have it, and Node.js from 19 on.
globalThis.crypto ??= webcrypto;

/** Numbers of a seed, which is printed: OVERTILE_SEED=n repeats a run. */
export function random(seed = Number(process.env.OVERTILE_SEED ?? Date.now() % 1_000_000)) {
  console.log(`OVERTILE_SEED=${seed}`);
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return {next, below: (limit) => Math.floor(next() * limit)};
}

export function varint(value) {
  let rest = BigInt(value);
  const bytes = [];
  while (rest >= 128n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

/** A directory of entries [id, run, length, offset]; offsets are written as they are, without the short form. */
export function directory(entries) {
  const column = (index, add = 0) => entries.flatMap((entry) => varint(entry[index] + add));
  const ids = entries.flatMap(([id], index) => varint(index === 0 ? id : id - entries[index - 1][0]));
  return Uint8Array.from([...varint(entries.length), ...ids, ...column(1), ...column(2), ...column(3, 1)]);
}

/** An archive of sections as they are; `change` may write into the header. */
export function archive({root, leaves = new Uint8Array(0), tiles = new Uint8Array(0), packed = 1, packedTiles = 1, change}) {
  const bytes = new Uint8Array(127 + root.length + leaves.length + tiles.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('PMTiles\x03'));
  let end = 127;
  for (const [at, section] of [[8, root], [24, new Uint8Array(0)], [40, leaves], [56, tiles]]) {
    view.setBigUint64(at, BigInt(end), true);
    view.setBigUint64(at + 8, BigInt(section.length), true);
    bytes.set(section, end);
    end += section.length;
  }
  view.setUint8(97, packed);
  view.setUint8(98, packedTiles);
  change?.(view);
  return bytes;
}

const field = (number, bytes) => [...varint(number << 3 | 2), ...varint(bytes.length), ...bytes];
const utf8 = (text) => [...new TextEncoder().encode(text)];

/** A vector tile of one layer of points [id, x, y], each with the property n, its number. */
export function vectorTile(name, points) {
  const zigzag = (value) => varint(value < 0 ? -2 * value - 1 : 2 * value);
  const features = points.flatMap(([id, x, y], index) => field(2, [
    ...varint(1 << 3), ...varint(id), ...field(2, [0, ...varint(index)]), ...varint(3 << 3), 1,
    ...field(4, [9, ...zigzag(x), ...zigzag(y)])]));
  const values = points.flatMap((_, index) => field(4, [...varint(5 << 3), ...varint(index)]));
  return Uint8Array.from(field(3, [...field(1, utf8(name)), ...features, ...field(3, utf8('n')), ...values, ...varint(15 << 3), 2]));
}

/** A bundle of one layer, which a test may change before its manifest is made. */
export function bundle(files, {change, encoding = 'mvt', container = 'pmtiles', kind = 'cluster', maxzoom = 2} = {}) {
  const value = {
    attribution: 'Test', digest: '', files: Object.entries(files).map(([path, {length: bytes}]) => {
      if (path.startsWith('members')) return {bytes, layer: 'points', path, role: 'members'};
      return {bytes, maxzoom, minzoom: 0, path: container === 'directory' ? 'tiles' : path, role: 'tiles'};
    }),
    format: 'overtile-bundle', formatVersion: 1, layers: [{fields: {n: 'Number'}, id: 'points', kind, maxzoom, minzoom: 0}],
    tiles: {buffer: 64, container, encoding, extent: 4096, layout: 'single'},
  };
  change?.(value);
  return {...files, 'bundle.json': manifestBytes(value)};
}

/** The text of a manifest as the format says: two spaces, its own digest in a line of its own. */
export function manifestBytes(value) {
  const keys = Object.keys(value).filter((key) => key !== 'digest');
  const lines = keys.map((key) => `  ${JSON.stringify(key)} : ${JSON.stringify(value[key])}`);
  const rest = `{\n${lines.join(',\n')}\n}`;
  const digest = createHash('sha256').update(rest).digest('hex');
  return new TextEncoder().encode(rest.replace('{\n', `{\n  "digest" : "${digest}",\n`));
}

/** A fetch that reads files of a `files` object, which a test may exchange; it notes what was asked for. */
export class MemoryFetch {
  constructor(files, {tags = true} = {}) {
    this.files = files;
    this.tags = tags;
    this.requests = [];
    this.fetch = async (url, init) => this.#respond(decodeURIComponent(new URL(url).pathname).replace(/^\/[^/]*\//, ''), init);
  }

  #respond(path, {headers = {}, signal} = {}) {
    signal?.throwIfAborted();
    this.requests.push(path);
    const bytes = this.files[path];
    if (bytes === undefined) return new Response('not found', {status: 404});
    const tag = this.tags ? {ETag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}"`} : {};
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? '');
    if (range === null) return new Response(bytes, {headers: tag});
    const [first, last] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
    if (first >= bytes.length) return new Response(null, {status: 416});
    const stated = {'Content-Range': `bytes ${first}-${last}/${bytes.length}`};
    return new Response(bytes.slice(first, last + 1), {status: 206, headers: {...tag, ...stated}});
  }
}

export const ADDRESS = 'https://example.com/bundle/';

/** A right archive of one tile at each of the zooms 0 to 2, with some points. */
export function rightArchive(shift = 0, packed = true) {
  const pack = (bytes) => packed ? new Uint8Array(gzipSync(bytes)) : bytes;
  const tiles = [0, 1, 5].map((id) => pack(vectorTile('points', [[100 + id, 10 + shift, 20], [200 + id, 4000, 4090 - shift]])));
  let offset = 0;
  const entries = [0, 1, 5].map((id, index) => {
    const entry = [id, 1, tiles[index].length, offset];
    offset += tiles[index].length;
    return entry;
  });
  const number = packed ? 2 : 1;
  const bytes = Uint8Array.from(tiles.flatMap((tile) => [...tile]));
  return archive({root: pack(directory(entries)), tiles: bytes, packed: number, packedTiles: number});
}

/**
 * Waits for some work, but not longer than it may take: a server that is never silent must not keep a reader forever.
 * @template T @param {Promise<T>} work @param {string} what @param {number} milliseconds
 * @returns {Promise<T>}
 */
export async function inTime(work, what, milliseconds) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`a hang: ${what}`)), milliseconds); });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
