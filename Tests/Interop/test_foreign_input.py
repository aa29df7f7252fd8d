"""Input that is not GeoJSON: the message names the apparent format, and the command that it shows works unchanged."""
import bz2
import gzip
import json
import lzma
import os
import re
import shlex
import shutil
import subprocess
import zipfile

import pytest

from conftest import collection, overtile, point, write_pipeline

FEATURES = [point(8 + number, 47, number, name=f"place {number}") for number in range(5)]
LAYERS = {"points": {"source": "points", "kind": "cluster", "zooms": "0-2"}}
GDAL = pytest.mark.skipif(shutil.which("ogr2ogr") is None, reason="needs ogr2ogr")


def rejected(folder, name, status=65):
    """The message of a run that reads a file."""
    pipeline = write_pipeline(folder / "pipeline.yaml", {"points": {"path": name}}, LAYERS)
    run = overtile("build", pipeline, "--output", folder / "bundle")
    assert run.returncode == status, run.stderr
    return run.stderr.decode()


def follows_advice(folder, message, tools, environment={}):
    """Runs the command of a message, and builds its output."""
    command = re.search(rf"((?:{'|'.join(tools)}) -.*?)(?:, (?:with|where|or) .*)?$", message, re.M)[1]
    subprocess.run(["sh", "-c", command], env=os.environ | environment, check=True, capture_output=True)
    made = [word for word in shlex.split(command) if re.search(r"\.geojsonl?$", word)]
    pipeline = write_pipeline(folder / "second.yaml", {"points": {"path": made[-1] if ">" in command else made[0]}},
                              LAYERS)
    run = overtile("build", pipeline, "--output", folder / "bundle", "--json")
    assert run.returncode == 0, (command, run.stderr)
    return json.loads(run.stdout)["layers"][0]["accepted"]


def made_by_gdal(folder, driver, made, name):
    """A file as GDAL makes it, under another name, by which a source does not know it."""
    (folder / "source.geojson").write_text(collection(FEATURES))
    subprocess.run(["ogr2ogr", "-f", driver, folder / made, folder / "source.geojson"], check=True, capture_output=True)
    (folder / "source.geojson").unlink()
    (folder / made).rename(folder / name)


@GDAL
@pytest.mark.parametrize("driver, made, name, words", [
    ("GPKG", "a.gpkg", "places of mine.sqlite", "a GeoPackage"), ("FlatGeobuf", "a.fgb", "places.bin", "FlatGeobuf"),
    ("KML", "a.kml", "places.xml", "KML"), ("GML", "a.gml", "places.gml", "GML")])
def test_formats_of_gdal(tmp_path, driver, made, name, words):
    made_by_gdal(tmp_path, driver, made, name)
    message = rejected(tmp_path, name)
    assert f"it looks like {words}" in message and name in message
    assert follows_advice(tmp_path, message, ["ogr2ogr"]) == 5


@pytest.mark.parametrize("name", ["places.parquet", "it's $5.parquet"])
def test_geoparquet(tmp_path, name, duckdb):
    (tmp_path / "source.geojson").write_text(collection(FEATURES))
    rows = "SELECT * EXCLUDE (geom), geom AS geometry FROM ST_Read('source.geojson')"
    command = f"LOAD spatial; COPY ({rows}) TO 'a.parquet' (FORMAT parquet)"
    subprocess.run(["duckdb", "-c", command], cwd=tmp_path, env=os.environ | duckdb, check=True, capture_output=True)
    (tmp_path / "a.parquet").rename(tmp_path / name)
    message = rejected(tmp_path, name)
    assert "it looks like Parquet" in message
    assert follows_advice(tmp_path, message, ["duckdb -noheader"], duckdb) == 5


@GDAL
def test_a_zipped_shapefile(tmp_path):
    made_by_gdal(tmp_path, "ESRI Shapefile", "places.shp", "places.shp")
    with zipfile.ZipFile(tmp_path / "places.zip", "w") as archive:
        for part in tmp_path.glob("places.???"):
            if part.suffix != ".zip":
                archive.write(part, part.name)
    assert follows_advice(tmp_path, rejected(tmp_path, "places.zip"), ["ogr2ogr"]) == 5


@GDAL
@pytest.mark.parametrize("name, delimiter, header", [
    ("places.dat", ",", "id,lng,lat,name"), ("places.txt", ";", "id;Longitude;Latitude;name"),
    ("places.csv.gz", ",", "id,x,y,name")])
def test_tables(tmp_path, name, delimiter, header):
    rows = [header] + [delimiter.join([str(n), str(8.5 + n), "47.25", f"place {n}"]) for n in range(5)]
    data = ("\n".join(rows) + "\n").encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    message = rejected(tmp_path, name)
    assert f"it looks like CSV (columns {header})" in message
    assert follows_advice(tmp_path, message, ["ogr2ogr"]) == 5


@GDAL
def test_the_advised_command_keeps_texts(tmp_path):
    (tmp_path / "places.txt").write_text("lng,lat,zip\n8,50,01614\n")
    message = rejected(tmp_path, "places.txt")
    assert follows_advice(tmp_path, message, ["ogr2ogr"]) == 1
    assert '"zip": "01614"' in (tmp_path / "places.geojsonl").read_text()
    assert "AUTODETECT_TYPE=YES makes numbers" in message


@GDAL
@pytest.mark.parametrize("data, words", [
    (collection(FEATURES * 100), "looks like GeoJSON. Rename it so that its ending says so: mv "),
    (json.dumps(json.loads(collection(FEATURES)), indent=1), "looks like GeoJSON. Rename it"),
    ("".join(json.dumps(feature) + "\n" for feature in FEATURES), "looks like GeoJSON. Rename it"),
    (json.dumps(FEATURES), "looks like GeoJSON features inside an array"),
    ("<?xml version='1.0'?>\n<kml xmlns='http://www.opengis.net/kml/2.2'><Document/></kml>", "looks like KML"),
])
def test_what_is_no_table_under_the_name_of_one(data, words, tmp_path):
    (tmp_path / "places.csv").write_text(data)
    message = rejected(tmp_path, "places.csv")
    assert "is named as CSV, and " + words in message and len(message) < 600, message
    if "mv " in message:
        subprocess.run(["sh", "-c", re.search(r"mv .*", message)[0]], cwd=tmp_path, check=True)
        (tmp_path / "p.yaml").write_text((tmp_path / "pipeline.yaml").read_text().replace("places.csv", "places.geojson"))
        assert overtile("build", tmp_path / "p.yaml", "--output", tmp_path / "bundle").returncode == 0


@GDAL
def test_a_table_of_very_many_columns_has_a_short_message(tmp_path):
    (tmp_path / "places.csv").write_text(",".join(f"column{n}" for n in range(500)) + "\n" + ",".join("1" * 500) + "\n")
    message = rejected(tmp_path, "places.csv", status=78)
    assert '"column19" and 480 more' in message and len(message) < 1000


@pytest.mark.parametrize("name, pack, tool", [
    ("places.geojson.xz", lzma.compress, "xz"), ("places.bz2", bz2.compress, "bzip2"),
    ("places.geojson", lambda data: data.decode().encode("utf-16"), "iconv"),
    ("places.geojson", lambda data: data.decode().encode("utf-16-le"), "iconv"),
    ("places.geojson", lambda data: data.decode().encode("utf-32-be"), "iconv")])
def test_packed_and_recoded(tmp_path, name, pack, tool):
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    (tmp_path / name).write_bytes(pack(collection(FEATURES).encode()))
    assert follows_advice(tmp_path, rejected(tmp_path, name), [tool]) == 5


@pytest.mark.parametrize("data, words", [
    (b"", ["the input is empty", "[empty]", "the program that writes the file"]),
    (b" \n", ["empty: white space only"]), (gzip.compress(b"", mtime=0), ["the gzip data are empty"]),
    (gzip.compress(b"x" * 5000, mtime=0)[:12], ["the gzip data end early", "[truncated-gzip]", "cut short"]),
    (b"PAR1" + bytes(30), ["Parquet", "duckdb -noheader"]),
    (b"<!DOCTYPE html><html><head><title>403 Forbidden</title></head>", ["an HTML page", "403 forbidden", "fetch it again"]),
    (b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", ["a server's error", "AccessDenied"]),
    (b"Access to this resource is denied.\n", ["plain text", "Access to this resource is denied."]),
    (b'{"error":{"code":498,"message":"Invalid token"}}', ["a server's error in JSON", "fetch it again"]),
    (b'{"type":"Topology","objects":{},"arcs":[]}', ["TopoJSON", "ogr2ogr -f GeoJSONSeq", "[unknown-type]"]),
    (b'{"features":[{"attributes":{"a":1},"geometry":{"x":1,"y":2}}]}', ["Esri JSON", "ogr2ogr -f GeoJSONSeq"]),
    (b'{"displayFieldName":"a","geometryType":"esriGeometryPoint","features":[]}', ["Esri JSON"]),
    (b'[{"type":"Feature"}]', ["features inside an array", "jq -c '.[]'"]),
    (b"\x00\x00\x00\x0d\x0a\x09OSMHeader", ["OpenStreetMap PBF", "ogr2ogr"]),
    (b"name: A\nsources:\n  a: {path: b}\nlayers: {}\n", ["a pipeline of Overtile", "a source names the data"]),
    (b'{"name":"A","sources":{},"layers":{}}', ["a pipeline of Overtile"]),
    (b'{"type":"FooBar","x":1}', ['type is "FooBar"', "Expected", '"FeatureCollection"']),
    (b'{"type":"featurecollection","features":[]}', ['"featurecollection"', '"FeatureCollection"']),
    (b'{"type":"point","coordinates":[1,2]}', ['did you mean "Point"?']),
    (b'{"name":"A"}', ['its members are "name"', "Expected"]),
    (b"version https://git-lfs.github.com/spec/v1\n", ["git lfs pull"])], ids=repr)
def test_what_it_looks_like(tmp_path, data, words):
    (tmp_path / "bad.geojson").write_bytes(data)
    message = rejected(tmp_path, "bad.geojson")
    for word in words + ["bad.geojson"]:
        assert word in message, message


@pytest.mark.parametrize("address, words", [
    ("https://example.com/a/b.geojson?x=1", "curl -fL -o b.geojson 'https://example.com/a/b.geojson?x=1'"),
    ("file:///data/a.geojson", "named by their paths: /data/a.geojson"), ("s3://bucket/a.geojson", "aws s3 cp"),
    ("/vsicurl/https://example.com/a.geojson", "A source reads files, not addresses")])
def test_addresses(tmp_path, address, words):
    message = rejected(tmp_path, address, status=66)
    assert words in message and "no file " + str(tmp_path) not in message
    run = overtile("build", address)
    assert run.returncode == 66 and words.split(" -o")[0] in run.stderr.decode(), run.stderr


@pytest.mark.parametrize("name, data, words", [
    ("places.geojson", collection(FEATURES).encode(), "it looks like GeoJSON. Name data in a pipeline"),
    ("places.geojson", b'{"type":"Feature","geometry":null,"properties":{}}\n' * 3, "it looks like GeoJSON."),
    ("places.geojson", b'{"type":"FeatureCollection","features":[' + b" " * (17 << 20), "it looks like GeoJSON."),
    ("places.gpkg", b"SQLite format 3\0" + bytes(52) + b"GPKG" + bytes(28), "a GeoPackage. Name data"),
    ("places.csv", b"id,lon,lat\n1,2,3\n", "it looks like CSV"), ("places.html", b"<html></html>", "an HTML page"),
    ("places.yaml", "name: A\n".encode("utf-16"), "iconv -f UTF-16LE")])
def test_data_as_the_configuration(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    for command in ("build", "check"):
        run = overtile(command, tmp_path / name)
        message = run.stderr.decode()
        assert run.returncode == 78 and words in message and str(tmp_path / name) in message, message


def test_a_pipeline_that_begins_like_a_table_is_read(tmp_path):
    (tmp_path / "places.geojson").write_text(collection(FEATURES))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"points": {"path": "places.geojson"}}, LAYERS)
    pipeline.write_text("# lon,lat,name\n# of,all,places\n" + pipeline.read_text())
    assert overtile("check", pipeline).returncode == 0
