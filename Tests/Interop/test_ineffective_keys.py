"""A key without effect beside the others is reported, with its line; the warning's advice makes it go away."""

import json
import re

import pytest
import yaml

from conftest import collection, overtile, point

SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]]}
CLUSTER = {"source": "s", "kind": "cluster", "zooms": "0-2"}
CIRCLE = {"source": "s", "kind": "circle", "zooms": "0-2", "circle": {"radius": "300km"}}
SHAPE = {"source": "s", "kind": "shape", "zooms": "0-2"}


def configuration(layer, **others):
    base = {"name": "Test", "sources": {"s": {"path": "in.geojson"}}, "layers": {"l": layer}, "output": {"path": "out"}}
    return merged(base, others)


def merged(a, b):
    """Mappings one over the other; None takes a key out."""
    if not isinstance(a, dict) or not isinstance(b, dict):
        return b
    joined = {key: merged(a.get(key), value) for key, value in b.items()}
    return {key: value for key, value in ({**a, **joined}).items() if value is not None}


# The configuration, the key without effect, and the warning's advice.
CASES = {
    "directory-layout": (CLUSTER, {"output": {"format": "directory", "layout": "per-zoom"}}, "output.layout",
                         {"output": {"layout": None}}),
    "geojson-level": (CLUSTER, {"output": {"format": "directory", "tileFormat": "geojson", "level": 9}}, "output.level",
                      {"output": {"level": None}}),
    "geojson-gzip": (CLUSTER, {"output": {"format": "directory", "tileFormat": "geojson", "compression": "gzip"}},
                     "output.compression", {"output": {"tileFormat": "mvt"}}),
    "plain-level": (CLUSTER, {"output": {"compression": "none", "level": 9}}, "output.level",
                    {"output": {"compression": "gzip"}}),
    "plain-level-auto": (CLUSTER, {"output": {"compression": "none", "level": 9}}, "output.level",
                         {"output": {"compression": "auto"}}),
    "directory-level": (CLUSTER, {"output": {"format": "directory", "level": 9}}, "output.level",
                        {"output": {"compression": "gzip"}}),
    "filtered": (CLUSTER, {"output": {"ledger": {"filtered": True}}}, "output.ledger.filtered",
                 {"layers": {"l": {"filter": ["==", ["get", "n"], 1]}}}),
    "filtered-bounds": (CLUSTER, {"output": {"ledger": {"filtered": True}}}, "output.ledger.filtered",
                        {"sources": {"s": {"bounds": [-10, -10, 10, 10]}}}),
    "timeout": (CLUSTER, {"sources": {"s": {"timeout": "5m"}}}, "sources.s.timeout", {"sources": {"s": {"timeout": None}}}),
    "accuracy": (CLUSTER, {"sources": {"s": {"accuracy": "5m"}}}, "sources.s.accuracy",
                 {"sources": {"s": {"crs": "EPSG:4326"}}}),
    "crossings": (CLUSTER, {"sources": {"s": {"maxCrossings": 5}}}, "sources.s.maxCrossings",
                  {"sources": {"s": {"maxCrossings": None}}}),
    "vertices": (CIRCLE, {"sources": {"s": {"maxVertices": 5}}}, "sources.s.maxVertices",
                 {"sources": {"s": {"maxVertices": None}}}),
    "tiles": (CLUSTER, {"layers": {"l": {"maxTiles": {"layer": 500}}}}, "layers.l.maxTiles",
              {"layers": {"l": {"kind": "circle", "circle": {"radius": "1km"}}}}),
    "snap": (SHAPE, {"layers": {"l": {"shape": {"snap": "1m", "method": "topology"}}}}, "layers.l.shape.snap",
             {"layers": {"l": {"shape": {"method": "coverage"}}}}),
    "drop-of-none": (CLUSTER, {"layers": {"l": {"properties": {"keep": "none", "drop": ["n"]}}}}, "layers.l.properties.drop",
                     {"layers": {"l": {"properties": {"drop": None}}}}),
    "drop-of-others": (CLUSTER, {"layers": {"l": {"properties": {"keep": ["n"], "drop": ["m"]}}}},
                       "layers.l.properties.drop", {"layers": {"l": {"properties": {"drop": None}}}}),
    "nested": (CLUSTER, {"layers": {"l": {"properties": {"keep": "none", "nested": "drop"}}}}, "layers.l.properties.nested",
               {"layers": {"l": {"properties": {"nested": None}}}}),
    "chords": (CIRCLE, {"layers": {"l": {"circle": {"chordError": "1px"}}}}, "layers.l.circle.chordError",
               {"layers": {"l": {"circle": {"draw": ["ring"]}}}}),
    "chords-both": (CIRCLE, {"layers": {"l": {"circle": {"chordError": "1px"}}}}, "layers.l.circle.chordError",
                    {"layers": {"l": {"circle": {"draw": ["center", "ring"]}}}}),
    "model": (CIRCLE, {"layers": {"l": {"circle": {"radius": "20px", "model": "mapkit"}}}}, "layers.l.circle.model",
              {"layers": {"l": {"circle": {"model": None}}}}),
    "model-of-property": (
        CIRCLE, {"layers": {"l": {"circle": {"radius": {"property": "n", "unit": "px"}, "model": "mapkit"}}}},
        "layers.l.circle.model", {"layers": {"l": {"circle": {"model": None}}}}),
    "hidden": (CIRCLE, {"layers": {"l": {"zooms": "1-2", "circle": {"hide": {"belowZoom": 1}}}}},
               "layers.l.circle.hide.belowZoom", {"layers": {"l": {"circle": {"hide": {"belowZoom": None}}}}}),
    "tolerance": (SHAPE, {"layers": {"l": {"shape": {"method": "none", "tolerance": "2px"}}}}, "layers.l.shape.tolerance",
                  {"layers": {"l": {"shape": {"method": "douglas-peucker"}}}}),
    "cluster-gate": (CIRCLE, {"gates": {"empty": "fail", "clusters": {"kept": "90%"}}}, "gates.clusters",
                     {"gates": {"clusters": None}}),
}


def write(folder, values):
    features = [point(1, 1, 1, n=1, m=2), point(3, 3, 2, n=1, m=2)]
    if values["layers"]["l"]["kind"] == "shape":
        features = [{"type": "Feature", "id": 1, "properties": {}, "geometry": SQUARE}]
    (folder / "in.geojson").write_text(collection(features))
    path = folder / "p.yaml"
    path.write_text(yaml.safe_dump(values, sort_keys=False))
    return path


def bundle_of(path):
    """The bytes of a bundle's archives."""
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr
    folder = path.parent / "out"
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return run, {name: data for name, data in files.items() if name != "bundle.json"}


def told(run):
    return re.findall(r"p\.yaml:(\d+):\d+: (\S+) has no effect: (.*) \[key-without-effect\]", run.stderr.decode())


@pytest.mark.parametrize("name", CASES)
def test_a_key_in_vain_is_told(tmp_path, name):
    layer, vain, key, advice = CASES[name]
    values = configuration(layer, **vain)
    path = write(tmp_path, values)
    run, with_key = bundle_of(path)
    [(line, found, reason)] = told(run)
    assert found == key
    assert key.split(".")[-1] in path.read_text().splitlines()[int(line) - 1]
    assert told(overtile("check", path)) == [(line, found, reason)]

    # It has no effect indeed.
    without = {}
    for part in reversed(key.split(".")):
        without = {part: without or None}
    assert bundle_of(write(tmp_path, merged(values, without)))[1] == with_key

    better = write(tmp_path, merged(values, advice))
    advised = overtile("check", better)
    assert advised.returncode == 0, advised.stderr
    assert told(advised) == []


@pytest.mark.parametrize("output, advice", [
    ({"format": "mbtiles", "compression": "none"}, {"compression": None}),
    ({"format": "mbtiles", "compression": "none"}, {"format": "pmtiles"}),
    ({"format": "mbtiles", "compression": "none"}, {"format": "directory"}),
])
def test_a_compression_that_cannot_be_is_rejected(tmp_path, output, advice):
    values = configuration(CLUSTER, output=output)
    run = overtile("check", write(tmp_path, values))
    assert run.returncode == 78
    assert re.search(r"p\.yaml:\d+:\d+: output\.compression: compression: ", run.stderr.decode())
    assert overtile("build", write(tmp_path, values)).returncode == 78
    assert overtile("build", write(tmp_path, merged(values, {"output": advice}))).returncode == 0


def test_what_has_an_effect_is_not_told(tmp_path):
    """The keys of the cases where they count, one configuration of a kind."""
    circle = merged(CIRCLE, {"zooms": "0-3", "maxTiles": {"layer": 5000}, "filter": ["has", "n"],
                             "circle": {"draw": "ring", "chordError": "1px", "model": "mapkit", "hide": {"belowZoom": 1}}})
    # With smallerThan: 0px what is too small for the tile's grid becomes a point.
    shape = merged(SHAPE, {"shape": {"tolerance": "2px", "small": "point", "smallerThan": "0px", "method": "douglas-peucker"}})
    cluster = merged(CLUSTER, {"properties": {"keep": ["n", "m"], "drop": ["m"], "nested": "drop"}})
    for layer in [circle, shape, cluster]:
        values = configuration(layer, output={"level": 9, "layout": "per-zoom"})
        if layer["kind"] == "shape":
            values["sources"]["s"] |= {"maxCrossings": 10, "maxVertices": 10}
        if layer["kind"] == "circle":
            values["output"]["ledger"] = {"filtered": True}
        run = overtile("build", write(tmp_path, values))
        assert run.returncode == 0, run.stderr
        assert told(run) == []


def test_pipelines_of_the_project_have_no_key_in_vain():
    from conftest import PIPELINES

    for path in PIPELINES:
        assert b"key-without-effect" not in overtile("check", path).stderr, path
