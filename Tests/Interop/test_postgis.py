"""Sources that are tables of a real PostGIS."""
import json
import os
import re

import pytest

from conftest import ROOT, SAMPLES, collection, overtile, write_pipeline
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


@pytest.mark.parametrize("quote", ["", "'"])
def test_a_password_with_blanks_and_quotes(quote, database, tmp_path):
    role, password = f"strange{len(quote)}", " it's a \"double\" back\\slash and 'quotes' "
    literal = password.replace("'", "''")
    database.run(f"CREATE ROLE {role} LOGIN PASSWORD '{literal}'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}")
    connection = f"PG:host={database.folder} user={role} dbname=postgres password={quote}${{DB_PASSWORD}}{quote}"
    told = b""
    for name, value, status in (("good", password, 0), ("wrong", password + "x", 66)):
        run = build(tmp_path / name, {"path": connection, "layer": "airports"}, env={"DB_PASSWORD": value})
        assert run.returncode == status, run.stderr.decode()
        told += run.stdout + run.stderr
        told += overtile("check", tmp_path / name / "pipeline.yaml", env={"DB_PASSWORD": value}).stdout
        told += b"".join(path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file())
    for form in password, json.dumps(password)[1:-1], password.split()[-1], "back\\slash", '"double"':
        assert form.encode() not in told, form


def test_no_secret_is_in_the_list_of_processes(database, tmp_path):
    """A shell in the place of GDAL's programs tells what everybody sees of them."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("ogrinfo", "ogr2ogr"):
        (programs / name).write_text(f'#!/bin/sh\ntr "\\0" " " < /proc/$$/cmdline >> {tmp_path}/seen\nexec /usr/bin/{name} "$@"\n')
        (programs / name).chmod(0o755)
    source = {"path": database.connection() + " sslpassword='another one'", "layer": "airports"}
    run = build(tmp_path / "x", source, env={"PATH": f"{programs}:{os.environ['PATH']}"})
    assert run.returncode == 0, run.stderr.decode()
    seen = (tmp_path / "seen").read_text()
    assert "ogr2ogr" in seen and PASSWORD not in seen and "another" not in seen


def test_the_settings_of_a_session_change_no_byte(database, tmp_path):
    database.run("CREATE TABLE times AS SELECT gid, place, timestamptz '2026-03-01 12:00:00+00' + gid * interval '1 hour' AS at, "
                 "interval '1 day 02:03' * gid AS every, 1.0 / gid AS share, '\\x00ff'::bytea AS raw FROM airports")
    found = []
    for number, settings in enumerate((
            {}, {"TimeZone": "Australia/Eucla", "DateStyle": "German, DMY", "IntervalStyle": "iso_8601", "extra_float_digits": "-8",
                 "bytea_output": "escape"})):
        database.run("ALTER ROLE tester RESET ALL;" + "".join(f"ALTER ROLE tester SET {k} TO '{v}';" for k, v in settings.items()))
        environment = {"PGTZ": "America/New_York", "PGDATESTYLE": "SQL"} if settings else {}
        run = build(tmp_path / str(number), {"path": database.connection(), "layer": "times", "id": "gid"}, env=environment)
        assert run.returncode == 0, run.stderr.decode()
        found.append(files(tmp_path / str(number)))
    database.run("ALTER ROLE tester RESET ALL")
    assert found[0] == found[1]


def test_several_tables_of_one_night(database, tmp_path):
    """The page's own statements: what is written between reading one table and the next is in neither."""
    page = (ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc/OtherFormats.md").read_text()
    night = re.search(r"```sql\n(.*?)```", page, re.S)[1]
    database.run("CREATE TABLE shops AS SELECT gid, place, 1 AS night FROM airports; CREATE TABLE parks AS SELECT * FROM shops")
    for _ in range(2):
        database.run(night)
    database.run("UPDATE shops SET night = 2; UPDATE parks SET night = 2")
    for name in ("shops", "parks"):
        assert build(tmp_path / name, {"path": database.connection(), "layer": f"night.{name}"}).returncode == 0
        manifest = json.loads((tmp_path / name / "bundle/bundle.json").read_text())
        assert manifest["layers"][0]["features"] > 100
    database.run("DROP TABLE shops, parks")
