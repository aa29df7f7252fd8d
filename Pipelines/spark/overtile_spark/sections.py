"""Part files: what the tasks of `overtile part` exchange. The program checks them; here they are only taken apart.

A file is a header of 48 bytes, the payloads of its sections, a directory with a header of 48 bytes for each of them, and an end that counts
them. From task to task a section goes as its header and its payload.
"""
import struct
import zlib

HEADER = struct.Struct("<8sII32s")
SECTION = struct.Struct("<IIQQQQQ")
END, OUTCOME, NODES, CLUSTERS, SENT, TILES, ROWS, SUBTREES, LEAVES, NUMBERS, VALUES, MARKS, CUTS, CUT_ITEMS, AGGREGATED = range(15)
VERSION = 8


def directory(data):
    """The sections of a file: of each its kind, its three numbers, and where its header and its payload are in the data."""
    magic, version, _, _ = HEADER.unpack_from(data)
    if magic != b"OVERPART" or version != VERSION:
        raise ValueError(f"these bytes are not a part file of version {VERSION}")
    end = len(data) - SECTION.size
    kind, _, count, checksum, _, _, _ = SECTION.unpack_from(data, max(end, 0))
    start = end - count * SECTION.size
    if kind != END or start < HEADER.size or zlib.crc32(data[start:end]) != checksum:
        raise ValueError("a part file is cut short or damaged")
    sections, offset = [], HEADER.size
    for at in range(start, end, SECTION.size):
        kind, _, first, second, third, size, _ = SECTION.unpack_from(data, at)
        sections.append((kind, (first, second, third), slice(at, at + SECTION.size), slice(offset, offset + size)))
        offset += size
    if offset != start:
        raise ValueError("a part file is cut short or damaged")
    return sections


def split(data):
    """The header of a file, and its sections: each a kind, three numbers, and the bytes of its header and its payload."""
    return data[:HEADER.size], [(kind, numbers, data[header] + data[payload]) for kind, numbers, header, payload in directory(data)]


def without(data, kinds):
    """The pieces, one after the other, of a file that has the sections of other kinds alone; none if there are none."""
    kept, headers, pieces = 0, [], []
    for kind, _, header, payload in directory(data):
        if kind in kinds:
            continue
        kept += 1
        headers.append(data[header])
        if pieces and pieces[-1].stop == payload.start:
            payload = slice(pieces.pop().start, payload.stop)
        pieces.append(payload)
    headers = b"".join(headers)
    view = memoryview(data)
    return [view[:HEADER.size], *(view[piece] for piece in pieces), headers + end(kept, zlib.crc32(headers))] if kept else []


def parted(record):
    """The sections that follow each other in some bytes, each its header and its payload."""
    at = 0
    while at < len(record):
        next = at + SECTION.size + SECTION.unpack_from(record, at)[5]
        yield record[at:next]
        at = next


def numbers(section):
    """The three numbers of a section."""
    return SECTION.unpack_from(section)[2:5]


def join(header, sections):
    """A part file of some sections; the program checks their digests."""
    headers = b"".join(section[:SECTION.size] for section in sections)
    payloads = (section[SECTION.size:] for section in map(memoryview, sections))
    return b"".join([header, *payloads, headers, end(len(sections), zlib.crc32(headers))])


def end(count, checksum):
    """The end of a file."""
    return SECTION.pack(END, 0, count, checksum, 0, 0, digest((END, count, checksum, 0)))


def digest(name):
    """The digest of a section without a payload: XXH64 of its three numbers, one after the other, then of no bytes."""
    seed = name[0]
    for number in name[1:]:
        seed = xxh64(struct.pack("<QQ", number, 0), seed)
    return xxh64(b"", seed)


MASK = (1 << 64) - 1
PRIMES = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)


def xxh64(data, seed):
    """XXH64 of fewer than 32 bytes, whole words. Source: the xxHash specification, version 0.1.1."""
    result = (seed + PRIMES[4] + len(data)) & MASK
    for (word,) in struct.iter_unpack("<Q", data):
        result ^= rotate(word * PRIMES[1] & MASK, 31) * PRIMES[0] & MASK
        result = (rotate(result, 27) * PRIMES[0] + PRIMES[3]) & MASK
    result = (result ^ result >> 33) * PRIMES[1] & MASK
    result = (result ^ result >> 29) * PRIMES[2] & MASK
    return result ^ result >> 32


def rotate(value, bits):
    return (value << bits | value >> (64 - bits)) & MASK
