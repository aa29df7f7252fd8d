"""Random command lines and configurations in a folder full of bystanders; see bystanders.py."""
import json
import os
import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from bystanders import Outputs, resolved, survey
from conftest import collection, overtile, point, write_pipeline

# Names that outputs have; some look like something of ours, some hardly like names.
NAMES = ["out", "out", "out", "ou t", "-out", "out.pmtiles", "ü", "a*b", "~", "out.rejected", "out.ledger.jsonl", ".hidden",
         "line\nfeed", "n" * 240, "bundle.json", "current", "releases", "%41", "$HOME", "{z}", "out.report.json", "a'b"]
VIEW = ["--camera", "50,10,1", "--viewport", "400x400"]


class Templates:
    """Bundles of two nights in every form, their patch, the files beside them, a loose tile; made once."""

    def __init__(self, folder):
        self.folder = folder
        self.forms = [(format, publish) for format in ("pmtiles", "mbtiles", "directory") for publish in ("replace", "versioned")]
        features = [point(10 + index / 7, 50 - index / 9, index + 1, name=f"point {index}") for index in range(24)]
        # One that goes to ledger and quarantine.
        wrong = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1]}}
        (folder / "points.geojson").write_text(collection([*features, wrong]))
        (folder / "fewer.geojson").write_text(collection([*features[:12], wrong]))
        for format, publish in self.forms:
            for night, source in ("a", "points"), ("b", "fewer"):
                place = folder / f"{format}-{publish}" / night
                place.mkdir(parents=True)
                pipeline = write_pipeline(
                    place / "pipeline.yaml",
                    {"points": {"path": str(folder / f"{source}.geojson"), "onInvalid": "skip", "maxRejected": 5,
                                "quarantine": True}},
                    {"points": {"source": "points", "kind": "cluster", "zooms": "0-1", "cluster": {"members": "full"}}},
                    output={"format": format, "publish": publish, "path": "out"})
                run = overtile("build", pipeline, "--quiet")
                assert run.returncode == 0, run.stderr.decode()
        run = overtile("patch", self.bundle("pmtiles", "a"), self.bundle("pmtiles", "b"), "--output", folder / "ab.patch", "--quiet")
        assert run.returncode == 0, run.stderr.decode()
        (folder / "loose.mvt").write_bytes(
            overtile("tile", self.bundle("pmtiles", "a"), "0/0/0", "--format", "mvt").stdout)

    def bundle(self, format, night):
        return self.folder / f"{format}-replace" / night / "out"

    def root(self, format, publish, night):
        return self.folder / f"{format}-{publish}" / night / "out"

    def companions(self, format, publish, night):
        """The records beside a bundle, by what follows its name."""
        return {path.name.removeprefix("out"): path
                for path in self.root(format, publish, night).parent.glob("out.*")}


@dataclass
class Trial:
    """One command line in its folder: what it may do, and how it came about."""

    root: Path
    words: list = field(default_factory=list)
    outputs: Outputs = field(default_factory=Outputs)
    notes: list = field(default_factory=list)

    @property
    def work(self):
        return self.root / "work"


class Maker:
    """Makes a trial out of random numbers."""

    def __init__(self, templates, root, numbers):
        self.templates, self.numbers = templates, numbers
        self.trial = Trial(root)
        self.work = self.trial.work
        self.format = numbers.choice(["pmtiles", "pmtiles", "mbtiles", "directory"])

    def chance(self, share):
        return self.numbers.random() < share

    def note(self, text):
        self.trial.notes.append(text)

    # Bystanders.

    def plant_bystanders(self):
        """Files of others: above, beside, below and linked to, of every kind."""
        root, work = self.trial.root, self.work
        for folder in (work, root / "conf", root / "data", root / "elsewhere/deep", work / "folder/inner", work / "empty"):
            folder.mkdir(parents=True)
        for path in (root / "above.txt", root / "elsewhere/deep/target.txt", root / "elsewhere/precious.md",
                     work / "notes.txt", work / "folder/letter.txt", work / "folder/inner/photo.jpg", root / "data/readme"):
            path.write_text(f"This is {path.name}, somebody's.\n")
        # Its path is in use from the start; most commands need none.
        (root / "conf/p.yaml").write_text("name: Nobody's\n")
        (root / "elsewhere/nothing").write_bytes(b"")
        (root / "elsewhere/number").write_text("4711\n")
        (work / "read-only.txt").write_text("Nobody writes here.\n")
        (work / "read-only.txt").chmod(0o444)
        for name, target in (("link", "notes.txt"), ("dangling", "nowhere"), ("folder-link", "folder"), ("up", ".."),
                             ("far", "../elsewhere/deep"), ("loop", "loop")):
            (work / name).symlink_to(target)
        (root / "alias").symlink_to("work")
        os.link(work / "notes.txt", work / "hard.txt")
        os.mkfifo(work / "pipe")
        for name in "points", "fewer":
            shutil.copy2(self.templates.folder / f"{name}.geojson", root / "data")
        shutil.copy2(self.templates.folder / "ab.patch", root / "data/ab.patch")
        shutil.copy2(self.templates.folder / "loose.mvt", root / "data/loose.mvt")
        shutil.copytree(self.templates.bundle(self.format, "a"), root / "data/a", symlinks=True)
        shutil.copytree(self.templates.bundle(self.format, "b"), root / "data/b", symlinks=True)

    def foreign(self, path):
        """Puts a foreign entry at an unused path; returns its kind."""
        if os.path.lexists(path) or len(path.name.encode()) > 255:
            return None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            # There is a file in place of the folder.
            return None
        elsewhere = self.trial.root / "elsewhere"
        kind = self.numbers.choice(["file", "folder", "link", "folder link", "dangling", "hard", "hard to nothing",
                                    "hard to a number", "pipe", "empty folder", "bundle"])
        if kind == "file":
            path.write_text(f"{path.name} is not of overtile.\n")
        elif kind == "folder":
            (path / "inner").mkdir(parents=True)
            (path / "inner/diary.txt").write_text("Dear diary.\n")
        elif kind == "link":
            path.symlink_to(elsewhere / "precious.md")
        elif kind == "folder link":
            path.symlink_to(elsewhere / "deep")
        elif kind == "dangling":
            path.symlink_to(elsewhere / "not there")
        elif kind == "hard":
            os.link(elsewhere / "precious.md", path)
        elif kind == "hard to nothing":
            os.link(elsewhere / "nothing", path)
        elif kind == "hard to a number":
            os.link(elsewhere / "number", path)
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "empty folder":
            path.mkdir()
        else:
            shutil.copytree(self.templates.bundle("pmtiles", "b"), path, symlinks=True)
        return kind

    # Paths.

    def spell(self, path, base, slash=False):
        """A path in one of its spellings, relative to a folder or absolute."""
        path = str(path)
        relative = os.path.relpath(path, base)
        choice = self.numbers.randrange(7)
        if choice == 0:
            text = path
        elif choice == 1:
            text = "./" + relative
        elif choice == 2:
            text = os.path.join("../", os.path.basename(base), relative)
        elif choice == 3 and path.startswith(str(self.work) + "/"):
            text = str(self.trial.root / "alias" / path[len(str(self.work)) + 1:])
        elif choice == 4:
            text = path.replace(f"{self.work}/", f"{self.work}/folder/../", 1)
        elif choice == 5:
            text = path.replace("/", "//", 2)
        else:
            text = relative
        return text + "/" if slash and self.chance(0.2) else text

    def place(self):
        """The path of an output: new, or of an existing entry."""
        root, work = self.trial.root, self.work
        taken = [work / "notes.txt", work / "folder", work / "link", work / "dangling", work / "folder-link", work / "pipe",
                 work / "up", work / "far", work / "loop", work, root, root / "data", root / "data/points.geojson",
                 root / "data/a", root / "data/a/z00.pmtiles", root / "data/a/inner", root / "conf", root / "conf/p.yaml",
                 work / "hard.txt", work / "read-only.txt", work / "empty", work / "folder/inner", work / "notes.txt/below", root / "elsewhere"]
        if self.chance(0.35):
            place = self.numbers.choice(taken)
        else:
            folder = self.numbers.choice([work, work, work, root / "data", work / "folder", work / "new/deep", work / "far"])
            place = folder / self.numbers.choice(NAMES)
        return place

    def own(self, paths):
        self.trial.outputs.own |= {str(path) for path in paths}

    def published(self, place, publish):
        """Publishes an earlier bundle at a path, with the files beside it: they are the command's own."""
        if os.path.lexists(place) or not place.parent.is_dir() or len(place.name) > 100:
            return False
        night = self.numbers.choice("ab")
        real = Path(os.path.realpath(place.parent)) / place.name
        shutil.copytree(self.templates.root(self.format, publish, night), real, symlinks=True)
        self.own(survey(real))
        for rest, path in self.templates.companions(self.format, publish, night).items():
            beside = real.with_name(real.name + rest)
            if self.chance(0.7) and not os.path.lexists(beside):
                shutil.copy2(path, beside)
                self.own([beside])
        self.note(f"an earlier {publish} bundle of night {night} at {place}")
        if self.chance(0.4):
            self.plant_inside(real, publish)
        return True

    def plant_inside(self, bundle, publish):
        """A foreign file in a published bundle."""
        release = bundle / "current" if publish == "versioned" else bundle
        folder = self.numbers.choice([release, bundle, *(path for path in release.glob("z0*") if path.is_dir())])
        path = Path(os.path.realpath(folder)) / self.numbers.choice(["notes", "todo.txt", ".htaccess", "z99.pmtiles", "inner", "README"])
        kind = self.foreign(path)
        self.note(f"{kind} inside it at {path}")

    def plant_beside(self, place):
        """A foreign file at a path that the command reserves."""
        real = Path(os.path.realpath(place.parent)) / place.name
        if not real.parent.is_dir() or real == self.trial.root:
            return
        rests = [".ledger.jsonl", ".report.json", ".report.json.partial", ".ledger.jsonl.partial", ".ledger.jsonl.gz", ".rejected",
                 ".rejected.report.json", ".failed.ledger.jsonl", ".failed.report.json", ".failed.quarantine.points.geojsons",
                 ".quarantine.points.geojsons", ".quarantine.points.geojsons.partial", ".partial"]
        hidden = [".overtile-lock", ".overtile-staging", ".overtile-staging-replaced", ".overtile-staging-stopped", "-stopped",
                  ".rejected.overtile-lock", ".overtile-staging-0123456789abcdef", ".rejected.overtile-staging"]
        names = [real.name + rest for rest in rests] + ["." + real.name + rest for rest in hidden]
        for name in self.numbers.sample(names, self.numbers.choice([1, 1, 2, 4])):
            kind = self.foreign(real.with_name(name))
            if kind:
                self.note(f"{kind} at {real.with_name(name)}")
            # A run that was killed may have left just this, so its name may go; a file with a hard link must stay.
            isStaging = "overtile-staging" in name or name.endswith("-stopped")
            if isStaging and kind in ("bundle", "empty folder"):
                self.own(survey(real.with_name(name)))
            elif name.endswith((".partial", ".overtile-lock")) and kind == "hard to nothing" or (
                    name.endswith(".overtile-lock") and kind == "hard to a number") or (
                    name.endswith(".rejected") and kind == "empty folder"):
                self.own([real.with_name(name)])

    # Commands.

    def trial_of_any_command(self):
        self.plant_bystanders()
        commands = {self.build: 10, self.check: 1, self.patch: 3, self.apply: 4, self.tile: 3, self.decode: 2, self.look: 4}
        self.numbers.choices(list(commands), commands.values())[0]()
        return self.trial

    def output(self, publish, replaces=True):
        """The path of a bundle that the command makes, perhaps with an earlier one, and foreign files around it.

        Only an output that a person has named replaces any existing bundle.
        """
        place = self.place()
        isFresh = not os.path.lexists(place)
        if isFresh and self.chance(0.5):
            self.published(place, publish)
        elif place == self.work / "empty" or place == self.trial.root / "data/a" and replaces:
            self.own(survey(place))
        if self.chance(0.6):
            self.plant_beside(place)
        self.trial.outputs.bundle(place)
        return place

    def record(self, name):
        """The path of a file that the command writes: new, or of a foreign file."""
        place = self.place() if self.chance(0.5) else self.work / name
        if not os.path.lexists(place) and self.chance(0.3):
            self.note(f"{self.foreign(place)} at {place}")
        return place

    def configuration(self, publish, place):
        root, numbers = self.trial.root, self.numbers
        source = {"path": self.spell(root / "data" / numbers.choice(["points.geojson", "*.geojson", "fewer.geojson"]), root / "conf")}
        if self.chance(0.8):
            source |= {"onInvalid": numbers.choice(["skip", "repair"]), "maxRejected": numbers.choice([5, 5, 5, 0])}
        if self.chance(0.5):
            quarantine = numbers.choice([True, True, "path", "path", False])
            if quarantine == "path":
                file = self.record("wrong.geojsons")
                quarantine = self.spell(file, root / "conf")
                # A failed run writes beside it: wrong.failed.geojsons.
                self.trial.outputs.file(file)
                self.trial.outputs.file(file.with_name(file.stem + ".failed" + file.suffix) if file.name else file)
            source["quarantine"] = quarantine
        output = {"path": self.spell(place, root / "conf", slash=True), "format": self.format, "publish": publish,
                  "layout": numbers.choice(["per-zoom", "single"]), "ledger": {"filtered": self.chance(0.3)}}
        if publish == "versioned":
            output["keepReleases"] = numbers.choice([1, 2, 7])
        layer = {"source": "points", "kind": "cluster", "zooms": "0-1"}
        if self.chance(0.3):
            layer["filter"] = [">", ["id"], 3]
        text = {"name": numbers.choice(["Test", "Other"]), "sources": {"points": source}, "layers": {"points": layer}, "output": output}
        if self.chance(0.5):
            text["gates"] = {"features": {"maxDecrease": "0%", "maxIncrease": numbers.choice(["0%", "90%"])}}
        (root / "conf/p.yaml").write_text(yaml.safe_dump(text, sort_keys=False, allow_unicode=True))

    def build(self):
        publish = self.numbers.choice(["replace", "replace", "versioned"])
        place = self.output(publish)
        named = self.chance(0.4)
        other = self.output(publish) if named and self.chance(0.3) else place
        self.configuration(publish, other)
        words = ["build", self.spell(self.trial.root / "conf/p.yaml", self.work), "--threads", "1"]
        if named:
            words.append(f"--output={self.spell(place, self.work, slash=True)}")
        if self.chance(0.3):
            metrics = self.record("overtile.prom")
            self.trial.outputs.file(metrics)
            # A person may make an empty file for them.
            if os.path.isfile(metrics) and not os.path.islink(metrics) and not metrics.stat().st_size:
                self.own([resolved(metrics)])
            words.append(f"--metrics={self.spell(metrics, self.work)}")
        if self.chance(0.5):
            words.append("--keep-rejected")
            self.trial.outputs.bundle(place.with_name(place.name + ".rejected"))
        elif self.chance(0.3):
            rejected = self.output("replace", replaces=False)
            words.append(f"--rejected-output={self.spell(rejected, self.work)}")
        words += [word for word in ("--resume", "--check-inputs", "--dry-run", "--json") if self.chance(0.1)]
        self.trial.words = words

    def check(self):
        place = self.output("replace")
        self.configuration("replace", place)
        # A check makes nothing.
        self.trial.outputs = Outputs()
        self.trial.words = ["check", self.spell(self.trial.root / "conf/p.yaml", self.work)]

    def input(self):
        """A bundle, or something else."""
        root = self.trial.root
        choices = [root / "data/a", root / "data/a", root / "data/a", root / "data/b", self.work / "folder", self.work / "notes.txt",
                   self.work / "pipe", self.work / "dangling", self.work / "loop", root / "data"]
        if self.chance(0.3):
            self.plant_inside(root / "data/a", "replace")
        return self.numbers.choice(choices)

    def bundles(self):
        return [self.spell(self.trial.root / "data" / name, self.work) for name in self.numbers.choice(["ab", "ba", "aa"])]

    def output_file(self, *templates):
        """The path of a file that a person names. An earlier one of the kind may be replaced."""
        place = self.record("result")
        if not os.path.lexists(place) and place.parent.is_dir() and templates and self.chance(0.3) and len(place.name) < 100:
            shutil.copy2(self.numbers.choice(templates), place)
            self.own([resolved(place)])
        self.trial.outputs.file(place)
        if self.chance(0.4):
            self.plant_beside(place)
        return f"--output={self.spell(place, self.work)}", place

    def patch(self):
        option, _ = self.output_file(self.templates.folder / "ab.patch")
        self.trial.words = ["patch", *self.bundles(), option]
        if self.chance(0.3):
            self.plant_inside(self.trial.root / "data" / self.numbers.choice("ab"), "replace")

    def apply(self):
        base = self.trial.root / "data/a"
        if self.chance(0.3):
            place = base
            self.own(survey(base))
            if self.chance(0.5):
                self.plant_inside(base, "replace")
            if self.chance(0.5):
                self.plant_beside(place)
            self.trial.outputs.bundle(place)
        else:
            place = self.output("replace")
        self.trial.words = ["apply", self.spell(base, self.work), self.spell(self.trial.root / "data/ab.patch", self.work),
                            f"--output={self.spell(place, self.work, slash=True)}"]

    def named_file(self, reading):
        """The path of a text that a person requested: an existing regular file is replaced, as by cp, unless it
        is the input, or a bundle's."""
        option, place = self.output_file()
        real = resolved(place)
        inBundle = real.startswith(str(self.trial.root / "data/a/"))
        if os.path.isfile(real) and not os.path.islink(real) and not inBundle and not os.path.samefile(real, reading):
            self.own([real])
        return option

    def tile(self):
        source = self.input()
        words = ["tile", self.spell(source, self.work)]
        words += self.numbers.choice([["0/0/0"], ["--all"], ["0/0/0", "--format", "mvt"], ["1/0/0"]])
        self.trial.words = words + [self.named_file(source if os.path.exists(source) else self.trial.root)]

    def decode(self):
        file = self.numbers.choice([self.trial.root / "data/loose.mvt", self.work / "notes.txt", self.work / "pipe"])
        self.trial.words = ["decode", self.spell(file, self.work), "0/0/0", self.named_file(file)]

    def look(self):
        """Commands that write nothing."""
        text = self.spell(self.input(), self.work)
        self.trial.words = self.numbers.choice([
            ["verify", text], ["verify", text, "--json", "--all"], ["diff", *self.bundles()], ["diff", *self.bundles(), "--check"],
            ["diff", text, self.bundles()[0], "--json"], ["inspect", text], ["inspect", text, "--deep"], ["overlays", text, *VIEW],
            ["members", text, "--cluster", "1"], ["schema"],
            ["camera", "fit", "--viewport", "100x100", "--geojson", self.spell(self.trial.root / "data/points.geojson", self.work)],
            ["camera", "fit", "--viewport", "100x100", "--geojson", text], ["check", text], ["build", text]])


def make(templates, root, seed):
    """The trial of a seed, made in a folder that is not there yet."""
    root.mkdir()
    return Maker(templates, Path(os.path.realpath(root)), random.Random(seed)).trial_of_any_command()
