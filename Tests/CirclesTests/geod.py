"""Solves problems about circles with pyproj and shapely, which share no code with Circles.

A problem is one of: "distance" between positions; "nearest", the distance from a position to a rectangle of longitudes and
latitudes; "valid", whether polygons are valid.
"""

import json
import sys

import numpy
from pyproj import Geod

geod = Geod(ellps="WGS84")


def distance(lat1, lon1, lat2, lon2):
    return geod.inv(lon1, lat1, lon2, lat2)[2]


def nearest_on_meridian(lat, lon, meridian, south, north):
    """The least distance to a section of a meridian: 17 positions, then the same around the nearest, again and again."""
    low, high = south.copy(), north.copy()
    steps = numpy.linspace(0, 1, 17)
    for _ in range(9):
        lats = low[:, None] + (high - low)[:, None] * steps
        shape = lats.shape
        spread = [numpy.broadcast_to(v[:, None], shape).ravel() for v in (lat, lon, meridian)]
        found = distance(spread[0], spread[1], lats.ravel(), spread[2]).reshape(shape)
        best = found.argmin(axis=1)
        rows = numpy.arange(len(best))
        low, high = lats[rows, numpy.maximum(best - 1, 0)], lats[rows, numpy.minimum(best + 1, 16)]
    return found.min(axis=1)


def nearest(lat, lon, west, east, south, north):
    """The least distance to a rectangle: on its western or eastern side, or on the position's own meridian inside it."""
    turn = (lon - west) % 360
    own = numpy.where(turn <= east - west, lon, west)
    sides = [nearest_on_meridian(lat, lon, side, south, north) for side in (west, east, own)]
    return numpy.minimum.reduce(sides)


def valid(polygons):
    import shapely

    return [
        shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in polygon]).is_valid for polygon in polygons
    ]


given = json.load(sys.stdin)
if "polygons" in given:
    answer = {"valid": valid(given["polygons"])}
else:
    columns = {k: numpy.array(v, dtype=float) for k, v in given.items()}
    answer = {"meters": (nearest if "west" in columns else distance)(**columns).tolist()}
json.dump(answer, sys.stdout)
