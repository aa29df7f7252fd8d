"""The rules for a run that fails: its exit code, its message, the old bundle as it was, and no litter beside it."""
import json
from pathlib import Path

from bundle import contents
from conftest import build, collection, overtile, point, write_pipeline

LAYERS = {"points": {"source": "points", "kind": "cluster", "zooms": "0-4", "cluster": {"maxZoom": 3}}}


def pipeline(folder, name="pipeline.yaml", source=None, layers=None, **others):
    sources = {"points": {"path": "points.geojson"} | (source or {})}
    return write_pipeline(folder / name, sources, layers or LAYERS, **others)


def good_bundle(folder):
    """A folder with a small input and a bundle built of it in `folder`/out."""
    features = [point(10 + index / 10, 50, index, name=f"point {index}") for index in range(50)]
    (folder / "points.geojson").write_text(collection(features))
    (folder / "out").mkdir()
    build(pipeline(folder, "good.yaml"), folder / "out/bundle")
    return contents(folder / "out")


def assert_fails(folder, configuration, status, *words, output="bundle", **options):
    """Runs a build onto the bundle of `good_bundle`, which must end with a status and say every one of the words."""
    before = contents(folder / "out")
    run = overtile("build", configuration, "--output", folder / "out" / output, **options)
    message = run.stderr.decode()
    assert run.returncode == status, (run.returncode, message)
    for word in words:
        assert str(word) in message, (word, message)
    left = remains(folder / "out", Path(output).name)
    assert set(left) <= {"report.json", "ledger.jsonl"} and ("report.json" in left) == (status in (65, 70)), left
    if left:
        assert json.loads(left["report.json"])["failure"] in message
    assert contents(folder / "out") == before
    assert leftovers(folder / "out") == []
    return message


def remains(folder, name="bundle"):
    """The files of a failed run beside a bundle: the bytes of NAME.failed.* by the rest of their names; removes them."""
    found = {path.name.removeprefix(f"{name}.failed."): path for path in folder.glob(f"{name}.failed.*")}
    left = {rest: path.read_bytes() for rest, path in found.items()}
    for path in found.values():
        path.unlink()
    return left


def leftovers(folder):
    """Hidden and temporary files that a run has no reason to leave."""
    return [path.name for path in folder.iterdir() if path.name.startswith(".") or "partial" in path.name]
