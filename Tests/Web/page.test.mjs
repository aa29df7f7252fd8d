// The examples of the page ReadingOnTheWeb run, against the quickstart on a server.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {RangeServer} from './range-server.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'Sources/OverlayBundle/OverlayBundle.docc/ReadingOnTheWeb.md'), 'utf8');
const MODULE = pathToFileURL(join(ROOT, 'Sources/OverlayBundleWeb/overlay-bundle.js')).href;

/** MapLibre, as far as the examples use it: sources load their TileJSON and one tile. */
class FakeMapLibre {
  protocols = {};
  addProtocol = (scheme, load) => { this.protocols[scheme] = load; };
  Map = (() => {
    const library = this;
    return class {
      constructor({style}) {
        this.sources = Object.fromEntries(Object.entries(style.sources).map(([id, {url}]) => [id, library.#source(url)]));
        library.map = this;
      }

      once() {}
    };
  })();

  async #load(url) {
    return (await this.protocols[url.split(':')[0]]({url}, new AbortController())).data;
  }

  async #source(url) {
    const source = await this.#load(url);
    return {source, tile: await this.#load(source.tiles[0].replace('{z}', 0).replace('{x}', 0).replace('{y}', 0))};
  }
}

test('the examples of the page run', async () => {
  const server = await RangeServer.start(process.env.OVERTILE_WEB_BUNDLES);
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  try {
    const examples = [...PAGE.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
    assert.equal(examples.length, 3);
    const imports = examples.join('').match(/^import .*$/gm).map((line) => line.replace('./overlay-bundle.js', MODULE));
    const code = [...imports, ...examples, 'export {cluster, zoom, children, secondPage, watched};'].join('\n')
      .replace(/^import .*'\.\/.*$/gm, '').replaceAll('https://example.com/', server.url);
    writeFileSync(join(folder, 'page.mjs'), code);
    const library = globalThis.maplibregl = new FakeMapLibre();
    const {cluster, zoom, children, secondPage, watched} = await import(pathToFileURL(join(folder, 'page.mjs')).href);
    const {source, tile} = await library.map.sources.countries;
    assert.deepEqual([source.maxzoom, (await library.map.sources.airports).source.maxzoom], [6, 10]);
    assert.ok(tile.byteLength > 10_000);
    assert.equal(zoom, cluster.properties.expansion_zoom);
    assert.ok(children.length > 1 && secondPage.length <= 10);
    watched.onChange({url: server.url});
  } finally {
    rmSync(folder, {recursive: true});
    await server.stop();
  }
});
