"""Programs that make tiles of the same input, measured side by side, and judged by what their archives hold."""
import collections.abc
import dataclasses
import pathlib

from archives import points_at, shapes_at, tiles_in
from inputs import written_pipeline
from measure import Failure, fail, medians, run_once, say


@dataclasses.dataclass(frozen=True)
class Task:
    """An input and what is to be made of it: tiles of the zooms from 0, with all properties."""

    title: str
    # In words, for messages and files.
    name: str
    source: pathlib.Path
    count: int
    last_zoom: int
    # The property that tells shapes apart; points are counted.
    key: str | None = None

    @property
    def features(self):
        return "points" if self.key is None else "shapes"


@dataclasses.dataclass(frozen=True)
class Program:
    """A command that does a task, and where its archives are afterwards."""

    name: str
    command: list
    archives: collections.abc.Callable
    times: int
    is_own: bool = False
    # A sentence about it for the table.
    note: str | None = None


def own_program(task, options, template, name="overtile", edit=None, words=()):
    """Overtile with a pipeline of this folder."""
    output = options.out / "-".join([task.name, *name.replace(":", "").replace(",", "").split()])

    def zooms(layer):
        layer["zooms"] = f"0-{task.last_zoom}"
        if edit:
            edit(layer)

    pipeline = written_pipeline(template, task.source, output, zooms)
    command = [options.binaries / "overtile", "build", pipeline, "--quiet", "--json", *words]
    return Program(name, command, lambda: sorted(output.glob("*.pmtiles")), options.runs, True)


def side_by_side(task, programs, options):
    """Runs programs in turn, so that what else the machine does meets all of them, and looks at their archives."""
    runs, outputs, failures = {program.name: [] for program in programs}, {}, {}
    for number in range(max(program.times for program in programs)):
        for program in programs:
            if number >= program.times or program.name in failures:
                continue
            label = f"{task.name}, {program.name}, run {number + 1} of {program.times}"
            try:
                patience = None if program.is_own else options.patience
                outputs[program.name] = run_once(label, program.command, options.out, runs[program.name], patience)
            except Failure as failure:
                if program.is_own:
                    fail(str(failure))
                say(f"{label}: {failure}")
                failures[program.name] = str(failure)
    rows = [described(task, program, runs[program.name], failures.get(program.name)) for program in programs]
    notes = [program.note for program in programs if program.note]
    return {"title": task.title, "features": task.features, "count": task.count, "rows": rows, "notes": notes}, outputs


def described(task, program, runs, failure):
    """A row of a table: the medians of the costs, and what the archives hold."""
    if failure:
        return {"name": program.name, "failure": failure}
    archives = program.archives()
    row = {"name": program.name, "runs": runs, **medians(runs), "tiles": tiles_in(archives),
           "archiveMegabytes": sum(path.stat().st_size for path in archives) / 1e6}
    if task.key is None:
        row["first"], row["last"] = points_at(archives, 0), points_at(archives, task.last_zoom)
    else:
        row["first"], _ = shapes_at(archives, 0, task.key)
        row["last"], row["positions"] = shapes_at(archives, task.last_zoom, task.key)
    row["expected"] = task.count
    if program.is_own and (row["last"] != task.count or task.key is None and row["first"] != task.count):
        fail(f"{task.name}: {program.name} shows {row['first']:,} of {task.count:,} features at zoom 0, and {row['last']:,} "
             f"at zoom {task.last_zoom}")
    return row
