"""Lines with `method: coverage`: roads keep their junctions, share their courses, and cross nowhere else than before."""
import math
from collections import Counter, defaultdict

import pytest
import shapely

import rawtile
from conftest import build, collection, write_pipeline
from test_coverage import AROUND, EXTENT, hexagons, jagged, meters

# The tile in which the network lies at the last zoom, and those above it that hold all of it.
LAST, TILE = 8, (160, 96)
ZOOMS = [6, 7, LAST]
LAYERS = ["roads", "rivers"]


class Network:
    """Streets between the corners of uneven hexagons, with positions put on them, that meet nowhere else."""

    RADIUS = 0.011

    def __init__(self, numbers):
        moved = {}
        for _, corners in hexagons(self.RADIUS):
            for corner in corners:
                if corner not in moved:
                    moved[corner] = tuple(x + numbers.uniform(-0.2, 0.2) * self.RADIUS for x in corner)
        sites = [(site, [moved[corner] for corner in corners]) for site, corners in hexagons(self.RADIUS)]
        self.rings = [[placed(position) for position in ring] for ring in jagged(sites, numbers, 9, 0.3)]
        corners = [[placed(corner) for corner in corners] for _, corners in sites]
        self.sites = [placed(site) for site, _ in sites]
        self.paths, self.streets = {}, defaultdict(set)
        for ring, ends in zip(self.rings, corners):
            for path in cut(ring, set(ends)):
                self.paths[path[0], path[-1]] = path
                self.paths[path[-1], path[0]] = path[::-1]
                self.streets[path[0]].add(path[-1])
                self.streets[path[-1]].add(path[0])

    def course(self, numbers, streets):
        """A way over some streets from a random corner on, which does not turn back."""
        way = [numbers.choice(sorted(self.streets))]
        while len(way) <= streets and (further := sorted(self.streets[way[-1]] - set(way))):
            way.append(numbers.choice(further))
        return [way[0]] + [position for pair in zip(way, way[1:]) for position in self.paths[pair][1:]]

    def drives(self, numbers):
        """Straight lines from streets into the cells beside them, which they do not leave."""
        for ring, site in zip(self.rings, self.sites):
            start = numbers.choice(ring)
            drive = [start, tuple(round(a + (b - a) / 2, 3) for a, b in zip(start, site))]
            if shapely.LinearRing(ring).intersection(shapely.LineString(drive)).equals(shapely.Point(start)):
                yield drive


def placed(position):
    """A position of the coverages' square in the tile, away from its edges, in EPSG:3857."""
    scale = 2.0 ** -LAST
    return tuple(meters(*((TILE[axis] + 0.5) * scale + (position[axis] - middle) * 2.5 * scale
                          for axis, middle in enumerate([0.625, 0.375]))))


def cut(ring, ends):
    first = next(index for index, position in enumerate(ring) if position in ends)
    ring = ring[first:] + ring[:first + 1]
    cuts = [index for index, position in enumerate(ring) if position in ends]
    return [ring[a:b + 1] for a, b in zip(cuts, cuts[1:])]


def feature(number, kind, coordinates):
    return {"type": "Feature", "id": number, "properties": {}, "geometry": {"type": kind, "coordinates": coordinates}}


@pytest.fixture(scope="module")
def sources(numbers):
    """Roads: each street, ways over several, drives, and some of several parts. Rivers: ways along the borders of areas."""
    network = Network(numbers)
    streets = [path for (start, end), path in network.paths.items() if start < end]
    ways = [network.course(numbers, numbers.randint(1, 8)) for _ in range(600)]
    roads = [[line] for line in [*streets, *ways, *network.drives(numbers)]]
    roads += [[network.course(numbers, 3) for _ in range(3)] for _ in range(50)]
    rivers = [[network.course(numbers, numbers.randint(1, 8))] for _ in range(200)]
    areas = [[ring] for ring in ([*ring, ring[0]] for ring in network.rings)]
    return {"roads": [("MultiLineString", lines) for lines in roads],
            "rivers": [("MultiLineString", lines) for lines in rivers] + [("Polygon", rings) for rings in areas]}


@pytest.fixture(scope="module")
def bundle(sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lines")
    for layer, shapes in sources.items():
        (folder / f"{layer}.geojson").write_text(collection([feature(*item) for item in enumerate_kinds(shapes)]))
    return build(write_pipeline(
        folder / "lines.yaml", {layer: {"path": f"{layer}.geojson", "crs": "EPSG:3857"} for layer in LAYERS},
        {layer: {"source": layer, "kind": "shape", "zooms": f"{ZOOMS[0]}-{LAST + 1}",
                 "shape": {"tolerance": "3px", "method": "coverage", "smallerThan": "0px"}} for layer in LAYERS}),
        folder / "bundle")


def enumerate_kinds(shapes):
    return [(number, *shape) for number, shape in enumerate(shapes)]


def units(position, zoom):
    """The position on the world's grid, in units of the tile."""
    across, down = position[0] / AROUND + 0.5, 0.5 - position[1] / AROUND
    tile = [index >> (LAST - zoom) for index in TILE]
    side = 2 ** (32 - zoom)
    return tuple(math.floor((math.floor(share * 2 ** 32 + 0.5) - index * side) * EXTENT / side + 0.5)
                 for share, index in zip((across, down), tile))


def drawn(bundle, layer, zoom):
    """The parts or rings of each feature in the tile."""
    tile = zoom, *(index >> (LAST - zoom) for index in TILE)
    layer, = [found for found in rawtile.parse(bundle.plain[tile]).layers if found.name == layer]
    return {feature.id: rawtile.paths(feature) for feature in layer.features}


def junctions(shapes):
    """The positions where lines end, or where borders meet."""
    neighbors, ends = defaultdict(set), set()
    for kind, parts in shapes:
        for part in parts:
            for a, b in zip(part, part[1:]):
                neighbors[a].add(b)
                neighbors[b].add(a)
            if kind == "MultiLineString":
                ends |= {part[0], part[-1]}
    return {position: len(found) for position, found in neighbors.items() if len(found) != 2 or position in ends}


def around(ring, start):
    """A ring, closed, from a position on."""
    first = ring.index(start)
    return ring[first:] + ring[:first] + [start]


def courses(source, path, meeting, zoom):
    """Between one junction and the next: the course in the source, and as it is drawn."""
    stops = [index for index, position in enumerate(source) if position in meeting]
    found, place = [], path.index(units(source[stops[0]], zoom))
    for a, b in zip(stops, stops[1:]):
        after = path.index(units(source[b], zoom), place + 1)
        found.append((tuple(source[a:b + 1]), tuple(path[place:after + 1])))
        place = after
    return found


def all_courses(shapes, found, meeting, zoom):
    for number, (kind, parts) in enumerate(shapes):
        assert len(found[number]) == len(parts)
        for source, path in zip(parts, found[number]):
            if kind == "Polygon":
                start = next(position for position in source if position in meeting)
                source = around(source[:-1], start)
                turned = rawtile.doubled_area([units(position, zoom) for position in source[:-1]]) < 0
                path = around(path[::-1] if turned else path, units(start, zoom))
            yield from courses(source, path, meeting, zoom)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("layer", LAYERS)
def test_junctions_stay_and_what_shares_a_course_shares_it(bundle, sources, layer, zoom):
    meeting = junctions(sources[layer])
    shared, vertices, before = defaultdict(set), 0, 0
    for source, path in all_courses(sources[layer], drawn(bundle, layer, zoom), meeting, zoom):
        forward = source < source[::-1]
        shared[source if forward else source[::-1]].add(path if forward else path[::-1])
        vertices, before = vertices + len(path), before + len(source)
    assert all(len(paths) == 1 for paths in shared.values())
    assert len(shared) > 900 and vertices < before / 2
    degrees = Counter(end for paths in shared.values() for path in paths for end in (path[0], path[-1]))
    assert degrees == Counter(units(end, zoom) for source in shared for end in (source[0], source[-1]))


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("layer", LAYERS)
def test_lines_cross_nowhere_but_by_rounding(bundle, layer, zoom):
    segments = {tuple(sorted(pair)) for parts in drawn(bundle, layer, zoom).values() for part in parts
                for pair in zip(part, part[1:])}
    lines = shapely.linestrings(sorted(segments))
    crossing = shapely.STRtree(lines).query(lines, predicate="crosses").T
    for one, other in crossing:
        beyond = [shapely.distance(line, shapely.points(other.coords)).min()
                  for line, other in [(lines[one], lines[other]), (lines[other], lines[one])]]
        assert min(beyond) <= math.sqrt(2), (lines[one], lines[other])


def test_a_part_does_not_flip_across_its_sister(tmp_path):
    """The second part lies below the arch of the first, whose top is within the tolerance of its ends."""
    parts = [[[0, 0], [100, 30], [200, 0]], [[90, 10], [110, 10]], [[20, -9], [180, -9]]]
    scale = AROUND / EXTENT / 2 ** 5
    line = feature(1, "MultiLineString", [[[x * scale + 1000, y * scale + 1000] for x, y in part] for part in parts])
    (tmp_path / "arch.geojson").write_text(collection([line]))
    arch = build(write_pipeline(
        tmp_path / "arch.yaml", {"arch": {"path": "arch.geojson", "crs": "EPSG:3857"}},
        {"arch": {"source": "arch", "kind": "shape", "zooms": "5-6",
                  "shape": {"tolerance": "8px", "method": "coverage"}}}), tmp_path / "bundle")
    layer, = rawtile.parse(arch.plain[5, 16, 15]).layers
    found = [shapely.LineString(path) for path in rawtile.paths(layer.features[0])]
    assert [len(line.coords) for line in found] == [3, 2, 2]
    assert found[1].distance(found[0]) > 0 and found[2].distance(found[0]) > 0
