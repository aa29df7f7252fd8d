"""Tile sets that other programs make: tippecanoe, the system's GDAL 3.6 and pyogrio's GDAL 3.12, pmtiles
of PyPI, and mapbox-vector-tile with sqlite3."""
import fcntl
import gzip
import json
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import mapbox_vector_tile
import pyogrio
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

from bundle import inflated, stored_tiles
from conftest import SAMPLES

TIPPECANOE = Path(sys.executable).with_name("tippecanoe")
COUNTRIES, QUAKES, AIRPORTS = SAMPLES / "countries.geojson", SAMPLES / "quakes.geojson", SAMPLES / "airports.geojson.gz"


def run(*words):
    subprocess.run(list(map(str, words)), check=True, capture_output=True)


def tippecanoe(path, *options):
    layers = ["-L", f"countries:{COUNTRIES}", "-L", f"quakes:{QUAKES}"]
    run(TIPPECANOE, "-q", "-z3", *layers, *options, path)


def tippecanoe_clusters(path):
    """Points with counts and sums, many tiles, another extent at the last zoom than at the others."""
    airports = json.loads(gzip.decompress(AIRPORTS.read_bytes()))["features"][::5]
    (path.parent / "airports.geojson").write_text("\n".join(map(json.dumps, airports)))
    run(TIPPECANOE, "-q", "-z6", "-r1", "--cluster-distance=30", "--accumulate-attribute=elevation_ft:sum",
        "--full-detail=14", "--low-detail=9", "--generate-ids", "-L", f"airports:{path.parent / 'airports.geojson'}",
        "-o", path)


def odd_features():
    """Every kind of geometry and every type of value, with texts that need escapes, from a fixed seed."""
    made = random.Random(4)

    def ring(x, y, size):
        return [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]

    def geometry(index):
        x, y = made.uniform(-170, 150), made.uniform(-70, 60)
        walk = [[x + step + made.random(), y + made.random() * 3] for step in range(5)]
        other = [[a + 3, b + 8] for a, b in walk]
        square = [ring(x, y, 9), ring(x + 2, y + 2, 3)[::-1], ring(x + 6, y + 6, 2)[::-1]]
        return [("Point", [x, y]), ("MultiPoint", walk), ("LineString", walk), ("MultiLineString", [walk, other]),
                ("Polygon", square), ("MultiPolygon", [square, [ring(x + 12, y, 4)]])][index % 6]

    values = [0, -1, 2**31, -(2**53), 2**53, 0.1, -2.5e-300, 1e21, True, False, "", "a\"\\\n\t\u2028é😀", "0", "true"]
    for index in range(120):
        type, coordinates = geometry(index)
        names = made.sample(["name", "größe", "a b", "c\"d", "x"], made.randrange(6))
        feature = {"type": "Feature", "geometry": {"type": type, "coordinates": coordinates},
                   "properties": {name: made.choice(values) for name in names}}
        yield feature | {"id": [index, 2**31 + index, 2**53 - index][index % 3]} if index % 4 else feature


def tippecanoe_odd(path):
    (path.parent / "odd.geojsonl").write_text("\n".join(map(json.dumps, odd_features())))
    run(TIPPECANOE, "-q", "-Z1", "-z5", "--no-tiny-polygon-reduction", "-L", f"odd:{path.parent / 'odd.geojsonl'}",
        "-o", path)


def ogr2ogr(driver, path, source, *options):
    words = [word for option in ("MAXZOOM=3", *options) for word in ("-dsco", option)]
    run("ogr2ogr", "-f", driver, path, source, *words, "-nln", source.stem)


def gdal_pmtiles(path):
    meta, _, geometry, fields = pyogrio.raw.read(COUNTRIES)
    pyogrio.raw.write(path, geometry, fields, meta["fields"], driver="PMTiles", crs="EPSG:4326", layer="countries",
                      geometry_type="MultiPolygon", dataset_options={"MAXZOOM": 3})


def converted(path, source):
    run(TIPPECANOE.with_name("pmtiles-convert"), make(source, path.parent), path)


def python_tiles():
    """Tiles of random features in tile units, with layers of three extents and every type of value."""
    made = random.Random(7)
    values = [2**63 - 1, -(2**63), 5e-324, 1.7976931348623157e308, 0.1, -0.0, True, "", "\u2028\x00é😀"]
    shapes = ["POINT({0})", "MULTIPOINT({0}, -80 5000)", "LINESTRING({0}, 50 50, 9 -64)", "MULTILINESTRING(({0}, 30 30), (1 1, 7 7))",
              "POLYGON(({0}, 300 0, 300 300, 0 300, {0}), (20 20, 20 40, 40 40, 20 20))"]
    for z, x, y in [(0, 0, 0)] + [(6, column, row) for column in range(20, 24) for row in range(30, 33)]:
        layers = []
        for name, extent in ("one", 4096), ("two", 256), ("three", 65536):
            features = [
                {"geometry": made.choice(shapes).format(f"{made.randrange(-9, 9)} {made.randrange(-9, 9)}"),
                 "properties": {key: made.choice(values) for key in made.sample("abcdef", made.randrange(5))},
                 "id": made.choice([0, 1, 2**63, 2**64 - 1])} for _ in range(made.randrange(1, 9))]
            layers.append(mapbox_vector_tile.encode(
                [{"name": name, "features": features}],
                default_options={"y_coord_down": True, "extents": extent, "check_winding_order": False}))
        yield (z, x, y), b"".join(layers)


def python_pmtiles(path):
    """Tiles without compression, the directories with it."""
    description = {"name": "Python", "vector_layers": [{"id": "one", "fields": {}}]}
    box = {"min_lon_e7": -1800000000, "min_lat_e7": -850000000, "max_lon_e7": 1800000000, "max_lat_e7": 850000000}
    with path.open("wb") as file:
        writer = Writer(file)
        for address, data in sorted(python_tiles(), key=lambda tile: zxy_to_tileid(*tile[0])):
            writer.write_tile(zxy_to_tileid(*address), data)
        writer.finalize(
            {"tile_type": TileType.MVT, "tile_compression": Compression.NONE, "center_zoom": 0, "center_lon_e7": 0,
             "center_lat_e7": 0} | box, description)


def python_mbtiles(path):
    """Tables as node-mbtiles has them: `tiles` is a view of addresses and of blobs, each of which is stored once."""
    with sqlite3.connect(path) as database:
        database.executescript("""
            create table map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
            create table images (tile_id text, tile_data blob);
            create table metadata (name text, value text);
            create view tiles as select zoom_level, tile_column, tile_row, tile_data
              from map join images using (tile_id);""")
        for index, ((z, x, y), data) in enumerate(python_tiles()):
            database.execute("insert into images values (?, ?)", (str(index), gzip.compress(data)))
            # The tile beside it has the same blob.
            for column in {x, x ^ 32 if z else x}:
                database.execute("insert into map values (?, ?, ?, ?)", (z, column, 2**z - 1 - y, str(index)))
        layers = json.dumps({"vector_layers": [{"id": "one", "fields": {}}]})
        database.executemany("insert into metadata values (?, ?)", [
            ("name", "Python"), ("format", "pbf"), ("bounds", "-180,-85,180,85"), ("json", layers)])
    database.close()


MAKERS = {
    "tippecanoe.pmtiles": lambda path: tippecanoe(path, "-o"),
    "tippecanoe.mbtiles": lambda path: tippecanoe(path, "-o"),
    "tippecanoe-plain.mbtiles": lambda path: tippecanoe(path, "--no-tile-compression", "-o"),
    "tippecanoe-folder": lambda path: tippecanoe(path, "-e"),
    "tippecanoe-clusters.pmtiles": tippecanoe_clusters,
    "tippecanoe-odd.pmtiles": tippecanoe_odd,
    "gdal.mbtiles": lambda path: ogr2ogr("MBTiles", path, COUNTRIES),
    "gdal-points.mbtiles": lambda path: ogr2ogr("MBTiles", path, QUAKES),
    "gdal-folder": lambda path: ogr2ogr("MVT", path, COUNTRIES),
    "gdal-fine-folder": lambda path: ogr2ogr("MVT", path, COUNTRIES, "EXTENT=16384", "BUFFER=0", "COMPRESS=NO"),
    "gdal.pmtiles": gdal_pmtiles,
    "pmtiles-convert.pmtiles": lambda path: converted(path, "tippecanoe.mbtiles"),
    "pmtiles-convert.mbtiles": lambda path: converted(path, "tippecanoe-clusters.pmtiles"),
    "python.pmtiles": python_pmtiles,
    "python.mbtiles": python_mbtiles,
}

LAYERS = {"gdal-points": ["quakes"], "tippecanoe-clusters": ["airports"], "tippecanoe-odd": ["odd"], "python": ["one"],
          "pmtiles-convert.mbtiles": ["airports"]}


def layers(name):
    """Layers that the metadata of a tile set must name."""
    return next((layers for start, layers in LAYERS.items() if name.startswith(start)), ["countries"])


def make(name, folder):
    """The tile set of a name, in a folder; made once, also where several processes share the folder."""
    path = folder / name
    with open(folder / f".{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            MAKERS[name](path)
    return path


def tiles_of(path):
    """The stored tiles that a map can ask for: GDAL writes rows outside the grid."""
    return {(z, x, y): data for (z, x, y), data in stored_tiles(path) if 0 <= x < 2**z and 0 <= y < 2**z}


def decoded(data):
    """The features of a stored tile in their order, as in mapbox-vector-tile, in tile units: layer, extent,
    id or None, properties with their types, type of geometry, coordinates."""
    plain = inflated(data)
    message = mapbox_vector_tile.Mapbox.vector_tile_pb2.tile.FromString(plain)
    layers = mapbox_vector_tile.decode(plain, default_options={"y_coord_down": True})
    found = []
    for layer in message.layers:
        features = layers[layer.name]["features"]
        assert len(features) == len(layer.features)
        for feature, raw in zip(features, layer.features):
            id = raw.id if raw.HasField("id") else None
            geometry = feature["geometry"]
            found.append((layer.name, layer.extent, id, typed(feature["properties"]), geometry["type"],
                          mirrored(geometry)))
    return found


def mirrored(geometry):
    """Coordinates with rings as GeoJSON requires them."""
    type, coordinates = geometry["type"], geometry["coordinates"]
    if type == "Polygon":
        return wound(coordinates)
    return [wound(polygon) for polygon in coordinates] if type == "MultiPolygon" else coordinates


def wound(polygon):
    """Rings the other way around: those that run clockwise with y to the south run counter-clockwise on the map. A few
    of GDAL 3.6's run the wrong way already; they stay, but begin at their other end."""
    return [ring[::-1] if (area(ring) > 0) == (index == 0) else ring[-2:-1] + ring[:-1]
            for index, ring in enumerate(polygon)]


def area(ring):
    """Twice the area inside a closed ring, above 0 when it runs counter-clockwise with y to the north."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))


def typed(properties):
    """Properties whose values distinguish 1 from 1.0 and from true, and 0.0 from -0.0."""
    return {name: (type(value).__name__, repr(value)) for name, value in properties.items()}
