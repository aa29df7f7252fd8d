"""Nights of Pipelines/nightly: exports that change from night to night, and the command line of the service over them."""
import copy
import gzip
import json
import os
import random
import re
import shlex
import subprocess
from dataclasses import dataclass, field

from conftest import NIGHTLY, OVERTILE, ROOT, SAMPLES, overtile
from publishing import digests

FOLDER = ROOT / "Pipelines/nightly"


def service_command():
    """The words of the service's command line."""
    return shlex.split(re.search(r"^ExecStart=(.*)$", (FOLDER / "overtile-nightly.service").read_text(), re.M)[1])


def sample(name, data):
    return [json.loads(line.rstrip(",")) for line in data.decode().splitlines() if line.startswith('{"type":"Feature",')]


def samples():
    """Some of the airports and earthquakes in Samples/, sound ones only."""
    airports = sample("airports", gzip.decompress((SAMPLES / "airports.geojson.gz").read_bytes()))
    quakes = sample("quakes", (SAMPLES / "quakes.geojson").read_bytes())
    return airports[::60], quakes[::4]


@dataclass
class Exports:
    """The content of a night's exports: features by id, as the makers of the exports know them."""

    airports: dict
    quakes: dict
    # Features with a fault, which a good run leaves out.
    faulty: list = field(default_factory=list)

    @classmethod
    def first(cls):
        airports, quakes = samples()
        return cls({feature["id"]: feature for feature in airports}, {feature["id"]: feature for feature in quakes})

    def changed(self, seed=1, add=0, remove=0, move=0, faulty=0):
        """The next night's: of both exports some added, removed and moved; some with a fault among the airports."""
        numbers = random.Random(seed)
        result = copy.deepcopy(self)
        result.faulty = [
            {"type": "Feature", "id": f"FAULT{seed}-{index}", "properties": {},
             "geometry": {"type": "Point", "coordinates": [index]}} for index in range(faulty)]
        for features, fresh in (result.airports, f"NEW{seed}-"), (result.quakes, 1_000_000 * seed):
            for key in numbers.sample(sorted(features), remove):
                del features[key]
            for key in numbers.sample(sorted(features), move):
                x, y = features[key]["geometry"]["coordinates"][:2]
                features[key]["geometry"]["coordinates"] = [
                    round(max(-179, min(179, x + numbers.uniform(-1, 1))), 6),
                    round(max(-80, min(80, y + numbers.uniform(-1, 1))), 6)]
                moved = {"elevation_ft": 7777} if "elevation_ft" in features[key]["properties"] else {"mag": 5.5}
                features[key]["properties"] |= moved
            templates = numbers.sample(sorted(features), add)
            for index, key in enumerate(templates):
                feature = copy.deepcopy(features[key])
                x, y = feature["geometry"]["coordinates"][:2]
                feature["geometry"]["coordinates"] = [round(max(-179, x - 0.3), 6), round(max(-80, y - 0.3), 6)]
                feature["id"] = f"{fresh}{index}" if isinstance(fresh, str) else fresh + index
                feature["properties"] |= {"name": f"new {feature['id']}"} if "name" in feature["properties"] else {}
                features[feature["id"]] = feature
        return result

    def half(self):
        """Sound exports with half of the airports."""
        return Exports(dict(sorted(self.airports.items())[::2]), self.quakes)

    def write(self, folder):
        """Writes both files, in another order every night, as databases do."""
        numbers = random.Random(len(self.airports))
        for name, features in ("airports.geojson.gz", [*self.airports.values(), *self.faulty]), (
                "quakes.geojson", list(self.quakes.values())):
            numbers.shuffle(features)
            text = json.dumps({"type": "FeatureCollection", "features": features}).encode()
            (folder / name).write_bytes(gzip.compress(text, mtime=0) if name.endswith(".gz") else text)


@dataclass
class Outcome:
    """The result of a night: how the run ended, and the bundle that is served in the morning."""

    status: int
    digest: str
    events: list
    releases: int


class Nights:
    """A folder of exports and one of bundles, and the service's command line over them."""

    def __init__(self, folder, exports=None):
        self.folder = folder
        self.exports, self.bundles = exports or folder / "exports", folder / "bundles"
        self.metrics = folder / "overtile.prom"
        self.exports.mkdir(exist_ok=True, parents=True)
        self.bundles.mkdir(parents=True)

    @property
    def output(self):
        return self.bundles / "nightly"

    @property
    def served(self):
        return (self.output / "current").resolve()

    @property
    def environment(self):
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "NIGHTLY_EXPORTS": str(self.exports),
                "NIGHTLY_BUNDLES": str(self.bundles)}

    def command(self):
        places = {"/usr/local/bin/overtile": OVERTILE, "/etc/overtile/nightly.yaml": NIGHTLY,
                  "/var/lib/prometheus/node-exporter/overtile-nightly.prom": self.metrics}
        return [places.get(word, word) for word in service_command()]

    def run(self, exports=None, *words, **others):
        """One night; with the existing exports unless others are passed."""
        if exports:
            exports.write(self.exports)
        run = subprocess.run([*self.command(), *words], env=self.environment | others, capture_output=True, timeout=120)
        events = [json.loads(line) for line in run.stderr.decode().splitlines()]
        releases = list((self.output / "releases").iterdir()) if self.output.exists() else []
        return Outcome(run.returncode, digests(self.served), events, len(releases))

    def elsewhere(self, name):
        """The digest of a build of the same exports that knows of no night before."""
        run = overtile("build", NIGHTLY, "--quiet", env=self.environment | {"NIGHTLY_BUNDLES": str(self.folder / name)})
        assert run.returncode == 0, run.stderr.decode()
        return digests((self.folder / name / "nightly/current").resolve())

    def failure(self):
        """The reason that the last run failed, from the report beside the bundle; nothing if it did not."""
        report = self.bundles / "nightly.failed.report.json"
        return json.loads(report.read_text())["failure"] if report.exists() else None

    def litter(self):
        """Files that are neither a bundle nor belong to one."""
        beside = {"nightly", "nightly.report.json", "nightly.ledger.jsonl", "nightly.quarantine.airports.geojsons",
                  "nightly.rejected", "nightly.rejected.report.json"}
        return sorted({path.name for path in self.bundles.iterdir()} - beside) + sorted(
            {path.name for path in self.output.iterdir()} - {"releases", "current"})
