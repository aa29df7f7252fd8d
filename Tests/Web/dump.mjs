// Prints what the reader says of bundles as JSON, for comparison with other readers; standard input says what to ask.
import {createHash} from 'node:crypto';
import {openBundle} from '../../Sources/OverlayBundleWeb/overlay-bundle.js';
import {tileID} from '../../Sources/OverlayBundleWeb/pmtiles.js';
import {RangeServer} from './range-server.mjs';

/** What each kind of query gives. */
const QUERIES = {
  ids: (_, addresses) => addresses.map(([z, x, y]) => tileID(z, x, y)),
  whole: (bundle, addresses) => each(addresses, async (address) => hexDigest(await bundle.tile(null, ...address))),
  layers: (bundle, queries) => each(queries, async ([layer, ...address]) => {
    const [bytes, tile] = await Promise.all([bundle.tile(layer, ...address), bundle.layer(layer).getTile(...address)]);
    return {has: bytes !== null, tile};
  }),
  boxes: (bundle, queries) => each(queries, ([layer, bbox, zoom]) => bundle.layer(layer).getClusters(bbox, zoom)),
  clusters: (bundle, queries) => each(queries, async ([name, id, limit, offset]) => {
    const layer = bundle.layer(name);
    const [children, leaves, zoom] = await Promise.all([
      layer.getChildren(id), layer.getLeaves(id, limit, offset), layer.getClusterExpansionZoom(id)]);
    return {children, leaves, zoom};
  }),
};

const hexDigest = (buffer) => buffer && createHash('sha256').update(new Uint8Array(buffer)).digest('hex');

async function each(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function main() {
  let written = '';
  for await (const chunk of process.stdin) written += chunk;
  const server = await RangeServer.start('/');
  const results = await each(JSON.parse(written), async ({folder, ...queries}) => {
    const bundle = folder && await openBundle(new URL(encodeURI(folder.slice(1)), server.url));
    const found = {};
    for (const [name, query] of Object.entries(queries)) found[name] = await QUERIES[name](bundle, query);
    return found;
  });
  await server.stop();
  process.stdout.write(JSON.stringify(results));
}

await main();
