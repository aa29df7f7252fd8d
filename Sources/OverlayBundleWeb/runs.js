// @ts-check
// Parts of a file that are read together.
import {MIB} from './options.js';
import {eachOf, raced, whenAllStop} from './waiting.js';

/** @typedef {{offset: number, length: number}} Section of a file */

/** The maximum number of bytes in one request for several parts. */
export const MOST_RUN = 2 * MIB;

/** @template {Section} T @param {readonly T[]} found @param {number} gap @returns runs of parts that are read together */
function runsOf(found, gap) {
  /** @type {{offset: number, length: number, parts: T[]}[]} */
  const runs = [];
  for (const part of [...found].sort((one, other) => one.offset - other.offset)) {
    const last = runs[runs.length - 1];
    const length = part.offset + part.length - (last?.offset ?? 0);
    if (last !== undefined && part.offset - last.offset - last.length <= gap && length <= MOST_RUN) {
      last.length = Math.max(last.length, length);
      last.parts.push(part);
    } else {
      runs.push({offset: part.offset, length: part.length, parts: [part]});
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
    return eachOf(runsOf(wanted, this.gap), this.width, async ({offset, length, parts}) => {
      const bytes = this.readNow({offset, length}, whenAllStop(parts.map(({signal}) => signal)));
      for (const part of parts) {
        const start = part.offset - offset;
        part.settle(bytes.then((all) => all.subarray(start, start + part.length)));
      }
      await bytes.catch(() => undefined);
    });
  }
}
