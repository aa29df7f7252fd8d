"""Makes the seeds of the fuzz targets in Tests/Fuzzing/Corpus and their words in Tests/Fuzzing/Words again:
`.venv/bin/python3 Tests/Fuzzing/corpus.py`.

Bundles, members and patches come from the program itself, `make build` or `swift build`. Inputs that a fuzzer found are kept beside the seeds, under names that begin with `found-`; this script leaves them.
"""
import gzip
import json
import subprocess
import tempfile
from pathlib import Path

import mapbox_vector_tile

CORPUS = Path(__file__).parent / "Corpus"
WORDS = Path(__file__).parent / "Words"
ROOT = Path(__file__).parents[2]
PROGRAM = next((p for p in (ROOT / ".build/release/overtile", ROOT / ".build/debug/overtile") if p.exists()), None)


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


def archive(tile):
    """An archive in which nothing is compressed: a root, a leaf, metadata and one tile."""
    leaf = directory([(1, 3, len(tile), 1), (5, 1, len(tile), 1)])
    root = directory([(0, 1, len(tile), 1), (1, 0, len(leaf), 1)])
    text = b'{"vector_layers":[{"id":"layer","fields":{"a":"Number"}}]}'
    head = bytearray(header(root=(127, len(root))))
    places = [(127, len(root)), (127 + len(root), len(text)), (127 + len(root) + len(text), len(leaf))]
    places.append((sum(places[-1]), len(tile)))
    head[8:72] = b"".join(n.to_bytes(8, "little") for place in places for n in place)
    return bytes(head) + root + text + leaf + tile


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
    for name, geometry in (("point", point), ("square", square)):
        content = tile([{"geometry": geometry, "properties": {"a": 1, "cluster": True, "point_count": 3}, "id": 5}])
        write("pmtiles", f"plain-{name}", archive(content))
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
        '["number", ["get", "a", ["properties"]], ["index-of", "y", ["split", ["get", "name"], ""], -2]]',
        '["+", ["distance", {"type": "Polygon", "coordinates": [[[0, 0], [5, 0], [5, 5], [0, 0]]]}], ["length", ["to-string", ["get", "mag"]]]]',
        '["all", ["in", "kind", "x", "y"], ["!has", "b"], ["none", [">", "mag", 5], ["==", "$type", "Polygon"]]]',
        '["any", ["within", {"type": "Polygon", "coordinates": [[[0, 0], [5, 0], [5, 5], [0, 0]]]}], ["==", ["upcase", ["get", "kind"]], "Y"]]',
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


def requests():
    paths = """bundle.json|tiles/0/0/0.pbf|0/0/0.mvt?v=00|a/0/0/0.pbf|tile.json|b/tile.json|a/clusters/7/leaves?limit=1&offset=0|secret.txt
features?bbox=170,-10,-170,10&zoom=3|a/features?bbox=-180,-90,180,90&zoom=0|%2e%2e/secret.txt|..%2fsecret.txt"""
    for index, path in enumerate(paths.replace("\n", "|").split("|")):
        write("request", f"path-{index:02}", f"/small/{path}\n")
    fields = ["Range: bytes=0-3", "Range: bytes=-2,5-9", 'If-None-Match: "a", W/"b"', 'Range: bytes=1-\nIf-Range: "c"', 'If-Match: *',
              "Accept-Encoding: gzip;q=0.5, *;q=0", "X-Forwarded-Proto: https\nX-Forwarded-Host: a.example"]
    for index, field in enumerate(fields):
        write("request", f"field-{index}", f"/small/bundle.json\n{field}\n")
    for index, path in enumerate(["*", "/health", "http://h/metrics", "/"]):
        write("request", f"other-{index}", f"{path}\n")
    phrases = ["Range: bytes=", "If-None-Match: ", "If-Range: ", "/small/", "tile.json", "features?bbox=",
               "&zoom=", "clusters/", "/leaves", "%2f", "%2e", "..", "bundle.json", "tiles/", ".mvt", "?v=", "Accept-Encoding: gzip"]
    words("request", [*phrases, "\n"])


PIPELINE = """
name: seeds
sources: {a: {path: a.geojsonl}}
layers:
  a: {source: a, kind: cluster, zooms: 0-3, cluster: {radius: 40px, aggregates: {top: {max: mag}}}}
  b: {source: a, kind: circle, zooms: 0-3, circle: {radius: 300km, draw: [center, ring]}}
output: {path: OUT, layout: single, compression: none, FORMAT}
"""


def bundles():
    """The program's output: archives without compression, members, tiles as GeoJSON, a patch."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def build(output, count, form=""):
            lines = [{"type": "Feature", "id": i, "properties": {"mag": i % 5 + 0.5, "name": f"n{i % 3}"},
                      "geometry": {"type": "Point", "coordinates": [i * 3 % 50, i * 7 % 40]}} for i in range(count)]
            (folder / "a.geojsonl").write_text("\n".join(map(json.dumps, lines)))
            (folder / "p.yaml").write_text(PIPELINE.replace("OUT", output).replace("FORMAT", form))
            subprocess.run([PROGRAM, "build", folder / "p.yaml", "--quiet"], check=True)
            return folder / output

        old, new = build("old", 9), build("new", 11)
        write("pmtiles", "tiles", next(new.glob("*.pmtiles")).read_bytes())
        write("members", "eleven", next(new.glob("members*")).read_bytes())
        write("opening", "bundle", (new / "bundle.json").read_bytes())
        subprocess.run([PROGRAM, "patch", old, new, "-o", folder / "patch"], check=True, stdout=subprocess.DEVNULL)
        patch = (folder / "patch").read_bytes()
        write("patch", "two", patch[:-32])


def words(target, texts):
    """A dictionary in libFuzzer's form: the words that the fuzzer inserts besides single bytes."""
    WORDS.mkdir(exist_ok=True)
    lines = sorted("".join(chr(b) if 0x20 <= b < 0x7F and b not in b'"\\' else f"\\x{b:02X}" for b in text.encode())
                   for text in set(texts))
    (WORDS / f"{target}.dict").write_text("".join(f'"{line}"\n' for line in lines))


def names(node):
    """The keys and the words of choice that a JSON Schema knows."""
    if isinstance(node, list):
        for value in node:
            yield from names(value)
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "properties":
                yield from value
                value = list(value.values())
            elif key == "enum":
                yield from (word for word in value if isinstance(word, str))
            yield from names(value)


def dictionaries():
    """The words of GeoJSON, of configurations and of expressions; the last two from the program's own schema."""
    schema = json.loads(subprocess.run([PROGRAM, "schema"], check=True, capture_output=True).stdout)
    operators = schema["$defs"]["expression"]["prefixItems"][0]["enum"]
    types = ["Feature", "FeatureCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
             "MultiPolygon", "GeometryCollection", "name"]
    keys = ["type", "features", "geometry", "geometries", "coordinates", "properties", "id", "bbox", "crs"]
    values = ["null", "true", "false", "1e308", "-0", "1e-400", "9007199254740993", "0.1", "\\ud834\\udd1e", "\\u0000", "[[", "]]", "{}", "[]"]
    words("geojson", [f'"{name}"' for name in types] + [f'"{key}":' for key in keys] + values
          + ["\x1e", "\ufeff", "\n", "urn:ogc:def:crs:EPSG::3857", '"crs":{"type":"name","properties":{"name":"'])
    units = ["px", "km", "m", "%", "deg", "s", "G", "EPSG:3857", "${HOME}", "&a", "*a", "<<: *a", "!!", "---", "|\n", "- ", ": ", "\n  ", "~", ".inf"]
    words("configuration", [f"{name}: " for name in names(schema) if name not in operators] + operators + units)
    words("expression", [f'["{name}", ' for name in operators] + values + ['["linear"], ', '["exponential", 2], ', '["cubic-bezier", 0.4, 0, 0.6, 1], ', '"number"', '"string"', "], "])


if __name__ == "__main__":
    assert PROGRAM, "make build comes first"
    bundles()
    dictionaries()
    geojson()
    tiles()
    texts()
    requests()
