"""Extreme numbers in every option that accepts a value and in every file that is read: never a signal, a documented
code."""
import hashlib
import json
import os
import random
import re
import shutil
import struct

import pytest

from conftest import overtile
from extremes import DOCUMENTED, TEXTS, VALUES
from failing import good_bundle

SLOW = os.environ.get("OVERTILE_SLOW") == "1"
SEED = int(os.environ.get("OVERTILE_SEED", "1"))
COMMANDS = ["build", "check", "inspect", "tile", "decode", "overlays", "members", "patch", "apply",
            "camera zoom", "camera region", "camera fit", "camera tiles"]
# 64 bits, little-endian, as headers of archives, members and patches hold them.
WORDS = [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 53, 2 ** 62, 2 ** 63 - 1, 2 ** 63, 2 ** 64 - 1]


@pytest.fixture
def folder(tmp_path):
    good_bundle(tmp_path)
    return tmp_path


def bundle(folder):
    return next(path.parent for path in sorted(folder.rglob("bundle.json")))


def assert_documented(run, *told):
    assert run.returncode in DOCUMENTED, (SEED, told, run.returncode, run.stderr.decode()[-2000:])


def options(command):
    """The options of a command that accept a value, from its help."""
    text = overtile(*command.split(), "--help").stdout.decode()
    return sorted(set(re.findall(r"(--[a-z0-9-]+) <", text)))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_that_takes_a_value(command, tmp_path):
    found = options(command)
    draw = random.Random(SEED)
    for option in found:
        for text in TEXTS if SLOW else draw.sample(TEXTS, 1):
            run = overtile(*command.split(), *["x"] * {"patch": 2, "apply": 2}.get(command, 1),
                           f"{option}={text}", cwd=tmp_path)
            assert_documented(run, command, option, text)
    assert found


def numbers(value, path=()):
    """The paths of all numbers in a JSON value."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from numbers(child, (*path, key))


def readers(path, whole, name):
    """Commands that read a bundle, or one of its archives."""
    yield ["inspect", path]
    yield ["verify", path]
    yield ["tile", path, "0/0/0"]
    yield ["tile", path / name, "--all"]
    yield ["diff", "--check", whole, path]
    yield ["diff", whole, path]
    yield ["overlays", path, "--camera=10,10,3", "--viewport=390x844"]
    yield ["members", path, "--cluster=4503599627370497"]


def test_every_number_of_a_manifest(folder):
    whole = bundle(folder)
    manifest = json.loads((whole / "bundle.json").read_text())
    # With it, every change would be found at once.
    del manifest["digest"]
    draw = random.Random(SEED)
    copy = folder / "copy"
    shutil.copytree(whole, copy)
    paths = list(numbers(manifest))
    assert len(paths) > 20
    for path in paths if SLOW else draw.sample(paths, 20):
        for value in VALUES if SLOW else draw.sample(VALUES, 1):
            changed = json.loads(json.dumps(manifest))
            here = changed
            for step in path[:-1]:
                here = here[step]
            here[path[-1]] = value
            (copy / "bundle.json").write_text(json.dumps(changed))
            commands = list(readers(copy, whole, "z00.pmtiles"))
            for words in commands if SLOW else draw.sample(commands, 1):
                assert_documented(overtile(*words), path, value, words)


def words_of(path, step):
    """The offsets of a file's first numbers, as they may lie in its header."""
    return range(0, min(136, path.stat().st_size - 8), step)


@pytest.mark.parametrize("pattern", ["z00.pmtiles", "members.*.bin"])
def test_every_number_of_a_header(pattern, folder):
    whole = bundle(folder)
    copy = folder / "copy"
    shutil.copytree(whole, copy)
    file = next(copy.glob(pattern))
    before = file.read_bytes()
    draw = random.Random(SEED)
    for offset in words_of(file, 1 if SLOW else 8):
        for word in WORDS if SLOW else draw.sample(WORDS, 2):
            file.write_bytes(before[:offset] + word.to_bytes(8, "little") + before[offset + 8:])
            commands = list(readers(copy, whole, file.name))
            for words in commands if SLOW else draw.sample(commands, 1):
                assert_documented(overtile(*words), offset, word, words)


def test_every_number_of_a_patch(folder):
    whole = bundle(folder)
    assert overtile("patch", whole, whole, "--output", folder / "a.patch").returncode == 0
    before = (folder / "a.patch").read_bytes()
    draw = random.Random(SEED)
    for offset in words_of(folder / "a.patch", 1 if SLOW else 8):
        for word in WORDS if SLOW else draw.sample(WORDS, 2):
            (folder / "b.patch").write_bytes(before[:offset] + word.to_bytes(8, "little") + before[offset + 8:])
            words = ["apply", whole, folder / "b.patch", "--output", folder / "new"]
            assert_documented(overtile(*words), offset, word)


def test_sizes_of_a_patch_that_sum_beyond_64_bits(folder):
    whole = bundle(folder)
    assert overtile("patch", whole, whole, "--output", folder / "a.patch").returncode == 0
    before = (folder / "a.patch").read_bytes()
    place, size = struct.unpack("<QQ", before[-48:-32])
    index = json.loads(before[place:place + size])
    entry = {"isFolder": False, "bytes": 2 ** 48, "sha256": "0" * 64, "source": "z00.pmtiles"}
    index["files"] += [entry | {"path": f"n{number}"} for number in range(2 ** 15)]
    text = json.dumps(index).encode()
    forged = before[:place] + text + struct.pack("<QQ", place, len(text))
    (folder / "b.patch").write_bytes(forged + hashlib.sha256(forged).digest())
    shutil.copytree(whole, folder / "copy")
    # The target is the result already, so that only the sum is left to be printed.
    run = overtile("apply", whole, folder / "b.patch", "--output", folder / "copy")
    assert run.returncode == 65 and b"is invalid" in run.stderr, (run.returncode, run.stderr.decode()[-2000:])
