"""Files that GDAL reads: their bundles are those of GeoJSON with the same features."""
import json
import random
import shutil
import subprocess

import pytest

from conftest import SAMPLES, collection, overtile, point, write_pipeline

LAYERS = {"places": {"source": "places", "kind": "cluster", "zooms": "0-6"}}
SHAPES = {"places": {"source": "places", "kind": "shape", "zooms": "0-3"}}


def ogr2ogr(*words):
    subprocess.run(["ogr2ogr", *map(str, words)], check=True, capture_output=True)


def quakes():
    """The sample without ids, which tables cannot hold; positions with all the digits that a double has."""
    seed = 14
    print("seed", seed)
    chance = random.Random(seed)
    features = json.loads((SAMPLES / "quakes.geojson").read_text())["features"]
    for feature in features:
        del feature["id"]
        x, y = feature["geometry"]["coordinates"]
        feature["geometry"]["coordinates"] = [x * (1 - chance.random() / 1000), y + chance.random() / 1000]
    return features


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """The features as GeoJSON and in each format."""
    folder = tmp_path_factory.mktemp("places")
    (folder / "places.geojson").write_text(collection(quakes()))
    for name, format, *options in [
            ("places.fgb", "FlatGeobuf"), ("places.gpkg", "GPKG"), ("places.shp", "ESRI Shapefile"), ("places.kml", "KML"),
            ("places.csv", "CSV", "-lco", "GEOMETRY=AS_XY"),
            ("semicolons.csv", "CSV", "-lco", "GEOMETRY=AS_XY", "-lco", "SEPARATOR=SEMICOLON")]:
        ogr2ogr("-f", format, *options, folder / name, folder / "places.geojson")
    return folder


def build(folder, source, layers=LAYERS, status=0, **options):
    path = write_pipeline(folder / "pipeline.yaml", {"places": source}, layers)
    run = overtile("build", path, **options)
    assert run.returncode == status, run.stderr.decode()
    return run.stderr.decode()


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def bundle(folder, source, layers=LAYERS):
    folder.mkdir()
    build(folder, source, layers)
    return files(folder / "bundle")


@pytest.fixture(scope="module")
def expected(places, tmp_path_factory):
    return bundle(tmp_path_factory.mktemp("geojson") / "x", {"path": str(places / "places.geojson")})


COLUMNS = ["mag", "depth_km", "stations"]


@pytest.mark.parametrize("name, keys", [
    ("places.fgb", {}), ("places.gpkg", {}), ("places.shp", {}), ("places.csv", {"detectTypes": True}),
    ("semicolons.csv", {"detectTypes": True, "x": "X", "y": "Y"})])
def test_the_same_features_give_the_same_bytes(name, keys, places, expected, tmp_path):
    assert bundle(tmp_path / "x", {"path": str(places / name)} | keys) == expected


def test_the_same_features_of_a_command(places, expected, tmp_path):
    words = ["ogr2ogr", "-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=17", "/vsistdout/", "places.gpkg"]
    shutil.copy(places / "places.gpkg", tmp_path)
    build(tmp_path, {"command": words})
    assert files(tmp_path / "bundle") == expected


def rounded(places, folder, digits=6):
    features = json.loads((places / "places.geojson").read_text())["features"]
    for feature in features:
        feature["geometry"]["coordinates"] = [round(value, digits) for value in feature["geometry"]["coordinates"]]
    path = folder / "rounded.geojson"
    path.write_text(collection(features))
    return path


def test_kml(places, tmp_path):
    path = rounded(places, tmp_path)
    ogr2ogr("-f", "KML", tmp_path / "rounded.kml", path)
    assert bundle(tmp_path / "k", {"path": str(tmp_path / "rounded.kml"), "columns": COLUMNS}) == \
        bundle(tmp_path / "g", {"path": str(path)})


def test_gpx_reads_the_only_layer_that_is_filled(places, tmp_path):
    path = rounded(places, tmp_path)
    ogr2ogr("-f", "GPX", "-dsco", "GPX_USE_EXTENSIONS=YES", tmp_path / "rounded.gpx", path)
    # The format adds a prefix to user-defined properties.
    renamed = tmp_path / "renamed.geojson"
    renamed.write_text(path.read_text().replace('"mag"', '"ogr_mag"').replace('"depth_km"', '"ogr_depth_km"')
                       .replace('"stations"', '"ogr_stations"'))
    assert bundle(tmp_path / "x", {"path": str(tmp_path / "rounded.gpx")}) == \
        bundle(tmp_path / "g", {"path": str(renamed)})


@pytest.mark.parametrize("name, format", [("c.fgb", "FlatGeobuf"), ("c.gpkg", "GPKG")])
def test_polygons(name, format, tmp_path):
    countries = SAMPLES / "countries.geojson"
    ogr2ogr("-f", format, "-nlt", "PROMOTE_TO_MULTI", tmp_path / name, countries)
    promoted = json.loads(countries.read_text())
    for feature in promoted["features"]:
        geometry = feature["geometry"]
        if geometry["type"] == "Polygon":
            feature["geometry"] = {"type": "MultiPolygon", "coordinates": [geometry["coordinates"]]}
        feature.pop("id", None)
    (tmp_path / "c.geojson").write_text(json.dumps(promoted))
    tables = bundle(tmp_path / "t", {"path": str(tmp_path / name)}, SHAPES)
    assert tables == bundle(tmp_path / "g", {"path": str(tmp_path / "c.geojson")}, SHAPES)


@pytest.fixture(scope="module")
def british(tmp_path_factory):
    folder = tmp_path_factory.mktemp("british")
    features = json.loads((SAMPLES / "british-airports.geojson").read_text())["features"]
    for feature in features:
        del feature["id"]
        # A table has no value there, which is null and not the same as no property.
        feature["properties"].pop("iata", None)
    (folder / "b.geojson").write_text(collection(features))
    ogr2ogr("-f", "GPKG", "-a_srs", "EPSG:27700", folder / "b.gpkg", folder / "b.geojson")
    ogr2ogr("-f", "FlatGeobuf", "-a_srs", "EPSG:27700", folder / "b.fgb", folder / "b.geojson")
    german = [point(3_400_000 + 1234.5678 * n, 5_300_000 + 3456.789 * n, name=f"g{n}") for n in range(100)]
    (folder / "germany.geojson").write_text(collection(german))
    ogr2ogr("-f", "ESRI Shapefile", "-a_srs", "EPSG:31467", folder / "germany.shp", folder / "germany.geojson")
    ogr2ogr("-f", "ESRI Shapefile", folder / "nowhere.shp", folder / "b.geojson")
    (folder / "nowhere.prj").unlink(missing_ok=True)
    return folder


def test_a_file_knows_what_its_coordinates_are_in(british, tmp_path):
    crs = {"crs": "EPSG:27700"}
    expected = bundle(tmp_path / "g", {"path": str(british / "b.geojson")} | crs)
    assert bundle(tmp_path / "t", {"path": str(british / "b.gpkg")} | crs) == expected
    manifest = json.loads(expected.pop("bundle.json"))
    for name in "b.gpkg", "b.fgb":
        told = bundle(tmp_path / name, {"path": str(british / name)})
        assert json.loads(told.pop("bundle.json"))["provenance"]["reprojections"] == manifest["provenance"]["reprojections"]
        assert told == expected


def test_polygons_of_a_grid_come_as_they_are(tmp_path):
    def square(n):
        x, y, side = 300_000 + 1234.56789 * n, 200_000 + 987.654321 * n, 200_000.123456789
        ring = [[x, y], [x, y + side], [x + side, y + side], [x + side, y], [x, y]]
        return {"type": "Feature", "properties": {"n": n}, "geometry": {"type": "Polygon", "coordinates": [ring]}}

    (tmp_path / "s.geojson").write_text(collection([square(n) for n in range(100)]))
    ogr2ogr("-f", "FlatGeobuf", "-a_srs", "EPSG:27700", tmp_path / "s.fgb", tmp_path / "s.geojson")
    crs = {"crs": "EPSG:27700"}
    assert bundle(tmp_path / "t", {"path": str(tmp_path / "s.fgb")} | crs, SHAPES) == \
        bundle(tmp_path / "g", {"path": str(tmp_path / "s.geojson")} | crs, SHAPES)


def test_a_grid_whose_axes_are_northing_first(british, tmp_path):
    crs = {"crs": "EPSG:31467"}
    expected = bundle(tmp_path / "g", {"path": str(british / "germany.geojson")} | crs)
    assert bundle(tmp_path / "t", {"path": str(british / "germany.shp")} | crs) == expected
    assert 7 < json.loads(expected["bundle.json"])["bounds"][0] < 9


def test_the_configured_crs_is_obeyed_with_a_warning(british, tmp_path):
    told = build(tmp_path, {"path": str(british / "b.gpkg"), "crs": "EPSG:3857"})
    assert "EPSG:27700, but `crs: EPSG:3857`" in told and "CRS84" not in told


def test_files_that_do_not_say_or_disagree(british, tmp_path):
    assert "crs" in build(tmp_path, {"path": str(british / "nowhere.shp")}, status=78)
    told = build(tmp_path, {"path": [str(british / "b.gpkg"), str(british / "germany.shp")]}, status=78)
    assert "different" in told
    told = build(tmp_path, {"path": [str(british / "b.gpkg"), str(SAMPLES / "quakes.geojson")]}, status=78)
    assert "different" in told


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two")
    cities = [point(x, 50, name=f"c{x}", pop=x * 100) for x in range(5)]
    (folder / "c.geojson").write_text(collection(cities))
    ogr2ogr("-f", "GPKG", "-nln", "cities", folder / "two.gpkg", folder / "c.geojson")
    ogr2ogr("-f", "GPKG", "-update", "-nln", "towns", folder / "two.gpkg", folder / "c.geojson")
    return folder / "two.gpkg"


def test_layer_columns_and_where(two, tmp_path):
    told = build(tmp_path, {"path": str(two)}, status=78)
    assert '"cities", "towns"' in told and "layer:" in told
    told = build(tmp_path, {"path": str(two), "layer": "citis"}, status=78)
    assert 'did you mean "cities"?' in told
    told = build(tmp_path, {"path": str(two), "layer": "cities", "columns": ["nam"]}, status=78)
    assert 'did you mean "name"?' in told
    build(tmp_path, {"path": str(two), "layer": "cities", "columns": ["name"], "where": "pop >= 200"})
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert report["sources"][0]["read"] == 3
    fields = json.loads((tmp_path / "bundle/bundle.json").read_text())["layers"][0]["fields"]
    assert "name" in fields and "pop" not in fields
    assert "where" in build(tmp_path, {"path": str(two), "layer": "cities", "where": "nonsense ="}, status=66)


def test_the_key_of_a_table_is_the_id_on_request(two, tmp_path):
    features = [point(x, 50, id=x + 1, name=f"c{x}", pop=x * 100) for x in range(5)]
    (tmp_path / "ids.geojson").write_text(collection(features))
    expected = bundle(tmp_path / "g", {"path": str(tmp_path / "ids.geojson")})
    found = bundle(tmp_path / "t", {"path": str(two), "layer": "towns", "id": "fid"})
    for one in (expected, found):
        one.pop("bundle.json")
    assert found == expected


def test_texts_stay_texts_unless_asked(tmp_path):
    (tmp_path / "a.csv").write_text("name;lon;lat;zip\nA;13.4;52.5;01234\nB;9;48;99\n")
    for keys, type in (({}, "String"), ({"detectTypes": True}, "Number")):
        build(tmp_path, {"path": "a.csv"} | keys)
        fields = json.loads((tmp_path / "bundle/bundle.json").read_text())["layers"][0]["fields"]
        assert fields["zip"] == type and "lon" not in fields


def test_a_csv_file_without_known_coordinates_is_rejected(tmp_path):
    (tmp_path / "a.csv").write_text("name;Laenge;Breite\nA;13.4;52.5\n")
    for keys in ({}, {"x": "lon", "y": "lat"}):
        told = build(tmp_path, {"path": "a.csv"} | keys, status=78)
        assert '"Laenge", "Breite"' in told and "`x:`" in told
    build(tmp_path, {"path": "a.csv", "x": "Laenge", "y": "Breite"})


def test_damaged_files_publish_nothing(places, tmp_path):
    for name in ("places.fgb", "places.gpkg", "places.shp", "places.dbf", "places.shx", "places.prj"):
        shutil.copy(places / name, tmp_path)
    for name in ("places.fgb", "places.gpkg", "places.shp"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[:len(data) // 2])
        told = build(tmp_path, {"path": name}, status=66)
        assert "ERROR" in told and not (tmp_path / "bundle").exists() and len(told) < 5000


def test_wrong_rows_are_in_the_ledger(tmp_path):
    (tmp_path / "a.csv").write_text("lon,lat\n1,2\n3,\n5,99\n")
    build(tmp_path, {"path": "a.csv", "onInvalid": "skip", "maxRejected": 1})
    entries = [json.loads(line) for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()]
    assert [(entry["index"], entry["code"]) for entry in entries] == [(1, "no-geometry"), (2, "not-transformed")]
    assert entries[0]["file"].endswith("a.csv")


def test_globs_and_files_that_are_not_there(places, tmp_path):
    shutil.copy(places / "places.gpkg", tmp_path / "a.gpkg")
    shutil.copy(places / "places.gpkg", tmp_path / "b.gpkg")
    build(tmp_path, {"path": ["*.gpkg", "a.gpkg"]})
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert report["sources"][0]["files"] == 2 and len(report["commands"]) == 2
    assert "there is no file" in build(tmp_path, {"path": "none.gpkg"}, status=66)


def test_check_and_missing_tools(places, tmp_path):
    path = write_pipeline(tmp_path / "p.yaml", {"places": {"path": str(places / "places.gpkg")}}, LAYERS)
    run = overtile("check", path)
    assert run.returncode == 0 and b"ogr2ogr" in run.stdout and b"not yet known" in run.stdout
    run = overtile("check", path, "--run-commands")
    assert run.returncode == 0 and b"1,000 features checked" in run.stdout and b"not yet known" not in run.stdout
    run = overtile("build", path, env={"PATH": "/nowhere"})
    assert run.returncode == 69 and b"apt-get install gdal-bin" in run.stderr
    run = overtile("build", path, env={"OVERTILE_COMMANDS": "off"})
    assert run.returncode == 78


def test_a_prj_beside_a_csv_is_not_obeyed(tmp_path):
    pyproj = pytest.importorskip("pyproj")
    (tmp_path / "a.csv").write_text("name,lon,lat\nA,13.4,52.5\nB,9,48\n")
    assert ".prj" not in build(tmp_path, {"path": "a.csv"})
    expected = files(tmp_path / "bundle")
    for code, form in (27700, "WKT1_ESRI"), (31467, "WKT1_GDAL"), (4258, "WKT2_2019"), (4326, "WKT2_2019"):
        (tmp_path / "a.prj").write_text(pyproj.CRS(code).to_wkt(form))
        told = build(tmp_path, {"path": "a.csv"})
        assert files(tmp_path / "bundle") == expected
        assert ("the .prj file beside it names" in told) == (code != 4326), told


def test_rows_without_coordinates_are_counted(tmp_path):
    """Missing, half, or no numbers: a feature without a geometry, as null is in GeoJSON."""
    rows = ["A,13.4,52.5", "B,,", "C,9,", "D,,48", "E,x,y", "F"]
    (tmp_path / "a.csv").write_text("name,lon,lat\n" + "\n".join(rows) + "\n")
    told = build(tmp_path, {"path": "a.csv"})
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert report["sources"][0]["read"] == 6
    assert (report["layers"][0]["accepted"], report["layers"][0]["withoutGeometry"]) == (1, 5)
    entries = [json.loads(line) for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()]
    assert [(entry["code"], entry["index"]) for entry in entries] == [("no-geometry", index) for index in range(1, 6)]
    assert "5 no-geometry" in told
    lines = [json.dumps({"type": "Feature", "properties": {"name": row[0]}, "geometry": None if row != rows[0] else
                         {"type": "Point", "coordinates": [13.4, 52.5]}}) for row in rows]
    (tmp_path / "a.geojsonl").write_text("\n".join(lines))
    assert files(tmp_path / "bundle") == bundle(tmp_path / "g", {"path": str(tmp_path / "a.geojsonl")})


def test_a_key_that_is_no_property_is_not_missed(two, tmp_path):
    assert "unknown-property" not in build(tmp_path, {"path": str(two), "layer": "towns", "id": "fid"})
    assert "unknown-property" in build(tmp_path, {"path": str(two), "layer": "towns", "id": "fidd"})


def test_a_file_cut_inside_its_index_is_no_empty_layer(tmp_path):
    """GDAL returns no row of it and no error; the header still states how many there are."""
    places = [point(index % 100 / 2, index // 100, n=index, name="x" * 20) for index in range(2000)]
    (tmp_path / "g.geojson").write_text(collection(places))
    ogr2ogr("-f", "FlatGeobuf", tmp_path / "g.fgb", tmp_path / "g.geojson")
    sources = {"a": {"path": "c.fgb"}, "b": {"path": "g.fgb", "where": "n < 3"}}
    layers = {name: {"source": name, "kind": "cluster", "zooms": "0-3"} for name in sources}
    path = write_pipeline(tmp_path / "p.yaml", sources, layers)
    for size in 30_000, 60_000:
        (tmp_path / "c.fgb").write_bytes((tmp_path / "g.fgb").read_bytes()[:size])
        run = overtile("build", path)
        told = run.stderr.decode()
        assert run.returncode == 66 and "declares 2,000 features, but only 0 could be read; it may be truncated" in told, told
        assert not (tmp_path / "bundle").exists()
    sources["a"]["path"] = "g.fgb"
    run = overtile("build", write_pipeline(path, sources, layers))
    assert run.returncode == 0, run.stderr.decode()
