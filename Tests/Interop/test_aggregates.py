"""Aggregates over texts, nulls and very large numbers: texts are refused, and losses are reported."""

import json

import pytest

from bundle import Bundle
from conftest import overtile, point, write_pipeline


def pipeline(folder, values, aggregates, **others):
    """Points of one cluster, each with a value of p, or without one."""
    features = [point(13 + index / 1e6, 52, index, **({} if value == "none" else {"p": value}))
                for index, value in enumerate(values)]
    (folder / "in.geojsonl").write_text("".join(json.dumps(feature) + "\n" for feature in features))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-1", "cluster": {"aggregates": aggregates, "maxZoom": 0}} | others
    return write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojsonl"}}, {"a": layer})


def cluster(folder):
    (entry,) = Bundle(folder / "bundle").entries_at("a", 0)
    return entry.properties


def refused(path, expected, count, key):
    """The build fails: the features with a text have one finding, which names the key that asked for another type."""
    run = overtile("build", path)
    said = run.stderr.decode()
    assert run.returncode == 65, said
    assert f'  {count} expression: layer "a": property "p": expected {expected}, found string; required by ' in said, said
    assert f"({key})" in said, said


TEXTS = ["1", "2.5", None, "", "3", "none"]
# The number that a text is; null, which aggregates pass over, for null, no value and an empty text.
NUMBER = ["case", ["in", ["get", "p"], ["literal", ["", None]]], None, ["to-number", ["get", "p"]]]


@pytest.mark.parametrize("operation, asked", [
    ("sum", "p"), ("mean", "p"), ("min", "p"), ("max", "p"), ("sum", ["*", 2, ["get", "p"]]), ("min", ["-", ["get", "p"], 1]),
])
def test_texts_are_no_numbers(operation, asked, tmp_path):
    refused(pipeline(tmp_path, TEXTS, {"t": {operation: asked}}), "number", 4, "cluster.aggregates.t")


@pytest.mark.parametrize("operation, right", [("sum", 6.5), ("mean", 6.5 / 3), ("min", 1), ("max", 3)])
def test_numbers_of_texts_pass_over_nulls_and_empty_texts(operation, right, tmp_path):
    run = overtile("build", pipeline(tmp_path, TEXTS, {"t": {operation: NUMBER}}))
    assert run.returncode == 0, run.stderr.decode()
    assert cluster(tmp_path)["t"] == right
    assert overtile("verify", tmp_path / "bundle").returncode == 0


def test_texts_are_no_truths(tmp_path):
    refused(pipeline(tmp_path, ["true", "", None], {"t": {"all": "p"}}), "boolean", 2, "cluster.aggregates.t")


def test_texts_are_no_numbers_elsewhere(tmp_path):
    path = pipeline(tmp_path, ["5", "7"], {}, properties={"compute": {"more": ["+", ["get", "p"], 1]}})
    refused(path, "number", 2, "properties.compute.more")


def test_null_is_no_number_where_one_is_computed(tmp_path):
    for wrong in (["*", 2, None], ["literal", None], ["case", ["has", "p"], ["*", 2, None], 1]):
        run = overtile("check", pipeline(tmp_path, [1], {"t": {"sum": wrong}}))
        assert run.returncode == 78 and "expected number, found" in run.stderr.decode(), run.stderr.decode()


@pytest.mark.parametrize("operation, values, right", [
    ("sum", [1e308] * 3, None), ("mean", [1e308] * 3, 1e308), ("sum", [1e308, 1e308, 1e308, -1e308, -1e308], 1e308),
    ("mean", [1.5e308, 1.5e308, -1.5e308, -1.5e308], 0), ("max", [1e308] * 3, 1e308),
])
def test_sums_beyond_the_doubles(operation, values, right, tmp_path):
    path = pipeline(tmp_path, values, {"t": {operation: "p"}, "n": {"count": "p"}})
    run = overtile("build", path)
    assert run.returncode == 0
    found = json.loads((tmp_path / "bundle.report.json").read_text())["diagnostics"]
    assert [entry["code"] for entry in found] == (["aggregate-beyond"] if right is None else [])
    assert ("[aggregate-beyond]" in run.stderr.decode()) == (right is None)
    properties = cluster(tmp_path)
    assert properties["n"] == len(values) and ("t" in properties) == (right is not None)
    assert right is None or properties["t"] == pytest.approx(right)
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, run.stdout.decode()


def test_a_verified_sum_of_parts_of_which_one_is_beyond_the_doubles(tmp_path):
    """Without the property in the tiles, so that clusters are compared with their child clusters."""
    features = [point(longitude + index / 1e6, 0, p=value)
                for longitude, value in ((0, 1e308), (1, -1e308), (2, 5.0)) for index in range(3)]
    (tmp_path / "in.geojsonl").write_text("".join(json.dumps(feature) + "\n" for feature in features))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-8", "properties": {"keep": "none"},
             "cluster": {"aggregates": {"t": {"sum": "p"}}}}
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojsonl"}}, {"a": layer})
    run = overtile("build", path)
    assert run.returncode == 0 and "[aggregate-beyond]" in run.stderr.decode()
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, run.stdout.decode()
