"""Cameras of bundle.json, against formulas of Web Mercator written anew here, and against the input."""
import gzip
import json
import math
import random
import re
from decimal import Decimal

import pytest

from conftest import PIPELINES, ROOT, SAMPLES, build, collection, overtile, point, write_pipeline
from failing import assert_fails, good_bundle
from mercator import unit

CAMERAS = ROOT / "Pipelines/cameras.yaml"
WORLD = 2 ** 28


def flat_fit(places, width, height, top=0, right=0, bottom=0, left=0, max_zoom=16):
    """The zoom of 512-point tiles and the center that fit coordinates of one hemisphere upright, from straight
    above."""
    columns, rows = zip(*[unit(*place) for place in places])
    spans = (max(columns) - min(columns), max(rows) - min(rows))
    room = (width - left - right, height - top - bottom)
    zoom = min([max_zoom] + [math.log2(free / span / 512) for free, span in zip(room, spans) if span])
    x = (max(columns) + min(columns)) / 2 + (right - left) / 2 / 512 / 2 ** zoom
    y = (max(rows) + min(rows)) / 2 + (bottom - top) / 2 / 512 / 2 ** zoom
    return zoom, (x * 360 - 180, math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y)))))


def views(manifest):
    found = [layer["camera"] for layer in manifest["layers"] if "camera" in layer]
    return found + [view for preset in manifest.get("cameras", []) for view in preset["views"]]


def test_flat_cameras_are_those_of_the_formula(tmp_path):
    source = random.Random(7)
    for number in range(8):
        places = [(source.uniform(-20, 30), source.uniform(-50, 70)) for _ in range(source.choice([1, 2, 40]))]
        padding = dict(zip(("top", "right", "bottom", "left"), (source.randint(0, 90) for _ in range(4))))
        width, height = source.randint(200, 1200), source.randint(200, 1200)
        (tmp_path / "in.json").write_text(collection([point(*place) for place in places]))
        pipeline = write_pipeline(
            tmp_path / "p.yaml", {"in": {"path": "in.json"}},
            {"shown": {"source": "in", "kind": "cluster", "zooms": "0-3"}},
            cameras={"all": {"fit": {"layer": "shown"}, "viewports": f"{width}x{height}",
                             "padding": {side: f"{points}px" for side, points in padding.items()}}})
        manifest = build(pipeline, tmp_path / "bundle").manifest
        camera = manifest["cameras"][0]["views"][0]["camera"]
        zoom, center = flat_fit(places, width, height, **padding)
        assert camera["zoom"] == pytest.approx(zoom, abs=3e-6), number
        assert camera["center"] == pytest.approx(center, abs=1e-5), number
        # The layer's own camera: 320 by 320 points, 20 kept free, up to the last zoom.
        camera = manifest["layers"][0]["camera"]["camera"]
        zoom, center = flat_fit(places, 320, 320, 20, 20, 20, 20, max_zoom=3)
        assert camera["zoom"] == pytest.approx(zoom, abs=3e-6), number
        assert camera["center"] == pytest.approx(center, abs=1e-5), number


def test_zooms_for_256_are_exactly_one_more(bundle):
    manifest = json.loads((bundle.folder / "bundle.json").read_text(), parse_float=Decimal, parse_int=Decimal)
    found = views(manifest)
    assert found
    for view in found:
        assert view["zoom256"] - view["camera"]["zoom"] == 1


def test_numbers_are_rounded_and_never_minus_zero(bundle):
    text = (bundle.folder / "bundle.json").read_text()
    decimals = {"center": 7, "latitude": 7, "longitude": 7, "latitudeDelta": 7, "longitudeDelta": 7, "zoom": 6,
                "zoom256": 6, "x": 2, "y": 2, "distanceMeters": 2, "bearing": 7, "pitch": 7}

    def check(value, key=None):
        if isinstance(value, dict):
            for name, inner in value.items():
                check(inner, name)
        elif isinstance(value, list):
            for inner in value:
                check(inner, key)
        elif isinstance(value, Decimal) and key in decimals:
            assert -value.as_tuple().exponent <= decimals[key], (key, value)
            assert value or not value.is_signed(), key

    for view in views(json.loads(text, parse_float=Decimal, parse_int=Decimal)):
        check(view)


def test_every_layer_has_bounds_and_a_camera(bundle):
    for layer in bundle.layers.values():
        assert ("camera" in layer) == ("bounds" in layer) == (layer["features"] > 0)


def test_forms_of_mapkit(built):
    """The region is the area of the view; the camera's distance sees the same height under 30 degrees."""
    for view in views(built(CAMERAS).manifest):
        camera, position, size = view["camera"], view["mapCameraPosition"], view["viewport"]
        per_point = WORLD / 512 / 2 ** camera["zoom"]
        rect = position["rect"]
        assert rect["width"] == pytest.approx(size["width"] * per_point, abs=0.02)
        assert rect["height"] == pytest.approx(size["height"] * per_point, abs=0.02)
        x, y = unit(*camera["center"])
        assert (rect["origin"]["x"] + rect["width"] / 2 - x * WORLD) % WORLD == pytest.approx(0, abs=0.5) or (
            rect["origin"]["x"] + rect["width"] / 2 - x * WORLD) % WORLD == pytest.approx(WORLD, abs=0.5)
        assert rect["origin"]["y"] + rect["height"] / 2 == pytest.approx(y * WORLD, abs=0.5)
        assert position["camera"]["heading"] == camera["bearing"] and position["camera"]["pitch"] == camera["pitch"]
        meters = 2 * math.pi * 6378137 * math.cos(math.radians(camera["center"][1])) / WORLD * per_point
        distance = size["height"] * meters / 2 / math.tan(math.radians(15))
        assert position["camera"]["distanceMeters"] == pytest.approx(distance, rel=0.01)
        if camera["bearing"] == 0 and camera["pitch"] == 0:
            assert position["region"]["span"]["longitudeDelta"] == pytest.approx(
                min(360, 360 * size["width"] / 512 / 2 ** camera["zoom"]), rel=1e-6)
            padding, inner = view["padding"], view["paddedRect"]["rect"]
            free = (size["width"] - padding["left"] - padding["right"],
                    size["height"] - padding["top"] - padding["bottom"])
            assert (inner["width"], inner["height"]) == pytest.approx([side * per_point for side in free], abs=0.02)


def test_the_filter_of_the_sample(built):
    presets = {preset["name"]: preset for preset in built(CAMERAS).manifest["cameras"]}
    assert list(presets) == ["britain", "fiji", "pacific"]
    with gzip.open(SAMPLES / "airports.geojson.gz") as file:
        airports = json.load(file)["features"]
    british = [feature for feature in airports if feature["properties"]["country"] == "GB"]
    assert presets["britain"]["features"] == len(british)
    assert [view["viewport"]["name"] for view in presets["britain"]["views"]] == ["phone", "tablet"]
    limits = presets["britain"]["restriction"]
    assert limits == {"bounds": [-12, 48, 4, 62], "minZoom": 3, "maxZoom": 16, "maxPitch": 60}
    for view in presets["britain"]["views"]:
        camera = view["camera"]
        assert (camera["zoom"] * 4) % 1 == 0 and camera["bearing"] == 20 and camera["pitch"] == 45
    assert abs(presets["pacific"]["views"][0]["camera"]["center"][0]) == 180
    # The quakes lie on both sides of the antimeridian.
    longitude = presets["fiji"]["views"][0]["camera"]["center"][0]
    assert longitude > 170 or longitude < -170


def test_a_preset_without_features_keeps_the_old_bundle(tmp_path):
    good_bundle(tmp_path)
    pipeline = write_pipeline(
        tmp_path / "none.yaml", {"points": {"path": "points.geojson"}},
        {"points": {"source": "points", "kind": "cluster", "zooms": "0-4"}},
        cameras={"nowhere": {"fit": {"layer": "points", "filter": ["==", ["get", "name"], "x"]}}})
    assert_fails(tmp_path, pipeline, 65, "nowhere", "points", '["==",["get","name"],"x"]')


@pytest.mark.parametrize("fit, count", [({"layer": "none"}, 3), ({"layer": "none"}, 9000),
                                        ({"layer": "a", "filter": ["==", ["get", "n"], "rare"]}, 3)])
def test_check_ends_as_build_does_for_a_preset_without_features(fit, count, tmp_path):
    """Also if a feature of its layer is far into a large file."""
    layers = {"a": {"source": "s", "kind": "cluster", "zooms": "0-1"},
              "none": {"source": "s", "kind": "cluster", "zooms": "0-1", "filter": ["==", ["get", "n"], "rare"]}}
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojsonl"}}, layers,
                          cameras={"c": {"fit": fit, "viewports": ["390x844"]}})
    features = [point(index % 90, index % 60, index, n="x" * 100) for index in range(count)]
    for last, status in ("common", 65), ("rare", 0):
        texts = [json.dumps(feature) for feature in features + [point(1, 2, n=last)]]
        (tmp_path / "in.geojsonl").write_text("\n".join(texts))
        checked, built = overtile("check", path), overtile("build", path)
        assert (checked.returncode, built.returncode) == (status, status), (checked.stderr, built.stderr)
        if status == 65:
            [line] = [line for line in built.stderr.decode().splitlines() if 'camera "c"' in line]
            assert line in checked.stderr.decode()


@pytest.mark.parametrize("status, test, words", [
    (65, [">", ["get", "rare"], 1], ""),
    (65, [">", ["get", "text"], 7], ""),
    (65, ["==", ["get", "kind"], "Cafe"], ""),
    (65, ["==", ["get", "n"], "5"], ""),
    (65, ["==", ["get", "kynd"], "cafe"], 'no feature has property "kynd"; did you mean "kind"?'),
    (0, ["has", "rare"], ""),
])
@pytest.mark.parametrize("rule", ["fail", "skip"])
def test_the_filter_of_a_camera_is_judged_as_that_of_a_layer(status, test, words, rule, tmp_path):
    """The message is the same except for the key that it names, from check as well."""
    features = [point(index % 90, 10, index, n=index, text=str(index), kind=["cafe", "bar"][index % 2],
                      **({"rare": index} if index >= 298 else {})) for index in range(300)]
    (tmp_path / "in.json").write_text(collection(features))
    asked = re.compile(r"p\.yaml:\d+:\d+ \((filter|cameras\.c\.fit\.filter)\)")
    for command in "check", "build":
        said = []
        for is_of_camera in False, True:
            layer = {"source": "s", "kind": "cluster", "zooms": "0-1"} | ({} if is_of_camera else {"filter": test})
            fit = {"layer": "a"} | ({"filter": test} if is_of_camera else {})
            path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.json", "onInvalid": rule}}, {"a": layer},
                                  cameras={"c": {"fit": fit, "viewports": ["390x844"]}})
            run = overtile(command, path)
            text = run.stderr.decode()
            assert run.returncode == status and words in text, text
            said.append([asked.sub("PLACE", line) for line in text.splitlines() if " expression: " in line])
        assert said[0] == said[1]


def test_features_that_the_filter_of_a_camera_cannot_judge_are_entered(tmp_path):
    features = [point(index % 90, 10, index, **({"n": index} if index else {})) for index in range(200)]
    (tmp_path / "in.json").write_text(collection(features))
    path = write_pipeline(
        tmp_path / "p.yaml", {"s": {"path": "in.json", "onInvalid": "skip"}},
        {"a": {"source": "s", "kind": "cluster", "zooms": "0-1"}},
        cameras={"c": {"fit": {"layer": "a", "filter": [">", ["get", "n"], 100]}, "viewports": ["390x844"]}})
    build(path, tmp_path / "bundle")
    [preset] = json.loads((tmp_path / "bundle/bundle.json").read_text())["cameras"]
    assert preset["features"] == 99
    [entry] = [json.loads(line) for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()]
    assert (entry["code"], entry["layer"], entry["id"]) == ("expression", "a", "0")


def test_check_finds_impossible_cameras(tmp_path):
    (tmp_path / "in.json").write_text(collection([point(1, 2)]))
    for camera, words in [
        ({"fit": {"layer": "shwon"}}, ['no layer is called "shwon"', 'did you mean "shown"?']),
        ({"fit": {"layer": "shown"}, "viewports": "100x100", "padding": "50px"}, ["the padding fills"]),
        ({"fit": {"layer": "shown"}, "viewport": "100x100"}, ['did you mean "viewports"?']),
    ]:
        pipeline = write_pipeline(
            tmp_path / "p.yaml", {"in": {"path": "in.json"}}, {"shown": {"source": "in", "kind": "cluster"}},
            cameras={"home": camera})
        run = overtile("check", pipeline)
        assert run.returncode == 78
        for word in words:
            assert word in run.stderr.decode()


def test_every_sample_pipeline_was_looked_at():
    assert CAMERAS in PIPELINES
