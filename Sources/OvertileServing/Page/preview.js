// @ts-check
/**
 * The preview: opens bundles, makes a map of each, and connects the controls of the page.
 *
 * @module preview
 */
import {addProtocol} from './reader/overlay-bundle.js';
import {fitAll, fitLayer, showCameras, showZoom} from './cameras.js';
import {compare} from './compare.js';
import {loadLibrary, readConfiguration} from './configuration.js';
import {button, byID, element} from './dom.js';
import {hiddenLayers, showLayers} from './layers-panel.js';
import {fail, retract, say, tellState} from './messages.js';
import {PulseClock} from './pulse.js';
import {chooseMiddle, clearSelection, watchPointer} from './selection.js';
import {readJSON, readStyles} from './style.js';
import {TileGrid} from './tiles.js';
import {View} from './view.js';

/** @typedef {import('./configuration.js').Configuration} Configuration @typedef {import('./configuration.js').Shown} Shown */

const WATCH_MS = 2000;
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** What the page shows; programs that drive a browser find it as `overtile`. */
class Preview {
  /** @type {View[]} */
  views = [];
  /** @type {TileGrid[]} */
  grids = [];
  clock = new PulseClock();
  /** @type {ReturnType<typeof compare>} */
  comparison;
  /**
   * Views whose tiles were asked for once more since a look at their bundle failed.
   * @type {Set<View>}
   */
  #askedAgain = new Set();
  /** @type {Promise<void> | undefined} */
  #reloading;

  /** @param {Configuration} configuration */
  async start(configuration) {
    this.darken(configuration.theme === undefined ? prefersDark.matches : configuration.theme === 'dark');
    const [maplibregl, base] = await Promise.all([loadLibrary(configuration.maplibre), configuration.style && readJSON(configuration.style)]);
    const protocol = addProtocol(maplibregl, {onChange: () => this.reload()});
    const found = await Promise.all(configuration.bundles.map((shown) => opening(protocol, shown).catch((error) => { fail(error, {about: shown.url}); })));
    const opened = found.flatMap((one) => one ?? []);
    if (opened.length < found.length) return;
    const hasCamera = /[#&]map=/.test(location.hash);
    const containers = opened.map(({name}) => {
      const container = element('div', {class: 'map'});
      const title = opened.length > 1 && element('h2', {class: 'view-name'}, name);
      byID('maps').append(element('section', {class: 'view', 'aria-label': `Map of ${name}`}, container, title));
      return container;
    });
    // A map takes the size that its container has now, so all containers are there before the first map.
    document.body.dataset.views = String(opened.length);
    for (const [index, {bundle, name, styles, tilejson}] of opened.entries()) {
      const page = {maplibregl, protocol, base, clock: this.clock};
      this.views.push(new View(page, bundle, name, styles, containers[index], {hash: index === 0 && 'map', hidden: hiddenLayers(), tilejson}));
    }
    this.grids = this.views.map((view) => new TileGrid(view));
    this.views.forEach(watchPointer);
    this.comparison = compare(this.views, configuration.diff);
    this.#describe();
    this.#connect();
    if (!hasCamera) this.views[0].map.once('load', () => fitAll(this.views[0]));
    if (configuration.watch) setInterval(() => document.hidden || this.#look(configuration.health), WATCH_MS);
  }

  /**
   * Looks for bundles that were published since, and whether bundles can be opened and the pipeline could be built.
   * @param {string | undefined} health
   */
  async #look(health) {
    await this.reload();
    if (health === undefined) return;
    // Where no server responds, the look at the bundles has told so.
    const state = await fetch(health, {cache: 'no-store'}).then((response) => response.json()).catch(() => undefined);
    if (state === undefined) return;
    const details = state.pipeline?.message;
    tellState(details && 'The latest build of the pipeline failed, so the previous bundle is shown.', 'error', {kind: 'failure', details});
    for (const {name, bundle: {url: about}} of this.views) {
      const isLost = state.bundles?.some((/** @type {any} */ one) => one.name === name && one.status === 'stale');
      tellState(isLost ? `${name} is missing or damaged, so the previous bundle is shown. See the terminal for the reason, and publish the bundle again.`
        : undefined, 'error', {kind: 'loss', about});
    }
  }

  /** Goes over to bundles that were published since; one look at a time. */
  reload() {
    this.#reloading ??= this.#goOver().finally(() => { this.#reloading = undefined; });
    return this.#reloading;
  }

  async #goOver() {
    for (const view of this.views) {
      const about = view.bundle.url;
      try {
        // A source that is loaded may have gone over to the new bundle before.
        await view.bundle.refresh();
        const isNew = !view.isCurrent;
        // Tiles that failed meanwhile are asked for once more, but not at each look.
        const isBack = (isNew || !this.#askedAgain.has(view)) && (retract('trouble', about) || view.hasUnread);
        if (isBack) this.#askedAgain.add(view);
        if (isNew || isBack) view.restyle(await readStyles(view.name));
        if (!isNew) continue;
        this.#describe();
        this.comparison?.readAllZooms();
        say(`${view.name} was published again. The new version is shown.`, 'note', {kind: 'news', about});
      } catch (error) {
        this.#askedAgain.delete(view);
        fail(error, {kind: 'trouble', about});
      }
    }
  }

  #describe() {
    const [view] = this.views;
    const {name, description} = view.bundle.manifest;
    const isComparison = this.views.length === 2;
    const title = isComparison ? this.views.map(({name}) => name).join(' and ') : name ?? view.name;
    document.title = `${title} – Overtile preview`;
    byID('name').textContent = byID('name').title = title;
    byID('description').textContent = (isComparison ? 'Two bundles side by side, the earlier one first.' : description) ?? '';
    showLayers(this.views);
    showZoom(view);
    showCameras(view);
    const isEmpty = view.layers.every(({features = 0}) => features === 0);
    tellState(isEmpty ? 'This bundle contains no features, so the map is empty.' : undefined, 'note', {kind: 'emptiness', about: view.bundle.url});
  }

  #connect() {
    const toggles = {
      tiles: () => this.showTiles(!this.grids[0].isOn),
      pulse: () => this.pulse(!this.clock.isOn),
      theme: () => this.darken(document.documentElement.dataset.theme === 'light'),
    };
    for (const [id, press] of Object.entries(toggles)) byID(id).addEventListener('click', press);
    const panel = byID('panel');
    // What lies at the lower edge of a map lies above the sheet of a phone.
    new ResizeObserver(() => document.documentElement.style.setProperty('--sheet', `${panel.offsetHeight}px`)).observe(panel);
    byID('handle').addEventListener('click', () => {
      const isOpen = panel.dataset.open !== 'true';
      panel.dataset.open = String(isOpen);
      byID('handle').setAttribute('aria-expanded', String(isOpen));
    });
    prefersDark.addEventListener('change', () => this.darken(prefersDark.matches));
    const layers = this.views[0].layers.slice(0, 9).map(({id}, index) => (
      {key: String(index + 1), does: `show ${id}`, press: () => fitLayer(this.views[0], id)}));
    listen([
      {key: '0', does: 'show everything', press: () => fitAll(this.views[0])}, ...layers,
      {key: 't', does: 'show tile borders and sizes', press: toggles.tiles}, {key: 'p', does: 'animate circles', press: toggles.pulse},
      {key: 'd', does: 'switch between light and dark', press: toggles.theme},
      {key: 'i', does: 'select what is in the center of the map', press: () => chooseMiddle(this.views[0])},
      {key: 'Escape', does: 'clear the selection', press: () => this.views.forEach(clearSelection)}, {key: '?', does: 'show this list', press: () => byID('keys').click()},
    ]);
  }

  /** @param {boolean} isOn */
  showTiles(isOn) {
    for (const grid of this.grids) {
      grid.isOn = isOn;
      grid.draw();
    }
    byID('tiles').setAttribute('aria-pressed', String(isOn));
  }

  /** @param {boolean} isOn */
  pulse(isOn) {
    this.clock.isOn = isOn;
    this.views.forEach(({map}) => map.triggerRepaint());
    byID('pulse').setAttribute('aria-pressed', String(isOn));
  }

  /** @param {boolean} isDark */
  darken(isDark) {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    this.views.forEach((view) => view.restyle());
  }
}

/** @param {import('./reader/overlay-bundle.js').OverlayProtocol} protocol @param {Shown} shown */
async function opening(protocol, {url, name, tilejson}) {
  const bundle = await protocol.bundle(url);
  // There are no styles of such a bundle, but that is not what is wrong.
  if (tilejson !== true && !['pmtiles', 'directory'].includes(bundle.manifest.tiles.container)) {
    throw new Error('Bundles in this format cannot be read in a browser; build with format: pmtiles, or serve them with overtile serve.');
  }
  const shown = name ?? decodeURIComponent(new URL(bundle.url).pathname.split('/').at(-2) || url);
  return {bundle, name: shown, styles: await readStyles(shown), tilejson};
}

/** @typedef {{key: string, does: string, press: () => void}} Shortcut */

/**
 * Listens to keys anywhere but in fields.
 * @param {Shortcut[]} shortcuts
 */
function listen(shortcuts) {
  const dialog = byID('help');
  dialog.replaceChildren(element('h2', {id: 'help-title'}, 'Keyboard'), element('dl', {class: 'keys'}, ...[...shortcuts.map(({key, does}) => [key, does]),
    ['+ −', 'zoom in and out'], ['arrows', 'move the map when it has the focus'], ['Shift + arrows', 'turn and tilt the map'],
    ['Tab', 'go through all controls']].map(([key, does]) => element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, does)))),
  button('Close', () => dialog.close()));
  byID('keys').addEventListener('click', () => dialog.showModal());
  document.addEventListener('keydown', (event) => {
    const isField = event.target instanceof Element && event.target.matches('input:not([type=checkbox]), select, textarea');
    if (isField || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const shortcut = shortcuts.find(({key}) => key === event.key);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.press();
  });
}

const preview = new Preview();
Object.assign(globalThis, {overtile: preview});
try {
  const configuration = await readConfiguration(new URL(location.href));
  if (configuration.bundles.length === 0) say('Which bundle do you want to see? Add ?bundle=URL to the address of this page.');
  else await preview.start(configuration);
} catch (error) {
  fail(error);
}
document.documentElement.dataset.ready = 'true';
