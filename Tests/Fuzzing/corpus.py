"""Makes the seeds of the fuzz targets in Tests/Fuzzing/Corpus again: `.venv/bin/python3 Tests/Fuzzing/corpus.py`.

Inputs that a fuzzer found are kept beside the seeds, under names that begin with `found-`; this script leaves them.
"""
import gzip
import json
from pathlib import Path

import mapbox_vector_tile

CORPUS = Path(__file__).parent / "Corpus"
ROOT = Path(__file__).parents[2]


def write(target, name, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def directory(entries):
    """A PMTiles directory of (id, run, length, offset + 1 or 0)."""
    ids, last = b"", 0
    for entry in entries:
        ids += varint(entry[0] - last)
        last = entry[0]
    return varint(len(entries)) + ids + b"".join(varint(e[k]) for k in (1, 2, 3) for e in entries)


def header(root=(127, 20), leaves=(0, 0), data=(147, 100), compression=1, **others):
    sections = [root, (root[0] + root[1], 0), leaves, data]
    out = b"PMTiles\x03" + b"".join(n.to_bytes(8, "little") for s in sections for n in s)
    out += b"".join(n.to_bytes(8, "little") for n in (3, 2, 2))
    out += bytes([1, compression, 1, 1, 0, 4])
    out += b"".join(n.to_bytes(4, "little", signed=True) for n in (-1800000000, -850511287, 1800000000, 850511287))
    return out + bytes([2]) + bytes(8)


def tile(features, **options):
    return mapbox_vector_tile.encode([{"name": "layer", "features": features}], default_options={"extents": 4096})


def geojson():
    point = {"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [1.5, -2]},
             "properties": {"a": 1, "b": "x\u00e9\n", "c": None, "d": [1, {"e": True}]}}
    shapes = [
        {"type": "LineString", "coordinates": [[0, 0], [1, 1e1]]},
        {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]], [[0.2, 0.1], [0.3, 0.1], [0.3, 0.2], [0.2, 0.1]]]},
        {"type": "MultiPoint", "coordinates": [[0, 0, 5], [1, 1]]},
        {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}]},
        None,
    ]
    features = [point] + [{"type": "Feature", "geometry": g, "properties": {}} for g in shapes]
    collection = json.dumps({"type": "FeatureCollection", "features": features})
    write("geojson", "collection", collection)
    write("geojson", "lines", "\n".join(json.dumps(f) for f in features))
    write("geojson", "sequence", "".join(f"\x1e{json.dumps(f)}\n" for f in features))
    write("geojson", "gzip", gzip.compress(collection.encode(), mtime=0))
    write("geojson", "geometry", json.dumps(shapes[0]))
    write("geojson", "escapes", r'{"type":"Feature","geometry":null,"properties":{"\ud834\udd1e\u0000":"\ud800","n":-1.5E-300}}')


def tiles():
    square = {"type": "Polygon", "coordinates": [[[0, 0], [0, 100], [100, 100], [100, 0], [0, 0]]]}
    line = {"type": "LineString", "coordinates": [[0, 0], [5, 9], [4000, 3]]}
    point = {"type": "Point", "coordinates": [7, 8]}
    write("mvt", "point", tile([{"geometry": point, "properties": {"a": 1, "b": -2.5, "c": True, "d": "e"}, "id": 9}]))
    write("mvt", "shapes", tile([{"geometry": g, "properties": {"k": "v"}} for g in (square, line, point)]))
    write("mvt", "empty", b"")
    two = [(0, 1, 10, 1), (5, 3, 20, 0), (9, 1, 10, 1)]
    write("pmtiles-directory", "three", directory(two))
    write("pmtiles-directory", "pointers", directory([(0, 0, 10, 1), (50, 0, 20, 0)]))
    write("pmtiles-directory", "none", directory([]))
    write("pmtiles-header", "plain", header())
    write("pmtiles-header", "leaves", header(leaves=(200, 40)))


def texts():
    for path in sorted((ROOT / "Pipelines").glob("*.yaml")):
        write("configuration", path.stem, path.read_bytes())
    expressions = [
        '["*", 1000, ["get", "mag"]]', '["case", ["has", "a"], ["to-number", ["get", "a"], 0], 5]',
        '["match", ["get", "kind"], ["x", "y"], 1, "z", 2, 3]',
        '["interpolate", ["exponential", 2], ["zoom"], 0, 1, 10, ["length", ["get", "name"]]]',
        '["let", "v", ["at", 0, ["get", "list"]], ["min", ["var", "v"], ["floor", 2.5]]]',
        '["step", ["%", ["id"], 3], 0, 1, 1, 2, 2]', '["to-number", ["slice", ["concat", "12", ["geometry-type"]], 0, 2]]',
    ]
    properties = '{"mag": 4.5, "a": "7", "kind": "y", "name": "K\u00f6ln", "list": [3, "b"], "big": 9007199254740993}'
    for index, expression in enumerate(expressions):
        write("expression", f"{index}", f"{expression}\n{properties}")
    manifest = {
        "format": "overtile-bundle", "formatVersion": 1, "name": "n", "minzoom": 0, "maxzoom": 1, "bounds": [-1, -2, 3, 4],
        "tiles": {"layout": "per-zoom", "container": "pmtiles", "encoding": "mvt", "extent": 4096, "buffer": 64},
        "layers": [{"id": "a", "kind": "cluster", "minzoom": 0, "maxzoom": 1, "fields": {"x": "Number"}, "features": 2,
                    "zooms": [{"zoom": 0, "overlays": 1, "points": 2, "hidden": 0, "entries": 1}]}],
        "files": [{"path": "z00.pmtiles", "role": "tiles", "bytes": 1, "sha256": "00", "minzoom": 0, "maxzoom": 0}],
        "provenance": {"configuration": "", "features": "", "reprojections": [
            {"source": "s", "crs": "EPSG:4326", "operation": "noop", "ballpark": False, "missingGrids": []}], "software": {}},
    }
    write("manifest", "small", json.dumps(manifest, indent=1))


if __name__ == "__main__":
    geojson()
    tiles()
    texts()
