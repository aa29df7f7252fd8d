"""Bundles that are replaced while they are read by their path: a reader sees the old one or the new one, never half of each."""
import json
import os
import random
import shutil
import subprocess
import threading

import pytest

from conftest import OVERTILE, build, write_pipeline

PUBLICATIONS = 500 if os.environ.get("OVERTILE_SLOW") == "1" else 12
READERS = [["diff", "out", "other"], ["diff", "other", "out", "--check"], ["verify", "out"], ["inspect", "out"],
           ["tile", "out", "3/4/2"], ["tile", "out", "--all"], ["patch", "other", "out", "--output", "p.patch"],
           ["overlays", "out", "--camera=1,2,3", "--viewport=390x844"]]
# tile: there is no such tile in one of them.
RIGHT = {"diff": {0, 1, 75}, "verify": {0, 75}, "inspect": {0, 75}, "tile": {0, 75}, "patch": {0, 75}, "overlays": {0, 75}}


@pytest.fixture
def folder(tmp_path):
    """Two bundles that differ in every file, and in how many they are."""
    for number, name in enumerate("ab"):
        draw = random.Random(number)
        with open(tmp_path / f"{name}.geojsonl", "w") as file:
            for index in range(150 + 50 * number):
                place = [draw.uniform(-100, 100), draw.uniform(-50, 50)]
                file.write(json.dumps({"type": "Feature", "id": index, "properties": {"n": index},
                                       "geometry": {"type": "Point", "coordinates": place}}) + "\n")
        write_pipeline(tmp_path / f"{name}.yaml", {"s": {"path": f"{name}.geojsonl"}},
                       {"l": {"source": "s", "kind": "cluster", "zooms": f"0-{4 + number}"}}, output={"path": "out"})
    build(tmp_path / "a.yaml", tmp_path / "other")
    build(tmp_path / "a.yaml", tmp_path / "out")
    return tmp_path


def together(threads):
    """Starts threads, and waits for all of them."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_readers_see_the_old_bundle_or_the_new_one(folder):
    wrong, read, built = [], [], []

    def run(*words):
        return subprocess.run([OVERTILE, *words], cwd=folder, capture_output=True, text=True, timeout=120)

    def building():
        for number in range(PUBLICATIONS):
            built.append(run("build", f"{'ba'[number % 2]}.yaml", "--quiet", "--threads", "1").returncode)

    def reading(words):
        while threads[0].is_alive():
            done = run(*words)
            read.append(done.returncode)
            if done.returncode not in RIGHT[words[0]]:
                wrong.append((words, done.returncode, done.stdout[-500:], done.stderr[-500:]))

    threads = [threading.Thread(target=building)] + [threading.Thread(target=reading, args=[words]) for words in READERS]
    together(threads)
    print(f"{len(read)} readings while {len(built)} bundles were published, {read.count(75)} of them given up")
    assert not wrong, wrong[:3]
    assert len(read) >= len(READERS) and built == [0] * PUBLICATIONS


def test_a_patch_is_applied_to_a_base_that_is_replaced_meanwhile(folder):
    """By the same bundle again and again, so that it is never the wrong one: only 75 says that it was not quiet long enough."""
    made = subprocess.run([OVERTILE, "patch", "out", "other", "--output", "same.patch"], cwd=folder, capture_output=True)
    assert made.returncode == 0, made.stderr
    wrong, read, built = [], [], []

    def building():
        for _ in range(PUBLICATIONS):
            done = subprocess.run([OVERTILE, "build", "a.yaml", "--quiet", "--threads", "1"], cwd=folder, timeout=120)
            built.append(done.returncode)

    def applying(name):
        while threads[0].is_alive() or not read:
            shutil.rmtree(folder / name, ignore_errors=True)
            done = subprocess.run([OVERTILE, "apply", "out", "same.patch", "--output", name], cwd=folder,
                                  capture_output=True, text=True, timeout=120)
            read.append(done.returncode)
            if done.returncode not in (0, 75) or (folder / name).exists() != (done.returncode == 0):
                wrong.append((done.returncode, done.stderr[-500:]))

    threads = [threading.Thread(target=building)] + [threading.Thread(target=applying, args=[f"made{n}"]) for n in range(3)]
    together(threads)
    print(f"{len(read)} applications, {read.count(75)} of them given up")
    assert not wrong and built == [0] * PUBLICATIONS, wrong[:3]
    done = subprocess.run([OVERTILE, "apply", "out", "same.patch", "--output", "out", "--json"], cwd=folder, capture_output=True)
    assert done.returncode == 0, done.stderr
