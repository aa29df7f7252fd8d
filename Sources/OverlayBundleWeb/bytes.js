// @ts-check
/**
 * Numbers and strings in bytes, with and without compression.
 *
 * @module bytes
 */
import {BundleError} from './errors.js';
import {text} from './manifest.js';
import {drained} from './transport.js';

/**
 * @typedef {import('./errors.js').Failure} Failure
 */

/**
 * Decompresses gzip to at most `limit` bytes.
 * @param {Uint8Array} bytes @param {number} limit @param {string} file @param {string} what
 */
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

/** Reads numbers and strings from bytes, one after the other. Truncated data is an error. */
export class ByteReader {
  /** @param {Uint8Array} bytes @param {Failure} fail */
  constructor(bytes, fail) {
    this.bytes = bytes;
    this.fail = fail;
    this.position = 0;
    this.end = bytes.length;
  }

  get isAtEnd() {
    return this.position >= this.end;
  }

  /** Reads a whole number with 7 bits in each byte, lowest bits first. Numbers of 2^53 or more are errors. */
  varint() {
    let value = 0;
    for (let scale = 1; this.position < this.end; scale *= 128) {
      const byte = this.bytes[this.position++];
      value += (byte & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER || scale > 2 ** 63) throw this.fail('a number is too large (2^53 or more)');
      if (byte < 0x80) return value;
    }
    throw this.fail('the data ends within a number');
  }

  /** Reads an unsigned whole number of up to 64 bits. */
  varint64() {
    let value = 0n;
    for (let shift = 0n; this.position < this.end && shift < 70n; shift += 7n) {
      const byte = this.bytes[this.position++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw this.fail('the data ends within a number, or the number is too long');
  }

  /**
   * Returns the next bytes.
   * @param {number} length
   */
  take(length) {
    if (length > this.end - this.position) throw this.fail(`${length} bytes were expected, but only ${this.end - this.position} are left`);
    const start = this.position;
    this.position += length;
    return this.bytes.subarray(start, this.position);
  }

  /**
   * Calls a function for each number in the next bytes.
   * @param {number} length @param {(number: number) => void} use
   */
  packed(length, use) {
    const reader = new ByteReader(this.take(length), this.fail);
    while (!reader.isAtEnd) use(reader.varint());
  }

  /**
   * Returns a view of the next bytes.
   * @param {number} length
   */
  view(length) {
    const bytes = this.take(length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  /**
   * Returns the next bytes as a string.
   * @param {number} length
   */
  text(length) {
    const bytes = this.take(length);
    try {
      return text(bytes);
    } catch {
      throw this.fail('a string is not valid UTF-8');
    }
  }

  /**
   * Skips an unknown field. A known field number is an error here, because its wire type is wrong.
   * @param {number} tag @param {number} first @param {number} last @param {number} [other]
   */
  skipUnknown(tag, first, last, other = first) {
    const number = Math.floor(tag / 8);
    const isKnown = (number >= first && number <= last) || number === other;
    if (isKnown) throw this.fail(`the field ${number} has the wrong wire type ${tag % 8}`);
    this.skip(tag);
  }

  /**
   * Skips a field of a protocol buffer.
   * @param {number} tag
   */
  skip(tag) {
    const wire = tag % 8;
    if (tag < 8) throw this.fail('a field has the number 0');
    if (wire === 0) this.varint64();
    else if (wire === 1) this.take(8);
    else if (wire === 2) this.take(this.varint());
    else if (wire === 5) this.take(4);
    else throw this.fail(`a field has the unknown wire type ${wire}`);
  }
}

/**
 * Reads a little-endian 64-bit number, which must be exact.
 * @param {DataView} view @param {number} offset @param {Failure} fail
 */
export function exact64(view, offset, fail) {
  const value = view.getUint32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true);
  if (value > Number.MAX_SAFE_INTEGER) throw fail('a number is too large (2^53 or more)');
  return value;
}
