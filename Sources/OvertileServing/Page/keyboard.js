// @ts-check
/**
 * Keys of the page, and the dialog that lists them.
 *
 * @module keyboard
 */
import {button, byID, element} from './dom.js';

/** @typedef {{key: string, does: string, press: () => void}} Shortcut */

/**
 * Listens to keys anywhere but in fields.
 * @param {Shortcut[]} shortcuts
 */
export function listen(shortcuts) {
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
