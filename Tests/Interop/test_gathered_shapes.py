"""`small: gather`: squares with the area of polygons too small to see, and what a build says of shapes that zooms leave out."""
import json
import math
import random

import pytest
import shapely
from shapely.geometry import shape

from bundle import Bundle, contents
from conftest import collection, overtile, write_pipeline

EXTENT = 4096
PIXEL = EXTENT / 512


def square(west, south, side, id):
    ring = [[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]
    return {"type": "Feature", "id": id, "properties": {"n": id}, "geometry": {"type": "Polygon", "coordinates": [ring]}}


def mosaic():
    """900 cells of 0.02 degrees that meet."""
    return [square(10 + 0.02 * (index % 30), 0.02 * (index // 30), 0.02, index) for index in range(900)]


def scattered():
    """2,000 squares of different sizes, far apart."""
    random.seed(3)
    return [square(random.uniform(-170, 170), random.uniform(-60, 60), random.uniform(0.01, 0.3), index) for index in range(2000)]


def built(folder, features, name="bundle", zooms="0-9", **options):
    (folder / f"{name}.geojson").write_text(collection(features))
    layer = {"source": "s", "kind": "shape", "zooms": zooms, "shape": {"small": "gather"} | options}
    path = write_pipeline(folder / f"{name}.yaml", {"s": {"path": f"{name}.geojson"}}, {"l": layer}, output={"path": name})
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr.decode()
    return Bundle(folder / name), run


def on_the_map(entry):
    z, column, row = entry.tile
    return shapely.transform(shape(entry.geometry), lambda at: at * [1, -1] + [column * EXTENT, (row + 1) * EXTENT])


def drawn(bundle, zoom):
    """The shapes of a zoom by id, whole."""
    pieces = {}
    for entry in bundle.entries_at("l", zoom):
        # Neighbors repeat what lies in their buffers.
        z, column, row = entry.tile
        inside = shapely.box(column * EXTENT, row * EXTENT, (column + 1) * EXTENT, (row + 1) * EXTENT)
        piece = shapely.get_parts(shapely.intersection(on_the_map(entry), inside))
        pieces.setdefault(entry.id, []).extend(part for part in piece if part.area > 0)
    return {id: shapely.union_all(parts) for id, parts in pieces.items()}


def true_area(features, zoom):
    """In units of tiles of the zoom."""
    def units(at):
        import numpy
        latitude = numpy.radians(at[:, 1])
        y = 0.5 - numpy.arcsinh(numpy.tan(latitude)) / (2 * numpy.pi)
        return numpy.stack([at[:, 0] / 360 + 0.5, y], axis=1) * (EXTENT << zoom)
    return [shapely.transform(shape(feature["geometry"]), units).area for feature in features]


@pytest.mark.parametrize("features, method", [(mosaic, "coverage"), (scattered, "topology")])
def test_squares_keep_the_area(features, method, tmp_path):
    bundle, _ = built(tmp_path, features(), method=method, zooms="0-6")
    gathered = 0
    for zoom in range(7):
        areas = true_area(features(), zoom)
        small = {index for index, area in enumerate(areas) if math.sqrt(area) < 0.98 * PIXEL}
        large = {index for index, area in enumerate(areas) if math.sqrt(area) > 1.02 * PIXEL}
        found = drawn(bundle, zoom)
        assert large <= set(found)
        squares = {id: geometry for id, geometry in found.items() if id in small}
        for geometry in squares.values():
            assert geometry.area == PIXEL ** 2 and geometry.equals(shapely.box(*geometry.bounds))
        assert shapely.union_all(list(squares.values())).area == len(squares) * PIXEL ** 2, "squares overlap"
        if len(small) + len(large) == len(areas):
            # A cell has one square, also where a whole mosaic does not quite fit its cells.
            area = sum(areas[index] for index in small) / PIXEL ** 2
            assert abs(area - len(squares)) <= max(0.51, 0.03 * area if features is mosaic else 0), zoom
            gathered += len(squares)
    assert gathered >= 3 if features is mosaic else gathered > 100


def test_squares_lie_where_the_polygons_are(tmp_path):
    bundle, _ = built(tmp_path, mosaic(), zooms="0-4")
    (only,) = drawn(bundle, 0).values()
    west, north = (10 / 360 + 0.5) * EXTENT, (0.5 - 0.6 / 360) * EXTENT
    assert only.distance(shapely.box(west, north, west + 0.6 / 360 * EXTENT, EXTENT / 2)) == 0


def test_they_depend_on_the_features_alone_and_verify_accepts_them(tmp_path):
    features = scattered()
    built(tmp_path, features)
    random.shuffle(features)
    built(tmp_path, features, "shuffled")
    assert contents(tmp_path / "bundle") == contents(tmp_path / "shuffled")
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, (run.stdout + run.stderr).decode()


def test_counts_agree_also_for_what_only_squares_show(tmp_path):
    features = [square(10 + index / 1e4, 0, 5e-5, index) for index in range(300)]
    bundle, _ = built(tmp_path, features, zooms="9-11")
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    shown = {entry.id for entry in bundle.entries["l"]}
    assert 0 < len(shown) == bundle.layers["l"]["features"] < 300
    assert report["ledger"] == {"never-shown": 300 - len(shown)}
    assert overtile("verify", tmp_path / "bundle").returncode == 0


def test_the_summary_says_what_zooms_leave_out(tmp_path):
    _, run = built(tmp_path, mosaic() + [square(0, 0, 5, 900)], small="drop", zooms="0-9")
    assert 'layer "l" leaves out 900 of 901 shapes at zoom 0, and 900 at zoom 5, because they are too small' in run.stderr.decode()
