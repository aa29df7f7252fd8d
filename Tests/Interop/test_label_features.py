"""`label: point`: one point feature a shape and zoom, against shapely, and what styles and readers make of it."""
import json
from collections import Counter, defaultdict

import pytest
import shapely
from shapely.geometry import shape

from bundle import Bundle, contents
from conftest import SAMPLES, overtile, write_pipeline

LAST = 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("labels")
    built(folder, "bundle")
    return folder


def built(folder, name, source=SAMPLES / "countries.geojson", **options):
    layer = {"source": "s", "kind": "shape", "zooms": f"0-{LAST}", "shape": {"label": "point"} | options}
    path = write_pipeline(folder / f"{name}.yaml", {"s": {"path": str(source)}}, {"l": layer}, output={"path": name})
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr.decode()


def on_the_map(entry, extent=4096):
    """A geometry in units of the zoom."""
    z, column, row = entry.tile
    # mapbox_vector_tile counts y from the south of a tile.
    return shapely.transform(shape(entry.geometry), lambda at: at * [1, -1] + [column * extent, (row + 1) * extent])


def test_each_drawn_polygon_has_one_label_inside_at_each_zoom(folder):
    bundle = Bundle(folder / "bundle")
    for zoom in range(LAST + 1):
        pieces, labels = defaultdict(list), defaultdict(list)
        for entry in bundle.entries_at("l", zoom):
            (labels if "label_rank" in entry.properties else pieces)[entry.id].append(entry)
        assert set(labels) == set(pieces) and max(map(len, labels.values())) == 1, zoom
        assert len(pieces) > 100
        for id, (label,) in labels.items():
            assert label.geometry["type"] == "Point"
            x, y = label.geometry["coordinates"]
            # MapLibre draws no symbol on the far edges of a tile.
            assert 0 <= x < 4096 and 0 < y <= 4096
            drawn = shapely.union_all([shapely.make_valid(on_the_map(piece)) for piece in pieces[id]])
            assert shapely.distance(drawn, on_the_map(label)) < 1.5, (zoom, id)
            of_label = {key: value for key, value in label.properties.items() if key != "label_rank"}
            assert all(piece.properties == of_label for piece in pieces[id])


def test_larger_shapes_have_smaller_ranks(folder):
    ranks = {entry.properties["name"]: entry.properties["label_rank"] for entry in Bundle(folder / "bundle").entries_at("l", LAST)
             if "label_rank" in entry.properties}
    areas = {}
    for feature in json.loads((SAMPLES / "countries.geojson").read_text())["features"]:
        def mercator(at):
            import numpy
            latitude = numpy.radians(numpy.clip(at[:, 1], -85.0511, 85.0511))
            return numpy.stack([at[:, 0] / 360, numpy.arcsinh(numpy.tan(latitude)) / (2 * numpy.pi)], axis=1)
        areas[feature["properties"]["name"]] = shapely.transform(shape(feature["geometry"]), mercator).area
    assert len(ranks) > 170
    names = sorted(ranks, key=areas.get, reverse=True)
    assert all(ranks[one] <= ranks[other] for one, other in zip(names, names[1:]) if areas[other] < 0.99 * areas[one])
    assert all(ranks[one] < ranks[other] for one in names[:40] for other in names if areas[other] < 0.9 * areas[one])


def test_the_order_of_features_does_not_matter(folder, tmp_path):
    features = json.loads((SAMPLES / "countries.geojson").read_text())
    features["features"].reverse()
    (tmp_path / "in.geojson").write_text(json.dumps(features))
    built(tmp_path, "bundle", tmp_path / "in.geojson")
    assert contents(tmp_path / "bundle") == contents(folder / "bundle")


@pytest.mark.parametrize("options", [{}, {"method": "topology"}, {"small": "point"}, {"small": "gather"}])
def test_verify_accepts_and_counts_them(options, folder, tmp_path):
    built(tmp_path, "bundle", **options)
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, (run.stdout + run.stderr).decode()
    layer = Bundle(tmp_path / "bundle").layers["l"]
    assert layer["fields"]["label_rank"] == "Number" and "label_longitude" not in layer["fields"]


def test_the_style_names_each_shape_once(folder):
    words = ["style", folder / "bundle", "--glyphs", "https://x.test/{fontstack}/{range}.pbf"]
    layers = {layer["id"]: layer for layer in json.loads(overtile(*words).stdout)["layers"]}
    assert layers["l-names"]["filter"] == ["has", "label_rank"]
    assert layers["l-names"]["layout"]["symbol-sort-key"] == ["get", "label_rank"]
    assert ["!", ["has", "label_rank"]] in layers["l-points"]["filter"]


def test_apps_read_them_as_labels(folder):
    run = overtile("overlays", folder / "bundle", "--camera", "20,10,3", "--viewport", "1200x900")
    assert run.returncode == 0, run.stderr.decode()
    overlays = json.loads(run.stdout)["features"]
    assert Counter(overlay["id"] for overlay in overlays).most_common(1)[0][1] == 1
    assert {one["geometry"]["type"] for one in overlays if one["geometry"]} <= {"Polygon", "MultiPolygon"}
    labeled = [one["properties"] for one in overlays if "label_longitude" in one["properties"]]
    assert len(labeled) > 50 and all(one["label_rank"] > 0 for one in labeled)
