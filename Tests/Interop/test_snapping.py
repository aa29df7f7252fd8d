"""Borders that nearly match: `shape: {snap: 1m}` joins them, and without it a run warns."""
import json
import math
import random

import numpy
import pytest
import shapely

from conftest import build, collection, overtile, write_pipeline
from test_coverage import between, cells, in_tile, jagged, rings, unit

AROUND = 40_075_016.685578488
LAST = 3
# At the middle of the map, where a degree is 111.3 km.
DEGREE = AROUND / 360


def degrees(x, y, digits):
    return [round((x - 0.5) * 360, digits), round(math.degrees(math.atan(math.sinh((0.5 - y) * 2 * math.pi))), digits)]


@pytest.fixture(scope="module")
def shapes(numbers):
    """Rings of cells in the unit square of the map, some kilometers wide, in the west and in the east of a country."""
    scale = 0.002
    return [[(0.5 + (x - 0.6) * scale, 0.45 + (y - 0.4) * scale) for x, y in ring]
            for ring in jagged(cells(numbers, 300), numbers, 3, 0.3)]


@pytest.fixture(scope="module")
def features(shapes, numbers):
    """Cells that were written with six decimals or with five, and whose borders have corners of others on their edges."""
    found = []
    for number, ring in enumerate(shapes):
        ring = [degrees(*position, numbers.choice([5, 6]) if False else 5 + number % 2) for position in ring]
        found.append({"type": "Feature", "id": number, "properties": {},
                      "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}})
    return found


def built(folder, features, parts=1, **shape):
    folder.mkdir()
    for part in range(parts):
        (folder / f"cells-{part}.geojson").write_text(collection(features[part::parts]))
    pipeline = write_pipeline(
        folder / "cells.yaml", {"cells": {"path": "cells-*.geojson", "onInvalid": "repair"}},
        {"cells": {"source": "cells", "kind": "shape", "zooms": "10-13",
                   "shape": {"method": "coverage", "smallerThan": "0px"} | shape}})
    return build(pipeline, folder / "bundle")


def report(bundle):
    return json.loads(bundle.folder.with_name("bundle.report.json").read_text())
