// @ts-check
/**
 * Errors in words on the page, each once.
 *
 * @module messages
 */
import {button, byID, element} from './dom.mjs';

const ADVICE = {
  'missing-file': 'Is the address right, and is the folder of a bundle there?',
  ranges: 'The server must support range requests, as overtile preview and most servers of files do; python3 -m http.server does not.',
  network: 'Does the server run, and does it allow pages of other origins (CORS)?',
  unsupported: 'Bundles in MBTiles cannot be read in a browser; build with format: pmtiles, or serve them with overtile serve.',
};

/**
 * Shows an error. An aborted request is none, and from a bundle that was published again the page goes over to the new one.
 * @param {unknown} error
 */
export function fail(error) {
  const {name, message, code} = /** @type {any} */ (error instanceof Error ? error : {message: String(error)});
  if (name === 'AbortError' || /aborted/i.test(message) || code === 'changed') return;
  const isOfTiles = code !== 'unsupported' || /mbtiles/i.test(message);
  const text = code !== undefined && code in ADVICE && isOfTiles ? `${message}. ${ADVICE[/** @type {keyof ADVICE} */ (code)]}` : message;
  say(text, 'error');
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
  list.append(element('div', {class: 'message error failure', role: 'alert'},
    element('div', {}, element('p', {}, 'The pipeline could not be built anew, so this is the bundle from before.'),
      element('pre', {tabindex: 0, 'aria-label': 'Why the build failed'}, reason))));
}

/**
 * Shows a text until it is closed.
 * @param {string} text @param {string} [kind]
 */
export function say(text, kind = 'note') {
  const list = byID('messages');
  const same = [...list.children].find((child) => child instanceof HTMLElement && child.dataset.text === text);
  if (same !== undefined) return;
  const message = element('div', {class: `message ${kind}`, 'data-text': text}, element('p', {}, text),
    button('×', () => message.remove(), {class: 'close', 'aria-label': 'Close this message'}));
  list.append(message);
}
