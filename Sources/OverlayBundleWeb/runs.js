// @ts-check
/**
 * Parts of a file that are read at once.
 *
 * @module runs
 */
import {KIB, MIB} from './options.js';

/** @typedef {{offset: number, length: number}} Section of a file */

/** Bytes between two tiles that are read along rather than asked for in two requests. */
const TILE_GAP = 16 * KIB;
/** The most that one request for several tiles reads. */
const TILE_RUN = 2 * MIB;

/**
 * Puts things that lie near each other in a file into runs that are read at once.
 * @template {Section} T @param {readonly T[]} found @returns {{section: Section, parts: T[]}[]}
 */
export function runsOf(found) {
  /** @type {{section: Section, parts: T[]}[]} */
  const runs = [];
  for (const part of [...found].sort((one, other) => one.offset - other.offset)) {
    const end = part.offset + part.length;
    const last = runs[runs.length - 1];
    if (last !== undefined && part.offset - (last.section.offset + last.section.length) <= TILE_GAP
      && end - last.section.offset <= TILE_RUN) {
      last.section.length = Math.max(last.section.length, end - last.section.offset);
      last.parts.push(part);
    } else {
      runs.push({section: {offset: part.offset, length: part.length}, parts: [part]});
    }
  }
  return runs;
}

/**
 * A signal that comes when all of some signals have come; undefined if one of them is missing.
 * @param {readonly (AbortSignal | undefined)[]} signals @returns {AbortSignal | undefined}
 */
export function whenAllStop(signals) {
  if (signals.includes(undefined)) return undefined;
  const controller = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const stop = () => { if (--left === 0) controller.abort(signal?.reason); };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, {once: true});
  }
  return controller.signal;
}
