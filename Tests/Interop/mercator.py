"""The spherical Mercator plane as a unit square, north at the top, as in tiles."""
import math

WORLD = 1 << 32


def unit(longitude, latitude):
    """Longitude and latitude in degrees to the unit square."""
    sine = math.sin(math.radians(latitude))
    y = 0.5 - math.atanh(max(-1 + 1e-16, min(1 - 1e-16, sine))) / (2 * math.pi)
    return (longitude + 180) / 360, min(1, max(0, y))


def degrees(x, y):
    """The unit square to longitude and latitude in degrees."""
    return x * 360 - 180, math.degrees(2 * math.atan(math.exp((0.5 - y) * 2 * math.pi)) - math.pi / 2)


def from_tile(tile, x, y, extent=4096):
    """A position in a tile's units to the unit square."""
    zoom, column, row = tile
    return (column + x / extent) / 2**zoom, (row + y / extent) / 2**zoom


def wrapped(dx):
    """A difference of x the short way around the world."""
    return dx - round(dx)
