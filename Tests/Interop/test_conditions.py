"""The `where` and `columns` of a source: the messages about a condition that does not mean what was intended."""
import re
import shutil
import subprocess

import pytest

from conftest import collection, overtile, point, write_pipeline

pytestmark = pytest.mark.skipif(not shutil.which("ogr2ogr"), reason="needs GDAL")
PLACES = [point(index, 50, n=index, price=str(index), kind=["cafe", "bar"][index % 2]) for index in range(30)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("conditions")
    (folder / "in.json").write_text(collection(PLACES))
    for name, driver in ("gpkg", "GPKG"), ("fgb", "FlatGeobuf"), ("shp", "ESRI Shapefile"):
        subprocess.run(["ogr2ogr", "-f", driver, folder / f"in.{name}", folder / "in.json"], check=True)
    return folder


def run(folder, tmp_path, name, command="build", layer={}, **source):
    path = write_pipeline(
        tmp_path / "p.yaml", {"s": {"path": str(folder / f"in.{name}")} | source},
        {"a": {"source": "s", "kind": "cluster", "zooms": "0-1"} | layer}, gates={"empty": "warn"})
    run = overtile(command, path)
    words = run.stderr.decode()
    found = re.search(r"(\d+) features? in,", words + run.stdout.decode())
    return run.returncode, found and int(found[1]), words


@pytest.mark.parametrize("name", ["gpkg", "fgb", "shp"])
@pytest.mark.parametrize("condition", ["price > 10", "price BETWEEN 11 AND 29", "price IN (11, 12)", "\"price\" = -3", "10 < price"])
def test_texts_that_are_compared_with_numbers(condition, name, folder, tmp_path):
    """SQLite compares texts silently, which causes a warning; elsewhere GDAL rejects them, with the same message."""
    status, _, words = run(folder, tmp_path, name, where=condition)
    assert status == (0 if name == "gpkg" else 66), words
    assert ("[texts-compared]" in words) == (name == "gpkg")
    advised = re.search(r'"price" holds texts.*; write (.*) in place of (price) to compare numbers', words)
    status, count, words = run(folder, tmp_path, name, where=f"{advised[1]} > 10")
    assert (status, count) == (0, 19) and "holds texts" not in words


@pytest.mark.parametrize("condition", ["n > 3", "price > '3'", "price + 1 > 3", "kind || 'x' = 'cafex'", "kind LIKE '3%'"])
def test_conditions_that_mean_what_they_say(condition, folder, tmp_path):
    assert "texts-compared" not in run(folder, tmp_path, "gpkg", where=condition)[2]


@pytest.mark.parametrize("condition, sql, count", [
    ("WHERE n > 3", "n > 3", 26), ("where n == 3;", "n = 3", 1), ("n > 3 && n < 7", "n > 3 AND n < 7", 3),
    ("kind = 'a || b' || n == 4", "kind = 'a || b' OR n = 4", 1),
])
def test_conditions_of_other_languages_are_written_in_sql(condition, sql, count, folder, tmp_path):
    for name in "fgb", "gpkg":
        _, met, words = run(folder, tmp_path, name, where=condition)
        assert f'where: write "{sql}"' in words, words
        assert run(folder, tmp_path, name, where=sql)[1] == count


def test_a_text_without_quotes(folder, tmp_path):
    for name in "fgb", "gpkg":
        assert "a text stands in single quotes: 'cafe'" in run(folder, tmp_path, name, where="kind = cafe")[2]
    assert 'there is no column "knd", did you mean "kind"?' in run(folder, tmp_path, "fgb", where="knd = cafe")[2]


@pytest.mark.parametrize("command", ["build", "check --run-commands"])
def test_a_condition_that_no_row_meets_is_named(command, folder, tmp_path):
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": str(folder / "in.fgb"), "where": "n > 100"}},
                          {"a": {"source": "s", "kind": "cluster", "zooms": "0-1"}})
    words = overtile(*command.split(), path).stderr.decode()
    assert re.search(r'no row of source "s" meets its `where` \(.*p\.yaml:\d+:\d+\), n > 100; is it right\?', words), words
    assert "is its `path` right" not in words


@pytest.mark.parametrize("layer", [{"filter": ["==", ["get", "kind"], "cafe"]}, {"filter": [">", ["get", "price"], "5"]},
                                   {"cluster": {"aggregates": {"all": {"count": "kind"}}}},
                                   {"properties": {"keep": ["kind"]}}])
def test_columns_that_leave_out_what_is_asked_for(layer, folder, tmp_path):
    words = run(folder, tmp_path, "gpkg", columns=["n"], layer=layer)[2]
    assert "which `columns` of its source leaves out: add it there" in words, words
    words = run(folder, tmp_path, "gpkg", columns=["n", "kind", "price"], layer=layer)[2]
    assert "leaves out" not in words


def test_a_near_name_that_columns_leaves_out(folder, tmp_path):
    words = run(folder, tmp_path, "gpkg", columns=["n"], layer={"filter": ["==", ["get", "kin"], "cafe"]})[2]
    assert 'did you mean "kind"? The source\'s `columns` leaves it out' in words
