"""The content of real data: nulls, ids of 64 bits, values that look alike, broken lines, MultiPoints over tiles, old
crs members."""
import json
import os
import random

import pytest

from bundle import contents
from conftest import build, overtile, point, write_pipeline

POINTS = {"points": {"source": "points", "kind": "cluster", "zooms": "0-3"}}


def lines(features):
    return "".join(json.dumps(feature) + "\n" for feature in features)


def run(folder, text, layers=POINTS, **source):
    """Builds a text; its report and the entries of its ledger."""
    folder.mkdir(exist_ok=True)
    (folder / "points.geojson").write_text(text)
    pipeline = write_pipeline(folder / "pipeline.yaml", {"points": {"path": "points.geojson"} | source}, layers)
    done = overtile("build", pipeline, "--json")
    assert done.returncode == 0, done.stderr.decode()
    ledger = folder / "bundle.ledger.jsonl"
    entries = [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []
    return json.loads(done.stdout), entries


def test_a_multipoint_over_several_tiles_is_verified(tmp_path):
    feature = {"type": "Feature", "properties": {}, "geometry": {
        "type": "MultiPoint", "coordinates": [[100, -10], [101, 10], [-179.99, 3], [179.99, 3]]}}
    shapes = {"shapes": {"source": "points", "kind": "shape", "zooms": "0-4"}}
    run(tmp_path, lines([feature, point(100, -10), point(180, 3)]), shapes)
    verified = overtile("verify", tmp_path / "bundle")
    assert verified.returncode == 0, verified.stdout.decode()


@pytest.mark.parametrize("stray", ["null", "7", "xyz", "}", "]", '"a"', "NaN", "true,"])
@pytest.mark.parametrize("space", ["", " "])
def test_a_stray_word_between_features_costs_no_feature(stray, space, tmp_path):
    features = [json.dumps(point(index % 360 - 180, 0, index)) for index in range(400)]
    features.insert(200, stray)
    report, entries = run(tmp_path, space.join(features), onInvalid="skip")
    assert report["sources"][0]["read"] == 401
    is_json = stray in ("null", "7", '"a"', "true,")
    assert [entry["code"] for entry in entries] == ["not-an-object" if is_json else "invalid-json"]
    assert report["layers"][0]["accepted"] == 400


def test_a_line_cut_anywhere_costs_itself(tmp_path):
    whole = json.dumps(point(5, 5, 3, list=[1, {"a": [2]}], name="x"))
    for cut in range(1, len(whole)):
        text = lines([point(1, 1, 1), point(2, 2, 2)]) + whole[:cut] + "\n" + lines([point(3, 3, 4), point(4, 4, 5)])
        (tmp_path / f"{cut}.geojson").write_text(text)
    pipeline = write_pipeline(
        tmp_path / "pipeline.yaml",
        {"points": {"path": "*.geojson", "onInvalid": "skip", "maxRejected": "100%"}}, POINTS)
    done = overtile("build", pipeline, "--json")
    assert done.returncode == 0, done.stderr.decode()
    report = json.loads(done.stdout)
    assert report["layers"][0]["accepted"] == 4 * (len(whole) - 1)
    places = [json.loads(line)["file"] for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()
              if json.loads(line)["code"] != "duplicate-id"]
    assert len(set(places)) == len(places) == len(whole) - 1


def test_commas_at_the_ends_of_lines_are_no_features(tmp_path):
    report, entries = run(tmp_path, ",\n".join(json.dumps(point(x, 0, x)) for x in range(9)) + ",\n")
    assert report["sources"][0]["read"] == 9 and entries == []
    assert any("ignored a comma" in warning for warning in report["warnings"])


# Values that are equal once they are texts, doubles or truth values.
ALIKE = ["false", '"false"', "true", '"true"', "null", '"null"', "0", "0.0", "-0.0", '"0"', "1", "1.0", "1e0", '"1"', '""',
         "[]", '"[]"', "{}", '"{}"', "[1]", '"[1]"', "9007199254740992", "9007199254740993", "9007199254740992.0",
         "9223372036854775807", "9223372036854775808", "9223372036854775808.0", "18446744073709551615",
         "18446744073709551614", "1.8446744073709552e19", "1e308", "5e-324", '"\\u00e9"', '"e\\u0301"']


@pytest.mark.parametrize("seed", [int(os.environ.get("OVERTILE_SEED", 41)) + step for step in range(4)])
def test_bytes_do_not_depend_on_the_order_of_values_that_look_alike(seed, tmp_path):
    print("seed", seed)
    source = random.Random(seed)
    features = []
    for _ in range(120):
        id = source.choice(["", "", f'"id":{source.choice([text for text in ALIKE if text[0] in "-0123456789" + chr(34)])},'])
        names = source.sample(["a", "b", "é", "e\u0301"], source.randrange(1, 4))
        properties = ",".join(f'"{name}":{source.choice(ALIKE)}' for name in names)
        features.append(f'{{"type":"Feature",{id}"properties":{{{properties}}},"geometry":{{"type":"Point","coordinates":'
                        f'[{source.choice([0, -0.0, 1e-9, 3, 180, -180])},{source.choice([0, 2, 2.0000000001])}]}}}}')
    layers = {
        "points": {"source": "points", "kind": "cluster", "zooms": "0-2", "cluster": {"minPoints": source.choice([2, 3]), "aggregates": {
            "first": {"first": "a"}, "some": {"distinct": "a", "cap": 5}, "number": {"count": "b"}}}},
        "circles": {"source": "points", "kind": "circle", "zooms": "0-2", "circle": {
            "radius": "900km", "draw": "ring", "dissolve": {"by": "b"}}},
        "shapes": {"source": "points", "kind": "shape", "zooms": "0-2"}}
    found = []
    for turn in range(3):
        run(tmp_path / str(turn), "\n".join(features), layers)
        found.append(contents(tmp_path / str(turn) / "bundle"))
        source.shuffle(features)
    assert found[0] == found[1] == found[2]


def test_ids_of_64_bits_stay_whole(tmp_path):
    ids = [2**53 + 1, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1]
    shapes = {"shapes": {"source": "points", "kind": "shape", "zooms": "0-0"}}
    _, entries = run(tmp_path, lines(point(3 * x + 1, 1, id) for x, id in enumerate(ids)), shapes)
    assert entries == []
    tile = json.loads(overtile("tile", tmp_path / "bundle", "0/0/0").stdout)
    assert {feature["properties"]["source_id"] for feature in tile["features"]} == set(ids)


@pytest.mark.parametrize("id", [5, "a", 2**63, 1.5, -1])
def test_equal_ids_are_noted_of_whatever_type(id, tmp_path):
    _, entries = run(tmp_path, lines([point(1, 1, id), point(2, 2, id), point(3, 3, "b")]))
    assert [(entry["code"], entry["id"]) for entry in entries] == [("duplicate-id", str(id))]


def test_features_without_ids_are_no_duplicates(tmp_path):
    assert run(tmp_path, lines([point(1, 1)] * 3))[1] == []


@pytest.mark.parametrize("crs", ['"nonsense"', '{"type":"name","properties":{"name":"EPSG:3857"}}', '{"a":1}'])
def test_a_configured_crs_overrules_what_a_file_says(crs, tmp_path):
    text = '{"type":"FeatureCollection","crs":' + crs + ',"features":[' + json.dumps(point(530000, 180000)) + "]}"
    report, _ = run(tmp_path, text, crs="EPSG:27700")
    assert [warning for warning in report["warnings"] if "EPSG:27700" in warning and '"crs"' in warning]
    bounds = json.loads((tmp_path / "bundle" / "bundle.json").read_text())["layers"][0]["bounds"]
    assert -0.2 < bounds[0] < 0 and 51 < bounds[1] < 52
    write_pipeline(tmp_path / "pipeline.yaml", {"points": {"path": "points.geojson"}}, POINTS)
    rejected = overtile("build", tmp_path / "pipeline.yaml")
    assert rejected.returncode == 65 and b"Set `crs:`" in rejected.stderr


def test_aggregates_pass_over_null(tmp_path):
    values = [4, None, 6, "missing", 8]
    features = [point(0, 0, **({} if value == "missing" else {"n": value, "b": value and value > 5})) for value in values]
    operations = {"sum": "n", "min": "n", "max": "n", "mean": "n", "count": "n", "any": "b", "all": "b",
                  "first": "n", "distinct": "n"}
    aggregates = {f"{name}_n": {name: key} for name, key in operations.items()}
    aggregates["twice"] = {"sum": ["*", 2, ["get", "n"]]}
    layers = {"points": POINTS["points"] | {"cluster": {"aggregates": aggregates}}}
    report, entries = run(tmp_path, lines(features), layers)
    assert report["layers"][0]["accepted"] == 5 and entries == []
    cluster = json.loads(overtile("tile", tmp_path / "bundle", "0/0/0").stdout)["features"][0]["properties"]
    expected = {"sum_n": 18, "min_n": 4, "max_n": 8, "mean_n": 6, "count_n": 3, "any_n": True, "all_n": False,
                "distinct_n": "[4,6,8]", "twice": 36, "point_count": 5}
    assert {name: cluster[name] for name in expected} == expected


def test_a_text_among_numbers_is_still_wrong(tmp_path):
    (tmp_path / "points.geojson").write_text(lines([point(0, 0, n=1), point(0, 0, n="2")]))
    layers = {"points": POINTS["points"] | {"cluster": {"aggregates": {"sum": {"sum": "n"}}}}}
    done = overtile("build", write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson"}}, layers))
    assert done.returncode == 65 and b"expected number, found string" in done.stderr
