"""The mistakes that people really make, and what the message about each says."""
import gzip
import json
import re
import shutil

import pytest

from conftest import collection, overtile, point, write_pipeline

GDAL = pytest.mark.skipif(not shutil.which("ogr2ogr"), reason="needs GDAL")
PLACES = [point(13 + index / 100, 52, index, kind="cafe" if index % 2 else "bar", n=index) for index in range(30)]


def run(folder, command="build", path="in.geojson", keys=None, **layer):
    """The status and the message of a run with one layer; the features are in in.geojson."""
    (folder / "in.geojson").write_text(collection(PLACES))
    layers = {"a": {"source": "s", "kind": "cluster", "zooms": "0-2"} | layer}
    pipeline = write_pipeline(folder / "p.yaml", {"s": keys or {"path": path}}, layers)
    done = overtile(command, pipeline)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("option, words", [
    ("--drop-densest-as-needed", "it is a setting of another program; remove it"), ("-zg", "use zooms: 0-auto in the layer instead"),
    ("--clusterRadius", "it is a setting of another program; use cluster: {radius: 40px}"), ("--nope", None)])
def test_options_of_others(option, words):
    done = overtile("build", "p.yaml", option)
    said = done.stderr.decode()
    assert done.returncode == 64 and (words in said if words else "another program" not in said), said


LAYERS = [
    ({"minzoom": 3}, 'unknown key "minzoom"; it is a setting of another program; use zooms: 0-14'),
    ({"zoms": "0-3"}, 'did you mean "zooms"?'), ({"Zooms": "0-3"}, 'write "zooms"'),
    ({"radius": "40px"}, "the valid keys here are source"), ({"cluster": {"radius": 40}}, "missing unit; write 40px"),
    ({"cluster": {"radius": "40 pixels"}}, "valid units: px"), ({"cluster": {"radius": "1,5px"}}, "decimal separator: 1.5px"),
    ({"cluster": {"aggregates": {"t": "n"}}}, "a mapping with keys such as"), ({"filter": "n > 3"}, "expected a filter, such as"),
    ({"filter": ["=", ["get", "n"], 3]}, 'write "=="'), ({"filter": ["equal", 1, 2]}, 'unknown operator "equal"'),
    ({"kind": "shape", "shape": {"snap": "0m"}}, "0m is out of range: it must be above 0 and at most 1000m"),
    ({"kind": "circle", "circle": {"radius": ["get", "n"]}}, "expected a number with a unit"),
    ({"kind": "fill"}, 'is not one of "cluster", "circle", "shape"'), ({"source": "t"}, 'no source is called "t"'),
]


def test_keys_and_values(tmp_path):
    """One run tells of every layer."""
    (tmp_path / "in.geojson").write_text(collection(PLACES))
    layers = {f"layer{number}": {"source": "s", "kind": "cluster", "zooms": "0-2"} | layer for number, (layer, _) in enumerate(LAYERS)}
    done = overtile("build", write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, layers))
    said = [line for line in done.stderr.decode().splitlines() if "p.yaml:" in line]
    assert done.returncode == 78 and len(said) == len(LAYERS), said
    for name, line, (_, words) in zip(layers, said, LAYERS):
        assert f" layers.{name}." in line and words in line, line


@pytest.mark.parametrize("data, words", [
    (b"", ["the input is empty", "[empty]"]), (b" \n", ["white space only"]),
    (gzip.compress(b"", mtime=0), ["the gzip stream is empty"]),
    (gzip.compress(b"x" * 5000, mtime=0)[:12], ["the gzip stream is truncated", "[truncated-gzip]"]),
    (b"<!DOCTYPE html><html><title>403 Forbidden</title>", ["an HTML page", "check the download URL"]),
    (b"<?xml version='1.0'?><kml/>", ["looks like KML", "the extension .kml so that it is read through GDAL"]),
    (b"id,lon,lat\n1,2,3\n", ["looks like CSV", "the extension .csv"]), (b"fgb\x03fgb\x00", ["FlatGeobuf", "the extension .fgb"]),
    (b"SQLite format 3\0" + bytes(52) + b"GPKG" + bytes(28), ["a GeoPackage", "the extension .gpkg"]),
    (b"PMTiles\x03" + bytes(119), ["looks like binary data"]),
    (collection(PLACES).encode("utf-16"), ["UTF-16", "iconv"]), (b"Access denied.\n", ["plain text"]),
    (b'{"type":"Topology","objects":{},"arcs":[]}', ['type "Topology"', "[unknown-type]"]),
    (b'{"type":"featurecollection","features":[]}', ['did you mean "FeatureCollection"?']),
    (b'{"type":"point","coordinates":[1,2]}', ['did you mean "Point"?']), (b'{"name":"A"}', ["JSON, but has no GeoJSON type"]),
], ids=repr)
def test_what_is_no_geojson(data, words, tmp_path):
    (tmp_path / "bad.geojson").write_bytes(data)
    status, said = run(tmp_path, path="bad.geojson")
    assert status == 65 and all(word in said for word in words) and "bad.geojson" in said, said


@pytest.mark.parametrize("feature, words", [
    ({"type": "", "geometry": None}, 'the type "" is not a feature\'s or geometry\'s;'),
    ({"type": "FeatureCollection", "features": []}, 'the type "FeatureCollection" is not a feature\'s or geometry\'s;'),
    ({"type": "feature", "geometry": None}, 'the type "feature" is not a feature\'s or geometry\'s, did you mean "Feature"?'),
    ({"type": "Feature", "geometry": {"type": "FeatureCollection"}}, 'the type "FeatureCollection" is not a geometry\'s, at'),
])
def test_types_of_features(feature, words, tmp_path):
    (tmp_path / "bad.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    status, said = run(tmp_path, path="bad.geojson")
    assert status == 65 and words in said, said


PAGE = b"<!DOCTYPE html><html><head><title>404</title></head></html>"


# Builds and checks by turns.
TURNS = ["build", "check"] * 5


@GDAL
@pytest.mark.parametrize("command, case", list(zip(TURNS, [
    ("a.gpkg", PAGE, "looks like an HTML page"), ("a.csv", PAGE, "looks like an HTML page"),
    ("a.csv", collection(PLACES).encode(), "looks like GeoJSON"), ("a.shp", b"PK\x03\x04" + bytes(40), "a zip archive"),
    ("a.csv", "lon,lat\n1,2\n".encode("utf-16"), "iconv"), ("a.gpkg", b"lon,lat\n1,2\n", "looks like CSV"),
    ("a.gpkg", b"<OGRVRTDataSource/>", "looks like XML"), ("a.kml", b"<!-- <kml> --><OGRVRTDataSource/>", "looks like XML"),
    ("a.fgb", b"", "is empty"),
])))
def test_a_table_that_is_not_what_its_name_says(command, case, tmp_path):
    name, data, words = case
    (tmp_path / name).write_bytes(data)
    status, said = run(tmp_path, command, path=name)
    assert status == 65 and words in said and name in said, said


@GDAL
def test_tables(tmp_path):
    (tmp_path / "a.csv").write_text(",".join(f"column{n}" for n in range(500)) + "\n" + ",".join("1" * 500) + "\n")
    status, said = run(tmp_path, path="a.csv")
    assert status == 78 and "set `x:` and `y:` to the columns of its coordinates" in said, said
    assert '"column19" and 480 more' in said and len(said) < 1000
    (tmp_path / "a.csv").write_text("lon,lat,v\n13,52,1\n13.1,52,\n13.2,52,4\n")
    cluster = {"radius": "64px", "aggregates": {"t": {"sum": "v"}}}
    status, said = run(tmp_path, path="a.csv", cluster=cluster)
    assert status == 65 and 'detectTypes: true for source "s"' in said, said
    assert run(tmp_path, keys={"path": "a.csv", "detectTypes": True}, cluster=cluster)[0] == 0


@pytest.mark.parametrize("address, words", [
    ("https://example.com/a/b.geojson?x=1", "Overtile reads local files, not URLs"), ("s3://bucket/a.geojson", "Overtile reads local files"),
    ("file:///data/a.geojson", "Specify the file by its path: /data/a.geojson"),
    ("/vsicurl/https://example.com/a.geojson", "Overtile reads local files, not URLs")])
def test_addresses(address, words, tmp_path):
    status, said = run(tmp_path, path=address)
    assert status == 66 and words in said, said
    done = overtile("build", address)
    assert done.returncode == 66 and words in done.stderr.decode(), done.stderr


@pytest.mark.parametrize("command, case", list(zip(TURNS, [
    ("places.geojson", collection(PLACES).encode(), "it looks like GeoJSON. To use the file as a source, write a pipeline with sources: {places: {path:"),
    ("places.geojson", b'{"type":"FeatureCollection","features":[' + b" " * (17 << 20), "it looks like GeoJSON."),
    ("places.csv", b"id,lon,lat\n1,2,3\n", "it looks like CSV"), ("places.html", b"<html></html>", "an HTML page"),
    ("places.yaml", "name: A\n".encode("utf-16"), "iconv"), ("t.pmtiles", b"PMTiles\x03" + bytes(119), "binary data")])))
def test_data_as_the_configuration(command, case, tmp_path):
    name, data, words = case
    (tmp_path / name).write_bytes(data)
    done = overtile(command, tmp_path / name)
    said = done.stderr.decode()
    assert done.returncode == 78 and words in said and str(tmp_path / name) in said, said


def test_a_pipeline_that_begins_like_a_table_is_read(tmp_path):
    run(tmp_path)
    (tmp_path / "p.yaml").write_text("# lon,lat,name\n# of,all,places\n" + (tmp_path / "p.yaml").read_text())
    assert overtile("check", tmp_path / "p.yaml").returncode == 0


@pytest.mark.parametrize("command, status, words", [
    ("cat in.geojson", 78, "write [PROGRAM, ARGUMENT, ...]"),
    ("cat in.geojson | head", 78, '[bash, -o, pipefail, -c, "cat in.geojson | head"]'),
    (["cat in.geojson"], 69, "Write each argument as a separate item"),
    (["cat", "in.geojson", "|", "head"], 66, "the command does not run in a shell; for pipes, write [bash, -o, pipefail, -c,"),
    (["bash", "-o", "pipefail", "-c", "cat in.geojson | cat"], 0, ""),
])
def test_commands_without_a_shell(command, status, words, tmp_path):
    found, said = run(tmp_path, keys={"command": command})
    assert found == status and words in said, said


RING = [[0, 0], [1, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize("layer, words, repairs", [
    ({}, "cluster: {nonPoints: label} in layers.a", False),
    ({"kind": "circle", "circle": {"radius": "1000m"}}, "layers.a has kind: circle, which accepts Point and MultiPoint", False),
    ({"kind": "shape"}, "set onInvalid: repair)", True)])
def test_a_polygon_where_points_belong(layer, words, repairs, tmp_path):
    shapes = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
              for ring in (RING, RING + RING[:1])]
    (tmp_path / "shapes.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": shapes}))
    status, said = run(tmp_path, path="shapes.geojson", **layer)
    assert status == 65 and words in said and ("to repair invalid polygons" in said) == repairs, said


def test_projected_data_without_a_crs(tmp_path):
    (tmp_path / "grid.geojson").write_text(json.dumps(point(400000, 5600000)))
    status, said = run(tmp_path, path="grid.geojson")
    assert status == 65 and 'set crs: of source "s" to the coordinate system of the data' in said, said
    assert run(tmp_path, keys={"path": "grid.geojson", "crs": "EPSG:32632"})[0] == 0


def test_a_source_that_no_layer_uses(tmp_path):
    run(tmp_path)
    path = write_pipeline(tmp_path / "p.yaml", {name: {"path": "in.geojson"} for name in "st"},
                          {"a": {"source": "s", "kind": "cluster", "zooms": "0-2"}})
    for command in "build", "check":
        done = overtile(command, path)
        said = done.stderr.decode()
        assert done.returncode == 0 and 'no layer uses source "t"' in said, said
        assert said.count("[unused-source]") == 1


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_property_that_no_feature_has_may_be_asked_for(command, tmp_path):
    """test_data_errors.py has those that are mistakes."""
    (tmp_path / "in.geojson").write_text(collection(PLACES))
    layers = {
        "told": {"filter": ["!=", ["get", "knd"], 3]}, "dropped": {"properties": {"drop": ["knd"]}},
        "guarded": {"filter": ["any", ["!", ["has", "knd"]], ["==", ["get", "knd"], 3]]},
        "coalesced": {"properties": {"compute": {"k": ["coalesce", ["get", "knd"], 0]}}}}
    layers = {name: {"source": "s", "kind": "cluster", "zooms": "0-2"} | layer for name, layer in layers.items()}
    done = overtile(command, write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, layers))
    said = done.stderr.decode()
    assert done.returncode == 0 and 'layer "told": no feature has property "knd"; did you mean "kind"?' in said, said
    assert said.count("no feature has property") == 1, said


def test_paths(tmp_path):
    (tmp_path / "sub").mkdir()
    status, said = run(tmp_path, path="sub/")
    assert status == 66 and re.search(r'source "s": \S*/sub/ is a folder; specify files, for example \S*[^/]/\*\.geojson', said)
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle/in.geojson").write_text(collection(PLACES))
    status, said = run(tmp_path, path="bundle/in.geojson")
    assert status == 78 and "is the output" in said, said
    status, said = run(tmp_path, path="in.geojsn")
    assert status == 66 and 'did you mean "in.geojson"?' in said, said
