"""Comparisons with the same result for every feature: by the types of the data, or by the possible values of a
function."""
import json
import re

import pytest

from conftest import collection, overtile, point, write_pipeline

PLACES = [point(10 + index / 100, 50, n=index, s=str(index), kind=["cafe", "bar"][index % 2], ok=index % 2 == 0,
                either=index if index % 2 else str(index), obj={"a": index, "b": {"c": index}}) for index in range(30)]
get = lambda name: ["get", name]
ELSE = ["==", ["get", "kind"], "cafe"]


def said(folder, command="build", features=PLACES, **layer):
    (folder / "in.json").write_text(collection(features))
    path = write_pipeline(folder / "p.yaml", {"s": {"path": "in.json"}},
                          {"a": {"source": "s", "kind": "cluster", "zooms": "0-1"} | layer}, gates={"empty": "warn"})
    run = overtile(command, path)
    return run.returncode, run.stderr.decode()


WITHIN = {"any": lambda test: ["any", test, ELSE], "case": lambda test: ["case", test, True, ELSE],
          "not": lambda test: ["any", ["!", ["all", test, ELSE]], ELSE]}


@pytest.mark.parametrize("command", ["check", "build"])
@pytest.mark.parametrize("within", WITHIN)
@pytest.mark.parametrize("test, right, outcome", [
    (["==", get("n"), "5"], ["==", get("n"), 5], "never holds"),
    (["==", get("ok"), "true"], ["==", get("ok"), True], "never holds"),
    (["in", get("n"), ["literal", ["1", "2"]]], ["in", get("n"), ["literal", [1, 2]]], "never holds"),
    (["match", get("n"), ["3"], True, False], ["match", get("n"), [3], True, False], "matches none of its labels"),
])
def test_types_that_never_agree(test, right, outcome, within, command, tmp_path):
    write = lambda value: json.dumps(value, separators=(",", ":"))
    status, words = said(tmp_path, command, filter=WITHIN[within](test))
    assert status == 0 and f"{write(test)} {outcome}: " in words and f"write {write(right)};" in words, words
    assert words.count("[never-holds]") == 1
    status, words = said(tmp_path, command, filter=WITHIN[within](right))
    assert status == 0 and "never-holds" not in words, words


def test_a_comparison_that_always_holds(tmp_path):
    words = said(tmp_path, filter=["all", ["!=", get("s"), 5], ELSE])[1]
    assert '["!=",["get","s"],5] always holds: "s" holds texts: write ["!=",["get","s"],"5"]' in words
    words = said(tmp_path, filter=["!=", get("s"), 5])[1]
    assert "[filter-keeps-all]" in words and "always holds" not in words


def test_in_other_keys_and_in_the_old_language(tmp_path):
    words = said(tmp_path, properties={"compute": {"x": ["case", ["==", get("n"), "5"], 1, 0]}})[1]
    assert "(properties.compute.x) [never-holds]" in words
    words = said(tmp_path, filter=["any", ["==", "n", "5"], ["==", "kind", "cafe"]])[1]
    assert '["==","n","5"] never holds: "n" holds numbers: write ["==","n",5]' in words


@pytest.mark.parametrize("test", [
    ["==", get("either"), 5], ["==", get("either"), "4"], ["==", ["to-number", get("s")], 5], ["==", get("n"), None],
    ["any", ["==", get("n"), "5"], ["==", get("n"), 5]], ["==", ["upcase", get("kind")], "CAFE"],
    ["match", ["geometry-type"], ["Point", "MultiPoint"], True, False], ["==", ["typeof", get("n")], "number"],
    ["==", ["downcase", get("kind")], "cafe"], ["==", ["typeof", get("obj")], "array<string>"],
])
def test_comparisons_that_may_hold(test, tmp_path):
    """Also if the first of many features show another type."""
    assert "never-holds" not in said(tmp_path, filter=["any", test, ELSE])[1]


def test_a_type_that_stands_far_behind(tmp_path):
    features = [point(1, 2, n=index) for index in range(9000)]
    assert "never-holds" in said(tmp_path, features=features, filter=["any", ["==", get("n"), "x"], [">", get("n"), 3]])[1]
    features[-1]["properties"]["n"] = "x"
    assert "never-holds" not in said(tmp_path, features=features, filter=["any", ["==", get("n"), "x"], ["==", get("n"), 3]])[1]


@pytest.mark.parametrize("test, words", [
    (["==", ["upcase", get("kind")], "cafe"], 'upcase gives capital letters only: write "CAFE"'),
    (["!=", "Cafe", ["downcase", get("kind")]], 'downcase gives small letters only: write "cafe"'),
    (["==", ["geometry-type"], "MultiPoint"], 'also for the multi types, or else "Unknown": write "Point"'),
    (["in", ["geometry-type"], ["literal", ["point"]]], 'write "Point"'),
    (["match", ["geometry-type"], "MultiPolygon", True, False], 'write "Polygon"'),
    (["==", ["typeof", get("n")], "integer"], 'write "number"'),
])
def test_values_that_a_function_never_has(test, words, tmp_path):
    for command in "check", "build":
        message = said(tmp_path, command, filter=["any", test, ELSE])[1]
        assert words in message and "[never-holds]" in message, message


@pytest.mark.parametrize("test, right", [
    (["==", "kind", "cafe", "bar"], ["in", get("kind"), ["literal", ["cafe", "bar"]]]),
    (["!=", get("kind"), "cafe", "bar"], ["!", ["in", get("kind"), ["literal", ["cafe", "bar"]]]]),
])
def test_several_values_in_a_comparison(test, right, tmp_path):
    status, words = said(tmp_path, filter=test)
    assert status == 78 and json.dumps(right, separators=(",", ":")) in words, words
    assert said(tmp_path, filter=right)[0] == 0


@pytest.mark.parametrize("name, right", [("obj.a", ["get", "a", get("obj")]),
                                         ("obj.b.c", ["get", "c", ["get", "b", get("obj")]])])
def test_a_path_into_an_object(name, right, tmp_path):
    for test in [">", get(name), 3], ["==", get(name), 3]:
        words = said(tmp_path, filter=test)[1]
        assert f'"obj" holds an object: write {json.dumps(right, separators=(",", ":"))}' in words, words
    assert said(tmp_path, filter=[">", right, 3])[0] == 0
    assert "holds an object" not in said(tmp_path, filter=["==", get("n.a"), 3])[1]
