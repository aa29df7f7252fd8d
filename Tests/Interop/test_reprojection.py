"""British airports, from eastings and northings to tiles, against pyproj and the same airports in degrees."""
import gzip
import json

import pyproj
import pytest
from pyproj import Geod

import mercator
from conftest import ROOT, SAMPLES, build, overtile, write_pipeline
from members import Members

SOURCE = SAMPLES / "british-airports.geojson"
EXTENT = 4096


@pytest.fixture(scope="module")
def projected():
    """Eastings and northings by id."""
    features = json.loads(SOURCE.read_text())["features"]
    return {feature["id"]: feature["geometry"]["coordinates"] for feature in features}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    folder = tmp_path_factory.mktemp("british")
    return build(write_pipeline(
        folder / "british.yaml", {"airports": {"path": str(SOURCE), "crs": "EPSG:27700"}},
        {"airports": {"source": "airports", "kind": "cluster", "zooms": "12-14", "cluster": {
            "maxZoom": 13, "members": "full"}}}), folder / "bundle")


@pytest.fixture(scope="module")
def expected(bundle, projected):
    """Longitude and latitude by id, by pyproj with the operation that the manifest records."""
    record, = bundle.manifest["provenance"]["reprojections"]
    transformer = pyproj.Transformer.from_pipeline(record["pipeline"])
    return {id: transformer.transform(*position[:2]) for id, position in projected.items()}


def test_the_manifest_records_the_operation(bundle):
    record, = bundle.manifest["provenance"]["reprojections"]
    assert record["crs"] == "EPSG:27700" and record["source"] == "airports" and not record["ballpark"]
    assert 0 < record["accuracyMeters"] <= 5
    assert "+proj=tmerc" in record["pipeline"] or "+proj=hgridshift" in record["pipeline"]


def test_positions_in_the_last_tiles_are_pyprojs(bundle, expected):
    """Within half a unit of the tile's grid, and half a unit of the world's."""
    found = {}
    for entry in bundle.entries_at("airports", 14):
        longitude, latitude = expected[entry.properties["source_id"]]
        x, y = mercator.unit(longitude, latitude)
        scale = EXTENT * 2**14
        at = mercator.from_tile(entry.tile, *entry.geometry["coordinates"])
        assert abs(at[0] - x) * scale <= 0.5 + scale / mercator.WORLD
        assert abs(at[1] - y) * scale <= 0.5 + scale / mercator.WORLD
        found[entry.properties["source_id"]] = True
    assert set(found) == set(expected)


def test_positions_in_the_members_are_pyprojs(bundle, expected):
    """Half a unit of the world's grid is 5 mm."""
    members = Members(bundle.folder / "members.airports.bin")
    names = [properties.get("name") for properties in members.properties]
    assert len(names) == len(expected)
    units = sorted(tuple(part * mercator.WORLD for part in mercator.unit(*at)) for at in expected.values())
    for (x, y), leaf in zip(units, sorted(leaf[1:] for leaf in members.leaves)):
        assert abs(leaf[0] - x) <= 0.501 and abs(leaf[1] - y) <= 0.501


def test_the_same_airports_in_degrees_are_two_meters_away_at_most(bundle, expected):
    """The operation's stated accuracy; the grid OSTN15 would do better."""
    degrees = {}
    for feature in json.loads(gzip.decompress((SAMPLES / "airports.geojson.gz").read_bytes()))["features"]:
        degrees[feature["id"]] = feature["geometry"]["coordinates"]
    geod = Geod(ellps="WGS84")
    for id, at in expected.items():
        assert geod.inv(*at, *degrees[id][:2])[2] <= 2.0, id


def test_check_says_how_accurate(tmp_path):
    run = overtile("check", ROOT / "Pipelines/british-airports.yaml", "--json")
    finding, = json.loads(run.stdout)["sources"]
    assert run.returncode == 0 and finding["crs"] == "EPSG:27700" and finding["accuracyMeters"] <= 5


@pytest.mark.parametrize("crs", ["EPSG:27700", "wkt", "projjson", "EPSG:27700 in a crs member"])
def test_ways_to_name_the_system_agree(crs, bundle, tmp_path):
    system = pyproj.CRS("EPSG:27700")
    texts = {"wkt": system.to_wkt("WKT2_2018"), "projjson": system.to_json()}
    source = SOURCE
    if crs.endswith("member"):
        source = tmp_path / "with-crs.geojson"
        member = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::27700"}}
        source.write_text(json.dumps(json.loads(SOURCE.read_text()) | {"crs": member}))
    named = texts.get(crs, "EPSG:27700")
    other = build(write_pipeline(
        tmp_path / "other.yaml", {"airports": {"path": str(source), "crs": named}},
        {"airports": {"source": "airports", "kind": "cluster", "zooms": "12-14", "cluster": {
            "maxZoom": 13, "members": "full"}}}), tmp_path / "bundle")
    assert other.plain == bundle.plain
