"""Decodes vector tiles (base64, a list on standard input) with mapbox-vector-tile and prints their features."""

import base64
import json
import struct
import sys

import mapbox_vector_tile


def parts(geometry):
    """The parts as lists of positions, polygons as rings without the repeated last position."""
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "Point":
        return [[coordinates]]
    if kind in ("MultiPoint", "LineString"):
        return [coordinates]
    if kind == "MultiLineString":
        return coordinates
    rings = coordinates if kind == "Polygon" else [ring for polygon in coordinates for ring in polygon]
    return [ring[:-1] for ring in rings]


def text(value):
    """A value with its type, floating-point numbers by their bits."""
    if isinstance(value, float):
        return f"float {struct.unpack('>Q', struct.pack('>d', value))[0]:x}"
    return f"{type(value).__name__} {value}"


def feature(value):
    return {
        "id": str(value["id"]),
        "type": value["geometry"]["type"].removeprefix("Multi"),
        "parts": parts(value["geometry"]),
        "properties": {name: text(entry) for name, entry in value["properties"].items()},
    }


tiles = []
for encoded in json.load(sys.stdin):
    layers = mapbox_vector_tile.decode(base64.b64decode(encoded), default_options={"y_coord_down": True})
    tiles.append(
        {
            name: {"extent": layer["extent"], "version": layer["version"], "features": [feature(f) for f in layer["features"]]}
            for name, layer in layers.items()
        }
    )
json.dump(tiles, sys.stdout)
