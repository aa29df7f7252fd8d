"""Files of strangers that name other files or addresses: GDAL, which opens by content, reads nothing but the file itself."""
import http.server
import shutil
import sqlite3
import subprocess
import threading
import zipfile

import pytest

from conftest import collection, overtile, point, write_pipeline

LAYERS = {"places": {"source": "places", "kind": "cluster", "zooms": "0-3"}}
SECRET = "correct-horse-battery"


@pytest.fixture(scope="module")
def address():
    """A server in the network, and the requests that it got."""
    requests = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append(self.path)
            body = collection([point(1, 2, name=SECRET)]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", requests
    server.shutdown()


@pytest.fixture
def elsewhere(tmp_path):
    """A file of the machine that is no input."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "private.geojson").write_text(collection([point(1, 2, name=SECRET)]))
    return folder / "private.geojson"


def build(folder, name, **keys):
    path = write_pipeline(folder / "pipeline.yaml", {"places": {"path": name} | keys}, LAYERS)
    run = overtile("build", path)
    built = b"".join(p.read_bytes() for p in (folder / "bundle").rglob("*") if p.is_file())
    assert SECRET.encode() not in built + run.stderr + run.stdout
    return run


def vrt(source):
    return (f'<OGRVRTDataSource><OGRVRTLayer name="private"><SrcDataSource>{source}</SrcDataSource>'
            "</OGRVRTLayer></OGRVRTDataSource>")


ENDINGS = ["fgb", "gpkg", "kml", "gpx", "shp", "kmz", "shz", "shp.zip", "csv"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_that_is_a_vrt_is_rejected(ending, elsewhere, tmp_path):
    (tmp_path / f"export.{ending}").write_text(vrt(elsewhere))
    run = build(tmp_path, f"export.{ending}")
    assert run.returncode == 65, run.stderr
    assert not (tmp_path / "bundle").exists()


@pytest.mark.parametrize("ending", ["kmz", "shz", "shp.zip"])
def test_a_vrt_in_an_archive_is_not_read(ending, elsewhere, tmp_path):
    with zipfile.ZipFile(tmp_path / f"export.{ending}", "w") as archive:
        archive.writestr("doc.kml" if ending == "kmz" else "a.shp", vrt(elsewhere))
        archive.writestr("a.vrt", vrt(elsewhere))
    assert build(tmp_path, f"export.{ending}").returncode in (65, 66)


@pytest.mark.parametrize("ending, text", [
    ("gpkg", "<OGRWFSDataSource><URL>{}/wfs</URL></OGRWFSDataSource>"), ("kml", "<OGRWFSDataSource><URL>{}/wfs</URL></OGRWFSDataSource>"),
    ("fgb", vrt("/vsicurl/{}/a.geojson")), ("kml", vrt("/vsicurl/{}/a.geojson")), ("gpx", vrt("/vsicurl/{}/a.geojson")),
    ("kml", '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>{}/a.kml</href></Link></NetworkLink>'
            "</Document></kml>"),
])
def test_no_address_in_a_file_is_asked(ending, text, address, tmp_path):
    (tmp_path / f"export.{ending}").write_text(text.format(address[0]))
    assert build(tmp_path, f"export.{ending}").returncode != 0
    assert address[1] == []


def test_a_shapefile_without_its_table(tmp_path):
    (tmp_path / "places.geojson").write_text(collection([point(3, 4, name="own")]))
    subprocess.run(["ogr2ogr", tmp_path / "export.shp", tmp_path / "places.geojson"], check=True, capture_output=True)
    assert build(tmp_path, "export.shp").returncode == 0
    (tmp_path / "export.dbf").write_bytes(b"")
    for _ in range(2):
        run = build(tmp_path, "export.shp")
        assert run.returncode == 65 and b"the .dbf file of " in run.stderr, run.stderr
        (tmp_path / "export.dbf").unlink(missing_ok=True)


def test_a_table_of_another_file_in_a_geopackage(elsewhere, tmp_path):
    (tmp_path / "places.geojson").write_text(collection([point(3, 4, name="own")]))
    subprocess.run(["ogr2ogr", "-f", "GPKG", "-nln", "places", tmp_path / "export.gpkg", tmp_path / "places.geojson"],
                   check=True, capture_output=True)
    assert build(tmp_path, "export.gpkg", layer="places").returncode == 0
    # Spatialite, which GDAL loads, makes a table of any text file.
    (elsewhere.parent / "private.txt").write_text(f"{SECRET}:1:2\n" * 3)
    database = sqlite3.connect(tmp_path / "export.gpkg")
    database.execute("PRAGMA writable_schema = ON")
    table = f"CREATE VIRTUAL TABLE other USING VirtualText('{elsewhere.parent / 'private.txt'}', UTF-8, 0, POINT, NONE, ':')"
    database.execute("INSERT INTO sqlite_master VALUES ('table', 'other', 'other', 0, ?)", (table,))
    view = "CREATE VIEW view AS SELECT ROWNO AS fid, geom, COL001 AS name FROM other, places"
    database.execute("INSERT INTO sqlite_master VALUES ('view', 'view', 'view', 0, ?)", (view,))
    database.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('view', 'features', 'view', 4326)")
    database.execute("INSERT INTO gpkg_geometry_columns VALUES ('view', 'geom', 'POINT', 4326, 0, 0)")
    database.commit()
    database.close()
    run = build(tmp_path, "export.gpkg", layer="view")
    assert run.returncode == 65 and b"virtual table" in run.stderr, run.stderr


def test_one_of_the_configuration_is_read(elsewhere, tmp_path):
    shutil.copy(elsewhere, tmp_path / "own.geojson")
    (tmp_path / "own.vrt").write_text(vrt(tmp_path / "own.geojson").replace('name="private"', 'name="own"'))
    words = ["ogr2ogr", "-f", "GeoJSONSeq", "/vsistdout/", "own.vrt"]
    path = write_pipeline(tmp_path / "pipeline.yaml", {"places": {"command": words}}, LAYERS)
    assert overtile("build", path).returncode == 0
