// @ts-check
/**
 * Parts of a file that are read together.
 *
 * @module runs
 */
import {MIB} from './options.js';
import {eachOf, raced} from './transport.js';

/** @typedef {{offset: number, length: number}} Section of a file */

/** The maximum number of bytes in one request for several parts. */
export const MOST_RUN = 2 * MIB;

/** @param {Section} section */
const endOf = ({offset, length}) => offset + length;

/**
 * Groups parts that lie near each other in a file into runs that are read together.
 * @template {Section} T @param {readonly T[]} found @param {number} gap the number of bytes that may lie between two parts
 * @returns {{section: Section, parts: T[]}[]}
 */
function runsOf(found, gap) {
  /** @type {{section: Section, parts: T[]}[]} */
  const runs = [];
  for (const part of [...found].sort((one, other) => one.offset - other.offset)) {
    const last = runs[runs.length - 1];
    if (last !== undefined && part.offset - endOf(last.section) <= gap && endOf(part) - last.section.offset <= MOST_RUN) {
      last.section.length = Math.max(last.section.length, endOf(part) - last.section.offset);
      last.parts.push(part);
    } else {
      runs.push({section: {offset: part.offset, length: part.length}, parts: [part]});
    }
  }
  return runs;
}

/** Reads of a file. Reads in the same turn of the event loop share requests. */
export class SharedReads {
  /** @type {(Section & {signal: AbortSignal | undefined, settle: (bytes: Promise<Uint8Array>) => void})[]} */
  #wanted = [];

  /**
   * @param {(section: Section, signal?: AbortSignal) => Promise<Uint8Array>} read
   * @param {number} gap the number of bytes that may lie between two parts of a request @param {number} width the number of simultaneous requests
   */
  constructor(read, gap, width) {
    this.readNow = read;
    this.gap = gap;
    this.width = width;
  }

  /**
   * Returns the bytes of a section. A request is aborted when nobody waits for any part of it.
   * @param {Section} section @param {AbortSignal} [signal] @returns {Promise<Uint8Array>}
   */
  read({offset, length}, signal) {
    return raced(new Promise((settle) => {
      this.#wanted.push({offset, length, signal, settle});
      if (this.#wanted.length === 1) setTimeout(() => this.#readWanted(), 0);
    }), signal);
  }

  #readWanted() {
    const wanted = this.#wanted.filter(({signal}) => !signal?.aborted);
    this.#wanted = [];
    return eachOf(runsOf(wanted, this.gap), this.width, async ({section, parts}) => {
      const bytes = this.readNow(section, whenAllStop(parts.map(({signal}) => signal)));
      for (const {offset, length, settle} of parts) {
        const start = offset - section.offset;
        settle(bytes.then((all) => all.subarray(start, start + length)));
      }
      await bytes.catch(() => undefined);
    });
  }
}

/**
 * Returns a signal that aborts when all given signals have aborted, or undefined if one of them is undefined.
 * @param {readonly (AbortSignal | undefined)[]} signals @returns {AbortSignal | undefined}
 */
function whenAllStop(signals) {
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
