"""Points: a number of them around the world's cities, and the cities themselves, clustered beside the other tilers; and ten times
as many within a bound of memory."""
import json

from inputs import made
from measure import fail, medians, say
from peers import peer_programs
from tiling import Task, own_program, side_by_side

ZOOMS = "zooms 0 to 14"
CITIES = 144_563
BOUND = "2G"


def own(task, options, members, words=()):
    def edit(layer):
        layer["cluster"]["members"] = members

    name = ", ".join([f"overtile, members: {members}", *([" ".join(words)] if words else [])])
    return own_program(task, options, "points.yaml", name, edit, words)


def compared(task, options):
    programs = [own(task, options, "full"), own(task, options, "none"), *peer_programs(task, options)]
    comparison, outputs = side_by_side(task, programs, options)
    for row in comparison["rows"][:2]:
        row["stageSeconds"] = accepted_by(outputs[row["name"]], task.count)
    return [comparison]


def accepted_by(output, count):
    """The seconds of each stage in a report, which must have accepted all points."""
    report = json.loads(output)
    accepted = report["layers"][0]["accepted"]
    if accepted != count:
        fail(f"overtile accepted {accepted} of {count} features")
    return report["stageSeconds"]


def run_points(options):
    source = made(f"points:{options.count}", options.out)
    return compared(Task(f"{options.count:,} points, {ZOOMS}", "points", source, options.count, 14), options)


def run_cities(options):
    return compared(Task(f"{CITIES:,} cities, {ZOOMS}", "cities", made("cities", options.out), CITIES, 14), options)


def run_many_points(options):
    """Ours alone: what a point costs where there are ten times as many, both within the same bound of memory."""
    rows = []
    for count in (options.count, 10 * options.count):
        task = Task(f"{count:,} points", f"points-{count}", made(f"points:{count}", options.out), count, 14)
        say(f"{task.title}, within {BOUND}")
        comparison, outputs = side_by_side(task, [own(task, options, "full", ["--memory", BOUND])], options)
        (row,) = comparison["rows"]
        accepted_by(outputs[row["name"]], count)
        rows.append({**row, "name": task.title})
    return [{"title": f"overtile, {ZOOMS}, --memory {BOUND}", "features": "points", "rows": rows, "isByCount": True}]
