// @ts-check
// Requests: waited for until a signal aborts, made a few at a time, and shared by those who read neighboring parts of a file.

/** @typedef {{offset: number, length: number}} Section of a file */

/** The maximum number of bytes in one request for several parts. */
export const MOST_RUN = 2 * 1024 * 1024;

/**
 * Waits for a promise until a signal aborts.
 * @template T @param {Promise<T>} promise @param {AbortSignal | undefined} signal @returns {Promise<T>}
 */
export function raced(promise, signal) {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, {once: true});
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Runs a function for each item, a few at a time. The first error stops it.
 * @template T @param {Iterable<T>} items @param {number} width @param {(item: T) => Promise<unknown>} work
 */
export async function eachOf(items, width, work) {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await work(item).catch((error) => { left.length = 0; throw error; });
    }
  };
  await Promise.all(Array.from({length: Math.min(width, left.length)}, worker));
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
