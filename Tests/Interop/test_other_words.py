"""Words of other programs, units, dates and paths and the messages with their replacements."""
import json
import re

import pytest
import yaml

from conftest import collection, overtile, point, write_pipeline

PLACES = [point(10 + index / 100, 50, n=index, kind=["cafe", "bar"][index % 2], day=f"{index % 28 + 1:02}.05.2024",
                us=f"{index % 12 + 1}/5/2024") for index in range(30)]


def run(folder, command="build", path="in.json", cameras={}, **layer):
    (folder / "in.json").write_text(collection(PLACES))
    (folder / "p.yaml").unlink(missing_ok=True)
    pipeline = write_pipeline(folder / "p.yaml", {"s": {"path": path}},
                              {"a": {"source": "s", "kind": "cluster", "zooms": "0-2"} | layer}, cameras=cameras)
    done = overtile(command, pipeline, cwd=folder)
    return done.returncode, done.stderr.decode()


ALL = "only sum, min, max, mean, any, all, count, first, distinct"


@pytest.mark.parametrize("aggregates", [{"m": {"median": "n"}}, {"m": {"mode": "n"}}, {"m": {"stddev": "n"}}, {"m": "median"},
                                        {"median": "n"}])
def test_operations_that_there_are_not(aggregates, tmp_path):
    status, words = run(tmp_path, cluster={"aggregates": aggregates})
    assert status == 78 and "clusters have no such operation, " + ALL in words, words
    assert "did you mean" not in words and "under output" not in words and "exactly one" not in words


@pytest.mark.parametrize("aggregate", [{}, {"cap": 3}, {"sum": "n", "max": "n"}])
def test_an_aggregate_needs_one_operation(aggregate, tmp_path):
    status, words = run(tmp_path, cluster={"aggregates": {"m": aggregate}})
    assert status == 78 and "needs exactly one operation of sum, min" in words


@pytest.mark.parametrize("radius, words", [
    ("300cm", "write 3m"), ("300 in", "write 25ft"), ("10yd", "write 30ft"),
    ({"property": "n", "unit": "cm"}, '{expression: ["/",["get","size"],100], unit: m}'),
    ({"property": "n", "unit": "yards"}, '{expression: ["*",["get","size"],3], unit: ft}'),
])
def test_units_that_there_are_not(radius, words, tmp_path):
    status, message = run(tmp_path, kind="circle", circle={"radius": radius})
    assert status == 78 and words in message, message
    advised = message.split("write ")[1].split("\n")[0] if "write" in words else yaml.safe_load(words.replace("size", "n"))
    assert run(tmp_path, kind="circle", circle={"radius": advised}, filter=[">", ["get", "n"], 0])[0] == 0


@pytest.mark.parametrize("camera, words", [
    ({"fit": {"layer": "a"}, "zoom": 5}, "a preset has no zoom of its own, because fitting computes it: maxZoom: 5"),
    ({"fit": {"layer": "a"}, "minZoom": 5}, "write restrict: {minZoom: 5}"),
    ({"fit": {"layer": "a"}, "center": [8, 50]}, "write fit: {bounds: [west, south, east, north]}"),
    ({"layer": "a"}, "write fit: {layer: NAME}"), ({"fit": {"layer": "a"}, "heading": 5}, "write bearing: 30deg"),
])
def test_keys_of_other_cameras(camera, words, tmp_path):
    status, message = run(tmp_path, cameras={"c": camera})
    assert status == 78 and words in message and "zooms: 0-14" not in message, message


@pytest.mark.parametrize("query, count", [
    ({"==": [{"var": "kind"}, "cafe"]}, 15), ({"and": [{">": [{"var": "n"}, 3]}, {"!": [{"<": [{"var": "n"}, 5]}]}]}, 25),
    ({"in": [{"var": ["kind"]}, ["cafe", "x"]]}, 15), ({"kind": "cafe", "n": [2, 3]}, 1),
    ({"$or": [{"n": {"$gt": 27}}, {"n": {"$lt": 1}}]}, 3), ({"n": {"$gte": 3, "$lte": 4}}, 2), ({"n": {"$in": [1, 2]}}, 2),
])
def test_queries_of_others_as_filters(query, count, tmp_path):
    """JsonLogic, MongoDB, and properties with their values; the advice does what was meant."""
    status, words = run(tmp_path, filter=query)
    assert status == 78
    advised = json.loads(re.search(r"found a mapping; write (\[.*\])$", words, re.M)[1])
    status, words = run(tmp_path, filter=advised)
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert status == 0 and report["layers"][0]["accepted"] == count


def test_a_mapping_of_no_known_meaning(tmp_path):
    status, words = run(tmp_path, filter={"kind": {"near": 3}})
    assert status == 78 and 'a property is compared as in ["==", ["get", "category"], "cafe"]' in words


@pytest.mark.parametrize("zoom, status", [(9, 78), (3, 78), (2, 0)])
def test_circles_that_are_hidden_at_every_zoom(zoom, status, tmp_path):
    found, words = run(tmp_path, kind="circle", circle={"radius": "9km", "hide": {"belowZoom": zoom}})
    assert found == status, words
    assert (f"belowZoom: {zoom} leaves every circle out: the layer's zooms end at 2" in words) == (status == 78)


@pytest.mark.parametrize("key", ["drop", "keep"])
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_misspelled_property_in_a_list(key, command, tmp_path):
    status, words = run(tmp_path, command, properties={key: ["knd"]})
    assert status == 0 and f'no feature has property "knd"; did you mean "kind"?' in words and f"(properties.{key})" in words
    assert ("There is nothing to drop by this name" in words) == (key == "drop")
    assert "unknown-property" not in run(tmp_path, command, properties={"drop": ["nothing-like-it"]})[1]


def test_the_folder_itself_as_a_path(tmp_path):
    (tmp_path / "sub").mkdir()
    for path, shown in (".", r"\S*[^./]"), ("./", r"\S*[^./]"), ("sub", r"\S*/sub"), ("sub/", r"\S*/sub/"):
        status, words = run(tmp_path, path=path)
        assert status == 66 and re.search(rf"source \"s\": {shown} is a folder; name files, for example \S*[^/]/\*\.geojson", words), words
    done = overtile("build", "p.yaml", cwd=tmp_path)
    (tmp_path / "p.yaml").write_text((tmp_path / "p.yaml").read_text().replace("sub/", "."))
    done = overtile("build", "p.yaml", cwd=tmp_path)
    assert b'source "s": . is a folder; name files, for example ./*.geojson' in done.stderr


@pytest.mark.parametrize("name, example", [("day", "01.05.2024"), ("us", "1/5/2024")])
def test_dates_are_no_numbers_in_another_form(name, example, tmp_path):
    for layer in {"filter": [">", ["get", name], 3]}, {"cluster": {"aggregates": {"m": {"sum": name}}}}:
        status, words = run(tmp_path, **layer)
        assert status == 65 and f'"{example}" looks like a date' in words and "1234.5" not in words, words
        assert "written as 2024-05-12" in words


@pytest.mark.parametrize("shape, words", [
    ({"snap": "-1m"}, "-1m must be above 0"), ({"tolerance": "-1px"}, "-1px must not be below 0"),
    ({"snap": "0m"}, "0m is not above 0 and at most 1000m"), ({"snapping": "1m"}, "write shape: {snap: 1m}"),
    ({"simplify": "1px"}, "write shape: {tolerance: 0.375px}"),
])
def test_keys_and_bounds_of_shapes(shape, words, tmp_path):
    status, message = run(tmp_path, kind="shape", shape=shape)
    assert status == 78 and words in message, message
