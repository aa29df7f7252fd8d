"""`check` warns and fails when `build` would, by the same rules, on the features that it reads."""

import json

import pytest

from conftest import collection, overtile, point, write_pipeline

CIRCLES = {"kind": "circle", "circle": {"radius": "1m", "hide": {"belowSize": "5000px"}}}
AT_ZERO = [point(0, 0, number, n=1e308) for number in range(3)]
APART = [point(number, 50, number, n=1e308) for number in range(3)]
CASES = {
    "null-island": (AT_ZERO, {"kind": "cluster"}),
    "aggregate-beyond": (APART, {"kind": "cluster", "cluster": {"aggregates": {"n": {"sum": "n"}}}}),
    "empty-layer": (APART, CIRCLES),
}


def pipeline(folder, features, layer, *, many=False, source=None, **others):
    """Writes a pipeline; with many features, so that `check` reads a part of them."""
    text = collection(features)
    if many:
        rest = [feature | {"id": index + 10} for index, feature in enumerate(features * 4000)]
        text = "".join(json.dumps(feature) + "\n" for feature in rest)
    (folder / "in.geojson").write_text(text)
    layer = {"source": "s", "zooms": "0-2"} | layer
    return write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"} | (source or {})}, {"l": layer}, **others)


def warnings(run):
    """The warnings on standard error with a code, each as its code and its text."""
    lines = [line for line in run.stderr.decode().splitlines() if line.endswith("]")]
    return {line[line.rindex("[") + 1:-1]: line[:line.rindex(" [")] for line in lines}


@pytest.mark.parametrize("code", CASES)
def test_check_says_what_build_says(tmp_path, code):
    features, layer = CASES[code]
    path = pipeline(tmp_path, features, layer)
    checked = overtile("check", path)
    built = overtile("build", path)
    assert checked.returncode == built.returncode
    assert code in warnings(built)
    assert warnings(checked)[code] == warnings(built)[code]
    assert checked.stderr.decode().count(f"[{code}]") == 1


@pytest.mark.parametrize("code", CASES)
def test_check_says_that_it_read_a_part(tmp_path, code):
    features, layer = CASES[code]
    run = overtile("check", pipeline(tmp_path, features, layer, many=True))
    assert run.returncode == 0, run.stderr
    assert "probed" in warnings(run)[code]


def keeps(*expression):
    return {"kind": "cluster", "filter": list(expression)}


# What no feature has: the layer, the warning, and what a feature must have to take it back.
ABSENT = {
    "filter": (keeps("==", ["get", "knd"], "inn"), "unknown-property", {"knd": "inn"}),
    "value": (keeps("==", ["get", "kind"], "bar"), "empty-layer", {"kind": "bar"}),
    "aggregate": ({"kind": "cluster", "cluster": {"aggregates": {"n": {"sum": "stras"}}}}, "unknown-property", {"stras": 4}),
}
INNS = [point(number, 50, number, kind="inn", stars=4) for number in range(3)]


@pytest.mark.parametrize("case", ABSENT)
def test_what_no_feature_has_is_known_from_all_features(tmp_path, case):
    layer, code, _ = ABSENT[case]
    path = pipeline(tmp_path, INNS, layer, many=True)
    checked, built = overtile("check", path), overtile("build", path)
    assert code in warnings(built), built.stderr
    assert warnings(checked) == warnings(built)
    assert checked.returncode == built.returncode


@pytest.mark.parametrize("case", ABSENT)
def test_what_only_the_last_feature_has(tmp_path, case):
    layer, code, properties = ABSENT[case]
    path = pipeline(tmp_path, INNS, layer, many=True)
    with (tmp_path / "in.geojson").open("a") as features:
        features.write(json.dumps(point(9, 50, 1, **{"kind": "inn"} | properties)))
    checked, built = overtile("check", path), overtile("build", path)
    assert code not in warnings(built) | warnings(checked)
    assert checked.returncode == built.returncode == 0


def test_the_last_file_has_what_the_others_have_not(tmp_path):
    layer, _, properties = ABSENT["value"]
    path = pipeline(tmp_path, INNS, layer, many=True, source={"path": ["in.geojson", "more.geojson"]})
    (tmp_path / "more.geojson").write_text(json.dumps(point(9, 50, 1, **properties)))
    assert overtile("check", path).returncode == overtile("build", path).returncode == 0


def test_a_build_that_hides_all_fails_in_check(tmp_path):
    run = overtile("check", pipeline(tmp_path, APART, CIRCLES))
    assert run.returncode == 65
    assert "gate" in run.stderr.decode() and "empty" in run.stderr.decode()
    allowed = overtile("check", pipeline(tmp_path, APART, CIRCLES, gates={"empty": "pass"}))
    assert allowed.returncode == 0, allowed.stderr


def test_gates_that_look_at_the_old_bundle_are_left_to_the_build(tmp_path):
    path = pipeline(tmp_path, APART, {"kind": "cluster"}, gates={"features": {"maxDecrease": "5%"}})
    assert overtile("build", path).returncode == 0
    pipeline(tmp_path, APART[:1], {"kind": "cluster"}, gates={"features": {"maxDecrease": "5%"}})
    assert overtile("build", path).returncode == 65
    assert overtile("check", path).returncode == 0


@pytest.mark.parametrize("many", [False, True])
def test_a_member_that_names_another_crs(tmp_path, many):
    member = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}
    path = pipeline(tmp_path, APART, {"kind": "cluster"}, source={"crs": "EPSG:4326"})
    features = APART * (9000 if many else 1)
    (tmp_path / "in.geojson").write_text(json.dumps({"type": "FeatureCollection", "crs": member, "features": features}))
    said = "\"crs\" member says EPSG:3857"
    assert said in overtile("build", path).stderr.decode()
    assert said in overtile("check", path).stderr.decode()


def test_a_member_after_the_features(tmp_path):
    member = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}
    path = pipeline(tmp_path, APART, {"kind": "cluster"}, source={"crs": "EPSG:4326"})
    (tmp_path / "in.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": APART, "crs": member}))
    assert "EPSG:3857" in overtile("build", path).stderr.decode()
    assert "EPSG:3857" in overtile("check", path).stderr.decode()


@pytest.mark.parametrize("name", ["in.geojson/x", "in.geojson/x/y", "missing/folder/x", "full"])
def test_outputs_that_cannot_be_written(tmp_path, name):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    path = pipeline(tmp_path, APART, {"kind": "cluster"}, output={"path": name})
    checked = overtile("check", path)
    dry = overtile("build", path, "--dry-run")
    built = overtile("build", path)
    assert checked.returncode == dry.returncode == built.returncode, (checked.stderr, dry.stderr, built.stderr)
    assert list(tmp_path.glob(".*")) == [] or built.returncode == 0
