"""Bundles that are right by their form and wrong by their looks: the messages of a build and a check."""

import json
import re

import pytest

from bundle import Bundle, contents
from conftest import collection, overtile, point, write_pipeline

BERLIN = [point(13 + index / 100, 52 + index / 200, index, visits=index, name=f"n{index}") for index in range(50)]


def exchanged(features):
    return [feature | {"geometry": {"type": "Point", "coordinates": feature["geometry"]["coordinates"][::-1]}}
            for feature in features]


def pipeline(folder, sources, layers=None, **others):
    """A pipeline with a layer for each source, which is features alone or with the source's keys."""
    found = {}
    for name, (features, keys) in sources.items():
        (folder / f"{name}.geojson").write_text(collection(features))
        found[name] = {"path": f"{name}.geojson"} | keys
    layers = layers or {name: {"source": name, "kind": "cluster", "zooms": "0-2", "cluster": {"maxZoom": 1}, "duplicates": "keep"}
                        for name in sources}
    return write_pipeline(folder / "p.yaml", found, layers, **others)


def built(path, status=0, *words):
    run = overtile("build", path, *words)
    assert run.returncode == status, run.stderr.decode()
    report = path.parent / ("bundle.report.json" if status == 0 else "bundle.failed.report.json")
    return run.stderr.decode(), json.loads(report.read_text())


def codes(report):
    return [found["code"] for found in report["diagnostics"]]


CASES = {
    "null-island": ({"s": ([point(0, 0)] * 3 + BERLIN[:2], {})}, "3 of 5 features are at latitude 0, longitude 0"),
    "empty-layer": ({"s": (BERLIN, {}), "none": ([], {})}, 'layer "none" is empty because source "none" has no features'),
    "degrees-as-meters": ({"s": (BERLIN, {"crs": "EPSG:27700"})}, "look like degrees"),
    "outside-area-of-use": ({"s": ([point(100, 52)], {"crs": "EPSG:4258"})}, "1 position lies outside"),
    "exchanged-axes": ({"s": (exchanged(BERLIN), {"crs": "EPSG:4258"})}, "would lie inside it if the coordinates were swapped"),
}


@pytest.mark.parametrize("code", CASES)
def test_a_build_warns(code, tmp_path):
    sources, text = CASES[code]
    words, report = built(pipeline(tmp_path, sources))
    lines = [line for line in words.splitlines() if line.startswith("overtile: warning: ") and f"[{code}]" in line]
    assert len(lines) == 1 and text in lines[0], words
    assert codes(report) == [code]
    assert lines[0].endswith(f'{report["diagnostics"][0]["message"]} [{code}]') and f"[{code}]" in report["warnings"][-1]


def test_another_layer_contradicts_exchanged_coordinates(tmp_path):
    words, report = built(pipeline(tmp_path, {"s": (exchanged(BERLIN[5:45]), {}), "right": (BERLIN, {})}))
    assert set(codes(report)) == {"exchanged-axes"} and 'source "s"' in words


def test_a_camera_contradicts_exchanged_coordinates(tmp_path):
    camera = {"city": {"fit": {"bounds": [12, 51, 15, 54]}}}
    assert codes(built(pipeline(tmp_path, {"s": (exchanged(BERLIN), {})}, cameras=camera))[1]) == ["exchanged-axes"]
    assert codes(built(pipeline(tmp_path, {"s": (BERLIN, {})}, cameras=camera))[1]) == []


def test_what_is_right_is_not_warned_of(tmp_path):
    words, report = built(pipeline(tmp_path, {"s": (BERLIN, {}), "far": ([point(-70, -33), point(179, 10)], {})}))
    assert "warning" not in words and report["diagnostics"] == [] and report["warnings"] == []


YEMEN = [point(45 + index / 5, 5 + index / 3, index) for index in range(50)]
GERMANY = [point(8 + index / 25, 49 + index / 20, index) for index in range(50)]


def test_layers_of_two_countries_are_right(tmp_path):
    """Germany exchanged lies within a larger layer of the Horn of Africa and Yemen: that is no evidence."""
    camera = {"germany": {"fit": {"bounds": [6, 47, 15, 55]}}, "yemen": {"fit": {"bounds": [42, 8, 54, 19]}}}
    for cameras in ({}, {"cameras": camera}):
        report = built(pipeline(tmp_path, {"germany": (GERMANY, {}), "yemen": (YEMEN, {})}, **cameras))[1]
        assert codes(report) == []
    # Beside a layer of the same region, the same positions are wrong.
    sources = {"right": (exchanged(GERMANY), {}), "germany": (GERMANY, {})}
    assert codes(built(pipeline(tmp_path, sources))[1]) == ["exchanged-axes"]


def test_a_few_features_may_stand_at_null_island(tmp_path):
    """A buoy does: station 13010, "Soul"."""
    cases = [(1, 50, False), (1, 10, False), (1, 9, True), (3, 28, False), (3, 27, True), (4, 50, True), (1, 0, True), (2, 2, True)]
    sources = {f"{there}-of-{others}": ([point(0, 0, index, name="Soul") for index in range(100, 100 + there)] + BERLIN[:others], {})
               for there, others, _ in cases}
    found = built(pipeline(tmp_path, sources))[1]["diagnostics"]
    assert {one["code"] for one in found} == {"null-island"}
    assert [one["source"] for one in found] == [name for name, (_, _, warns) in zip(sources, cases) if warns]


def test_warnings_are_events(tmp_path):
    run = overtile("build", pipeline(tmp_path, CASES["null-island"][0]), "--log-format", "json")
    events = [json.loads(line) for line in run.stderr.splitlines()]
    found = [event for event in events if event["event"] == "warning"]
    assert [(event["code"], event["layer"], event["source"]) for event in found] == [("null-island", "s", "s")]


def test_the_report_has_the_bounds(tmp_path):
    fiji = [point(178, -17), point(-179, -18)]
    _, report = built(pipeline(tmp_path, {"s": (BERLIN, {}), "fiji": (fiji, {}), "none": ([], {})}))
    assert [layer.get("bounds") for layer in report["layers"]] == [[13, 52, 13.49, 52.245], [178, -18, -179, -17], None]


class TestEmptyBundles:
    def empty(self, folder, **others):
        return pipeline(folder, {"s": ([], {})}, **others)

    def test_the_first_is_not_published(self, tmp_path):
        path = self.empty(tmp_path)
        words, report = built(path, 65)
        assert "empty: 0 features in 1 layer; the limit is at least 1 feature" in words and "gates: {empty: warn}" in words
        assert 'layer "s" is empty because source "s" has no features' in words
        assert not (tmp_path / "bundle").exists()
        assert [(gate["name"], gate["outcome"]) for gate in report["gates"]] == [("empty", "failed")]
        for words in (["build", path, "--dry-run"], ["check", path]):
            assert overtile(*words).returncode == 65, words

    @pytest.mark.parametrize("policy, warned", [("warn", True), ("pass", False)])
    def test_it_is_published_where_that_is_right(self, policy, warned, tmp_path):
        path = self.empty(tmp_path, gates={"empty": policy})
        words, report = built(path)
        assert ("empty-layer" in codes(report)) == ("[empty-layer]" in words) == warned
        assert overtile("check", path).returncode == 0 and overtile("verify", tmp_path / "bundle").returncode == 0

    def test_it_is_accepted_once(self, tmp_path):
        built(self.empty(tmp_path), 0, "--accept-gates", "empty")

    def test_an_old_bundle_with_features_is_kept(self, tmp_path):
        built(pipeline(tmp_path, {"s": (BERLIN, {})}))
        for gates in ({}, {"gates": {"empty": "fail"}}):
            path = self.empty(tmp_path, **gates)
            assert overtile("check", path).returncode == 65
            assert built(path, 65)[1]["gates"][0]["name"] == "empty"
            assert json.loads((tmp_path / "bundle/bundle.json").read_text())["layers"][0]["features"] == 50
        words, report = built(self.empty(tmp_path), 0, "--accept-gates", "empty")
        assert codes(report) == ["empty-layer"]
        # An old bundle without features either is not replaced by less.
        assert overtile("check", self.empty(tmp_path)).returncode == 0
        built(self.empty(tmp_path))

    def test_a_filter_that_leaves_everything_out_is_named(self, tmp_path):
        layers = {"s": {"source": "s", "kind": "cluster", "zooms": "0-2", "filter": [">", ["get", "visits"], 1000]}}
        words, _ = built(pipeline(tmp_path, {"s": (BERLIN, {})}, layers), 65)
        assert re.search(r"""layer "s" is empty because none of the features of source "s" is shown: 50 excluded by the layer's filter \(\S+p.yaml:\d+:\d+\)""", words)


def test_an_output_that_is_named_like_a_file(tmp_path):
    path = pipeline(tmp_path, {"s": (BERLIN, {})}, output={"path": "out.pmtiles"})
    run = overtile("build", path)
    assert run.returncode == 0 and (tmp_path / "out.pmtiles/bundle.json").exists()
    assert b"layout: single" in run.stderr and b"[output-is-folder]" in run.stderr
    assert b"[output-is-folder]" in overtile("check", path).stderr
    assert b"output-is-folder" not in overtile("build", path, "--output", f"{tmp_path}/out.pmtiles/").stderr


@pytest.mark.parametrize("distance, stuck, cluster, told", [
    (0.001, 0, {}, "still has 1 cluster at its maximum zoom 5, with an `expansion_zoom` beyond it; `zooms: 0-15` splits them"),
    (0.001, 3, {"maxZoom": 4}, None),
    (0, 3, {}, "all points of 1 of them are at one position, so only zooms after `cluster: {maxZoom: ...}` show them separately"),
    (1e-6, 0, {}, "some of their points are too close together to be shown separately at any zoom"),
])
def test_clusters_of_the_last_zoom_cannot_expand(distance, stuck, cluster, told, tmp_path):
    features = [point(10, 50, 1), point(10 + distance, 50, 2)] + [point(90, 10, 3 + index) for index in range(stuck)]
    features = features[1:] if distance == 0 else features
    layers = {"s": {"source": "s", "kind": "cluster", "zooms": "0-5", "cluster": cluster}}
    words, report = built(pipeline(tmp_path, {"s": (features, {})}, layers))
    assert codes(report) == (["clusters-left"] if told else [])
    assert told is None or told in words, words
    if told and "0-15" in told:
        layers["s"]["zooms"] = "0-15"
        assert codes(built(pipeline(tmp_path, {"s": (features, {})}, layers))[1]) == []
        layers["s"]["zooms"] = "0-14"
        assert codes(built(pipeline(tmp_path, {"s": (features, {})}, layers))[1]) == ["clusters-left"]


REPEATED = BERLIN + [BERLIN[3], BERLIN[3], BERLIN[7], point(13.03, 52.015, 3, visits=4, name="n3")]


def test_features_that_repeat_others_exactly(tmp_path):
    """A layer of each kind of the same source."""
    kinds = {"cluster": {"maxZoom": 1}, "circle": {"radius": "1km"}, "shape": {}}

    def layers(**others):
        return {kind: {"source": "s", "kind": kind, "zooms": "0-2", kind: options} | others for kind, options in kinds.items()}

    words, report = built(pipeline(tmp_path, {"s": (REPEATED, {})}, layers()))
    assert [(one["code"], one["layers"]) for one in report["diagnostics"]] == [("exact-repeats", [kind]) for kind in kinds]
    assert words.count("has 3 exact duplicates of features") == 3 and "s.geojson:" in words
    assert [layer["accepted"] for layer in report["layers"]] == [54] * 3
    assert codes(built(pipeline(tmp_path, {"s": (REPEATED, {})}, layers(duplicates="keep")))[1]) == []
    words, report = built(pipeline(tmp_path, {"s": (REPEATED, {})}, layers(duplicates="drop")))
    # The last feature has the id of another one, and other properties.
    assert set(codes(report)) == {"repeated"} and report["ledger"] == {"repeated": 9, "duplicate-id": 3}
    assert [(layer["accepted"], layer["items"]) for layer in report["layers"]] == [(51, 51)] * 3
    bundle = Bundle(tmp_path / "bundle")
    for kind in kinds:
        assert bundle.layers[kind]["features"] == 51 and len(bundle.entries_at(kind, 2)) == 51
    assert overtile("verify", tmp_path / "bundle").returncode == 0
    before = contents(tmp_path / "bundle")
    built(pipeline(tmp_path, {"s": (REPEATED[::-1], {})}, layers(duplicates="drop")))
    assert contents(tmp_path / "bundle") == before


@pytest.mark.parametrize("exchanged_ones, warned", [([5], True), ([5, 20, 33], True), (range(25), False), ([], False)])
def test_a_few_points_with_exchanged_coordinates_are_named(exchanged_ones, warned, tmp_path):
    features = [exchanged([feature])[0] if index in exchanged_ones else feature for index, feature in enumerate(BERLIN)]
    words, report = built(pipeline(tmp_path, {"s": (features, {})}))
    assert codes(report) == (["exchanged-axes"] if warned else [])
    if warned:
        assert report["diagnostics"][0]["count"] == len(exchanged_ones) and "s.geojson:" in words
        assert "far from all others, but would lie among them if latitude and longitude were swapped" in words


def test_a_lonely_point_is_not_exchanged(tmp_path):
    assert codes(built(pipeline(tmp_path, {"s": (BERLIN + [point(20, 40, 99), point(-150, 10, 98)], {})}))[1]) == []
