// @ts-check
/**
 * Errors and notes in words on the page, each once, and no longer than they are true.
 *
 * @module messages
 */
import {button, byID, element} from './dom.js';

const ADVICE = {
  'missing-file': 'Is the URL correct, and does it lead to the folder of a bundle?',
  ranges: 'The server must support range requests, as overtile preview and most file servers do; python3 -m http.server does not.',
  network: 'Is the server running, and does it allow requests from other origins (CORS)?',
  ended: 'The preview has ended or cannot be reached. Start it again.',
  unsupported: 'Bundles in MBTiles cannot be read in a browser; build with format: pmtiles, or serve them with overtile serve.',
};

/** How long a note stays that tells what has happened. */
const NOTE_MS = 10_000;
/** Errors that end when a server responds again. */
const PASSING = ['http', 'network', 'timeout'];

/**
 * What ends a message before it is closed: `news` goes after some seconds, at the next message about the same bundle, and when a build
 * fails; `trouble` goes when a look at the bundle succeeds; `loss` goes when the server can open the bundle; `emptiness` goes when the
 * bundle is another one.
 *
 * @typedef {{kind?: 'news' | 'trouble' | 'loss' | 'emptiness', about?: string}} Lasting `about` is the address of a bundle
 */

/**
 * The tiles of maps that errors are about, which go when all of these were read.
 * @type {Map<Element, Set<string>>}
 */
const unreadTiles = new Map();

/**
 * Shows an error. An aborted request is none, and from a bundle that was published again the page goes over to the new one.
 * @param {unknown} error
 * @param {{about?: string, isLook?: boolean, tile?: string}} of the address of the bundle that it is about; whether a look at it failed,
 *   so that the next one that succeeds ends the error; and the tile of a map that it is about
 */
export function fail(error, {about, isLook = false, tile} = {}) {
  const {name, message, code} = /** @type {any} */ (error instanceof Error ? error : {message: String(error)});
  if (name === 'AbortError' || /aborted/i.test(message) || code === 'changed') return;
  const isOfTiles = code !== 'unsupported' || /mbtiles/i.test(message);
  const isOwn = about !== undefined && new URL(about).origin === location.origin;
  const topic = code === 'network' && isOwn ? 'ended' : code;
  const text = topic !== undefined && topic in ADVICE && isOfTiles ? `${message}. ${ADVICE[/** @type {keyof ADVICE} */ (topic)]}` : message;
  const shown = say(text, 'error', isLook || PASSING.includes(code) ? {kind: 'trouble', about} : {about});
  if (tile !== undefined) unreadTiles.set(shown, (unreadTiles.get(shown) ?? new Set()).add(tile));
}

/**
 * Removes the errors that are about tiles which were all read since.
 * @param {(tile: string) => boolean} wasRead
 */
export function readAgain(wasRead) {
  for (const [message, tiles] of unreadTiles) {
    for (const tile of tiles) if (wasRead(tile)) tiles.delete(tile);
    if (tiles.size > 0) continue;
    unreadTiles.delete(message);
    message.remove();
  }
}

/**
 * Whether an error is about a tile that was not read since.
 * @param {string} tile
 */
export const isUnread = (tile) => [...unreadTiles.values()].some((tiles) => tiles.has(tile));

/**
 * Removes the messages of a kind about a bundle, and tells whether there were any.
 * @param {string} kind @param {string} about
 */
export function retract(kind, about) {
  const ended = lasting(kind, about);
  ended.forEach((message) => message.remove());
  return ended.length > 0;
}

/** @param {string} kind @param {string} [about] of any bundle otherwise */
function lasting(kind, about) {
  return [...byID('messages').children].filter((child) => child instanceof HTMLElement && child.dataset.lasting === kind
    && (about === undefined || child.dataset.about === about));
}

/**
 * Shows why the pipeline could not be built, until it could: nothing without a reason.
 * @param {string | undefined} reason
 */
export function tellFailure(reason) {
  const list = byID('messages');
  const shown = list.querySelector('.failure');
  if (shown?.querySelector('pre').textContent === reason) return;
  shown?.remove();
  if (reason === undefined) return;
  lasting('news').forEach((message) => message.remove());
  list.append(element('div', {class: 'message error failure', role: 'alert'},
    element('div', {}, element('p', {}, 'The latest build of the pipeline failed, so the previous bundle is shown.'),
      element('pre', {tabindex: 0, 'aria-label': 'Why the build failed'}, reason))));
}

/**
 * Shows a text until it is closed, or until something else ends it.
 * @param {string} text @param {string} [kind] @param {Lasting} [until] @returns {Element} what is shown
 */
export function say(text, kind = 'note', until = {}) {
  const list = byID('messages');
  if (until.about !== undefined) lasting('news', until.about).forEach((message) => message.remove());
  const same = [...list.children].find((child) => child instanceof HTMLElement && child.dataset.text === text);
  if (same !== undefined) return same;
  const message = element('div', {class: `message ${kind}`, 'data-text': text, 'data-lasting': until.kind, 'data-about': until.about}, element('p', {}, text),
    button('×', () => message.remove(), {class: 'close', 'aria-label': 'Close this message'}));
  list.append(message);
  if (until.kind === 'news') setTimeout(() => message.remove(), NOTE_MS);
  return message;
}
