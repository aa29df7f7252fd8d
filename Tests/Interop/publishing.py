"""Targets of runs that fail: their entries, the files beside them, and a preload library that makes runs fail."""
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from bundle import contents
from conftest import OVERTILE, collection, overtile, point, write_pipeline

WAYS = ["replace", "versioned"]
REMOVING = {"unlink", "rmdir", "opendir", "close"}
REPORTS = {"bundle.report.json", "bundle.ledger.jsonl"}
# In the name of a file that is not whole: the number of the process that writes it; of one without a name, its number.
PROCESS = re.compile(r"(?:\.|#)\d+((?:-\d+)?\.partial| \(deleted\))")


def digests(bundle):
    """The digest of a whole bundle: every file is there and as in its manifest, and there is no other."""
    manifest = json.loads((bundle / "bundle.json").read_text())
    files = {file["path"]: file for file in manifest["files"]}
    assert {path.name for path in bundle.iterdir()} == {"bundle.json", *files}
    for name, file in files.items():
        data = (bundle / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"]), name
    return manifest["digest"]


class Place:
    """A folder with a target that holds a bundle."""

    def __init__(self, folder, way):
        self.folder, self.way, self.target = folder, way, folder / "bundle"

    @property
    def bundle(self):
        return self.target / "current" if self.way == "versioned" else self.target

    def digest(self):
        return digests(self.bundle.resolve())

    def state(self):
        """Everything in the folder with its contents, without numbers of processes, which differ from run to run; of the
        report and the ledger, whose contents no run reads, the names."""
        def contents(path):
            if path.is_symlink():
                return os.readlink(path)
            # The number of the process is in it.
            if path.name == "staging.overtile":
                return path.read_bytes().split(b"process ")[0]
            return path.read_bytes() if path.is_file() and path.name not in REPORTS else path.is_dir()

        return hashlib.sha256(repr(
            [(PROCESS.sub(r"\1", str(path.relative_to(self.folder))), contents(path))
             for path in sorted(self.folder.rglob("*"))]).encode()).digest()

    def litter(self):
        """Files that are not a bundle, release, report or ledger."""
        names = [path.name for path in self.folder.iterdir()]
        litter = set(names) - {"bundle"} - REPORTS
        if self.way == "versioned" and self.target.exists():
            litter |= {path.name for path in self.target.iterdir()} - {"releases", "current"}
            for release in (self.target / "releases").iterdir():
                litter |= set() if digests(release) == release.name else {release.name}
        return sorted(litter)

    def command(self, pipeline, *words):
        return [OVERTILE, "build", pipeline, "--output", self.target, "--quiet", *words]

    def build(self, pipeline, *words):
        run = overtile("build", pipeline, "--output", self.target, "--quiet", *words)
        assert run.returncode == 0, run.stderr.decode()
        return self.digest()


class Publishing:
    """Two pipelines with different bundles, and paths of the old one."""

    def __init__(self, folder, way, zooms="0-2", **output):
        self.folder, self.way = folder, way
        features = [point(10 + index / 10, 50 + index % 7, index, name=f"point {index}") for index in range(60)]
        # One that goes to the ledger, so that this is written as well.
        features.append({"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1]}})
        (folder / "points.geojson").write_text(collection(features))
        self.old, self.new = [
            write_pipeline(
                folder / f"{name}.yaml", {"points": {"path": "points.geojson", "onInvalid": "skip", "maxRejected": 5}},
                {"points": {"source": "points", "kind": "cluster", "zooms": zooms}},
                name=name, output={"publish": way} | output)
            for name in ("old", "new")]
        first = Place(folder / "first", way)
        self.old_digest = first.build(self.old)
        second = Place(folder / "second", way)
        self.new_digest = second.build(self.new)
        assert self.old_digest != self.new_digest and first.litter() == []
        # States from which a run succeeded.
        self.recovered = set()

    def place(self, name):
        """A new path with the old bundle."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder / "first", folder, symlinks=True)
        return Place(folder, self.way)


def has_unnamed(process, folder):
    """Whether a process has a file open that is in a folder and has no name."""
    try:
        files = [os.readlink(f"/proc/{process}/fd/{number}") for number in os.listdir(f"/proc/{process}/fd")]
    except OSError:
        return False
    return any(file.startswith(f"{folder}/") and file.endswith("(deleted)") for file in files)


def preload(folder):
    """Compiles the preload library."""
    library = folder / "faults.so"
    source = Path(__file__).with_name("faults.c")
    subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-o", library, source, "-ldl"], check=True)
    return library


def logged(library, place, pipeline, kind, number, **others):
    """Runs a build one of whose calls is spoilt; the run, and of each call its name, its outcome and its path."""
    log = place.folder.with_name(place.folder.name + ".log")
    log.unlink(missing_ok=True)
    environment = {
        "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LD_PRELOAD": str(library), "FAULT_ROOT": str(place.folder),
        "FAULT_KIND": kind, "FAULT_AT": str(number), "FAULT_LOG": str(log)} | others
    run = subprocess.run(
        place.command(pipeline, "--threads", "1"), env=environment, stderr=subprocess.PIPE, timeout=120)
    lines = log.read_text().splitlines() if log.exists() else []
    return run, [line.split(" ", 3)[1:] for line in lines]


def faulty(library, place, pipeline, kind, number, **others):
    """Runs a build one of whose calls is spoilt; its status, its message, and the name of that call if it came so far."""
    run, found = logged(library, place, pipeline, kind, number, **others)
    spoilt = [name for name, outcome, _ in found if outcome == kind]
    return run.returncode, run.stderr.decode(), spoilt[0] if spoilt else None


def calls(library, publishing, kind, **others):
    """Names and paths of the calls that can be spoilt in this way, of a run none of whose calls is."""
    place = publishing.place("unspoilt")
    run, found = logged(library, place, publishing.new, kind, 0, **others)
    assert run.returncode == 0 and place.digest() == publishing.new_digest, run.stderr.decode()
    return [(name, PROCESS.sub(r"\1", path)) for name, _, path in found]
