"""Data errors: one line for each cause, each feature counted once, and a check that fails when the build would."""

import json
import re

import pytest

from conftest import collection, overtile, point, write_pipeline

PLACES = [point(13 + index / 100, 52, f"p{index}", visits=index, name=f"n{index}", mixed=index if index % 2 else "x")
          for index in range(20)]


def pipeline(folder, features, layer, source=None, copies=1, layers=None, **others):
    (folder / "in.json").write_text(features if isinstance(features, str) else "".join(
        json.dumps(feature) + "\n" for feature in features))
    layers = {name: {"source": "s", "zooms": "0-2"} | its for name, its in (layers or dict.fromkeys("abc"[:copies], layer)).items()}
    return write_pipeline(folder / "p.yaml", {"s": {"path": "in.json"} | (source or {})}, layers, **others)


def line_of(path, text):
    """The number of the only line of a pipeline with a text."""
    numbers = [number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line]
    assert len(numbers) == 1
    return numbers[0]


CLUSTER = {"kind": "cluster"}
SUM = CLUSTER | {"cluster": {"aggregates": {"total": {"sum": "mixed"}}}}


def test_a_cause_is_one_line(tmp_path):
    path = pipeline(tmp_path, PLACES, SUM)
    run = overtile("build", path)
    assert run.returncode == 65
    words = run.stderr.decode()
    lines = [line for line in words.splitlines() if "expected number" in line]
    assert len(lines) == 1, words
    asked = f"{path}:{line_of(path, 'sum: mixed')}:"
    for text in ('10 expression: layer "a": property "mixed": expected number, found string', asked,
                 "(cluster.aggregates.total)", "in.json:1: byte 0, feature 0 (id p0); ", "in.json:3: ", "in.json:5: "):
        assert text in lines[0], lines
    assert "in.json:7:" not in words and "10 of 20 features are invalid" in words
    (found,) = json.loads((tmp_path / "bundle.failed.report.json").read_text())["diagnostics"]
    assert (found["code"], found["count"], found["property"]) == ("expression", 10, "mixed")
    assert (found["expected"], found["found"], found["layers"]) == ("number", "string", ["a"])
    assert found["askedBy"].startswith(asked) and len(found["places"]) == 3 and found["source"] == "s"


MISNAMED = {
    "aggregate": (CLUSTER | {"cluster": {"aggregates": {"t": {"sum": "visit"}}}}, "cluster.aggregates.t"),
    "filter": (CLUSTER | {"filter": ["!=", ["get", "visit"], 3]}, "filter"),
    "legacy filter": (CLUSTER | {"filter": ["!=", "visit", 3]}, "filter"),
    "keep": (CLUSTER | {"properties": {"keep": ["name", "visit"]}}, "properties.keep"),
    "compute": (CLUSTER | {"properties": {"compute": {"n": ["concat", ["get", "visit"], "x"]}}}, "properties.compute.n"),
    "radius": ({"kind": "circle", "circle": {"radius": {
        "expression": ["match", ["get", "visit"], 1, 5, 2], "unit": "km"}}}, "circle.radius"),
    "dissolve": ({"kind": "circle", "circle": {"radius": "1km", "draw": ["ring"], "dissolve": {"by": "visit"}}},
                 "circle.dissolve"),
    "weight": (CLUSTER | {"cluster": {"weight": ["to-number", ["get", "visit"]]}}, "cluster.weight"),
}


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_property_that_no_feature_has(command, tmp_path):
    path = pipeline(tmp_path, PLACES, {}, layers={name: layer for name, (layer, _) in MISNAMED.items()})
    text = path.read_text().splitlines()
    run = overtile(command, path)
    assert run.returncode == 0, run.stderr
    lines = [line for line in run.stderr.decode().splitlines() if "[unknown-property]" in line]
    assert len(lines) == len(MISNAMED), lines
    for line, (name, (_, role)) in zip(lines, MISNAMED.items()):
        found = re.search(rf'layer "{name}": no feature has property "visit"; did you mean "visits"\?; named by '
                          rf'{re.escape(str(path))}:(\d+):\d+ \({re.escape(role)}\)', line)
        # The position is the start of the list that reads it, in its layer; a legacy filter is one list.
        assert found, line
        place = int(found[1]) - 1
        assert any("visit" in part for part in text[place:place + 2]), line
        assert [part for part in text[:place] if re.match("  [a-z]", part)][-1] == f"  {name}:", line


def test_the_id_of_a_source_that_no_feature_has(tmp_path):
    path = pipeline(tmp_path, [point(1, index, nothing=None) for index in range(3)], CLUSTER, {"id": "key"})
    found = json.loads(overtile("build", path, "--json").stdout)["diagnostics"][0]
    assert (found["code"], found["property"]) == ("unknown-property", "key") and 'the features have "nothing"' in found["message"]


def test_a_missing_radius_is_named_with_the_error(tmp_path):
    run = overtile("build", pipeline(tmp_path, PLACES, {"kind": "circle", "circle": {
        "radius": {"property": "visit", "unit": "km"}}}))
    words = run.stderr.decode()
    assert run.returncode == 65 and words.count('did you mean "visits"?') == 1
    assert 'property "visit": expected number, found null' in words


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_feature_counts_once_however_many_layers_reject_it(copies, tmp_path):
    nothing = {"type": "Feature", "properties": {}, "geometry": None}
    path = pipeline(tmp_path, [nothing] * 20 + PLACES, CLUSTER, copies=copies)
    run = overtile("build", path)
    assert run.returncode == 0
    words = run.stderr.decode()
    assert "\nrejected: 20\n  20 no-geometry" in words and f"ledger: {20 * copies} entries" in words
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert report["rejectedFeatures"] == 20 and report["ledgerFeatures"] == {"no-geometry": 20}
    assert report["ledger"] == {"no-geometry": 20 * copies} and report["sources"][0]["wrong"] == 0
    events = overtile("build", path, "--log-format", "json").stderr.decode().splitlines()
    assert json.loads(events[-1])["rejected"] == 20


def test_tolerances_count_features(tmp_path):
    """Half of the features are wrong for one layer, the other half for the other: all are wrong, none twice."""
    line = {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}
    features = [point(1, 1, radius=-1)] * 5 + [point(2, 2, radius=2)] * 5 + [line] * 5
    (tmp_path / "in.json").write_text(collection(features))
    layers = {"circles": {"source": "s", "kind": "circle", "zooms": "0-2",
                          "circle": {"radius": {"property": "radius", "unit": "km"}}},
              "points": {"source": "s", "kind": "cluster", "zooms": "0-2"}}
    for limit, status in ((10, 0), (9, 65)):
        path = write_pipeline(tmp_path / "p.yaml", {"s": {
            "path": "in.json", "onInvalid": "skip", "maxRejected": limit}}, layers)
        assert overtile("check", path).returncode == status
        run = overtile("build", path)
        assert run.returncode == status and ("10 of 15 features are invalid" in run.stderr.decode()) == (status == 65)
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert report["sources"][0]["wrong"] == report["rejectedFeatures"] == 10
    # Lines are wrong for both.
    assert report["ledger"] == {"bad-radius": 5, "wrong-geometry": 10}
    (lines,) = [entry for entry in report["diagnostics"] if entry["layers"] == ["circles", "points"]] or [None]
    assert lines is None or lines["count"] == 5


class TestCheck:
    WRONG = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":["1",2]}}\n'
    RIGHT = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}\n'

    @pytest.mark.parametrize("source, wrong, status", [
        ({}, 0, 0), ({}, 1, 65), ({"onInvalid": "skip", "maxRejected": 5}, 5, 0),
        ({"onInvalid": "skip", "maxRejected": 5}, 6, 65), ({"onInvalid": "skip", "maxRejected": "10%"}, 10, 0),
        ({"onInvalid": "repair", "maxRejected": "10%"}, 11, 65), ({"onInvalid": "skip"}, 2, 65),
    ])
    def test_it_ends_as_the_build_does(self, source, wrong, status, tmp_path):
        path = pipeline(tmp_path, self.WRONG * wrong + self.RIGHT * (100 - wrong), CLUSTER, source)
        check, build = overtile("check", path), overtile("build", path)
        assert check.returncode == build.returncode == status, check.stderr + build.stderr
        first = build.stderr.decode().splitlines()[1] if status else ""
        assert first in check.stderr.decode()
        assert f"100 features checked, {wrong} invalid" in check.stdout.decode()

    @pytest.mark.parametrize("tail, status", [(0, 65), (60_000, 0)])
    def test_a_share_is_decided_by_all_that_is_read(self, tail, status, tmp_path):
        """A bad beginning of several slices, with and without good features after it."""
        path = pipeline(
            tmp_path, self.WRONG * 20_000 + self.RIGHT * (10_000 + tail), CLUSTER, {"onInvalid": "skip", "maxRejected": "25%"})
        assert overtile("check", path).returncode == overtile("build", path).returncode == status

    def test_json_says_why(self, tmp_path):
        run = overtile("check", pipeline(tmp_path, self.WRONG, CLUSTER), "--json")
        (found,) = json.loads(run.stdout)["sources"]
        assert run.returncode == 65 and (found["wrong"], found["probedFeatures"], found["isComplete"]) == (1, 1, True)
        assert "1 of 1 feature is invalid" in found["failure"] and found["diagnostics"][0]["code"] == "invalid-coordinates"
