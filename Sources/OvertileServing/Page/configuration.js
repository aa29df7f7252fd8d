// @ts-check
/**
 * The configuration of the page: what to show, and where MapLibre is.
 *
 * @module configuration
 */

/**
 * @typedef {{name?: string, url: string, tilejson?: boolean}} Shown a bundle to show: the address of its folder, and whether its
 *   tiles come from a server that has TileJSON of each layer there
 * @typedef {{script: string, css: string, integrity?: {script?: string, css?: string}}} Library where MapLibre GL JS is
 * @typedef {{bundles: Shown[], maplibre: Library, style?: string, diff?: string, watch: boolean, health?: string, theme?: string}} Configuration
 *   `style` is the address of the style of a map to draw bundles over, `health` the address that says whether the bundles can be opened, and whether their pipeline could be built
 */

/**
 * MapLibre GL JS of a content delivery network; the browser compares the files with these digests.
 * @type {Library}
 */
export const DELIVERED = {
  script: 'https://unpkg.com/maplibre-gl@5.3.0/dist/maplibre-gl.js',
  css: 'https://unpkg.com/maplibre-gl@5.3.0/dist/maplibre-gl.css',
  integrity: {
    script: 'sha384-lwoweBvLd/SJV/pFn4C9Dj9MR+0hltVUArfmLy5PPNG2vOnTCmy+w+gxbO/wzFgH',
    css: 'sha384-Nq6PQ+9vJPvw7U/VfDELyrWoGQMsy0gi6QShhaSrGzkpF5KkM40csg2leky+YMTd',
  },
};

/** At most so many bundles are shown beside each other. */
export const MOST_BUNDLES = 2;

/**
 * Reads the query of the page's address and, beside the page, `preview.json`. The query's bundles come before those of the file.
 * Only the file may say where MapLibre is: an address that someone sends you must not run code.
 * @param {URL} page @returns {Promise<Configuration>}
 */
export async function readConfiguration(page) {
  const query = page.searchParams;
  const file = await readFile(new URL('preview.json', page));
  /** @type {Shown[]} */
  const asked = query.getAll('bundle').map((url) => ({url}));
  const bundles = (asked.length > 0 ? asked : file.bundles ?? []).slice(0, MOST_BUNDLES);
  return {
    ...file,
    bundles: bundles.map(({url, ...others}) => ({...others, url: new URL(url, page).href})),
    maplibre: file.maplibre ?? DELIVERED,
    diff: query.get('diff') ?? file.diff,
    watch: file.watch === true,
    theme: query.get('theme') ?? undefined,
  };
}

/** @param {URL} address @returns {Promise<Partial<Configuration>>} */
async function readFile(address) {
  const response = await fetch(address, {cache: 'no-cache'});
  if (!response.ok) return {};
  const value = await response.json().catch(() => null);
  if (value === null || typeof value !== 'object' || !Array.isArray(value.bundles)) {
    throw new Error(`${address.href} must have the form {"bundles": [{"name": "...", "url": "..."}]}`);
  }
  return value;
}

/**
 * Loads MapLibre into the page.
 * @param {Library} library @returns {Promise<any>} `maplibregl`
 */
export async function loadLibrary({script, css, integrity}) {
  await Promise.all([
    loaded('link', {rel: 'stylesheet', href: css}, integrity?.css),
    loaded('script', {src: script}, integrity?.script),
  ]);
  return /** @type {any} */ (globalThis).maplibregl;
}

/** @param {string} tag @param {Record<string, string>} attributes @param {string | undefined} integrity */
function loaded(tag, attributes, integrity) {
  return new Promise((resolve, reject) => {
    const made = Object.assign(document.createElement(tag), attributes);
    if (integrity !== undefined) Object.assign(made, {integrity, crossOrigin: 'anonymous'});
    made.addEventListener('load', resolve);
    made.addEventListener('error', () => reject(new Error(
      `MapLibre could not be loaded from ${attributes.src ?? attributes.href}. Without a network, start overtile preview with `
      + '--maplibre and a folder that contains maplibre-gl.js and maplibre-gl.css.')));
    document.head.append(made);
  });
}
