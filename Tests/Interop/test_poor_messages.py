"""Messages that must be clear at four in the morning: filters that keep nothing, forms of other programs, files
whose content does not match their names."""
import json
import shutil

import pytest

from conftest import overtile, point, write_pipeline

PLACES = [point(13 + index / 100, 52, v=index, name="ab"[index % 2], s=str(index), yes=bool(index % 2)) for index in range(20)]


def run(folder, source=None, command="build", **layer):
    (folder / "in.geojsonl").write_text("".join(json.dumps(place) + "\n" for place in PLACES))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-2"} | layer
    path = write_pipeline(folder / "p.yaml", {"s": source or {"path": "in.geojsonl"}}, {"a": layer})
    done = overtile(command, path)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("test, words", [
    (["==", ["get", "v"], "0"], '"v" holds numbers: write ["==",["get","v"],0]'),
    (["==", "v", "3"], '"v" holds numbers: write ["==","v",3]'), ([">", "v", "0"], '"v" holds numbers: write'),
    (["in", ["get", "v"], ["literal", ["1", "2"]]], '"v" holds numbers: write ["in",["get","v"],["literal",[1,2]]]'),
    (["match", ["get", "v"], ["1", "2"], True, False], '"v" holds numbers: write ["match",["get","v"],[1,2],true,false]'),
    (["==", ["get", "s"], 3], '"s" holds texts: write ["==",["get","s"],"3"]'),
    (["==", ["get", "yes"], "true"], '"yes" holds true and false: write ["==",["get","yes"],true]'),
])
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_filter_that_keeps_nothing_says_what_it_met(test, words, command, tmp_path):
    status, message = run(tmp_path, command=command, filter=test)
    assert status == 65 and "is it right? " + words in message, message


@pytest.mark.parametrize("test", [["in", "name", ["a", "b"]], ["in", ["get", "name"], ["a", "b"]],
                                  ["all", ["in", "name", ["a", "b"]]]])
def test_a_bare_list_of_values(test, tmp_path):
    status, message = run(tmp_path, filter=test)
    assert status == 78 and '["in",["get","name"],["literal",["a","b"]]]' in message, message
    assert run(tmp_path, filter=["in", ["get", "name"], ["literal", ["a", "b"]]])[0] == 0


def test_bounds_that_keep_nothing(tmp_path):
    source = {"path": "in.geojsonl", "bounds": [0, 0, 1, 1]}
    status, message = run(tmp_path, source)
    assert status == 65 and "west 0.0, south 0.0, east 1.0, north 1.0," in message, message
    status, message = run(tmp_path, source, filter=[">", ["get", "v"], 3])
    assert "its filter (" in message and "together with `bounds`" in message, message


@pytest.mark.parametrize("bounds", [
    {"west": 0, "south": -1, "east": 20.5, "north": 60}, {"north": 60, "east": 20.5, "south": -1, "west": 0},
    {"xmin": 0, "ymin": -1, "xmax": 20.5, "ymax": 60}, [[0, -1], [20.5, 60]], "0,-1,20.5,60"])
def test_bounds_of_another_form(bounds, tmp_path):
    status, message = run(tmp_path, {"path": "in.geojsonl", "bounds": bounds})
    assert status == 78 and "write [0, -1, 20.5, 60]" in message, message


@pytest.mark.parametrize("command, words", [
    ("cat in.geojsonl", "write [cat, in.geojsonl]: a program and its arguments, without a shell"),
    ("cat in.geojsonl | head", '[bash, -o, pipefail, -c, "cat in.geojsonl | head"]'),
    ("ogr2ogr -where 'a > 3'", '[bash, -o, pipefail, -c, "ogr2ogr -where \'a > 3\'"]'),
])
def test_a_command_as_one_text(command, words, tmp_path):
    status, message = run(tmp_path, {"command": command})
    assert status == 78 and words in message, message


def test_an_input_that_is_the_output_has_its_message_on_several_lines(tmp_path):
    (tmp_path / "bundle").mkdir()
    status, message = run(tmp_path, {"path": "bundle/in.geojsonl"})
    (tmp_path / "bundle/in.geojsonl").write_text(json.dumps(PLACES[0]) + "\n")
    status, message = run(tmp_path, {"path": "bundle/in.geojsonl"})
    assert status == 78 and "is also the output" in message and "\\n" not in message, message


PAGE = b"<!DOCTYPE html><html><head><title>404</title></head><body>Not found</body></html>"


@pytest.mark.parametrize("name, data, words", [
    ("a.gpkg", PAGE, 'looks like an HTML page ("404"). That is a server\'s answer'), ("a.csv", PAGE, "looks like an HTML page"),
    ("a.fgb", PAGE, "looks like an HTML page"), ("a.shp", b"PK\x03\x04" + bytes(40), "unzip ./a.shp"),
    ("a.csv", "lon,lat\n1,2\n".encode("utf-16"), "iconv -f UTF-16LE -t UTF-8 ./a.csv > ./a.utf8.csv"),
    ("a.gpkg", b"lon,lat\n1,2\n", "Give the file the ending of its format"),
])
def test_a_file_that_is_not_what_its_name_says(name, data, words, tmp_path):
    (tmp_path / name).write_bytes(data)
    for command in "build", "check":
        status, message = run(tmp_path, {"path": name}, command)
        message = message.replace(str(tmp_path), ".")
        assert status == 65 and words in message and f": ./{name} is named as" in message, message


def test_texts_of_csv_are_made_numbers_by_the_source(tmp_path):
    (tmp_path / "a.csv").write_text("lon,lat,v\n13,52,1\n13.1,52,\n13.2,52,4\n")
    layer = {"cluster": {"radius": "64px", "aggregates": {"t": {"sum": "v"}}}}
    status, message = run(tmp_path, {"path": "a.csv"}, **layer)
    assert status == 65 and 'detectTypes: true under source "s"' in message, message
    status, message = run(tmp_path, {"path": "a.csv", "detectTypes": True}, **layer)
    assert status == 0, message


RING = [[0, 0], [1, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize("layer, words, repairs", [
    ({}, "cluster: {nonPoints: label} under layers.a", False),
    ({"kind": "circle", "circle": {"radius": "1000m"}}, "layers.a, of kind: circle, takes Point and MultiPoint", False),
    ({"kind": "shape"}, "(onInvalid: repair repairs", True)])
def test_a_polygon_where_points_belong(layer, words, repairs, tmp_path):
    shapes = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
              for ring in (RING, RING + RING[:1])]
    (tmp_path / "shapes.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": shapes}))
    status, message = run(tmp_path, {"path": "shapes.geojson"}, **layer)
    assert status == 65 and words in message and ("repair repairs" in message) == repairs, message
    if not layer:
        (tmp_path / "shapes.geojson").write_text(json.dumps(shapes[1]))
        source = {"path": "shapes.geojson", "onInvalid": "repair"}
        status, message = run(tmp_path, source, cluster={"nonPoints": "label"})
        assert status == 0, message


@pytest.mark.parametrize("x, y, words, crs", [
    (400000, 5600000, "those of national grids and UTM zones", "EPSG:32632"),
    (946205, 6471234, "and of Web Mercator (EPSG:3857); the data's own description says which one", "EPSG:3857"),
    (-8238310, 4970241, "are those of Web Mercator (EPSG:3857), which web maps use", "EPSG:3857"),
    (31466000, 5547000, "to the system of the coordinates; the data's own description names it", "EPSG:4647"),
])
def test_projected_data_without_a_crs(x, y, words, crs, tmp_path):
    """Numbers alone tell no zone, so none is advised."""
    (tmp_path / "in.geojson").write_text(json.dumps(point(x, y)))
    status, message = run(tmp_path, {"path": "in.geojson"})
    assert status == 65 and 'set crs: of source "s" to the system of the coordinates' in message and words in message, message
    assert "EPSG:32632" not in message
    assert run(tmp_path, {"path": "in.geojson", "crs": crs})[0] == 0


@pytest.mark.skipif(not shutil.which("ogr2ogr"), reason="needs GDAL")
@pytest.mark.parametrize("rows", ["lon,lat,name\n13,404954,52,520008,Berlin\n", "lat,lon,name\n52,520008,13,404954,Berlin\n"])
def test_decimal_commas_are_no_other_system(rows, tmp_path):
    (tmp_path / "a.csv").write_text(rows)
    status, message = run(tmp_path, {"path": "a.csv"})
    assert status == 65 and "is it the digits after a decimal comma" in message, message
    assert 'put those with commas in quotes: "8,5"' in message and "crs" not in message
    for fixed in "lon;lat;name\n13,404954;52,520008;Berlin\n", 'lon,lat,name\n"13,404954","52,520008",Berlin\n':
        (tmp_path / "a.csv").write_text(fixed)
        assert run(tmp_path, {"path": "a.csv"})[0] == 0


@pytest.mark.parametrize("name, data", [("t.pmtiles", b"PMTiles\x03" + bytes(119)),
                                        ("t.mbtiles", b"SQLite format 3\0" + bytes(52) + b"MPBX" + bytes(28))])
def test_tiles_are_no_source_and_no_pipeline(name, data, tmp_path):
    (tmp_path / name).write_bytes(data)
    status, message = run(tmp_path, {"path": name})
    assert status == 65 and "These are tiles already, which `overtile inspect` shows" in message, message
    done = overtile("build", tmp_path / name)
    assert b"These are tiles already" in done.stderr and b"Name data" not in done.stderr, done.stderr


def test_a_source_that_no_layer_uses(tmp_path):
    (tmp_path / "in.geojsonl").write_text("".join(json.dumps(place) + "\n" for place in PLACES))
    path = write_pipeline(tmp_path / "p.yaml", {name: {"path": "in.geojsonl"} for name in "st"},
                          {"a": {"source": "s", "kind": "cluster", "zooms": "0-2"}})
    for command in "build", "check":
        done = overtile(command, path)
        message = done.stderr.decode()
        assert done.returncode == 0 and 'no layer takes the features of source "t"' in message, message
        assert message.count("[unused-source]") == 1
