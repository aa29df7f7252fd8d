"""Features whose cost could grow faster than they do, each of n positions, and the cost of a build of them.

    python3 Tests/Interop/growth.py .build/release/overtile comb 10000 20000 40000 [--on-invalid skip] [--zooms 0-10]
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SEED = 13


def random_ring(n):
    """A ring through random positions: each segment crosses a third of all others."""
    source = random.Random(SEED)
    return polygon([[round(source.uniform(-30, 30), 5), round(source.uniform(-30, 30), 5)] for _ in range(n)])


def scribble(n):
    """A ring to and fro and up and down: a quarter of all pairs of segments cross."""
    half = n // 2
    across = [[(-10, 10)[(i + i // 2) % 2 == 0], round(-9 + 18 * (i // 2) / half * 2, 4)] for i in range(half)]
    along = [[round(-9 + 18 * (i // 2) / half * 2, 4), (-10.5, 10.5)[(i + i // 2) % 2 == 0]] for i in range(half)]
    return polygon(across + along)


def bow_ties(n):
    """A chain of bow ties: a ring that crosses itself once in four positions, each time at another position."""
    half = n // 2
    step = 60 / half
    there = [[round(-30 + step * i, 6), 1 if i % 2 else 0] for i in range(half)]
    return polygon(there + [[x, 1 - y] for x, y in reversed(there)])


def comb(n):
    """A valid ring of long teeth above each other."""
    step = 60 / (n / 4)
    ring = [[-30.5, -30]]
    for i in range(n // 4):
        y = -30 + step * i
        ring += [[30, round(y, 6)], [30, round(y + step / 3, 6)], [-30, round(y + step / 3, 6)],
                 [-30, round(y + step, 6)]]
    return polygon(ring + [[-30.5, 30]])


def upright_comb(n):
    """The same with teeth side by side."""
    ring = comb(n)["coordinates"][0]
    return polygon([[y, x] for x, y in reversed(ring[:-1])])


def askew_comb(n):
    """A valid ring of long teeth that lie askew, so that a box around one meets many others."""
    step = 20 / (n / 4)
    teeth = []
    for i in range(n // 4):
        x = 10 + step * i
        teeth += [[x, 30], [x + 10, 50], [x + step * 0.3 + 10, 50], [x + step * 0.3, 30]]
    return polygon([[10, 29.5], [30, 29.5]] + [[round(x, 8), y] for x, y in reversed(teeth)])


def skewed_comb(n):
    """A valid ring of pointed teeth side by side that lean by more than their height: in tiles they come as close as the grid."""
    count = n // 2
    step = 20 / count
    teeth = []
    for i in range(count):
        teeth += [[10 + step * i, 10], [10 + step * (i + 0.5) + 15, 20]]
    return polygon(teeth + [[30, 9], [10, 9]])


def spokes(n, width):
    """A multipolygon of triangles around one position; with a width of 1 each begins where the one before it ends."""
    count = n // 4

    def tip(i):
        angle = 2 * math.pi * i / count
        return [10 + 20 * math.cos(angle), 10 + 20 * math.sin(angle)]
    return {"type": "MultiPolygon", "coordinates": [
        [[[10, 10], tip(i), tip(i + width), [10, 10]]] for i in range(count)]}


def fan(n):
    """Triangles that touch at one position: valid."""
    return spokes(n, 0.5)


def adjacent_fan(n):
    """The same with common sides."""
    return spokes(n, 1)


def overlapping_fan(n):
    """The same, each over half of the next one."""
    return spokes(n, 1.5)


def equal_rings(n):
    """A multipolygon of the same eight-sided ring again and again."""
    ring = [[10 + 5 * math.cos(math.pi * i / 4), 10 + 2.5 * math.sin(math.pi * i / 4)] for i in range(8)]
    return {"type": "MultiPolygon", "coordinates": [[ring + [ring[0]]]] * (n // 8)}


def polar_teeth(n):
    """A ring with teeth that reach beyond the northern edge of the map, which cuts them off in a row."""
    return polygon([[-179 + 358 * i / n, 85 + (i % 2) * 4] for i in range(n)] + [[179, 70], [-179, 70]])


def zigzag_line(n):
    """A line that crosses the antimeridian at every step."""
    return {"type": "LineString",
            "coordinates": [[-179 if i % 2 else 179, round(-60 + 120 * i / n, 6)] for i in range(n)]}


def zigzag(n):
    """A ring that crosses the antimeridian at every step: a thin band, up and back."""
    half, width = n // 2, 30 / n
    up = [[-179 if i % 2 else 179, round(-60 + 120 * i / half, 6)] for i in range(half)]
    return polygon(up + [[x, round(y + width, 6)] for x, y in reversed(up)])


def zigzag_shore(n):
    """A ring that crosses the antimeridian at every step on one side and is straight on the other."""
    side = [[-175 if i % 2 else 175, round(-60 + 120 * i / n, 6)] for i in range(n)]
    return polygon(side + [[170, 60], [170, -60]])


def zigzag_closed(n):
    """A zigzag over the meridian that is closed straight, so that its last segment crosses all others."""
    return polygon([[-175 if i % 2 else 175, round(-60 + 120 * i / n, 6)] for i in range(n - 1)])


def holes(n):
    """A square with holes of four positions."""
    side = math.isqrt(n // 5)
    step = 60 / side
    rings = [[[-31, -31], [31, -31], [31, 31], [-31, 31], [-31, -31]]]
    for i in range(side):
        for j in range(side):
            x, y, size = -30 + step * i, -30 + step * j, step / 2
            corners = [[x, y], [x, y + size], [x + size, y + size], [x + size, y], [x, y]]
            rings.append([[round(a, 6), round(b, 6)] for a, b in corners])
    return {"type": "Polygon", "coordinates": rings}


def holes_over_the_meridian(n):
    """The square with holes astride the antimeridian."""
    def moved(x):
        return round((x + 360) % 360 - 180, 6)
    return {"type": "Polygon",
            "coordinates": [[[moved(x), y] for x, y in ring] for ring in holes(n)["coordinates"]]}


def circle(n):
    """A round ring of so many positions, 40 degrees wide."""
    return polygon([[round(20 * math.cos(2 * math.pi * i / n), 7), round(20 * math.sin(2 * math.pi * i / n), 7)]
                    for i in range(n)])


def squares(n):
    """A multipolygon of squares that do not touch."""
    rings = holes(n)["coordinates"][1:]
    return {"type": "MultiPolygon", "coordinates": [[list(reversed(ring))] for ring in rings]}


def nested(n):
    """A multipolygon of squares, each in the hole of the one before it."""
    polygons = []
    count = n // 10
    for i in range(count):
        outer, inner = 40 * (1 - i / count), 40 * (1 - (i + 0.5) / count)
        polygons.append([square(outer), list(reversed(square(inner)))])
    return {"type": "MultiPolygon", "coordinates": polygons}


def nested_holes(n):
    """One polygon of squares in each other, all holes but the first: not valid, and no segment near another."""
    count = n // 5
    return {"type": "Polygon", "coordinates": [square(30 - 29 * i / count) for i in range(count)]}


def spiral_band(n):
    """A valid ring that winds around many times, with the more turns the more positions: in tiles the turns touch each
    other."""
    half, turns = n // 2, n / 400
    width = 12 / turns

    def place(i, more):
        angle, radius = 2 * math.pi * turns * i / half, 1 + 30 * i / half + more
        return [round(radius * math.cos(angle), 8), round(radius * math.sin(angle), 8)]
    return polygon([place(i, 0) for i in range(half)] + [place(i, width) for i in reversed(range(half))])


def lattice(n):
    """A valid square with square holes as far apart as they are wide, many of which a tile of a low zoom puts together."""
    side = math.isqrt(n // 5) // 20 * 20
    size = 20 / side
    rings = [square(21)]
    for i in range(side):
        for j in range(side):
            x, y = -20 + i * 40 / side, -20 + j * 40 / side
            corners = [[x, y], [x, y + size], [x + size, y + size], [x + size, y], [x, y]]
            rings.append([[round(a, 8), round(b, 8)] for a, b in corners])
    return {"type": "Polygon", "coordinates": rings}


def star(n):
    """A ring to and from a middle: every second position is close to it."""
    ring = []
    for i in range(n):
        radius, angle = (30, 0.001)[i % 2], 2 * math.pi * i / n
        ring.append([round(radius * math.cos(angle), 7), round(radius * math.sin(angle), 7)])
    return polygon(ring)


def spiral_line(n):
    """A line that winds around many times: simple, with a box that holds all its parts."""
    return {"type": "LineString", "coordinates": [
        [round(40 * i / n * math.cos(i / 20), 6), round(40 * i / n * math.sin(i / 20), 6)] for i in range(n)]}


def tangle(n):
    """A line through random positions."""
    source = random.Random(SEED)
    return {"type": "LineString", "coordinates": [
        [round(source.uniform(-30, 30), 5), round(source.uniform(-30, 30), 5)] for _ in range(n)]}


def world(n):
    """The whole map, with so many positions along each of its longer sides."""
    steps = [-180 + 360 * i / n for i in range(n + 1)]
    return polygon([[x, -85] for x in steps] + [[x, 85] for x in reversed(steps)])


SHAPES = {shape.__name__: shape for shape in (
    random_ring, scribble, bow_ties, comb, upright_comb, askew_comb, skewed_comb, fan, adjacent_fan, overlapping_fan, equal_rings, polar_teeth, zigzag_line, zigzag, zigzag_shore, zigzag_closed, holes, holes_over_the_meridian, circle,
    squares, nested, nested_holes, spiral_band, lattice, star, spiral_line, tangle)}


def polygon(ring):
    return {"type": "Polygon", "coordinates": [ring + [ring[0]]]}


def square(half):
    return [[round(x, 7), round(y, 7)] for x, y in
            [[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]]]


def write_feature(path, geometry):
    text = json.dumps({"type": "Feature", "id": 1, "properties": {}, "geometry": geometry}, separators=(",", ":"))
    path.write_text(text + "\n")


# Runs a command and reports its cost: separately, since a process begins with its parent's counters.
MEASURE = """
import json, os, resource, subprocess, sys
limit = int(sys.argv[1])
process = subprocess.Popen(sys.argv[2:], stderr=subprocess.PIPE,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
text = process.stderr.read()
_, status, usage = os.wait4(process.pid, 0)
print(json.dumps({"status": os.waitstatus_to_exitcode(status), "cpu": round(usage.ru_utime + usage.ru_stime, 2),
                  "mebibytes": usage.ru_maxrss // 1024, "text": text.decode(errors="replace")[-2000:]}))
"""


def cost(overtile, geometry, on_invalid="repair", zooms="0-6", layer=None, limit=300, words=()):
    """The cost of a build of one feature, at most `limit` CPU seconds: status, CPU seconds, mebibytes, its messages,
    and the bundle's ledger."""
    with tempfile.TemporaryDirectory(prefix="growth.") as folder:
        folder = Path(folder)
        write_feature(folder / "feature.geojsonl", geometry)
        source = {"path": "feature.geojsonl", "onInvalid": on_invalid}
        if on_invalid != "fail":
            source["maxRejected"] = 1
        pipeline = {"name": "Growth", "sources": {"s": source},
                    "layers": {"l": {"source": "s", "kind": "shape", "zooms": zooms} | (layer or {})},
                    "gates": {"empty": "pass"}, "output": {"path": "bundle"}}
        (folder / "p.yaml").write_text(json.dumps(pipeline))
        command = [sys.executable, "-I", "-S", "-c", MEASURE, str(limit), str(overtile), "build",
                   str(folder / "p.yaml"), "--quiet", *words]
        run = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        ledger = folder / "bundle.ledger.jsonl"
        run["ledger"] = [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []
        run["bytes"] = (folder / "feature.geojsonl").stat().st_size
        return run


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("overtile")
    parser.add_argument("shape", choices=[*SHAPES, "all"])
    parser.add_argument("counts", type=int, nargs="+")
    parser.add_argument("--on-invalid", default="repair")
    parser.add_argument("--zooms", default="0-6")
    parser.add_argument("--limit", type=int, default=300)
    options = parser.parse_args()
    for name in SHAPES if options.shape == "all" else [options.shape]:
        for count in options.counts:
            run = cost(options.overtile, SHAPES[name](count), options.on_invalid, options.zooms, limit=options.limit)
            codes = ",".join(entry["code"] for entry in run["ledger"])
            print(f"{name:24} {count:7,} {run['bytes'] / 1e3:9,.1f} kB  exit {run['status']:3}  {run['cpu']:7.2f} s CPU  "
                  f"{run['mebibytes']:6,} MiB  {codes}", flush=True)


if __name__ == "__main__":
    main()
