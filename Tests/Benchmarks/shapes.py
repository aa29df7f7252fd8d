"""Shapes: the world's time zones, countries and small buildings, simplified beside the other tilers."""
from archives import digest_of
from inputs import made
from measure import fail
from peers import peer_programs
from tiling import Task, own_program, side_by_side

ZONES, COUNTRIES = 444, 177
BOUND = "512M"


def compared(task, options, also=()):
    programs = [own_program(task, options, "shapes.yaml"), *also, *peer_programs(task, options)]
    comparison, _ = side_by_side(task, programs, options)
    return comparison


def run_zones(options):
    """To zoom 8 and to zoom 10; the latter also within a bound of memory, which must not change a byte."""
    source = made("zones", options.out)
    tasks = [Task(f"{ZONES} time zones, zooms 0 to {last}", f"zones-{last}", source, ZONES, last, "tzid") for last in (8, 10)]
    bounded = own_program(tasks[1], options, "shapes.yaml", f"overtile, --memory {BOUND}", words=["--memory", BOUND])
    tables = [compared(tasks[0], options), compared(tasks[1], options, [bounded])]
    plain = own_program(tasks[1], options, "shapes.yaml")
    folders = [program.archives()[0].parent for program in (plain, bounded)]
    if len({digest_of(folder) for folder in folders}) != 1:
        fail(f"--memory {BOUND} changed the bytes of {folders[1]}")
    tables[1]["notes"] += [f"Every file of the bundle has the same bytes with and without `--memory {BOUND}`."]
    return tables


def run_countries(options):
    task = Task(f"{COUNTRIES} countries, zooms 0 to 10", "countries", made("countries", options.out), COUNTRIES, 10, "name")
    return [compared(task, options)]


def run_buildings(options):
    source = made(f"buildings:{options.count}", options.out)
    task = Task(f"{options.count:,} buildings, zooms 0 to 14", "buildings", source, options.count, 14, "n")
    return [compared(task, options)]
