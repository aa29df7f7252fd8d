// @ts-check
// Numbers and texts in bytes, with and without compression.
import {BundleError} from './errors.js';
import {raced} from './requests.js';

/** @typedef {import('./errors.js').Failure} Failure */

/** Decodes texts. Bytes that are not valid UTF-8 are an error. */
export const utf8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/** @param {readonly Uint8Array[]} chunks @returns {Uint8Array} their bytes, one after the other */
export function joined(chunks) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}

/**
 * Reads a stream to its end. If it exceeds a limit, cancels the stream and throws an error.
 * @param {ReadableStream<Uint8Array>} stream @param {number} limit @param {Failure} tooLarge
 * @param {AbortSignal} [signal] @param {() => void} [heard] a function that is called for each chunk
 */
export async function drained(stream, limit, tooLarge, signal, heard) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  try {
    for (;;) {
      const {done, value} = await raced(reader.read(), signal);
      if (done) return joined(chunks);
      heard?.();
      length += value.length;
      if (length > limit) throw tooLarge(`larger than ${limit} bytes`);
      chunks.push(value);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

/** @param {Uint8Array} bytes of gzip @param {number} limit of decompressed bytes @param {string} file @param {string} what */
export async function unpacked(bytes, limit, file, what) {
  const stream = /** @type {any} */ (new Response(bytes).body).pipeThrough(new /** @type {any} */ (globalThis).DecompressionStream('gzip'));
  const tooLarge = (/** @type {string} */ message) => new BundleError('too-large', `${what} is ${message} after decompression`, file);
  try {
    return await drained(stream, limit, tooLarge);
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError('bad-gzip', `${what} is not valid gzip, or is truncated`, file, error);
  }
}

/** Reads numbers and texts from bytes, one after the other. Truncated data is an error. */
export class ByteReader {
  position = 0;

  /** @param {Uint8Array} bytes @param {Failure} fail */
  constructor(bytes, fail) {
    this.bytes = bytes;
    this.fail = fail;
    this.end = bytes.length;
  }

  get isAtEnd() {
    return this.position >= this.end;
  }

  /** Reads a whole number with 7 bits in each byte, lowest bits first. Numbers of 2^53 or more are errors. */
  varint() {
    let value = 0;
    for (let scale = 1; this.position < this.end && scale <= 2 ** 63; scale *= 128) {
      const byte = this.bytes[this.position++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return this.exact(value);
    }
    throw this.fail('the data ends within a number, or the number is too long');
  }

  /** Reads an unsigned whole number of up to 64 bits in the same form. */
  varint64() {
    let value = 0n;
    for (let shift = 0n; this.position < this.end && shift < 70n; shift += 7n) {
      const byte = this.bytes[this.position++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw this.fail('the data ends within a number, or the number is too long');
  }

  /** @param {number} size @returns {number} the next whole number of so many bytes, lowest first; 2^53 or more is an error */
  fixed(size) {
    const start = this.#pass(size);
    let value = 0;
    for (let at = this.position - 1; at >= start; at -= 1) value = value * 256 + this.bytes[at];
    return this.exact(value);
  }

  /** @param {number} value */
  exact(value) {
    if (value > Number.MAX_SAFE_INTEGER) throw this.fail('a number is too large (2^53 or more)');
    return value;
  }

  /** @param {number} length @returns {Uint8Array} the next bytes */
  take(length) {
    return this.bytes.subarray(this.#pass(length), this.position);
  }

  /** @param {number} length @returns {number} the position before the next bytes */
  #pass(length) {
    if (length > this.end - this.position) throw this.fail(`${length} bytes were expected, but only ${this.end - this.position} are left`);
    this.position += length;
    return this.position - length;
  }

  /** @param {number} length @returns {DataView} a view of the next bytes */
  view(length) {
    const bytes = this.take(length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  /** @param {number} length @returns {string} the text of the next bytes */
  text(length) {
    const bytes = this.take(length);
    try {
      return utf8.decode(bytes);
    } catch {
      throw this.fail('a text is not valid UTF-8');
    }
  }

  /** Returns a reader of the field of a protocol buffer whose length comes next. */
  message() {
    return new ByteReader(this.take(this.varint()), this.fail);
  }

  /**
   * Skips a field of a protocol buffer. A field with a known number is an error, because its wire type is wrong.
   * @param {number} tag @param {readonly number[]} known
   */
  skip(tag, known = []) {
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    if (number === 0) throw this.fail('a field has the number 0');
    if (known.includes(number)) throw this.fail(`the field ${number} has the wrong wire type ${wire}`);
    if (wire === 0) this.varint64();
    else if (wire === 1) this.take(8);
    else if (wire === 2) this.message();
    else if (wire === 5) this.take(4);
    else throw this.fail(`a field has the unknown wire type ${wire}`);
  }
}
