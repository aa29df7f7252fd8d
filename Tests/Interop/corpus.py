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

    def of(self, source, layer, kind):
        """The run's result for one of its sources and one of its layers, named as if it had been built alone."""
        if not self.report:
            return self
        report = self.report | {key: [entry for entry in self.report[key] if entry["name"] == name]
                                for key, name in (("sources", source), ("layers", layer))}
        ledger = tuple(entry | {"source": "input"} | ({"layer": kind} if entry.get("layer") else {})
                       for entry in self.ledger
                       if entry["source"] == source and entry.get("layer") in (None, layer))
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
    """Builds one input into a layer of each kind."""
    layers = {kind: {"source": "input", "zooms": zooms} | KINDS[kind] for kind in kinds}
    return run(folder, {"input": path}, layers, policy, *words, **options)


def run(folder, paths, layers, policy, *words, **options):
    """Builds inputs into layers; the bundle is verified where there is one, and removed."""
    folder.mkdir(parents=True)
    sources = {name: {"path": str(path)} | POLICIES[policy] for name, path in paths.items()}
    pipeline = write_pipeline(folder / "pipeline.yaml", sources, layers, threads=2, gates={"empty": "pass"})
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


# The files that one run builds, where all of them end well.
TOGETHER = 48


def build_all(folder, files):
    """The outcome of every file of the index with every kind of layer and every policy, by (file, kind, policy).

    Files that end well by the index are built together, each as a source with a layer of each kind. If they do not, each file is
    built by itself, and kinds of which the index says something else, too: a run that fails tells of one layer only. Inputs that
    end every run before a feature is left out are built once: policies are about such features.
    """
    keys = list(dict.fromkeys((file, policy) for file in files for _, policy in ways(file)))
    groups = [[file for file, its in keys if its == policy and ends_well(files[file], policy)] for policy in POLICIES]
    together = [(policy, group[start:start + TOGETHER]) for policy, group in zip(POLICIES, groups)
                for start in range(0, len(group), TOGETHER)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda part: build_together(folder / f"{part[0]}-{part[1][0]}", part[1], part[0]), together)
        outcomes = {way: outcome for made in runs for way, outcome in made.items()}
        rest = [(file, policy) for file, policy in keys if (file, "cluster", policy) not in outcomes
                and not (policy == "fail" and ends_every_run(files[file]))]
        runs = pool.map(lambda key: build_alone(folder / key[0] / key[1], key[0], key[1], files[key[0]]), rest)
        outcomes |= {way: outcome for made in runs for way, outcome in made.items()}
    return outcomes | {(file, kind, "fail"): outcomes[file, kind, "skip"] for file in files for kind, policy in ways(file)
                       if policy == "fail" and ends_every_run(files[file])}


def ends_every_run(case):
    """Whether the index says that a run ends at the file though it skips what is wrong, and before it has skipped anything."""
    return all(result["skip"] and "ledger" not in result for result in case.values() if isinstance(result, dict))


def ends_well(case, policy):
    """Whether the index says that the file's builds end with 0."""
    results = [result for result in case.values() if isinstance(result, dict)]
    if policy == "repair":
        return not any(result.get("repair", {}).get("status", result["skip"]) for result in results)
    return not any(result[policy] for result in results)


def kinds_of(file):
    return list(dict.fromkeys(kind for kind, _ in ways(file)))


def build_together(folder, files, policy):
    """The outcomes of files that are built in one run; none if it fails."""
    paths = {f"s{number}": CORPUS / file for number, file in enumerate(files)}
    layers = {(name, kind): {"source": name, "zooms": "0-3"} | KINDS[kind]
              for name, file in zip(paths, files) for kind in kinds_of(file)}
    outcome = run(folder, paths, {"-".join(names): layer for names, layer in layers.items()}, policy)
    if outcome.status != 0:
        return {}
    return {(files[list(paths).index(name)], kind, policy): outcome.of(name, f"{name}-{kind}", kind) for name, kind in layers}


def build_alone(folder, file, policy, case):
    """The outcomes of one file: in one run, if it ends well; otherwise in one for the kinds that end equally by the index."""
    if ends_well(case, policy):
        outcomes = build_kinds(folder / "all", file, kinds_of(file), policy)
        if all(outcome.status == 0 for outcome in outcomes.values()):
            return outcomes
    groups = {}
    for kind in kinds_of(file):
        groups.setdefault(json.dumps(case.get("all") or case[kind]), []).append(kind)
    return {way: outcome for kinds in groups.values()
            for way, outcome in build_kinds(folder / kinds[0], file, kinds, policy).items()}


def build_kinds(folder, file, kinds, policy):
    """The outcomes of one file that one run builds into a layer of each kind."""
    outcome = build(folder, CORPUS / file, kinds, policy)
    return {(file, kind, policy): outcome.of("input", kind, kind) for kind in kinds}


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
