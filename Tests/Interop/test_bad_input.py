"""Bad inputs: each with its exit code and a message that names the fault and its location; the old bundle stays as it
was."""
import gzip
import json
import os
import shutil
import subprocess

import pytest

from conftest import OVERTILE, SAMPLES, collection, overtile, point, write_pipeline
from failing import assert_fails, good_bundle, pipeline


@pytest.fixture
def folder(tmp_path):
    good_bundle(tmp_path)
    return tmp_path


def bad(folder, data, source=None):
    """A pipeline over an input of these bytes."""
    (folder / "bad.geojson").write_bytes(data if isinstance(data, bytes) else data.encode())
    return pipeline(folder, source={"path": "bad.geojson"} | (source or {}))


def test_missing_file(folder):
    configuration = pipeline(folder, source={"path": "nowhere.geojson"})
    assert_fails(folder, configuration, 66, folder / "nowhere.geojson", '"points"')


def test_a_glob_that_matches_nothing(folder):
    assert_fails(folder, pipeline(folder, source={"path": "none-*.geojson"}), 66, "none-*.geojson")


def test_a_folder_as_input(folder):
    (folder / "inputs").mkdir()
    assert_fails(folder, pipeline(folder, source={"path": "inputs"}), 66, folder / "inputs", "folder")


def test_a_folder_that_may_not_be_searched(disk):
    """Its names may be read, so the one that is asked for must not be suggested."""
    (disk / "in").mkdir()
    (disk / "in/points.geojson").write_text(collection([point(1, 2)]))
    configuration = write_pipeline(
        disk / "p.yaml", {"s": {"path": "in/points.geojson"}}, {"l": {"source": "s", "kind": "cluster"}})
    program = shutil.copy(OVERTILE, disk / "overtile")
    disk.chmod(0o755)
    (disk / "in").chmod(0o644)
    run = subprocess.run([program, "build", configuration, "--dry-run"], capture_output=True, text=True,
                         user=65534 if os.geteuid() == 0 else None)
    assert run.returncode == 66 and "Permission denied; you may not have permission to search a folder in the path" in run.stderr, run.stderr
    assert "there is no file" not in run.stderr and "did you mean" not in run.stderr, run.stderr


def test_truncated_file(folder):
    whole = (SAMPLES / "quakes.geojson").read_bytes()
    for length in (len(whole) // 2, len(whole) - 3):
        assert_fails(folder, bad(folder, whole[:length]), 65, folder / "bad.geojson")


def test_truncated_gzip(folder):
    whole = gzip.compress((SAMPLES / "quakes.geojson").read_bytes())
    for length in (len(whole) // 2, len(whole) - 4):
        assert_fails(folder, bad(folder, whole[:length]), 65, folder / "bad.geojson")


@pytest.mark.parametrize("data", [
    b"this is no JSON\n", b"<html><body>Not found</body></html>", b"PK\x03\x04zip", b"\x00" * 100,
    b"id,lat,lon\n1,2,3\n",
    b"[1, 2, 3]", b'{"type":"Topology","objects":{}}', b'{"type":"FeatureCollection"}'], ids=repr)
def test_not_geojson(folder, data):
    assert_fails(folder, bad(folder, data), 65, folder / "bad.geojson")


def test_an_empty_file(folder):
    run = overtile("build", bad(folder, b""), "--output", folder / "out/bundle")
    assert run.returncode in (0, 65)
    assert b"bad.geojson" in run.stderr or run.returncode == 0


def test_one_wrong_feature_is_named_by_its_place(folder):
    lines = [json.dumps(point(index, 1, f"id-{index}")) for index in range(30)]
    lines[17] = lines[17].replace("[17, 1]", '["17", 1]')
    offset = len("\n".join(lines[:17])) + 1
    place = ["bad.geojson:18:", f"byte {offset},", "id-17", "1 of 30"]
    assert_fails(folder, bad(folder, "\n".join(lines) + "\n"), 65, *place)


def test_lines_in_a_cluster_layer(folder):
    line = {"type": "Feature", "id": "l", "properties": {}, "geometry": {
        "type": "LineString", "coordinates": [[0, 0], [1, 1]]}}
    assert_fails(folder, bad(folder, collection([point(1, 2), line])), 65, "LineString", "wrong-geometry")


def test_more_wrong_features_than_tolerated(folder):
    features = [point(index, 1) for index in range(97)] + [{"type": "Feature"}] * 3
    assert_fails(folder, bad(folder, collection(features), {"onInvalid": "skip", "maxRejected": 2}), 65, "3 of 100")


def test_tolerated_features_go_to_the_ledger(folder):
    features = [point(index, 1, index) for index in range(98)] + [{"type": "Feature"}] * 2
    configuration = bad(folder, collection(features), {"onInvalid": "skip", "maxRejected": "2%"})
    run = overtile("build", configuration, "--output", folder / "out/bundle", "--json")
    assert run.returncode == 0, run.stderr
    ledger = [json.loads(line) for line in (folder / "out/bundle.ledger.jsonl").read_text().splitlines()]
    assert [entry["index"] for entry in ledger] == [98, 99]
    assert all(entry["code"] and entry["reason"] and entry["file"].endswith("bad.geojson") for entry in ledger)
    report = json.loads(run.stdout)
    assert sum(report["ledger"].values()) == 2 and report["layers"][0]["accepted"] == 98


def crs_member(name):
    return {"type": "name", "properties": {"name": name}}


def with_crs(member, *positions):
    features = [point(*position) for position in positions]
    return json.dumps(json.loads(collection(features)) | {"crs": member})


def test_a_crs_member_and_a_silent_configuration(folder):
    data = with_crs(crs_member("urn:ogc:def:crs:EPSG::27700"), (530000, 180000))
    assert_fails(folder, bad(folder, data), 65, "EPSG:27700", "bad.geojson", "crs")


def test_a_crs_member_at_the_end(folder):
    text = with_crs(crs_member("EPSG:3857"), (530000, 180000))
    assert text.index('"crs"') > text.index('"features"')
    assert_fails(folder, bad(folder, text), 65, "EPSG:3857")


def test_a_crs_member_that_disagrees(folder):
    data = with_crs(crs_member("urn:ogc:def:crs:EPSG::2154"), (530000, 180000))
    run = overtile("build", bad(folder, data, {"crs": "EPSG:27700"}), "--output", folder / "out/bundle")
    assert run.returncode == 0 and b'says EPSG:2154, but `crs: EPSG:27700`' in run.stderr, run.stderr


def test_a_crs_member_that_cannot_be_understood(folder):
    data = with_crs({"type": "link", "properties": {"href": "http://example.com/crs"}}, (5, 8))
    assert_fails(folder, bad(folder, data), 65, "crs")


@pytest.mark.parametrize("name", ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326"])
def test_a_crs_member_that_names_wgs84_is_no_error(folder, name):
    run = overtile("build", bad(folder, with_crs(crs_member(name), (5, 50))), "--output", folder / "out/bundle")
    assert run.returncode == 0, run.stderr


def test_projected_coordinates_are_not_read_as_degrees(folder):
    assert_fails(folder, bad(folder, collection([point(530000, 180000)])), 65, "180000", "projected")


def test_an_unknown_crs(folder):
    configuration = pipeline(folder, source={"crs": "EPSG:99999999"})
    assert_fails(folder, configuration, 78, "pipeline.yaml:5:", "EPSG:99999999")


def test_an_accuracy_that_cannot_be_had(folder):
    configuration = pipeline(folder, source={
        "path": str(SAMPLES / "british-airports.geojson"), "crs": "EPSG:27700", "accuracy": "1m"})
    assert_fails(folder, configuration, 69, "EPSG:27700", "1", "2", "OSTN15")


def test_damaged_standard_input(folder):
    configuration = pipeline(folder, source={"path": "-"})
    assert_fails(folder, configuration, 65, "standard input", input=b'{"type":"FeatureCollection","features":[{"type"')


@pytest.mark.parametrize("first", ["null", "5", '"text"', "[1, 2]", "\ufefftrue", "null\n\n 5"])
@pytest.mark.parametrize("rest", ["lines", "collection", "geometries"])
def test_json_that_is_no_object_before_features(first, rest, tmp_path):
    """On the first line as on any other: an entry of the ledger, not the end of the file."""
    features = [point(1, 2, 1), point(3, 4, 2)]
    texts = {"lines": [json.dumps(feature) for feature in features], "collection": [collection(features)],
             "geometries": [json.dumps(feature["geometry"]) for feature in features]}[rest]
    (tmp_path / "in.geojsonl").write_text("\n".join([first, *texts]) + "\n")
    source = {"path": "in.geojsonl", "onInvalid": "skip", "maxRejected": "60%"}
    path = write_pipeline(tmp_path / "p.yaml", {"s": source}, {"l": {"source": "s", "kind": "cluster", "zooms": "0-2"}})
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr.decode()
    entries = [json.loads(line) for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()]
    assert [entry["code"] for entry in entries] == ["not-an-object"] * len(first.split("\n\n"))
    assert json.loads((tmp_path / "bundle.report.json").read_text())["layers"][0]["accepted"] == 2


@pytest.mark.parametrize("text", ["null\n", "5 {}\n", '"a"\nb,c\n', '5\n{"type": "Topology", "objects": {}}\n', "null\n5\n", '"a", "b"\n'])
def test_json_that_is_no_object_before_anything_else(text, tmp_path):
    (tmp_path / "in.geojsonl").write_text(text)
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojsonl", "onInvalid": "skip"}},
                          {"l": {"source": "s", "kind": "cluster", "zooms": "0-2"}})
    run = overtile("build", path)
    assert run.returncode == 65 and b"not-geojson" in run.stderr, run.stderr.decode()


def test_a_list_of_features(tmp_path):
    """It looks like GeoJSON, but lacks the collection around it."""
    (tmp_path / "in.json").write_text(json.dumps(json.loads(collection([point(1, 2)]))["features"]))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.json"}}, {"l": {"source": "s", "kind": "cluster", "zooms": 0}})
    run = overtile("build", path)
    assert run.returncode == 65 and b"it is a list of features" in run.stderr, run.stderr.decode()
