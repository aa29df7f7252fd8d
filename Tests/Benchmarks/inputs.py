"""The inputs of the benchmarks: made by Samples/make.py once, and kept in the folder of the run."""
import json
import subprocess
import sys

import yaml

from measure import HERE, ROOT, repeated, say


def made(name, folder):
    """The file of an input by its name, such as `points:1000000` or `zones`."""
    if name == "countries":
        return ROOT / "Samples" / "countries.geojson"
    path = folder / f"{name.replace(':', '-')}.geojsonl"
    if not path.exists():
        say(f"making {path}")
        folder.mkdir(parents=True, exist_ok=True)
        # Under another name until it is whole.
        unfinished = folder / "unfinished"
        make = [sys.executable, ROOT / "Samples" / "make.py", "--out", unfinished, "--downloads", folder / "downloads", name]
        subprocess.run(make, check=True, stdout=sys.stderr)
        (unfinished / path.name).rename(path)
    return path


def converted(source, folder, python):
    """An input as GeoParquet, which a peer reads, and the cost of converting it, which is not a part of what is measured."""
    path = folder / f"{source.stem}.parquet"
    costs = path.with_suffix(".json")
    if not costs.exists() or costs.stat().st_mtime < source.stat().st_mtime:
        unfinished = path.with_suffix(".unfinished")
        command = [python, HERE / "tiler_peer.py", "convert", source, unfinished]
        _, row = repeated(f"converting {source.name} to GeoParquet", 1, command, folder)
        unfinished.rename(path)
        costs.write_text(json.dumps({"cpuSeconds": row["cpuSeconds"], "wallSeconds": row["wallSeconds"]}))
    return path, json.loads(costs.read_text())


def written_pipeline(template, source, output, edit=None):
    """A pipeline of this folder with the paths of a run, beside its output; `edit` changes its only layer."""
    pipeline = yaml.safe_load((HERE / template).read_text())
    (only,), (layer,) = pipeline["sources"].values(), pipeline["layers"].values()
    only["path"] = str(source)
    if edit:
        edit(layer)
    pipeline["output"]["path"] = str(output)
    path = output.with_suffix(".yaml")
    path.write_text(yaml.safe_dump(pipeline, sort_keys=False))
    return path
