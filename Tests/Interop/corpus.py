"""The corpus of bad and odd inputs: its index, and the result of a build of each of its files."""
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from conftest import OVERTILE, write_pipeline

CORPUS = Path(__file__).with_name("Corpus")
INDEX = Path(__file__).with_name("corpus.json")
KINDS = {
    "cluster": {"kind": "cluster", "cluster": {"radius": "40px"}},
    "circle": {"kind": "circle", "circle": {"radius": "50km", "draw": ["center", "ring"]}},
    "shape": {"kind": "shape", "shape": {"small": "point", "label": True}}}
POLICIES = {
    "skip": {"onInvalid": "skip", "maxRejected": "100%"}, "fail": {"onInvalid": "fail"},
    "repair": {"onInvalid": "repair", "maxRejected": "100%"}}
# Far above what any file of the corpus needs, far below what would harm the machine.
SECONDS, KILOBYTES = 60, 4 << 20


@dataclass
class Outcome:
    """One run over one input: how it ended, and the files that it left."""

    status: int
    message: str
    # For a run that fails: the files beside the bundle, which is not replaced.
    report: dict | None = None
    ledger: tuple = ()
    verified: int | None = None
    # For a layer that was built with others: the run.
    run: "Outcome | None" = None

    @property
    def codes(self):
        return dict(sorted(Counter(entry["code"] for entry in self.ledger).items()))

    def of(self, kind):
        """The run's result for one of its layers."""
        report = self.report | {"layers": [layer for layer in self.report["layers"] if layer["name"] == kind]}
        ledger = tuple(entry for entry in self.ledger if entry.get("layer") in (None, kind))
        return Outcome(self.status, self.message, report, ledger, self.verified, self)


def limited(*words, seconds=SECONDS, before=(), **options):
    """Runs the program within limits of time and memory; a run that exceeds them ends with 124 or a signal."""
    command = [*before, "sh", "-c", f'ulimit -v {KILOBYTES}; exec "$@"', "sh", str(OVERTILE), *map(str, words)]
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | options.pop("env", {})
    try:
        run = subprocess.run(command, capture_output=True, timeout=seconds, env=environment, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, b"", b"no end within %d seconds" % seconds)
    return run


def build(folder, path, kinds, policy, *words, zooms="0-3", **options):
    """Builds one input into a layer of each kind; the bundle is verified where there is one, and removed."""
    folder.mkdir(parents=True)
    layers = {kind: {"source": "input", "zooms": zooms} | KINDS[kind] for kind in kinds}
    pipeline = write_pipeline(
        folder / "pipeline.yaml", {"input": {"path": str(path)} | POLICIES[policy]}, layers, threads=2, gates={"empty": "pass"})
    run = limited("build", pipeline, "--quiet", "--json", *words, **options)
    outcome = Outcome(run.returncode, run.stderr.decode(errors="replace"))
    name = "bundle.failed" if run.returncode else "bundle"
    report, ledger = folder / f"{name}.report.json", folder / f"{name}.ledger.jsonl"
    outcome.report = json.loads(report.read_text()) if report.exists() else None
    outcome.ledger = tuple(map(json.loads, ledger.read_text().splitlines())) if ledger.exists() else ()
    if run.returncode == 0:
        outcome.verified = verified(folder / "bundle") if policy != "fail" else None
    shutil.rmtree(folder)
    return outcome


VERIFIED = {}


def verified(bundle):
    """The status of `verify`, which depends on the bundle's bytes alone: many files of the corpus make the same bundle."""
    files = sorted(path for path in bundle.rglob("*") if path.is_file())
    key = tuple((str(path.relative_to(bundle)), path.read_bytes()) for path in files)
    if key not in VERIFIED:
        VERIFIED[key] = limited("verify", bundle).returncode
    return VERIFIED[key]


def ways(file):
    """The kinds of layers and the policies with which a file is built.

    A failure before a layer sees a feature is the same for every kind; repairs are for geometries.
    """
    folder = file.split("/")[0]
    kinds = ["cluster"] if folder in ("text", "stream", "gzip", "crs") else KINDS
    policies = [policy for policy in POLICIES if policy != "repair" or folder in ("geometry", "number")]
    return [(kind, policy) for kind in kinds for policy in policies]


def build_all(folder, files):
    """The outcome of every file of the index with every kind of layer and every policy, by (file, kind, policy).

    A run that ends well makes all kinds at once. One that fails tells of the first layer only, so each kind has its own. With
    the policy `fail` many fail: there only those that the index says to end well are tried at once.
    """
    def run(key):
        file, policy = key
        place, kinds = folder / file / policy, list(dict.fromkeys(kind for kind, _ in ways(file)))
        ends_well = policy != "fail" or not any(
            case["fail"] for case in files[file].values() if isinstance(case, dict))
        if ends_well and len(kinds) > 1:
            outcome = build(place / "all", CORPUS / file, kinds, policy)
            if outcome.status == 0:
                return {(file, kind, policy): outcome.of(kind) for kind in kinds}
        return {(file, kind, policy): build(place / kind, CORPUS / file, [kind], policy) for kind in kinds}

    keys = dict.fromkeys((file, policy) for file in files for _, policy in ways(file))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {way: outcome for outcomes in pool.map(run, keys) for way, outcome in outcomes.items()}


def place(outcome):
    """The location and the kind of the error in the message, without the names of files and the words, which may
    change."""
    feature = re.search(r":(\d+): byte (\d+), feature (\d+)", outcome.message)
    stream = re.search(r"line (\d+), byte (\d+)|byte (\d+)", outcome.message)
    codes = ["".join(found) for found in re.findall(
        r"\[([a-z][a-z0-9-]*)\]|^ *[\d,]+ ([a-z0-9-]+): ", outcome.message, re.MULTILINE)]
    found = feature or stream
    return " ".join(filter(None, [found and found[0].removeprefix(":"), *dict.fromkeys(codes)]))


def described(outcomes):
    """The index's entry of a file: per kind the status and ledger of `skip`, and the status and location of `fail`.

    `repair` is named where it differs from `skip`.
    """
    kinds = {}
    for kind in dict.fromkeys(kind for kind, _ in outcomes):
        skip, fail = outcomes[kind, "skip"], outcomes[kind, "fail"]
        entry = {"skip": skip.status, "fail": fail.status}
        if skip.codes:
            entry["ledger"] = skip.codes
        repair = outcomes.get((kind, "repair"))
        if repair and (repair.status, repair.codes) != (skip.status, skip.codes):
            entry["repair"] = {"status": repair.status, "ledger": repair.codes}
        if fail.status:
            entry["says"] = place(fail)
        kinds[kind] = entry
    return {"all": kinds["cluster"]} if len({json.dumps(entry) for entry in kinds.values()}) == 1 else kinds


def written(index):
    """The index as text: a line for each file and, where the kinds differ, for each kind."""
    lines = []
    for case in index:
        head = json.dumps({key: case[key] for key in ("file", "about")}, ensure_ascii=False)
        kinds = [key for key in case if key not in ("file", "about")]
        rest = [f"{json.dumps(key)}: {json.dumps(case[key])}" for key in kinds]
        lines.append("  " + head[:-1] + ",\n   " + ",\n   ".join(rest) + "}")
    return "[\n" + ",\n".join(lines) + "\n]\n"
