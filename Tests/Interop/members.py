"""Reads the members file of a cluster layer from the description of its format alone."""
import struct
from dataclasses import dataclass
from pathlib import Path

LEAF = 1 << 31


@dataclass(frozen=True)
class Cluster:
    id: int
    first_leaf: int
    leaves: int
    first_child: int
    children: int
    x: int
    y: int
    zoom: int


class Members:
    def __init__(self, path):
        data = Path(path).read_bytes()
        magic, version, flags, *counts = struct.unpack_from("<8sII5Q", data)
        assert magic == b"OVTMEMB1" and version == 1
        sections = struct.unpack_from("<7Q", data, 56)
        clusters, children, leaves, keys, values = counts
        self.clusters = [
            Cluster(*struct.unpack_from("<Q7I4x", data, sections[0] + 40 * index)) for index in range(clusters)]
        self.children = struct.unpack_from(f"<{children}I", data, sections[1])
        self.leaves = [struct.unpack_from("<QII", data, sections[2] + 16 * index) for index in range(leaves)]
        self.properties = []
        if flags & 1:
            table = read_values(data, sections[5], sections[6], keys + values)
            offsets = struct.unpack_from(f"<{leaves + 1}Q", data, sections[3])
            for start, end in zip(offsets, offsets[1:]):
                numbers = list(varints(data[sections[4] + start:sections[4] + end]))
                self.properties.append({
                    table[key]: table[keys + value] for key, value in zip(numbers[::2], numbers[1::2])})

    def children_of(self, cluster):
        """Clusters, and leaves as (id, x, y)."""
        run = self.children[cluster.first_child:cluster.first_child + cluster.children]
        return [self.leaves[child & ~LEAF] if child & LEAF else self.clusters[child] for child in run]

    def leaves_of(self, cluster):
        return self.leaves[cluster.first_leaf:cluster.first_leaf + cluster.leaves]


def varints(data):
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def read_values(data, offsets_at, values_at, count):
    offsets = struct.unpack_from(f"<{count + 1}Q", data, offsets_at)
    return [value(data[values_at + start:values_at + end]) for start, end in zip(offsets, offsets[1:])]


def value(entry):
    """A value: its kind's byte (null, bool, int, uint, double, string, json) and the payload."""
    form = {1: "<?", 2: "<q", 3: "<Q", 4: "<d"}.get(entry[0])
    if form:
        return struct.unpack(form, entry[1:])[0]
    return entry[1:].decode() if entry[0] else None
