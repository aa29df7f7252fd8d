"""Computes queries about polygons with shapely.

Standard input: a list of queries, each with "ask" and polygons as lists of rings of [x, y]. Standard output: one number
per query.

valid      1 when "a" is a valid multipolygon, else 0
hausdorff  the greatest distance of a point on either outline of "a" and "b" to the other outline
clearance  the distance of "point" to the outline of "a", negative outside
inscribed  the radius of the largest circle in "a", within "tolerance"
area       the area of the union of "a"
odd        the area of the union of the polygons of "a", each of what an odd number of its rings is around
"""
import functools
import json
import sys

import shapely


def shape(polygons):
    return shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in polygons])


def answer(question):
    a = shape(question["a"])
    ask = question["ask"]
    if ask == "valid":
        return 1 if a.is_valid else 0
    if ask == "hausdorff":
        return shapely.hausdorff_distance(a.boundary, shape(question["b"]).boundary, densify=0.05)
    if ask == "clearance":
        point = shapely.Point(question["point"])
        distance = a.boundary.distance(point)
        return distance if a.contains(point) else -distance
    if ask == "inscribed":
        return shapely.maximum_inscribed_circle(a, tolerance=question["tolerance"]).length
    if ask == "area":
        return shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in question["a"]]).area
    if ask == "odd":
        return shapely.union_all([functools.reduce(shapely.symmetric_difference, [
            shapely.make_valid(shapely.Polygon(ring), method="linework") for ring in rings]) for rings in question["a"]]).area
    raise ValueError(ask)


json.dump([float(answer(question)) for question in json.load(sys.stdin)], sys.stdout)
