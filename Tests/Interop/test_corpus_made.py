"""Inputs that are too large or too odd to be kept as files: made here, each ends with its code, in bounded memory."""
import json
import os
import socket
import threading

import pytest

from conftest import collection, point, write_pipeline
from corpus import CORPUS, KINDS, build, limited

GOOD = json.dumps(point(1.5, 2, 1))
DEPTH = 100_000


def wrapped(text):
    return '{"type":"FeatureCollection","features":[' + GOOD + "," + text + "]}"


def feature(geometry, properties="{}"):
    return f'{{"type":"Feature","properties":{properties},"geometry":{geometry}}}'


def placed(properties):
    return wrapped(feature('{"type":"Point","coordinates":[3,4]}', properties))


def nested_collections(depth):
    return '{"type":"GeometryCollection","geometries":[' * depth + '{"type":"Point","coordinates":[1,2]}' + "]}" * depth


def ring(count):
    """A square whose sides have many vertices."""
    side = count // 4
    steps = [index * 40 / side for index in range(side)]
    corners = [(x, 0) for x in steps] + [(40, y) for y in steps]
    corners += [(40 - x, 40) for x in steps] + [(0, 40 - y) for y in steps]
    return json.dumps([[round(x, 6), round(y, 6)] for x, y in corners + corners[:1]])


TEXTS = {
    "brackets-alone": ("[" * DEPTH, 65, {}),
    "braces-alone": ('{"a":' * DEPTH, 65, {}),
    "deep-properties": (wrapped(feature("null", '{"a":' + "[" * DEPTH + "]" * DEPTH + "}")), 0, {"too-deep": 1}),
    "deep-objects": (wrapped(feature("null", '{"a":' * DEPTH + "1" + "}" * DEPTH)), 0, {"too-deep": 1}),
    "deep-coordinates": (
        wrapped(feature('{"type":"Polygon","coordinates":' + "[" * DEPTH + "]" * DEPTH + "}")), 0, None),
    "deep-collections": (wrapped(feature(nested_collections(1000))), 0, {"too-deep": 1}),
    "collections-32": (wrapped(feature(nested_collections(30))), 0, {}),
    "deep-foreign-member": ('{"x":' + "[" * DEPTH + "]" * DEPTH + "," + wrapped(GOOD)[1:], 0, {"duplicate-id": 1}),
    "deep-features-in-features": ('{"type":"Feature","geometry":' * 5000 + "null" + "}" * 5000, 0, None),
    "giant-key": (placed('{"' + "k" * 3_000_000 + '":1}'), 0, {}),
    "giant-string": (placed('{"a":"' + "é" * 2_000_000 + '"}'), 0, {}),
    "giant-number": (
        wrapped(feature('{"type":"Point","coordinates":[' + "1" * 1_000_000 + ",4]}")), 0, {"number-out-of-range": 1}),
    "many-keys": (placed(json.dumps({f"k{index}": index for index in range(4_000)})), 0, {}),
    "many-equal-keys": (placed("{" + '"a":1,' * 50_000 + '"a":2}'), 0, {}),
    "many-broken-lines": ("broken\n" * 50_000 + GOOD, 65, {}),
    "many-broken-records": ("\x1ebroken\n" * 20_000 + "\x1e" + GOOD, 0, {"invalid-json": 20_000}),
    "many-separators": ("\x1e" * 1_000_000 + GOOD, 0, {}),
    "many-equal-ids": ("\n".join([GOOD] * 20_000), 0, {"duplicate-id": 19_999}),
    "spaces": (" " * 20_000_000 + GOOD, 0, {}),
    "never-ends": ('{"type":"FeatureCollection","features":[{"a":"' + "x" * 20_000_000, 65, {})}


@pytest.mark.parametrize("name", TEXTS)
def test_large_texts(tmp_path, name):
    text, status, ledger = TEXTS[name]
    (tmp_path / "input.geojson").write_text(text)
    outcome = build(tmp_path / "run", tmp_path / "input.geojson", ["cluster"], "skip")
    assert outcome.status == status, outcome.message
    assert "Fatal error" not in outcome.message
    if ledger is not None:
        assert outcome.codes == ledger


def test_a_polygon_of_a_million_vertices(tmp_path):
    polygon = feature('{"type":"Polygon","coordinates":[' + ring(1_000_000) + "]}")
    (tmp_path / "input.geojson").write_text(wrapped(polygon))
    outcome = build(tmp_path / "run", tmp_path / "input.geojson", ["shape"], "fail", zooms="0-2")
    assert outcome.status == 0 and outcome.report["layers"][0]["accepted"] == 2, outcome.message


def layers(count):
    return {f"layer {index}": {"source": "input", "zooms": "0-1"} | KINDS["cluster"] for index in range(count)}


def test_a_thousand_layers(tmp_path):
    (tmp_path / "input.geojson").write_text(collection([point(index, 1) for index in range(5)]))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"input": {"path": "input.geojson"}}, layers(1000))
    run = limited("build", pipeline, "--quiet", "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert len(report["layers"]) == 1000 and all(layer["accepted"] == 5 for layer in report["layers"])


@pytest.mark.parametrize("text", [
    "a: " * 5000, "[" * DEPTH, "{a: " * DEPTH, "- " * 5000, "name: " + "x" * 3_000_000,
    "\n".join(" " * depth + "a:" for depth in range(2000)),
    "name: T\n" + "name: U\n" * 3000,
    "filter: " + '["!", ' * 10_000 + "true" + "]" * 10_000,
    "name: '" + "''" * 500_000 + "'",
    "&a a: *a\n" * 2000,
    "? " * 3000], ids=lambda text: repr(text[:12]))
def test_large_wrong_configurations(tmp_path, text):
    (tmp_path / "pipeline.yaml").write_text(text)
    run = limited("check", tmp_path / "pipeline.yaml")
    assert run.returncode == 78, run.stderr[:500]
    assert b"pipeline.yaml:" in run.stderr and b"Fatal" not in run.stderr


# MARK: Paths that are not files


def test_a_path_that_is_a_socket(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("input.geojson")
        outcome = build(tmp_path / "run", tmp_path / "input.geojson", ["cluster"], "skip")
    assert outcome.status == 66 and "input.geojson" in outcome.message


@pytest.mark.parametrize("text, status", [(GOOD, 0), ("", 65), (GOOD[:-5], 65)])
def test_a_pipe_with_a_name(tmp_path, text, status):
    os.mkfifo(tmp_path / "input.geojson")
    writer = threading.Thread(target=lambda: (tmp_path / "input.geojson").write_text(text))
    writer.start()
    outcome = build(tmp_path / "run", tmp_path / "input.geojson", ["cluster"], "skip")
    writer.join()
    assert outcome.status == status, outcome.message


def test_links_that_lead_nowhere(tmp_path):
    (tmp_path / "dangling.geojson").symlink_to(tmp_path / "nothing")
    (tmp_path / "loop.geojson").symlink_to(tmp_path / "loop.geojson")
    for name in ("dangling.geojson", "loop.geojson"):
        outcome = build(tmp_path / "run", tmp_path / name, ["cluster"], "skip")
        assert outcome.status == 66 and name in outcome.message


def test_a_link_to_a_good_file(tmp_path):
    (tmp_path / "link.geojson").symlink_to(CORPUS / "type/feature-alone.geojson")
    assert build(tmp_path / "run", tmp_path / "link.geojson", ["cluster"], "fail").status == 0


def test_a_file_that_may_not_be_read(tmp_path):
    (tmp_path / "input.geojson").write_text(GOOD)
    (tmp_path / "input.geojson").chmod(0)
    # The superuser may read anything unless that power is given up.
    before = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    outcome = build(tmp_path / "run", tmp_path / "input.geojson", ["cluster"], "skip", before=before)
    assert outcome.status == 66 and "Permission denied" in outcome.message, outcome.message


@pytest.mark.parametrize("name", [
    "a b", "a\nb", "ü", "*", "[a]", "?", "-", "--help", "'\"", "\\", "x" * 240, "\u202e", "$HOME", "%s%n", " "])
def test_names_of_files(tmp_path, name):
    (tmp_path / name).write_text(GOOD)
    outcome = build(tmp_path / "run" / "deep", tmp_path / name, ["cluster"], "fail")
    assert outcome.status == 0, outcome.message


def test_every_prefix_of_a_collection_ends_as_bad_data(tmp_path):
    text = (CORPUS / "type/nested-properties.geojson").read_bytes().rstrip()
    for length in range(0, len(text), 7):
        run = build_of_standard_input(tmp_path, text[:length])
        assert run.returncode == 65 and b"standard input" in run.stderr, (length, run.stderr)


def build_of_standard_input(folder, data):
    pipeline = write_pipeline(folder / "pipeline.yaml", {"input": {"path": "-"}}, layers(1))
    return limited("build", pipeline, "--quiet", input=data)
