"""Mistakes in sources that are tables and commands: the message names the person's own columns and words, and its
advice does what was meant."""

import json
import re
import shutil

import pytest
import yaml

from conftest import collection, overtile, point

CSV = "name,longitude,latitude,pop\na,1,2,30\nb,3,4,5\nc,5,6,70\n"
needs_gdal = pytest.mark.skipif(not shutil.which("ogr2ogr"), reason="GDAL is not installed")


def run(folder, source, *words, csv=CSV):
    """Builds a cluster layer of a source as it is written in YAML; the exit code, the messages and the features."""
    (folder / "t.csv").write_text(csv)
    features = [point(10 + number, 50, number, n=number) for number in range(1, 4)]
    (folder / "g.geojson").write_text(collection(features))
    text = f"name: n\nsources:\n  s: {source}\nlayers:\n  l: {{source: s, kind: cluster, zooms: 0-1}}\n"
    (folder / "p.yaml").write_text(text + "output: {path: out}\ngates: {empty: warn}\n")
    done = overtile("build", folder / "p.yaml", *words, cwd=folder)
    manifest = folder / "out/bundle.json"
    count = json.loads(manifest.read_text())["layers"][0]["features"] if done.returncode == 0 else None
    return done.returncode, done.stderr.decode() + done.stdout.decode(), count


def source(**keys):
    return yaml.safe_dump(keys, default_flow_style=True, width=10_000).strip()


@needs_gdal
def test_an_empty_table(tmp_path):
    status, message, _ = run(tmp_path, source(path="t.csv"), csv="")
    assert status == 65
    assert "t.csv is empty: it holds no byte, not even a header" in message and "ogrinfo" not in message


@needs_gdal
@pytest.mark.parametrize("keys, header", [
    ({"x": "lng"}, "name,longitude,latitude,pop"),
    ({"x": "lngitude"}, "name,longitude,latitude,pop"),
    ({"y": "ltitude"}, "name,longitude,latitude,pop"),
    ({"x": "a", "y": "b"}, "name,lon,lat,pop"),
    ({"x": "placex", "y": "placey"}, "name,place_x,place_y,pop"),
    ({"x": "lng"}, "name;longitude;latitude;pop"),
])
def test_a_column_that_is_not_there(tmp_path, keys, header):
    table = CSV.replace("name,longitude,latitude,pop", header)
    if ";" in header:
        table = table.replace(",", ";")
    status, message, _ = run(tmp_path, source(path="t.csv", **keys), csv=table)
    assert status == 78
    for column in re.split("[,;]", header):
        assert f'"{column}"' in message
    advised = dict(re.findall(r"write ([xy]): (\w+)", message))
    assert advised.keys() == keys.keys()
    assert run(tmp_path, source(path="t.csv", **keys | advised), csv=table)[::2] == (0, 3)


@needs_gdal
def test_a_row_without_numbers_for_coordinates(tmp_path):
    table = CSV.replace("b,3,4", "b,x,4")
    status, message, count = run(tmp_path, source(path="t.csv"), csv=table)
    assert (status, count) == (0, 2)
    assert "t.csv: row 2 below the header, feature 1" in message
    assert "the columns of its coordinates do not both hold numbers" in message
    # The line that GDAL wrote is none of the file.
    assert not re.search(r"t\.csv:\d", message)
    where = source(path="t.csv", where="name <> 'a'")
    assert "row 1 of those that `where` takes, feature 0" in run(tmp_path, where, csv=table)[1]


@needs_gdal
def test_a_condition_on_a_column_that_is_not_there(tmp_path):
    status, message, _ = run(tmp_path, source(path="t.csv", where="popp = '5'"))
    assert status == 66
    found = re.search(r'there is no column "popp", did you mean "(\w+)"\?; the columns are (.*)', message)
    assert found[1] == "pop" and '"name"' in found[2]
    assert run(tmp_path, source(path="t.csv", where=f"{found[1]} = '5'"))[::2] == (0, 1)


@needs_gdal
def test_a_condition_with_another_type(tmp_path):
    status, message, _ = run(tmp_path, source(path="t.csv", where="pop > 20"))
    assert status == 66
    assert '"pop" holds texts' in message and "detectTypes: true" in message
    assert run(tmp_path, source(path="t.csv", where="pop > 20", detectTypes=True))[::2] == (0, 2)

    mixed = CSV.replace("70", "many")
    status, message, _ = run(tmp_path, source(path="t.csv", where="pop > 20", detectTypes=True), csv=mixed)
    assert status == 66
    assert "some of them not numbers" in message and "detectTypes" not in message.split("it was:")[1].split("where:")[1]


@pytest.mark.parametrize("bounds", [[45, 5, 55, 20], [55, 5, 45, 20], [45, 55, 5, 20]])
def test_bounds_in_another_order(tmp_path, bounds):
    _, message, count = run(tmp_path, source(path="g.geojson", bounds=bounds))
    if bounds[1] > bounds[3]:
        assert "the south" in message
        return
    assert count == 0
    assert re.search(r"p\.yaml:3:\d+\)", message)
    assert "they lie within west 11, south 50, east 13, north 50" in message
    advised = json.loads(re.search(r"bounds: (\[.*?\]) would keep some", message)[1])
    assert sorted(advised) == sorted(bounds)
    assert run(tmp_path, source(path="g.geojson", bounds=advised))[2] == 3


def test_bounds_elsewhere_advise_no_order(tmp_path):
    _, message, _ = run(tmp_path, source(path="g.geojson", bounds=[100, 10, 120, 20]))
    assert "they lie within west 11, south 50, east 13, north 50" in message and "would keep" not in message


@pytest.mark.parametrize("words, status, count", [
    (["cat", "g.geojson", "|", "cat"], 66, 3),
    (["cat", "g.geojson", ">", "x.geojson"], 66, 3),
    (["cat", "g.geojson", "&&", "true"], 66, 3),
    (["cat", "g.geojson", "||", "false"], 66, 3),
    (["cat", "*.geojson"], 66, 3),
    (["cat", "it's.geojson", "|", "cat"], 66, None),
    (["cat", "g.geojson", ";", "true"], 66, 3), (["cat", "g.geojson;", "true"], 66, 3),
    (["cat", "g.geojson", "2>", "/dev/null"], 66, 3), (["cat", "g.geojson", "2>/dev/null"], 66, 3),
    (["cat", "g.geojson", ">x.geojson"], 66, 3), (["cat", "g.geojson|", "cat"], 66, 3),
    (["cat", "`ls g.geojson`"], 66, 3), (["cat", "$(ls g.geojson)"], 66, 3), (["cat", "$(ls", "g.geojson)"], 66, 3),
    (["cat", "{g,}.geojson"], 66, None), (["cat", "g.{geojson,}"], 66, None),
])
def test_words_for_a_shell(tmp_path, words, status, count):
    found, message, _ = run(tmp_path, source(command=words))
    assert found == status
    word = next(word for word in words if any(mark in word for mark in "|>&;*`({"))
    assert f'"{word}"' in message
    advised = yaml.safe_load(re.findall(r"command: (\[.*\])", message)[-1])
    if count:
        assert run(tmp_path, source(command=advised))[::2] == (0, count)
    if word == "|":
        checked = overtile("check", tmp_path / "p.yaml") if count is None else None
        assert checked is None or f'"{word}" is an argument of cat' in checked.stderr.decode()


def test_variables_in_a_command(tmp_path):
    status, message, _ = run(tmp_path, source(command=["cat", "$PLACE/g.geojson"]))
    assert status == 66
    advised = re.search(r'write ("\$\{PLACE\}/g\.geojson")', message)[1]
    (tmp_path / "p.yaml").write_text((tmp_path / "p.yaml").read_text().replace("$PLACE/g.geojson", advised))
    assert overtile("build", tmp_path / "p.yaml", env={"PLACE": str(tmp_path)}).returncode == 0


def test_a_command_in_one_item(tmp_path):
    status, message, _ = run(tmp_path, source(command=["cat g.geojson"]))
    assert status == 69
    advised = yaml.safe_load(re.search(r"command: (\[.*\])", message)[1])
    assert run(tmp_path, source(command=advised))[::2] == (0, 3)


@pytest.mark.parametrize("words", [
    ["A=1", "cat", "g.geojson"], ["A=1 B=2 cat", "g.geojson"], ["cd", ".", "&&", "cat", "g.geojson"],
    ["cd", ".;", "cat", "g.geojson"], ["cd .", "&&", "cat", "g.geojson"],
    ["cat", "'g.geojson'"],
])
def test_words_of_a_shell_in_place_of_a_program(tmp_path, words):
    status, message, _ = run(tmp_path, source(command=words))
    assert status in (66, 69) and "Install it" not in message, message
    if words[0] == "cat":
        assert 'write "g.geojson": quotes within the text are part of it' in message
        return
    advised = yaml.safe_load(re.search(r"command: (\[.*\])", message)[1])
    assert run(tmp_path, source(command=advised))[::2] == (0, 3)


@pytest.mark.parametrize("words", [["find", ".", "-name", "g.geojson", "-exec", "cat", "{}", ";"],
                                   ["jq", "-c", "{a,b} | select(.a > 3);", "none"], ["cat", ">=3"],
                                   ["sh", "-c", "cat none-*.geojson"]])
def test_words_that_are_no_shells(tmp_path, words):
    assert "no shell reads" not in run(tmp_path, source(command=words))[1]


def test_operators_that_are_values_of_options(tmp_path):
    (tmp_path / "list.txt").write_text("x|" + json.dumps(point(1, 1, 1)))
    status, message, count = run(tmp_path, source(command=["cut", "-d", "|", "-f", "2", "list.txt"]))
    assert (status, count) == (0, 1)
    assert "shell" not in message


@pytest.mark.parametrize("name, text, looks", [
    ("g.geojson", collection([point(1, 1)]), "GeoJSON"), ("t.csv", CSV, "CSV (columns name,longitude,latitude,pop)"),
    ("p.yaml", "name: n\nsources: {}\n", ""), ("page.pbf", "<html><title>403</title></html>", "an HTML page"),
])
def test_decode_of_what_is_no_tile(tmp_path, name, text, looks):
    (tmp_path / name).write_text(text)
    done = overtile("decode", tmp_path / name)
    message = done.stderr.decode()
    assert done.returncode == 65 and not done.stdout
    assert "it looks like " + looks in message and "decode reads a loose vector tile (MVT)" in message
    assert "malformed" not in message
