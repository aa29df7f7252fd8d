// @ts-check
// Requests for whole files or ranges of files in a bundle.
import {drained} from './bytes.js';
import {BundleError} from './errors.js';
import {MANIFEST} from './manifest.js';
import {raced} from './requests.js';

/**
 * @typedef {(url: string, init: RequestInit) => Promise<Response>} Fetch
 * @typedef {{offset: number, length: number, total: number}} Range a range of a file with `total` bytes
 * @typedef {{range?: Range, limit: number, cache: RequestCache, signal?: AbortSignal}} Request
 */

/** Requests the files of a bundle from a server. */
export class Transport {
  /** @type {Promise<Uint8Array> | undefined} */
  #reading;
  /** @type {Promise<Uint8Array> | undefined} */
  #waiting;

  /**
   * @param {URL} base @param {Fetch} fetch @param {Record<string, string>} headers
   * @param {import('./options.js').Limits} limits
   */
  constructor(base, fetch, headers, limits) {
    this.base = base;
    this.fetch = fetch;
    this.headers = headers;
    this.limits = limits;
  }

  /**
   * Returns the manifest as it is now or slightly later. All callers that wait share the next request.
   * @param {AbortSignal} [signal]
   */
  manifest(signal) {
    this.#waiting ??= (this.#reading ?? Promise.resolve()).catch(() => undefined).then(() => {
      this.#waiting = undefined;
      this.#reading = this.get(MANIFEST, {limit: this.limits.manifestBytes, cache: 'no-cache'}).then(({bytes}) => bytes);
      return this.#reading;
    });
    return raced(this.#waiting, signal);
  }

  /** @param {string} path @param {Request} request @returns the bytes of the file or range, and their strong validator */
  async get(path, request) {
    const {signal} = request;
    if (signal?.aborted) throw signal.reason;
    const {timeoutMs} = this.limits;
    const controller = new AbortController();
    signal?.addEventListener('abort', () => controller.abort(signal.reason), {signal: controller.signal});
    const late = new BundleError('timeout', `the server sent nothing for ${timeoutMs} milliseconds, or was too slow`, path);
    // Longer times than this fire at once.
    const endAfter = (/** @type {number} */ milliseconds) => setTimeout(() => controller.abort(late), Math.min(milliseconds, 2 ** 31 - 1));
    const whole = endAfter(10 * timeoutMs);
    let silence = endAfter(timeoutMs);
    const heard = () => {
      clearTimeout(silence);
      silence = endAfter(timeoutMs);
    };
    try {
      return await this.#part(path, request, controller.signal, heard);
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      if (error instanceof BundleError) throw error;
      throw new BundleError('network', `the request failed: ${error instanceof Error ? error.message : error}`, path, error);
    } finally {
      controller.abort();
      [whole, silence].forEach(clearTimeout);
    }
  }

  /** @param {string} path @param {Request} request @param {AbortSignal} signal @param {() => void} heard called for what the server sends */
  async #part(path, {range, limit, cache}, signal, heard) {
    const headers = {...this.headers};
    if (range !== undefined) headers.Range = `bytes=${range.offset}-${range.offset + range.length - 1}`;
    const url = new URL(path.split('/').map(encodeURIComponent).join('/'), this.base).href;
    // A platform's own fetch must not be called as a method of something else.
    const {fetch} = this;
    const response = await raced(fetch(url, {headers, cache, signal}), signal);
    checkStatus(response, path, range);
    heard();
    const tooLarge = (/** @type {string} */ what) => new BundleError('too-large', `the response is ${what}`, path);
    const bytes = response.body === null ? new Uint8Array(0) : await drained(response.body, limit, tooLarge, signal, heard);
    if (range !== undefined && bytes.length !== range.length) {
      throw new BundleError('truncated', `the server sent ${bytes.length} bytes, but ${range.length} were expected`, path);
    }
    return {bytes, tag: strongTag(response.headers)};
  }
}

/**
 * Returns a strong validator, which reliably distinguishes two versions of a file, if the server sends one. RFC 9110, 8.8.1 and
 * 8.8.2.2.
 * @param {Headers} headers
 */
function strongTag(headers) {
  const tag = headers.get('etag');
  if (tag !== null && !tag.startsWith('W/')) return tag;
  const modified = Date.parse(headers.get('last-modified') ?? '');
  const age = Date.parse(headers.get('date') ?? '') - modified;
  return age >= 2000 ? `modified ${modified}` : undefined;
}

/** @param {Response} response @param {string} path @param {Range | undefined} range that was requested */
function checkStatus({status, headers}, path, range) {
  if (status === 404 || status === 410) throw new BundleError('missing-file', `the server has no such file (${status})`, path);
  if (status === 416) throw new BundleError('size', 'the file is shorter than the manifest states', path);
  if (status !== 200 && (status !== 206 || range === undefined)) throw new BundleError('http', `the server responded with status ${status}`, path);
  if (range === undefined) return;
  // Servers of other origins may hide this header; the length of the body is always compared.
  const stated = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  // A server that is asked for a range of an earlier version may send the whole current file.
  const size = Number((status === 206 ? stated?.[3] : headers.has('content-encoding') ? null : headers.get('content-length')) ?? NaN);
  if (size >= 0 && size !== range.total) {
    throw new BundleError('size', `the file has ${size} bytes, but the manifest lists ${range.total}`, path);
  }
  if (status === 200 && range.length !== range.total) {
    throw new BundleError('ranges', 'the server sent the whole file instead of a range; serve bundles with a server that '
      + 'supports range requests', path);
  }
  const isOther = stated !== null && (Number(stated[1]) !== range.offset || Number(stated[2]) !== range.offset + range.length - 1);
  if (status === 206 && isOther) throw new BundleError('ranges', `the server sent a different range, ${stated[0]}`, path);
}
