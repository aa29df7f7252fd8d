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
};

/** How long a note stays that tells what has happened. */
const NOTE_MS = 10_000;
/** Errors that end when a server responds again. */
const PASSING = ['http', 'network', 'timeout'];

/**
 * What ends a message: `news` goes after some seconds, and at the next message about the same bundle or about all; `trouble` goes when a look
 * at the bundle succeeds, `tiles` when a map asks for all tiles of the bundle again; the others are states, see `tellState`.
 *
 * @typedef {{kind?: 'news' | 'trouble' | 'tiles' | 'failure' | 'loss' | 'emptiness', about?: string, details?: string}} Lasting `about` is the
 *   address of a bundle, `details` a text of many lines
 */

/**
 * Shows an error, until something else ends it: a server that responds again, unless the caller knows more. An aborted request is none, and from
 * a bundle that was published again the page goes over to the new one.
 * @param {unknown} error @param {Lasting} until
 */
export function fail(error, {kind, about} = {}) {
  const {name, message, code} = /** @type {any} */ (error instanceof Error ? error : {message: String(error)});
  if (name === 'AbortError' || /aborted/i.test(message) || code === 'changed') return;
  const isOwn = about !== undefined && new URL(about).origin === location.origin;
  const topic = code === 'network' && isOwn ? 'ended' : code;
  const text = topic in ADVICE ? `${message}. ${ADVICE[/** @type {keyof ADVICE} */ (topic)]}` : message;
  say(text, 'error', {kind: kind ?? (PASSING.includes(code) ? 'trouble' : undefined), about});
}

/**
 * Removes the messages of a kind about a bundle, and tells whether there were any.
 * @param {string} kind @param {string} about
 */
export function retract(kind, about) {
  const ended = lasting(kind, about);
  ended.forEach((message) => message.remove());
  return ended.length > 0;
}

/** @param {string} kind @param {string} [about] of any bundle otherwise @returns {HTMLElement[]} */
const lasting = (kind, about) => [...byID('messages').children].filter(({dataset}) => dataset.lasting === kind && (about === undefined || dataset.about === about));

/**
 * Shows a text for as long as it is true, even if it was closed meanwhile: nothing without a text.
 * @param {string | undefined} text @param {string} kind @param {Lasting} state
 */
export function tellState(text, kind, state) {
  const [shown] = lasting(String(state.kind), state.about);
  if (shown?.dataset.text === text + (state.details ?? '')) return;
  shown?.remove();
  if (text !== undefined) say(text, kind, state);
}

/**
 * Shows a text until it is closed, or until something else ends it.
 * @param {string} text @param {string} [kind] @param {Lasting} until @returns {HTMLElement} what is shown
 */
export function say(text, kind = 'note', {kind: ending, about, details} = {}) {
  const key = text + (details ?? '');
  lasting('news', about).forEach((message) => message.remove());
  const same = [...byID('messages').children].find(({dataset}) => dataset.text === key);
  if (same !== undefined) {
    same.hidden = false;
    return same;
  }
  const message = element('div', {class: `message ${kind}`, 'data-text': key, 'data-lasting': ending, 'data-about': about},
    element('div', {}, element('p', {}, text), details && element('pre', {tabindex: 0}, details)),
    button('×', () => { message.hidden = true; }, {class: 'close', 'aria-label': 'Close this message'}));
  byID('messages').append(message);
  if (ending === 'news') setTimeout(() => message.remove(), NOTE_MS);
  return message;
}
