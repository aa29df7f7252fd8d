"""Computed properties where the same layer reads them, and aggregates that are rounded."""
import json

import pytest

from bundle import Bundle
from conftest import collection, overtile, point, write_pipeline

POINTS = [point(10 + index / 1000, 50, index, n=index, **({"size": "big"} if index % 2 else {})) for index in range(20)]
# `half` is computed from `n`, `size` replaces that of the source, and `both` reads them.
COMPUTE = {"half": ["/", ["get", "n"], 2], "size": ["coalesce", ["get", "size"], "small"],
           "both": ["concat", ["get", "size"], "-", ["to-string", ["get", "half"]]]}
READS = {
    "filter": [">=", ["get", "half"], 5], "legacy": [">=", "half", 5], "has": ["all", ["has", "half"], [">=", ["get", "half"], 5]],
    "nested": ["==", ["index-of", "small", ["get", "both"]], 0], "legacy-text": ["==", "size", "small"],
}


def built(folder, layer, features=POINTS, **others):
    (folder / "in.geojson").write_text(collection(features))
    path = write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}}, {"l": {"source": "s", "zooms": "0-1"} | layer}, **others)
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr.decode()
    assert "no feature has property" not in run.stderr.decode()
    assert overtile("verify", folder / "bundle").returncode == 0
    return Bundle(folder / "bundle")


@pytest.mark.parametrize("name", READS)
def test_filters_read_them(name, tmp_path):
    bundle = built(tmp_path, {"kind": "cluster", "filter": READS[name], "properties": {"compute": COMPUTE}})
    (entry,) = bundle.entries_at("l", 0)
    assert entry.properties["point_count"] == 10 and bundle.layers["l"]["features"] == 10


def test_aggregates_and_weights_read_them(tmp_path):
    cluster = {"weight": ["round", ["get", "half"]], "maxZoom": 0,
               "aggregates": {"sum": {"sum": "half"}, "sizes": {"distinct": "size"}, "text": {"max": ["length", ["get", "both"]]}}}
    bundle = built(tmp_path, {"kind": "cluster", "cluster": cluster, "properties": {"compute": COMPUTE}})
    (entry,) = bundle.entries_at("l", 0)
    assert entry.properties["sum"] == 95 and entry.properties["sizes"] == '["big","small"]' and entry.properties["text"] == 7
    assert {one.properties["n"]: one.properties["both"] for one in bundle.entries_at("l", 1)}[7] == "big-3.5"


def test_radii_dissolving_and_cameras_read_them(tmp_path):
    circle = {"radius": {"expression": ["*", 100, ["+", 1, ["get", "half"]]], "unit": "m"}, "draw": ["ring"], "dissolve": {"by": "size"}}
    bundle = built(tmp_path, {"kind": "circle", "zooms": "9", "circle": circle, "properties": {"compute": COMPUTE}},
                   cameras={"c": {"fit": {"layer": "l", "filter": ["==", ["get", "size"], "big"]}}})
    assert {entry.properties["size"] for entry in bundle.entries["l"]} == {"big", "small"}
    assert bundle.manifest["cameras"]


@pytest.mark.parametrize("compute, asked, told", [
    ({"half": ["/", ["get", "n"], 2]}, {"filter": ["==", ["get", "half"], "5"]}, "cannot compare number with string"),
    ({"z": ["zoom"]}, {"filter": [">", ["get", "z"], 1]}, '"zoom" cannot be used in a cluster layer'),
    ({"half": "text"}, {"cluster": {"aggregates": {"a": {"sum": "half"}}}}, "number"),
])
def test_what_cannot_be_read_is_a_mistake_of_the_configuration(compute, asked, told, tmp_path):
    (tmp_path / "in.geojson").write_text(collection(POINTS))
    layer = {"source": "s", "kind": "cluster", "zooms": "0", "properties": {"compute": compute}} | asked
    run = overtile("build", write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {"l": layer}))
    assert run.returncode == 78 and told in run.stderr.decode(), run.stderr.decode()


@pytest.mark.parametrize("round, total, mean", [(0.1, 3.2, 1.1), (0.25, 3.25, 1.0), (10, 0, 0), (0.3, 3.3, 1.2), (1, 3, 1)])
def test_sums_and_means_are_rounded(round, total, mean, tmp_path):
    features = [point(10, 50, index, n=n) for index, n in enumerate([0.07, 1.0, 2.11])]
    aggregates = {"total": {"sum": "n", "round": round}, "mean": {"mean": "n", "round": round}}
    bundle = built(tmp_path, {"kind": "cluster", "cluster": {"aggregates": aggregates}}, features)
    (entry,) = bundle.entries_at("l", 0)
    found = [json.dumps(entry.properties[name]) for name in ["total", "mean"]]
    # Steps whose reciprocal is whole give the nearest doubles.
    assert [float(text) for text in found] == pytest.approx([total, mean], abs=1e-12)
    assert round == 0.3 or all(len(text) <= 5 for text in found)


def test_whole_sums_are_rounded_to_whole_numbers(tmp_path):
    bundle = built(tmp_path, {"kind": "cluster", "cluster": {"aggregates": {"sum": {"sum": "n", "round": 100}}}})
    assert bundle.entries_at("l", 0)[0].properties["sum"] == 200


def test_only_sums_and_means_are_rounded(tmp_path):
    (tmp_path / "in.geojson").write_text(collection(POINTS))
    layer = {"source": "s", "kind": "cluster", "cluster": {"aggregates": {"a": {"max": "n", "round": 0.1}}}}
    run = overtile("check", write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {"l": layer}))
    assert run.returncode == 78 and "only valid with sum or mean" in (run.stdout + run.stderr).decode()
