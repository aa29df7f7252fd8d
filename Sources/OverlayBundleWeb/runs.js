// @ts-check
/**
 * Parts of a file that are read together.
 *
 * @module runs
 */
import {KIB, MIB} from './options.js';
import {raced} from './transport.js';

/** @typedef {{offset: number, length: number}} Section of a file */

/** The largest gap in bytes between two tiles that are read with one request. */
const TILE_GAP = 16 * KIB;
/** The maximum number of bytes in one request for several tiles. */
const TILE_RUN = 2 * MIB;

/** @param {Section} section */
const endOf = ({offset, length}) => offset + length;

/**
 * Groups parts that lie near each other in a file into runs that are read together. Joins further runs until `most` are left.
 * @template {Section} T @param {readonly T[]} found @param {number} most @returns {{section: Section, parts: T[]}[]}
 */
export function runsOf(found, most) {
  /** @type {{section: Section, parts: T[]}[]} */
  const runs = [];
  for (const part of [...found].sort((one, other) => one.offset - other.offset)) {
    const last = runs[runs.length - 1];
    if (last !== undefined && part.offset - endOf(last.section) <= TILE_GAP && endOf(part) - last.section.offset <= TILE_RUN) {
      last.section.length = Math.max(last.section.length, endOf(part) - last.section.offset);
      last.parts.push(part);
    } else {
      runs.push({section: {offset: part.offset, length: part.length}, parts: [part]});
    }
  }
  while (runs.length > most) {
    const gaps = runs.slice(1).map(({section}, index) => {
      const {offset, length} = runs[index].section;
      return endOf(section) - offset <= TILE_RUN ? section.offset - offset - length : Infinity;
    });
    const smallest = Math.min(...gaps);
    if (smallest === Infinity) break;
    const index = gaps.indexOf(smallest);
    const [{section, parts}, next] = runs.slice(index, index + 2);
    const joined = {offset: section.offset, length: endOf(next.section) - section.offset};
    runs.splice(index, 2, {section: joined, parts: [...parts, ...next.parts]});
  }
  return runs;
}

/** Reads of a file. Reads in the same turn of the event loop share requests. */
export class SharedReads {
  /** @type {(Section & {signal: AbortSignal | undefined, settle: (bytes: Promise<Uint8Array>) => void})[]} */
  #wanted = [];

  /** @param {(section: Section, signal?: AbortSignal) => Promise<Uint8Array>} read @param {number} most the maximum number of requests in a turn */
  constructor(read, most) {
    this.readNow = read;
    this.most = most;
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
    for (const {section, parts} of runsOf(wanted, this.most)) {
      const bytes = this.readNow(section, whenAllStop(parts.map(({signal}) => signal)));
      for (const {offset, length, settle} of parts) {
        const start = offset - section.offset;
        settle(bytes.then((all) => all.subarray(start, start + length)));
      }
    }
  }
}

/**
 * Returns a signal that aborts when all given signals have aborted, or undefined if one of them is undefined.
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
