"""Vector tiles at the level of their commands: details that decoders smooth over stay visible here."""
import shapely
from mapbox_vector_tile.Mapbox import vector_tile_pb2

POINT, LINE, POLYGON = 1, 2, 3
MOVE, DRAW, CLOSE = 1, 2, 7


def parse(data):
    tile = vector_tile_pb2.tile()
    tile.ParseFromString(data)
    return tile


def attributes(data):
    """The features of a plain tile without their geometry: the layer, the id and the properties of each."""
    for layer in parse(data).layers:
        # The field of a value that is set.
        values = [value.ListFields()[0][1] for value in layer.values]
        for feature in layer.features:
            pairs = zip(feature.tags[::2], feature.tags[1::2])
            id = feature.id if feature.HasField("id") else None
            yield layer.name, id, {layer.keys[key]: values[value] for key, value in pairs}


def paths(feature):
    """The parts of a geometry in the order written: positions of points, lines or rings (not closed)."""
    x = y = position = 0
    found = []
    words = feature.geometry
    while position < len(words):
        command, count = words[position] & 7, words[position] >> 3
        position += 1
        if command == CLOSE:
            assert count == 1 and feature.type == POLYGON and len(found[-1]) >= 3
            continue
        assert command in (MOVE, DRAW) and count > 0
        for _ in range(count):
            dx, dy = (zigzag(word) for word in words[position:position + 2])
            position += 2
            x, y = x + dx, y + dy
            if command == MOVE:
                found.append([(x, y)])
            else:
                assert (dx, dy) != (0, 0), "a line of no length"
                found[-1].append((x, y))
    return found


def zigzag(word):
    return (word >> 1) ^ -(word & 1)


def doubled_area(ring):
    """The shoelace sum in tile units, y down: positive for exteriors."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1]))


def polygons(rings):
    """The polygons of a feature's rings: each exterior with the holes that follow it."""
    parts = []
    for ring in rings:
        if doubled_area(ring) > 0:
            parts.append((ring, []))
        else:
            parts[-1][1].append(ring)
    return [shapely.Polygon(exterior, holes) for exterior, holes in parts]
