// @ts-check
// Waiting for several things, and for a signal that aborts.

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
