"""Tile sets that other programs make of the samples: tippecanoe, the system's GDAL 3.6 and pyogrio's GDAL 3.12."""
import subprocess
import sys
from pathlib import Path

import pyogrio

from conftest import SAMPLES

TIPPECANOE = Path(sys.executable).with_name("tippecanoe")
COUNTRIES, QUAKES = SAMPLES / "countries.geojson", SAMPLES / "quakes.geojson"


def tippecanoe(path, *options):
    layers = ["-L", f"countries:{COUNTRIES}", "-L", f"quakes:{QUAKES}"]
    subprocess.run([TIPPECANOE, "-q", "-z4", *layers, *options, path], check=True, capture_output=True)


def ogr2ogr(driver, path, source):
    words = ["ogr2ogr", "-f", driver, path, source, "-dsco", "MAXZOOM=3", "-nln", source.stem]
    subprocess.run(words, check=True, capture_output=True)


def gdal_pmtiles(path):
    meta, _, geometry, fields = pyogrio.raw.read(COUNTRIES)
    pyogrio.raw.write(path, geometry, fields, meta["fields"], driver="PMTiles", crs="EPSG:4326", layer="countries",
                      geometry_type="MultiPolygon", dataset_options={"MAXZOOM": 3})


MAKERS = {
    "tippecanoe.pmtiles": lambda path: tippecanoe(path, "-o"),
    "tippecanoe.mbtiles": lambda path: tippecanoe(path, "-o"),
    "tippecanoe-plain.mbtiles": lambda path: tippecanoe(path, "--no-tile-compression", "-o"),
    "tippecanoe-folder": lambda path: tippecanoe(path, "-e"),
    "gdal.mbtiles": lambda path: ogr2ogr("MBTiles", path, COUNTRIES),
    "gdal-points.mbtiles": lambda path: ogr2ogr("MBTiles", path, QUAKES),
    "gdal-folder": lambda path: ogr2ogr("MVT", path, COUNTRIES),
    "gdal.pmtiles": gdal_pmtiles,
}


def make(name, folder):
    """The tile set of a name, in a folder."""
    path = folder / name
    MAKERS[name](path)
    return path
