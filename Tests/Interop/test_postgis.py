"""Sources that are tables of a real PostGIS."""
import json

import pytest

from conftest import SAMPLES, collection, overtile, write_pipeline
from postgis import PASSWORD, PostGIS

LAYERS = {"places": {"source": "places", "kind": "cluster", "zooms": "0-4"}}


@pytest.fixture(scope="module")
def database():
    server = PostGIS()
    try:
        server.start()
        features = json.loads((SAMPLES / "british-airports.geojson").read_text())["features"]
        rows = ",\n".join(
            "({}, {}, {}, ST_SetSRID(ST_MakePoint({}, {}), 27700))".format(
                number, "'" + feature["properties"]["name"].replace("'", "''") + "'",
                feature["properties"]["elevation_ft"], *feature["geometry"]["coordinates"])
            for number, feature in enumerate(features, 1))
        server.run("CREATE TABLE airports (gid integer PRIMARY KEY, name text, feet integer, "
                   f"place geometry(Point, 27700)); INSERT INTO airports VALUES {rows}")
        yield server
    finally:
        server.stop()


def build(folder, source, **options):
    folder.mkdir(exist_ok=True)
    path = write_pipeline(folder / "pipeline.yaml", {"places": source}, LAYERS)
    return overtile("build", path, **options)


def files(folder):
    return {path.name: path.read_bytes() for path in (folder / "bundle").iterdir() if path.name != "bundle.json"}


def expected(folder, ids=False):
    features = json.loads((SAMPLES / "british-airports.geojson").read_text())["features"]
    for number, feature in enumerate(features, 1):
        old = feature.pop("properties")
        feature["properties"] = {"name": old["name"], "feet": old["elevation_ft"]}
        del feature["id"]
        if ids:
            feature["id"] = number
    folder.mkdir()
    (folder / "airports.geojson").write_text(collection(features))
    assert build(folder, {"path": "airports.geojson", "crs": "EPSG:27700"}).returncode == 0
    return files(folder)


@pytest.mark.parametrize("ids", [False, True])
def test_a_table_is_what_geojson_of_it_is(ids, database, tmp_path):
    name = "public.airports" if ids else "airports"
    source = {"path": database.connection(), "layer": name} | ({"id": "gid"} if ids else {})
    run = build(tmp_path / "table", source)
    assert run.returncode == 0, run.stderr.decode()
    assert files(tmp_path / "table") == expected(tmp_path / "geojson", ids)
    manifest = json.loads((tmp_path / "table/bundle/bundle.json").read_text())
    assert manifest["provenance"]["reprojections"][0]["crs"] == "EPSG:27700"


def test_columns_and_rows(database, tmp_path):
    source = {"path": database.connection(), "layer": "airports", "columns": ["feet"], "where": "feet > 500"}
    assert build(tmp_path / "x", source).returncode == 0
    report = json.loads((tmp_path / "x/bundle.report.json").read_text())
    samples = json.loads((SAMPLES / "british-airports.geojson").read_text())["features"]
    assert report["sources"][0]["read"] == sum(1 for f in samples if f["properties"]["elevation_ft"] > 500)


def test_the_password_is_nowhere(database, tmp_path):
    told = b""
    for name, source, status in (
            ("good", {"path": database.connection(), "layer": "airports"}, 0),
            ("none", {"path": database.connection(), "layer": "airport"}, 66),
            ("wrong", {"path": database.connection(PASSWORD + "x"), "layer": "airports"}, 66),
            ("away", {"path": f"PG:host=/nowhere user=x password='{PASSWORD}'", "layer": "airports"}, 66)):
        run = build(tmp_path / name, source | {"onInvalid": "skip"})
        assert run.returncode == status, run.stderr.decode()
        told += run.stdout + run.stderr
        told += b"".join(path.read_bytes() for path in (tmp_path / name).rglob("*")
                         if path.is_file() and path.name != "pipeline.yaml")
    assert PASSWORD.encode() not in told


def test_a_server_that_goes_away_publishes_nothing(database, tmp_path):
    database.run("CREATE VIEW broken AS SELECT gid, place, 1 / (gid - 200) AS x FROM airports")
    run = build(tmp_path / "x", {"path": database.connection(), "layer": "broken", "crs": "EPSG:27700"})
    assert run.returncode == 66 and b"division by zero" in run.stderr
    assert not (tmp_path / "x/bundle").exists()
