// Writes vector tiles, for tests of what reads them.

/** A vector tile of one layer, MVT 2.1. */
export function encodeVectorTile({name, extent, features}) {
  const keys = new Numbering();
  const values = new Numbering();
  const messages = features.map((feature) => encodedFeature(feature, keys, values));
  const layer = new ByteWriter().bytes(1, encodedText(name));
  for (const message of messages) layer.bytes(2, message);
  for (const key of keys.items) layer.bytes(3, encodedText(key));
  for (const value of values.items) layer.bytes(4, encodedValue(value));
  layer.number(5, extent).number(15, 2);
  return new ByteWriter().bytes(3, layer.written).written;
}

/** Gives equal items equal numbers, from 0. */
class Numbering {
  #numbers = new Map();
  items = [];

    of(item) {
    const number = this.#numbers.get(item) ?? this.items.push(item) - 1;
    this.#numbers.set(item, number);
    return number;
  }
}

/** Writes fields of a protocol buffer. */
class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  get written() {
    return this.#bytes.slice(0, this.#length);
  }

    append(bytes) {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
    return this;
  }

    varint(value) {
    while (value >= 128) {
      this.append([value % 128 + 128]);
      value = Math.floor(value / 128);
    }
    return this.append([value]);
  }

    zigzag(value) {
    return this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

    number(field, value) {
    return this.varint(field * 8).varint(value);
  }

    bytes(field, bytes) {
    return this.varint(field * 8 + 2).varint(bytes.length).append(bytes);
  }
}

const encodedText = (text) => new TextEncoder().encode(text);

function encodedValue(value) {
  const writer = new ByteWriter();
  if (typeof value === 'string') return writer.bytes(1, encodedText(value)).written;
  if (typeof value === 'boolean') return writer.number(7, value ? 1 : 0).written;
  if (Number.isSafeInteger(value) && value >= 0) return writer.number(5, value).written;
  return writer.varint(3 * 8 + 1).append(new Uint8Array(Float64Array.of(value).buffer)).written;
}

function encodedFeature({id, type, geometry, tags}, keys, values) {
  const writer = new ByteWriter();
  const numbers = new ByteWriter();
  for (const [key, value] of Object.entries(tags)) {
    if (value === null) continue;
    numbers.varint(keys.of(key)).varint(values.of(typeof value === 'object' ? JSON.stringify(value) : value));
  }
  if (id !== undefined) writer.number(1, id);
  return writer.bytes(2, numbers.written).number(3, type).bytes(4, encodedGeometry(type, geometry)).written;
}

function encodedGeometry(type, geometry) {
  const writer = new ByteWriter();
  let [x, y] = [0, 0];
  const move = (/** @type {Position} */ position) => {
    writer.zigzag(position[0] - x).zigzag(position[1] - y);
    [x, y] = position;
  };
  if (type === 1) {
    writer.varint(geometry.length * 8 + 1);
    geometry.forEach(move);
    return writer.written;
  }
  for (const part of geometry) {
    const line = type === 3 ? part.slice(0, -1) : part;
    writer.varint(1 * 8 + 1);
    move(line[0]);
    writer.varint((line.length - 1) * 8 + 2);
    line.slice(1).forEach(move);
    if (type === 3) writer.varint(1 * 8 + 7);
  }
  return writer.written;
}
