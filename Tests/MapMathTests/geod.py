"""Solves geodesic problems with pyproj: the results that MapMath is compared with."""

import json
import sys

import numpy
from pyproj import Geod

geod = Geod(ellps="WGS84")
given = json.load(sys.stdin)
lon1, lat1, lon2, lat2 = (numpy.array(given[k], dtype=float) for k in ("lon1", "lat1", "lon2", "lat2"))
azimuth, meters = (numpy.array(given[k], dtype=float) for k in ("azimuth", "meters"))
_, _, distance = geod.inv(lon1, lat1, lon2, lat2)
lon, lat, back = geod.fwd(lon1, lat1, azimuth, meters)
json.dump({"distance": distance.tolist(), "lon": lon.tolist(), "lat": lat.tolist()}, sys.stdout)
