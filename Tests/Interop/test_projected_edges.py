"""Edges of projected sources are straight in the source's plane: pyproj projects thousands of positions on each, and the tiles have them."""
import json

import numpy
import pyproj
import pytest
import shapely

import mercator
import outlines
from bundle import contents
from conftest import build, collection, overtile, write_pipeline

SQUARE = lambda x, y, side: [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]
# The pole inside, outside, in the middle of an edge, a kilometer beside an edge, and as a corner.
CASES = {
    "pacific": ("EPSG:3832", [[-5.5e6, -3e6], [1.54e7, -3e6], [1.54e7, 4e6], [-5.5e6, 4e6], [-5.5e6, -3e6]]),
    "utm": ("EPSG:32633", SQUARE(5e5, 5.2e6, 1e5)),
    "utm far": ("EPSG:32601", SQUARE(1e5, 6.9e6, 6e5)),
    "britain": ("EPSG:27700", SQUARE(3e5, 3e5, 1e5)),
    "conus": ("EPSG:5070", SQUARE(-1e6, 1.5e6, 1e6)),
    "arctic": ("EPSG:3413", SQUARE(-5e5, -2e6, 1e6)),
    "arctic edge at the pole": ("EPSG:3413", SQUARE(-2e6, 0, 3e6)),
    "arctic edge beside the pole": ("EPSG:3413", SQUARE(-2e6, 1e3, 3e6)),
    "arctic corner": ("EPSG:3413", SQUARE(0, 0, 3e6)),
    "antarctic corner": ("EPSG:3031", SQUARE(0, -3e6, 3e6)),
    "corner of the other arctic": ("EPSG:3995", SQUARE(0, 0, -3e6)),
    "sea ice grid": ("EPSG:3413", [[-3.85e6, -5.35e6], [3.75e6, -5.35e6], [3.75e6, 5.85e6], [-3.85e6, 5.85e6], [-3.85e6, -5.35e6]]),
    "arctic wide": ("EPSG:3413", SQUARE(-12e6, -12e6, 24e6)),
    "antarctic": ("EPSG:3031", SQUARE(-3e6, -3e6, 6e6)),
    "antarctic beside": ("EPSG:3031", SQUARE(-3.5e6, 1.5e6, 6e6)),
    "europe": ("EPSG:3035", SQUARE(2.6e6, 1.5e6, 3e6)),
    "azimuthal equal area": ("+proj=laea +lat_0=10 +lon_0=170 +type=crs", SQUARE(-5e6, -5e6, 1e7)),
    "oblique": ("EPSG:2056", SQUARE(2.5e6, 1.1e6, 2e5)),
    "turned globe": ("+proj=ob_tran +o_proj=longlat +o_lon_p=-162 +o_lat_p=39.25 +to_meter=0.0174532925199433 +type=crs", SQUARE(-20, -15, 30)),
    "around the world": ("EPSG:3832", [[-20037508.342789244, -3e6], [20037508.342789244, -3e6], [20037508.342789244, 4e6], [-20037508.342789244, 4e6],
                                         [-20037508.342789244, -3e6]]),
    "mercator the long way": ("EPSG:3857", [[-1.2e7, -2e6], [1.2e7, -1e6], [1.2e7, 2e6], [-1.2e7, 2e6], [-1.2e7, -2e6]]),
}
LAST = 8


def edges(bundle, ring, count):
    """Positions on each edge, projected by pyproj as the manifest says, in the unit square of the map."""
    record, = bundle.manifest["provenance"]["reprojections"]
    transformer = pyproj.Transformer.from_pipeline(record["pipeline"])
    ring, shares = numpy.array(ring), numpy.linspace(0, 1, count)[:, None]
    for start, end in zip(ring, ring[1:]):
        places = start + shares * (end - start)
        yield outlines.on_map(*transformer.transform(places[:, 0], places[:, 1]))


def bundle_of(folder, crs, features, zooms=f"0-{LAST}", code=0, **layer):
    (folder / "in.geojson").write_text(collection(features))
    path = write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson", "crs": crs}}, {
        "a": {"source": "s", "kind": "shape", "zooms": zooms, "maxTiles": {"feature": 3_000_000, "layer": 6_000_000}, "shape": {"method": "none"}} | layer})
    return build(path, folder / "out")


def feature(kind, coordinates, id=1):
    return {"type": "Feature", "id": id, "properties": {}, "geometry": {"type": kind, "coordinates": coordinates}}


@pytest.mark.parametrize("kind", ["LineString", "Polygon"])
@pytest.mark.parametrize("case", CASES)
def test_the_tiles_have_every_place_of_an_edge(case, kind, tmp_path):
    crs, ring = CASES[case]
    last = LAST if kind == "LineString" else 6
    if (case, kind) == ("around the world", "Polygon"):
        ring = [[x / 2, y] for x, y in ring]  # A polygon all around has no border where its ends meet.
    bundle = bundle_of(tmp_path, crs, [feature(kind, [ring] if kind == "Polygon" else ring)], f"0-{last}")
    record, = bundle.manifest["provenance"]["reprojections"]
    bound = record["edgeToleranceMeters"] / 40_075_016.68557849
    assert bound == pytest.approx(0.25 / 4096 / 2**last)
    every = numpy.concatenate(list(edges(bundle, ring, 2001)))
    inside = every[(every[:, 1] > 0) & (every[:, 1] < 1)]
    assert len(inside) > 2000
    for zoom in range(last + 1):
        drawn = outlines.lines(bundle, "a", zoom)
        # Half a unit of the tile by rounding, both ways, and half a unit of the world's grid.
        allowed = bound + (0.5 / 4096 / 2**zoom + 0.5 / mercator.WORLD) * 2**0.5
        far = inside[~outlines.near(drawn, inside, allowed)]
        assert len(far) == 0, (zoom, shapely.distance(drawn, shapely.points(far)).max() / allowed, far[:5])


@pytest.mark.parametrize("case", CASES)
def test_the_tiles_of_deep_zooms_have_every_place_of_a_short_edge(case, tmp_path):
    """Triangles of a few kilometers at the corners of the shapes, down to the layer's last zoom."""
    crs, ring = CASES[case]
    side = 0.05 if case == "turned globe" else 4e3
    middle = numpy.mean(ring[:-1], axis=0)
    corners = [numpy.array(corner) + numpy.sign(middle - corner) * side for corner in ring[1:3]]
    rings = [[list(corner + numpy.array(step) * side) for step in ((0, 0), (1, 0.3), (0.2, 1), (0, 0))] for corner in corners]
    bundle = bundle_of(tmp_path, crs, [feature("Polygon", [ring], number) for number, ring in enumerate(rings, 1)], "11-16")
    record, = bundle.manifest["provenance"]["reprojections"]
    bound = record["edgeToleranceMeters"] / 40_075_016.68557849
    assert bound == pytest.approx(0.25 / 4096 / 2**16)
    every = numpy.concatenate([place for ring in rings for place in edges(bundle, ring, 1001)])
    inside = every[(every[:, 1] > 0) & (every[:, 1] < 1)]
    assert len(inside) > 3000
    for zoom in range(11, 17):
        drawn = outlines.lines(bundle, "a", zoom)
        allowed = bound + (0.5 / 4096 / 2**zoom + 0.5 / mercator.WORLD) * 2**0.5
        far = inside[~outlines.near(drawn, inside, allowed)]
        assert len(far) == 0, (zoom, shapely.distance(drawn, shapely.points(far)).max() / allowed, far[:5])


@pytest.mark.parametrize("case", ["pacific", "utm", "britain", "conus", "arctic", "arctic edge at the pole", "arctic edge beside the pole",
                                  "arctic corner", "antarctic corner", "corner of the other arctic", "sea ice grid", "arctic wide", "antarctic", "antarctic beside", "mercator the long way"])
def test_polygons_cover_what_they_cover_in_the_plane(case, tmp_path):
    """Positions all over the map, projected by pyproj into the plane of the source."""
    crs, ring = CASES[case]
    bundle = bundle_of(tmp_path, crs, [feature("Polygon", [ring])], "0-5")
    record, = bundle.manifest["provenance"]["reprojections"]
    transformer = pyproj.Transformer.from_pipeline(record["pipeline"])
    covered, plane = outlines.area(bundle, "a", 5), shapely.Polygon(ring)
    random = numpy.random.default_rng(5)
    west, south, east, north = covered.bounds
    assert shapely.is_valid(covered)
    margin = max(east - west, north - south) / 3
    places = random.uniform(numpy.clip([west - margin, south - margin], 1e-4, 1), numpy.clip([east + margin, north + margin], 0, 1 - 1e-4), (20_000, 2))
    longitudes = places[:, 0] * 360 - 180
    latitudes = numpy.degrees(2 * numpy.arctan(numpy.exp((0.5 - places[:, 1]) * 2 * numpy.pi)) - numpy.pi / 2)
    x, y = transformer.transform(longitudes, latitudes, direction="INVERSE")
    if case.startswith("pacific"):  # The plane goes around the world, where a transformation has one position for each.
        x = numpy.where(x < -1.9e7, x + 2 * numpy.pi * 6378137, x)
    expected = shapely.contains_xy(plane, x, y)
    found, near = outlines.covered(covered, places), outlines.near(covered.boundary, places, 1 / 4096 / 32)
    assert expected.sum() > 100 and (expected != expected[0]).any()
    assert (found == expected)[~near].all(), places[(found != expected) & ~near][:5]


@pytest.mark.parametrize("crs, west, south, side", [
    ("EPSG:5070", -1e6, 1.5e6, 2e5), ("EPSG:3035", 3e6, 2e6, 3e5), ("EPSG:27700", 2e5, 1e5, 1e5), ("EPSG:2193", 1.2e6, 5e6, 1.5e5),
    # Across the antimeridian.
    ("EPSG:32601", -1e5, 6.9e6, 1e5), ("EPSG:3413", -2e6, 1.5e6, 2e5), ("EPSG:3031", -3e5, -3e6, 2e5), ("EPSG:3832", 2e6, -2e6, 1e6),
])
def test_neighbors_stay_neighbors(crs, west, south, side, tmp_path):
    """A grid of squares whose rows are shifted by half: shared edges in both directions, and T-junctions."""
    features = []
    for row in range(4):
        for column in range(4):
            ring = SQUARE(west + (column + row % 2 / 2) * side, south + row * side, side)
            features.append(feature("Polygon", [ring[::-1] if (row + column) % 2 else ring], 1 + row * 4 + column))
    last = 9 if side < 5e5 else 7
    bundle = bundle_of(tmp_path, crs, features, f"{last - 2}-{last}")
    for zoom in range(last - 2, last + 1):
        shapes = [outlines.area(bundle, "a", zoom, number) for number in range(1, 17)]
        if shapely.union_all(shapes).bounds[2] == 1:
            shapes = [outlines.joined(shape) for shape in shapes]
        unit = 1 / 4096 / 2**zoom
        for row in range(4):
            for column in range(3):
                one, other = shapes[row * 4 + column], shapes[row * 4 + column + 1]
                assert one.intersection(other).area == 0, (zoom, row, column)
                assert one.union(other).geom_type == "Polygon" and not one.union(other).interiors
        whole = shapely.union_all(shapes)
        # At T-junctions a gap or an overlap is at most a unit wide.
        assert whole.buffer(unit).buffer(-unit).geom_type == "Polygon" and not whole.buffer(unit).buffer(-unit).interiors
        overlap = sum(shape.area for shape in shapes) - whole.area
        assert overlap <= unit * sum(shape.length for shape in shapes) / 4


def test_added_positions_do_not_depend_on_direction(tmp_path):
    ring = CASES["arctic edge beside the pole"][1]
    bundles = []
    for name, coordinates in ("a", ring), ("b", ring[::-1]):
        (tmp_path / name).mkdir()
        bundles.append(bundle_of(tmp_path / name, "EPSG:3413", [feature("Polygon", [coordinates])], "0-6"))
    assert bundles[0].plain == bundles[1].plain


@pytest.mark.parametrize("crs, line, code", [
    # Goode's map is torn there; its other gaps have no position at all.
    ("+proj=igh +type=crs", [[-1.2e7, 4e6], [1.2e7, 4e6]], {"edge-too-curved", "not-transformed"}),
    # Both ends are on the Earth, and the middle is beyond the rim of the disc.
    ("+proj=ortho +lat_0=0 +lon_0=0 +type=crs", [[-6.3e6, 2e4], [-6.1e6, 1.8e6]], {None}),
    ("+proj=imw_p +lat_1=30 +lat_2=40 +lon_0=0 +type=crs", [[0, 0], [1e5, 1e5]], {None}),
])
def test_an_edge_that_cannot_be_followed_is_rejected(crs, line, code, tmp_path):
    good = feature("LineString", [[0, 0], [1e4, 1e4]], 2)
    (tmp_path / "in.geojson").write_text(collection([feature("LineString", line), good]))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson", "crs": crs, "onInvalid": "skip", "maxRejected": "100%"}}, {
        "a": {"source": "s", "kind": "shape", "zooms": "0-8"}})
    run = overtile("build", path, "--output", tmp_path / "out")
    assert run.returncode == 0, run.stderr.decode()
    ledger = [json.loads(line) for line in (tmp_path / "out.ledger.jsonl").read_text().splitlines()] if (tmp_path / "out.ledger.jsonl").exists() else []
    found = {entry["code"] for entry in ledger if entry["action"] == "rejected"} or {None}
    assert found <= code


def positions_needed(crs, start, end, tolerance):
    """The fewest positions that keep to an edge: a chord of an arc with curvature k leaves it by k / 8 of its length squared."""
    transformer = pyproj.Transformer.from_crs(crs, "OGC:CRS84", always_xy=True)
    places = start + numpy.linspace(0, 1, 50_001)[:, None] * numpy.subtract(end, start)
    on_map = outlines.on_map(*transformer.transform(places[:, 0], places[:, 1]))
    on_map[:, 0] = numpy.unwrap(on_map[:, 0], period=1)
    steps = numpy.diff(on_map, axis=0)
    lengths = numpy.hypot(*steps.T)
    (x, y), shown = (steps / lengths[:, None]).T, (on_map[1:-1, 1] > 0) & (on_map[1:-1, 1] < 1)
    turns, around = numpy.abs(x[:-1] * y[1:] - y[:-1] * x[1:]), (lengths[:-1] + lengths[1:]) / 2
    return numpy.sqrt(turns * around / (8 * tolerance))[shown].sum()


def test_an_edge_that_would_need_too_many_positions_is_rejected_and_never_drawn_coarser(tmp_path):
    lines = {number: [[-x, y], [x, y]] for number, (x, y) in enumerate(
        [(x, y) for y in (5.5e5, 8e5, 3e6, -1e7) for x in (2e4, 1e6, 1.2e7, 3e7)], 1)}
    most, tolerance = 65_536, 0.5 / mercator.WORLD
    needed = {number: positions_needed("EPSG:3413", *line, tolerance) for number, line in lines.items()}
    # As few as these for each edge, and too many together.
    lines[99] = [[(-1)**step * 1e6, 6.5e5 + step] for step in range(17)]
    features = [feature("LineString", line, number) for number, line in lines.items()]
    (tmp_path / "in.geojson").write_text(collection(features))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson", "crs": "EPSG:3413", "onInvalid": "skip", "maxRejected": "100%"}}, {
        "a": {"source": "s", "kind": "shape", "zooms": "22", "maxTiles": {"feature": 20_000}}})
    bundle = build(path, tmp_path / "deep")
    entries = [json.loads(line) for line in (tmp_path / "deep.ledger.jsonl").read_text().splitlines()]
    codes = {int(entry["id"]): entry["code"] for entry in entries if entry["action"] == "rejected"}
    shown = {entry.id for entry in bundle.entries["a"]}
    assert len(shown) >= 2 and shown.isdisjoint(codes) and shown | set(codes) == set(lines)
    reasons = {int(entry["id"]): entry["reason"] for entry in entries if entry["code"] == "edge-too-curved"}
    assert 99 in reasons and all(f"from ({float(lines[number][0][0])}, {lines[number][0][1]})" in reason
                                 for number, reason in reasons.items() if number != 99)
    # Halving takes more positions than are needed, and at most twice as many.
    sure = {number: need > most / 1.1 for number, need in needed.items() if not most / 2.2 < need < most / 1.1}
    assert list(sure.values()).count(True) >= 2 and list(sure.values()).count(False) >= 8
    assert {number: number in reasons for number in sure} == sure
    # Where fewer are needed, all of them are drawn as they are.
    drawn = bundle_of(tmp_path, "EPSG:3413", features[:-1], "0-6")
    every = numpy.concatenate([place for line in list(lines.values())[:-1] for place in edges(drawn, line, 2001)])
    every = every[(every[:, 1] > 0) & (every[:, 1] < 1)]
    allowed = (0.25 + 0.5 * 2**0.5) / 4096 / 2**6 + 1 / mercator.WORLD
    assert outlines.near(outlines.lines(drawn, "a", 6), every, allowed).all()


@pytest.mark.parametrize("crs, west, south", [
    ("EPSG:32633", 5e5, 5.2e6), ("EPSG:27700", 3e5, 3e5), ("EPSG:3035", 4e6, 3e6), ("EPSG:3413", -5e5, -2e6), ("EPSG:32601", 1e5, 6.9e6),
    ("EPSG:3413", -2e4, 5e5), ("EPSG:3031", 2e4, -2e4),
])
def test_what_is_valid_in_the_plane_is_no_fault(crs, west, south, tmp_path):
    """Holes some meters inside of long edges, where the bound of the zoom is hundreds of meters, and slim triangles."""
    shell, rings = SQUARE(west, south, 1e5), []
    for y in 30, 99_000:
        hole = [(1e4, y), (5e4, y), (9e4, y), (9e4, y + 970), (1e4, y + 970), (1e4, y)]
        rings.append([shell, [[west + x, south + y] for x, y in hole[::-1]]])
    rings += [[[[west, south], [west + x, south + y], [west + x / 3, south + y * 1.4], [west, south]]]
              for x, y in ((2.5e6, 1e4), (-9e5, 2e4), (1e4, 2.5e6), (2e4, -9e5))]
    assert all(shapely.Polygon(polygon[0], polygon[1:]).is_valid for polygon in rings)
    bundle = bundle_of(tmp_path, crs, [feature("Polygon", polygon, number) for number, polygon in enumerate(rings, 1)], "0-3")
    report = json.loads((tmp_path / "out.report.json").read_text())
    assert report["layers"][0]["rejected"] == len(rings) - bundle.layers["a"]["features"]
    assert {entry.id for entry in bundle.entries_at("a", 3)} <= set(range(1, 7)) and "not-valid" not in report["ledger"]


def test_a_fault_is_named_where_it_is_in_the_plane(tmp_path):
    bow = [[5e5, 5.2e6], [6e5, 5.3e6], [6e5, 5.2e6], [5e5, 5.3e6], [5e5, 5.2e6]]
    (tmp_path / "in.geojson").write_text(collection([feature("Polygon", [bow])]))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson", "crs": "EPSG:32633"}}, {"a": {"source": "s", "kind": "shape", "zooms": "0-8"}})
    run = overtile("build", path, "--output", tmp_path / "out")
    assert shapely.is_valid_reason(shapely.Polygon(bow)) == "Self-intersection[550000 5250000]"
    assert run.returncode == 65 and b"Self-intersection at (550000.0, 5250000.0)" in run.stderr, run.stderr


def test_what_lies_beyond_the_rim_of_a_map_is_rejected(tmp_path):
    """Satellite tiles in the sinusoidal projection: beyond 180 degrees PROJ finds positions on the other side of the Earth."""
    crs, side = "+proj=sinu +R=6371007.181 +type=crs", 1111950.519667
    tiles = {(h, v): SQUARE(-20015109.354 + h * side, 10007554.677 - (v + 1) * side, side) for h in range(36) for v in range(18)}
    features = [feature("Polygon", [ring], 1 + h * 18 + v) for (h, v), ring in tiles.items()]
    (tmp_path / "in.geojson").write_text(collection(features))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson", "crs": crs, "onInvalid": "skip", "maxRejected": "100%"}}, {
        "a": {"source": "s", "kind": "shape", "zooms": "3"}})
    bundle = build(path, tmp_path / "out")
    transformer = pyproj.Transformer.from_crs(crs, "OGC:CRS84", always_xy=True)

    def is_on_earth(ring):
        corners = numpy.array(ring) * (1 - 1e-9)
        back = transformer.transform(*transformer.transform(corners[:, 0], corners[:, 1]), direction="INVERSE")
        return numpy.abs(back - corners.T).max() < 1000

    expected = {1 + h * 18 + v for (h, v), ring in tiles.items() if is_on_earth(ring)}
    assert 200 < len(expected) < len(tiles) and {entry.id for entry in bundle.entries["a"]} == expected
    ledger = [json.loads(line) for line in (tmp_path / "out.ledger.jsonl").read_text().splitlines()]
    rejected = [entry for entry in ledger if entry["action"] == "rejected"]
    assert len(rejected) == len(tiles) - len(expected) and {entry["code"] for entry in rejected} == {"not-transformed"}
    assert all("reference system can represent" in entry["reason"] or "cannot be converted" in entry["reason"] for entry in rejected)


def test_longitude_and_latitude_keep_their_meaning(tmp_path):
    """A geographic system other than WGS84 gets no positions either."""
    ring = SQUARE(-10, 40, 20)
    bundle = bundle_of(tmp_path, "EPSG:4258", [feature("Polygon", [ring])], "0-6")
    record, = bundle.manifest["provenance"]["reprojections"]
    assert "edgeToleranceMeters" not in record
    assert max(len(path) for entry in bundle.entries_at("a", 0) for path in outlines.paths(entry.geometry)) == 5


def test_order_and_threads_do_not_matter(tmp_path):
    features = [feature("Polygon", [SQUARE(1e6 + x * 1e5, y * 1e5, 1e5)], 1 + x * 8 + y) for x in range(8) for y in range(8)]
    first = contents(bundle_of(tmp_path, "EPSG:3413", features, "0-6").folder)
    assert first == contents(bundle_of(tmp_path, "EPSG:3413", features[::-1], "0-6").folder)
