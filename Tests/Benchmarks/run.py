#!/usr/bin/env python3
"""Measures overtile beside other programs, on the same inputs in one run.

    python3 Tests/Benchmarks/run.py                              all parts, which takes an hour; .venv has what this imports
    python3 Tests/Benchmarks/run.py --only points --only zones   some of them
    python3 Tests/Benchmarks/run.py --count 100000 --peers freestiler tylertoo   fewer points and buildings, without tippecanoe
    python3 Tests/Benchmarks/run.py --json FILE                  all figures as JSON too

Writes tables in Markdown to standard output and progress to standard error. Every program is measured as a whole child
process: seconds of CPU are user and system time together, memory is the largest resident set. Figures are medians. Programs
that do the same take turns.

The tilers read GeoJSON and write PMTiles with all properties; tylertoo reads GeoParquet, into which the input is converted
beforehand. Tables say how many tiles and features the archives hold, and mark a program that shows fewer features than there
are at the last zoom. The clusterers time the building of their index alone, on one core, zooms 0 to 16 with a radius of 40
of 512; their memory is that of the whole process.
"""
import argparse
import json
import pathlib

from arithmetic import run_arithmetic
from clustering import run_clustering
from measure import ROOT, Failure, fail, machine
from peers import TILERS
from points import run_cities, run_many_points, run_points
from reading import run_reading
from shapes import run_buildings, run_countries, run_zones
from tables import arithmetic_table, clusterer_table, reading_table, tiler_table

# The parts of a run in their order: those that compare tilers, and those that print a table of their own.
TILING = {"points": run_points, "cities": run_cities, "many-points": run_many_points, "zones": run_zones,
          "countries": run_countries, "buildings": run_buildings}
OTHERS = {"clustering": run_clustering, "mapmath": run_arithmetic, "reading": run_reading}
PARTS = [*TILING, *OTHERS]


def options_of_run():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000,
                        help="how many points, and how many buildings; a million by default. many-points takes ten times as many")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".bundles" / "benchmark", metavar="FOLDER",
                        help="where the inputs and the archives go; .bundles/benchmark by default")
    parser.add_argument("--runs", type=int, default=3, help="of overtile and of the clusterers; 3 by default")
    parser.add_argument("--peer-runs", type=int, default=1, help="of the other tilers, which are slow; 1 by default")
    parser.add_argument("--only", choices=PARTS, action="append", help="a part of the run; all by default")
    parser.add_argument("--peers", choices=TILERS, nargs="*", default=TILERS, help="the other tilers; all by default")
    parser.add_argument("--patience", type=int, default=3600, metavar="SECONDS",
                        help="after which another tiler is killed; 3600 by default")
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build" / "release", metavar="FOLDER",
                        help="where overtile is; .build/release by default")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures there")
    options = parser.parse_args()
    if min(options.count, options.runs, options.peer_runs, options.patience) < 1:
        parser.error("--count, --runs, --peer-runs and --patience are at least 1")
    options.out = options.out.resolve()
    return options


def show(part, result, count):
    """Prints the tables of a part as soon as there are figures."""
    if part in TILING:
        text = "\n\n".join(map(tiler_table, result))
    elif part == "clustering":
        text = clusterer_table(result, count)
    else:
        text = {"mapmath": arithmetic_table, "reading": reading_table}[part](result)
    print(text, end="\n\n", flush=True)


def main():
    options = options_of_run()
    parts = [part for part in PARTS if part in (options.only or PARTS)]
    options.out.mkdir(parents=True, exist_ok=True)
    result = {"count": options.count, "machine": machine(), "parts": {}}
    print("{cores} cores of {processor}, load {load:.1f} at the start\n".format(**result["machine"]), flush=True)
    for part in parts:
        try:
            result["parts"][part] = (TILING | OTHERS)[part](options)
        except Failure as failure:
            fail(f"{part}: {failure}")
        show(part, result["parts"][part], options.count)
        if options.json:
            options.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
