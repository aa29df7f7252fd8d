"""Polygons for benchmarks: the world's time zones, and coverages that are made up, the same ones every time."""
import json
import math
import struct
import sys

# The seed of what is made up.
SEED = 20240229


def line(properties, kind, coordinates):
    """A feature as a line of text; the coordinates are text already."""
    return (f'{{"type":"Feature","properties":{json.dumps(properties, ensure_ascii=False, separators=(",", ":"))},'
            f'"geometry":{{"type":"{kind}","coordinates":{coordinates}}}}}')


# Time zones


def zones(package):
    """A line for each zone of timezonefinder, an open zip archive, in the order of its names."""
    folder = "timezonefinder/data/"
    names = package.read(folder + "timezone_names.txt").decode().split()
    zone_ids = numbers(package.read(folder + "zone_ids.npy"))
    holes_of = json.loads(package.read(folder + "hole_registry.json"))
    boundaries = list(rings(package.read(folder + "boundaries/coordinates.fbs")))
    holes = list(rings(package.read(folder + "holes/coordinates.fbs")))
    for zone, name in enumerate(names):
        polygons = []
        for boundary in (index for index, owner in enumerate(zone_ids) if owner == zone):
            count, first = holes_of.get(str(boundary), (0, 0))
            polygons.append("[" + ",".join([boundaries[boundary], *holes[first:first + count]]) + "]")
        yield line({"tzid": name}, "MultiPolygon", "[" + ",".join(polygons) + "]")


def numbers(npy):
    """The unsigned 16-bit integers of a NumPy file of version 1."""
    start = 10 + struct.unpack_from("<H", npy, 8)[0]
    if b"'<u2'" not in npy[:start]:
        sys.exit("timezonefinder: its numbers of zones are no longer 16 bits wide")
    return struct.unpack_from(f"<{(len(npy) - start) // 2}H", npy, start)


def rings(flatbuffer):
    """The closed rings of a flat buffer: a table of tables of 32-bit integers, degrees times 10^7."""
    def indirect(position):
        return position + struct.unpack_from("<I", flatbuffer, position)[0]

    def only_field(table):
        layout = table - struct.unpack_from("<i", flatbuffer, table)[0]
        return indirect(table + struct.unpack_from("<H", flatbuffer, layout + 4)[0])

    polygons = only_field(indirect(0))
    for index in range(struct.unpack_from("<I", flatbuffer, polygons)[0]):
        coordinates = only_field(indirect(polygons + 4 + 4 * index))
        count = struct.unpack_from("<I", flatbuffer, coordinates)[0]
        values = struct.unpack_from(f"<{count}i", flatbuffer, coordinates + 4)
        pairs = [f"[{x / 1e7!r},{y / 1e7!r}]" for x, y in zip(values[::2], values[1::2])]
        if pairs[0] != pairs[-1]:
            pairs.append(pairs[0])
        yield "[" + ",".join(pairs) + "]"


# Made up


def ring(positions):
    """A closed ring of degrees, without positions that seven decimals no longer tell apart."""
    texts = [f"[{x:.7f},{y:.7f}]" for x, y in positions]
    distinct = [text for index, text in enumerate(texts) if text != texts[index - 1]]
    return "[[" + ",".join([*distinct, distinct[0]]) + "]]"


def hexagons(count):
    """A grid of hexagons of equal size in degrees, in as many columns as rows."""
    columns = math.ceil(math.sqrt(count))
    width = 60.0 / columns
    side = width / math.sqrt(3)
    for index in range(count):
        row, column = divmod(index, columns)
        # Corners are named by whole numbers, so that neighbors round the same ones.
        left, bottom = 2 * column + row % 2, 3 * row
        corners = [(1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)]
        positions = [((left + x) * width / 2 - 30.0, (bottom + y) * side / 2 - 25.0) for x, y in corners]
        yield line({"n": index}, "Polygon", ring(positions))


def voronoi(count):
    """The Voronoi diagram of random points in a rectangle."""
    import numpy
    import shapely
    random = numpy.random.default_rng(SEED)
    points = numpy.column_stack((random.uniform(-30.0, 30.0, count), random.uniform(-25.0, 25.0, count)))
    frame = shapely.box(-31.0, -26.0, 31.0, 26.0)
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(points), extend_to=frame))
    for index, cell in enumerate(cells):
        if not frame.covers(cell):
            cell = shapely.clip_by_rect(cell, *frame.bounds)
        yield line({"n": index}, "Polygon", ring(list(cell.exterior.coords)[:-1]))


def buildings(count):
    """Buildings of 4 to 12 corners in blocks of a few towns: some meters apart, turned as their street is."""
    import numpy
    random = numpy.random.default_rng(SEED)
    per_street = 50
    for street in range(0, count, per_street):
        longitude, latitude = random.uniform(5.0, 15.0), random.uniform(45.0, 55.0)
        east = 1 / (111_320 * math.cos(math.radians(latitude)))
        turn = random.uniform(0.0, math.pi)
        along, across = math.cos(turn), math.sin(turn)
        sizes = random.uniform(6.0, 14.0, (per_street, 2)).tolist()
        wings = random.integers(0, 5, per_street).tolist()
        for index in range(min(per_street, count - street)):
            positions = outline(*sizes[index], wings[index])
            start = 20.0 * index
            moved = [((start + x) * along - y * across, (start + x) * across + y * along) for x, y in positions]
            degrees = [(longitude + x * east, latitude + y / 111_320) for x, y in moved]
            yield line({"n": street + index, "levels": 1 + wings[index]}, "Polygon", ring(degrees))


def outline(width, depth, steps):
    """A rectangle in meters whose far side goes back in steps, two more corners each."""
    corners = [(0.0, 0.0), (width, 0.0), (width, depth)]
    for step in range(1, steps):
        x, y = width * (1 - step / steps), depth * (1 - step / (2 * steps))
        corners += [(x, corners[-1][1]), (x, y)]
    return corners + [(0.0, corners[-1][1])]


LINES = {"hexagons": hexagons, "voronoi": voronoi, "buildings": buildings}
