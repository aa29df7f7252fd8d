#!/usr/bin/env python3
"""Makes tiles with freestiler or tylertoo, which are libraries of Python.

    tiler_peer.py freestiler FILE.geojsonl OUT.pmtiles LAST_ZOOM points|shapes
    tiler_peer.py tylertoo FILE.parquet OUT.pmtiles LAST_ZOOM points|shapes
    tiler_peer.py convert FILE.geojsonl OUT.parquet

run.py measures the first two as whole processes, in an environment of their own. freestiler takes tables of GeoPandas,
so that reading GeoJSON is a part of its work, as it is of overtile's. tylertoo reads GeoParquet alone, which `convert`
writes beforehand. Points are clustered with a radius of 50 of 512, and no feature is left out for lack of space.
"""
import os
import pathlib
import sys

# One feature may take hundreds of megabytes of text.
os.environ["OGR_GEOJSON_MAX_OBJ_SIZE"] = "0"


def table(path):
    import geopandas
    return geopandas.read_file(path, engine="pyogrio", use_arrow=True)


def convert(source, output):
    table(source).to_parquet(output, write_covering_bbox=False)


def freestile(source, output, last_zoom, features):
    from freestiler import freestile
    # Its pixels are those of a 256-pixel tile.
    clustering = {"cluster_distance": 25.0, "cluster_maxzoom": last_zoom} if features == "points" else {}
    freestile(table(source), output, layer_name="layer", min_zoom=0, max_zoom=last_zoom, quiet=True, **clustering)


def tyler(source, output, last_zoom, features):
    from tylertoo import export_pmtiles, overview
    between = pathlib.Path(output).with_suffix(".overview.parquet")
    # A cell of 100 of its 1024 pixels, which is 50 of 512.
    clustering = {"cluster": True, "point_thinning": 100.0} if features == "points" else {}
    overview(source, str(between), min_zoom=0, max_zoom=last_zoom, density_drop=False, **clustering)
    export_pmtiles(str(between), output, layer_name="layer", tile_size_limit=None)
    between.unlink()


def main():
    what, source, output, *others = sys.argv[1:]
    if what == "convert":
        convert(source, output)
    else:
        last_zoom, features = others
        {"freestiler": freestile, "tylertoo": tyler}[what](source, output, int(last_zoom), features)


if __name__ == "__main__":
    main()
