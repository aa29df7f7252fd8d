"""GeoParquet through the command of OtherFormats.md: DuckDB with its spatial extension writes the table and reads it."""
import filecmp
import json
import os
import random
import subprocess

import pytest
import yaml

from conftest import ROOT, build, overtile, write_pipeline

PAGE = (ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc/OtherFormats.md").read_text()
SEED = random.randrange(1 << 32)


def ring(longitude, latitude, size):
    corners = [(0, 0), (size, 0), (size, size), (0, size), (0, 0)]
    return [[longitude + x, latitude + y] for x, y in corners]


def features(draw):
    """Points and areas with values that tables have: texts of all scripts, whole numbers, fractions and nulls."""
    for number in range(200):
        longitude, latitude = draw.uniform(-170, 170), draw.uniform(-80, 80)
        geometry = {"type": "Point", "coordinates": [longitude, latitude]}
        if number % 3 == 0:
            geometry = {"type": "Polygon", "coordinates": [ring(longitude, latitude, draw.uniform(0.01, 5))]}
        name = draw.choice(["Köln", 'a "b" \\ c', "東京", "line\nbreak", "", None])
        visits = draw.choice([draw.randrange(-9, 10**12), None])
        yield {"type": "Feature", "geometry": geometry, "properties": {"name": name, "visits": visits}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory, duckdb):
    print("seed", SEED)
    folder = tmp_path_factory.mktemp("geoparquet")
    (folder / "data").mkdir()
    lines = [json.dumps(feature) for feature in features(random.Random(SEED))]
    (folder / "sites.geojsonl").write_text("\n".join(lines))
    # Rows of JSON rather than GDAL's reading of it, which would round.
    table = """LOAD spatial;
        COPY (SELECT properties->>'name' AS name, (properties->>'visits')::BIGINT AS visits,
                     ST_GeomFromGeoJSON(geometry) AS geometry
              FROM read_json('sites.geojsonl', columns = {properties: 'JSON', geometry: 'JSON'})) TO 'data/sites.parquet'"""
    subprocess.run(["duckdb", "-c", table], cwd=folder, env=os.environ | duckdb, check=True)
    return folder


def pipeline(folder, name, source):
    layers = {"l": {"source": "s", "kind": "shape", "zooms": "0-3"}}
    return write_pipeline(folder / f"{name}.yaml", {"s": source}, layers)


def test_the_same_features_give_the_same_bytes(folder, duckdb):
    source = yaml.safe_load(PAGE.split("```yaml\n")[1].split("```")[0])["sources"]["sites"]
    there = build(pipeline(folder, "table", source), folder / "table", env=duckdb).folder
    here = build(pipeline(folder, "text", {"path": "sites.geojsonl"}), folder / "text").folder
    names = sorted(path.name for path in here.iterdir())
    assert names == sorted(path.name for path in there.iterdir()) and len(names) > 3
    assert filecmp.cmpfiles(here, there, names, shallow=False)[0] == names, f"seed {SEED}"


def test_what_duckdb_rejects_ends_the_run_in_its_words(folder, duckdb):
    source = {"command": ["duckdb", "-noheader", "-list", "-c", "LOAD spatial; SELECT 1 FROM 'data/nothing.parquet'"]}
    run = overtile("build", pipeline(folder, "wrong", source), "-o", folder / "wrong", env=duckdb)
    assert run.returncode == 66 and b"nothing.parquet" in run.stderr, run.stderr
    assert not (folder / "wrong").exists()
