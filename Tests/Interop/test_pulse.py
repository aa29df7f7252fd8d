"""The circles that pulse on the preview's page: geodesic ones that come to the edge of the map, and hold a pole or both."""
import json
import random
import subprocess

import numpy
from pyproj import Geod

from conftest import ROOT, SEED

MODULE = (ROOT / "Sources/OvertileServing/Page/circle-rows.js").as_uri()
# Longitude, latitude, radius in kilometers, scales. The first ones hold the north pole, the south pole, both, and none.
CIRCLES = [
    (10, 80, 2000, (0.3, 1, 1.4)), (-170, -75, 3000, (0.5, 1, 2)), (0, 5, 14000, (0.7, 1, 1.3)), (30, 70, 1500, (1, 1.4)), (179.9, 83, 400, (0.5, 1, 3)),
    (20, 90, 1800, (0.2, 1, 1.5)), (-60, -90, 900, (0.5, 1)), (50, 89.999, 5000, (1,)), (-120, 87, 150, (0.5, 1, 2)), (77, 60, 12000, (1, 1.5)),
    (0, 0, 10000, (1,)), (0, 0, 19960, (1,)), (-45, 60, 19000, (1, 5)), (100, -88, 10, (1, 20)), (5, 86, 120, (0.5, 1)), (5, -85.0, 30, (1,))]
# How far the sides of what is drawn may be from the circle, on a map of width 1.
TOLERANCE = 2e-5


def drawn(circles):
    """The rows of circles, the triangles over them, and whether they are computed for each frame."""
    code = f"""import {{reachesEdge, rows, strip}} from '{MODULE}';
      import {{readFileSync}} from 'node:fs';
      const told = JSON.parse(readFileSync(0, 'utf8')).map(([longitude, latitude, meters, scale]) => {{
        const found = rows({{longitude, latitude, meters, mapPoints: 0}}, scale);
        return {{rows: found, triangles: strip(found.length, 0), isAtEdge: reachesEdge({{latitude, meters}}, scale)}};
      }});
      console.log(JSON.stringify(told));"""
    run = subprocess.run(["node", "--input-type=module", "-e", code], input=json.dumps(circles), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_circles_at_the_edge_of_the_map_are_whole():
    """A coordinate lies in the triangles where it lies in the circle, on the ellipsoid: a grid, and random ones near the circle's boundary."""
    print(f"OVERTILE_SEED={SEED}")
    numbers = random.Random(SEED)
    grid = [((column + numbers.random()) / 25, (row + numbers.random()) / 25) for column in range(25) for row in range(25)]
    circles = [(*circle[:2], 1000 * circle[2], scale) for circle in CIRCLES for scale in circle[3]]
    circles += [(numbers.uniform(-180, 180), numbers.choice([-1, 1]) * numbers.uniform(70, 90), 10 ** numbers.uniform(5.8, 7), numbers.uniform(0.5, 1.5))
                for _ in range(8)]
    held = set()
    for circle, found in zip(circles, drawn(circles)):
        longitude, latitude, radius = circle[0], circle[1], min(circle[2] * circle[3], 19_970_000)
        geod = Geod(ellps="WGS84")
        azimuths = numpy.array([numbers.uniform(0, 360) for _ in range(300)])
        near = geod.fwd(numpy.full(300, longitude), numpy.full(300, latitude), azimuths, radius * numpy.array([numbers.uniform(0.98, 1.0) for _ in azimuths]))
        x, y = unit(*numpy.concatenate([numpy.array(degrees(*zip(*grid))), numpy.array(near[:2])], axis=1))
        x, y = x[(y > 1e-4) & (y < 1 - 1e-4)] % 1, y[(y > 1e-4) & (y < 1 - 1e-4)]
        distance = geod.inv(numpy.full(len(x), longitude), numpy.full(len(x), latitude), *degrees(x, y))[2]
        # The length of the tolerance on the ground.
        clear = abs(distance - radius) > TOLERANCE * 4.01e7 / numpy.cosh(numpy.pi * (1 - 2 * y)) + 1
        inside = within(x - (longitude / 360 + 0.5), y, found)
        wrong = numpy.flatnonzero(clear & (inside != (distance < radius)))
        assert len(wrong) == 0, (circle, degrees(x[wrong], y[wrong]), distance[wrong])
        # Areas do not lie over each other, or they would be drawn darker.
        assert all(low[0] <= high[0] for low, high in zip(found["rows"], found["rows"][1:]))
        # Circles within the map are drawn as others are, except for a margin.
        reaches = max(abs(latitude) + radius / 111_700 * side for side in (0, 1))
        assert found["isAtEdge"] or reaches < 85.9, circle
        held.add(tuple(pole for pole in (90, -90) if geod.inv(longitude, latitude, longitude, pole)[2] < radius))
        assert len(found["rows"]) < 400
    assert held == {(), (90,), (-90,), (90, -90)}


def degrees(x, y):
    return (numpy.asarray(x) - 0.5) * 360, numpy.degrees(numpy.arctan(numpy.sinh(numpy.pi * (1 - 2 * numpy.asarray(y)))))


def unit(longitude, latitude):
    return longitude / 360 + 0.5, 0.5 - numpy.arctanh(numpy.sin(numpy.radians(latitude))) / (2 * numpy.pi)


def within(x, y, found):
    """Whether positions, from the center to the east, lie in any of the triangles, on a map that repeats itself."""
    vertices = numpy.array([(side * reach, row) for row, reach in found["rows"] for side in (-1, 1)]).reshape(-1, 2)
    result = numpy.zeros(len(x), bool)
    for corners in numpy.array(found["triangles"], int).reshape(-1, 3):
        (ax, ay), (bx, by), (cx, cy) = vertices[corners]
        for turn in (-1, 0, 1):
            sides = [(bx - ax) * (y - ay) - (by - ay) * (x + turn - ax), (cx - bx) * (y - by) - (cy - by) * (x + turn - bx),
                     (ax - cx) * (y - cy) - (ay - cy) * (x + turn - cx)]
            result |= numpy.all([side >= 0 for side in sides], axis=0) | numpy.all([side <= 0 for side in sides], axis=0)
    return result
