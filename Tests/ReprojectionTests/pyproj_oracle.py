"""Returns pyproj's results for longitudes and latitudes under recorded pipelines.

In: a list of {code, pipeline, longitude, latitude}, the positions seeded in the area of use of the code.
Out: per item the projected x, y (the pipeline run backwards), and the longitudes and latitudes that pyproj makes of
these, by the recorded pipeline and by the operation that it chooses for the code itself.
"""
import json
import sys

from pyproj import Transformer


def answer(item):
    pipeline = Transformer.from_pipeline(item["pipeline"])
    x, y = pipeline.transform(item["longitude"], item["latitude"], direction="INVERSE")
    longitude, latitude = pipeline.transform(x, y)
    own = Transformer.from_crs(item["code"], "OGC:CRS84", always_xy=True)
    own_longitude, own_latitude = own.transform(x, y)
    return {"x": x, "y": y, "longitude": longitude, "latitude": latitude, "ownLongitude": own_longitude,
            "ownLatitude": own_latitude}


json.dump([answer(item) for item in json.load(sys.stdin)], sys.stdout)
