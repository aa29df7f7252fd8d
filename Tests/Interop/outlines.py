"""Lines and polygons of a layer at a zoom, from all its tiles, in the unit square of the Mercator plane."""
import numpy
import shapely
import shapely.affinity

import mercator


def lines(bundle, layer, zoom):
    """All lines and outlines, those along the edges of tiles included."""
    extent = bundle.manifest["tiles"]["extent"]
    return shapely.MultiLineString([on_the_plane(entry.tile, extent)(numpy.array(path))
                                    for entry in bundle.entries_at(layer, zoom) for path in paths(entry.geometry)])


def on_the_plane(tile, extent):
    """From positions in a tile's units to the unit square."""
    return lambda positions: numpy.column_stack(mercator.from_tile(tile, positions[:, 0], positions[:, 1], extent))


def area(bundle, layer, zoom, id=None):
    """What all polygons cover, without the buffers of tiles."""
    extent, cells = bundle.manifest["tiles"]["extent"], []
    for entry in bundle.entries_at(layer, zoom):
        if "Polygon" not in entry.geometry["type"] or id not in (None, entry.id):
            continue
        shape = shapely.geometry.shape(entry.geometry).intersection(shapely.box(0, 0, extent, extent))
        cells.append(shapely.transform(shape, on_the_plane(entry.tile, extent)))
    return shapely.union_all(cells)


def joined(shape):
    """An area around the antimeridian, its western half moved beyond 1 to the eastern one."""
    west = shapely.affinity.translate(shape.intersection(shapely.box(0, 0, 0.5, 1)), 1)
    return shapely.union(shape.intersection(shapely.box(0.5, 0, 1, 1)), west)


def near(shape, places, allowed):
    """Which places lie within a distance of a shape: prepared, a shape answers this much faster than it measures distances."""
    shapely.prepare(shape)
    return shapely.dwithin(shape, shapely.points(places), allowed)


def covered(shape, places):
    """Which places a shape covers."""
    shapely.prepare(shape)
    return shapely.contains_xy(shape, places)


def paths(geometry):
    match geometry["type"]:
        case "LineString": return [geometry["coordinates"]]
        case "MultiLineString" | "Polygon": return geometry["coordinates"]
        case "MultiPolygon": return [ring for polygon in geometry["coordinates"] for ring in polygon]
    return []


def on_map(longitudes, latitudes):
    """Positions in the unit square; those beyond the map lie on its edge."""
    sines = numpy.clip(numpy.sin(numpy.radians(numpy.asarray(latitudes))), -1 + 1e-16, 1 - 1e-16)
    return numpy.column_stack([(numpy.asarray(longitudes) + 180) / 360, numpy.clip(0.5 - numpy.arctanh(sines) / (2 * numpy.pi), 0, 1)])
