"""Runs one of whose calls on files fails, each in turn: the old bundle or the new one is there, and nothing is left over."""
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from publishing import REMOVING, WAYS, Publishing, calls, digests, faulty, preload


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return preload(tmp_path_factory.mktemp("faults"))


@pytest.fixture(scope="module", params=WAYS)
def publishing(request, tmp_path_factory):
    return Publishing(tmp_path_factory.mktemp("faults"), request.param, zooms="0-1")


def every_call(publishing, library, kinds, judge, first=1, **others):
    """Spoils call after call in each kind in turn, from the first, until a run has fewer; the number of calls. Two runs at a time.

    Those that make the files of a bundle are the same in both ways of publishing, so they are spoilt in one."""
    found = calls(library, publishing, kinds[0], **others)
    known, other = len(found), making(found) if publishing.way == "versioned" else ()

    def attempt(number):
        if number in other:
            return True
        kind = kinds[number % len(kinds)]
        place = publishing.place(f"{kinds[0]}-{number % 8}")
        status, message, name = faulty(library, place, publishing.new, kind, number, **others)
        if name is not None:
            judge(place, status, message, name, f"{kind} at call {number}, {name}: exit {status}, {message}")
        return name is not None

    with ThreadPoolExecutor(2) as pool:
        for first in count(first, 8):
            # Up to the first call that there is not.
            fired = list(pool.map(attempt, range(first, min(first + 8, max(first, known + 1) + 1))))
            if not all(fired):
                assert fired == sorted(fired, reverse=True)
                return first - 1 + sum(fired)


def making(found):
    """The numbers of the calls that make the files of a bundle, from the first on the journal of finished zooms to its last entry."""
    journal = [number for number, (name, path) in enumerate(found, 1) if path.endswith("zooms.journal") and name in ("open", "write")]
    assert all(".bundle.overtile-staging/" in path for _, path in found[journal[0] - 1:journal[-1]])
    return range(journal[0], journal[-1] + 1)


def assert_next_run_succeeds(publishing, place, context):
    """Once for each state of the folder: most calls that fail leave the same one."""
    state = place.state()
    if state not in publishing.recovered:
        assert place.build(publishing.new) == publishing.new_digest, context
        assert place.litter() == [], context
        publishing.recovered.add(state)


def test_a_call_fails(publishing, library):
    """The disk is broken at every other call and full at the rest; runs that publish releases begin with the other one."""
    outcomes = set()
    kinds = ["EIO", "ENOSPC"] if publishing.way == "replace" else ["ENOSPC", "EIO"]

    def judge(place, status, message, name, context):
        assert status in (0, 73, 74), context
        assert place.digest() in (publishing.old_digest, publishing.new_digest), context
        if status == 0:
            assert place.digest() == publishing.new_digest, context
        else:
            assert message.startswith("overtile: "), context
        # A file that a failing call could not remove is removed by the next call, or by the next run.
        if name not in REMOVING:
            assert place.litter() == [], context
        outcomes.add((status, place.digest() == publishing.new_digest))
        assert_next_run_succeeds(publishing, place, context)

    assert every_call(publishing, library, kinds, judge) > 60
    assert (74, False) in outcomes


def test_short_writes_do_not_matter(publishing, library):
    def judge(place, status, message, name, context):
        assert status == 0 and place.digest() == publishing.new_digest and place.litter() == [], context

    assert every_call(publishing, library, ["short"], judge) > 5


def test_killed_before_every_call(publishing, library):
    """A bundle that is being removed is whole, too, as long as its manifest is there."""
    seen = set()
    manifest = (publishing.folder / "first/bundle" / ("current" if publishing.way == "versioned" else "") / "bundle.json").read_bytes()

    def judge(place, status, message, name, context):
        assert status == -9, context
        seen.add(place.digest())
        for staging in place.folder.glob(".bundle.overtile-staging*"):
            if (staging / "bundle.json").is_file() and (staging / "bundle.json").read_bytes() == manifest:
                assert digests(staging) == publishing.old_digest, context
        assert place.digest() in (publishing.old_digest, publishing.new_digest), context
        assert_next_run_succeeds(publishing, place, context)

    assert every_call(publishing, library, ["kill"], judge) > 40
    assert seen == {publishing.old_digest, publishing.new_digest}


def test_killed_where_folders_cannot_be_exchanged(publishing, library):
    """The old bundle may be aside then, whole, and the next run begins by restoring it.

    Calls before the exchange are those of the test above; runs that publish releases exchange nothing."""
    usual, others = (calls(library, publishing, "kill", **options) for options in ({}, {"FAULT_NO_EXCHANGE": "1"}))
    exchanges = [number for number, (name, _) in enumerate(usual, 1) if name == "exchange"]
    assert len(exchanges) == (publishing.way == "replace")
    if not exchanges:
        # Two zooms are written at once, so the order of their calls varies.
        assert sorted(usual) == sorted(others)
        return
    aside = 0

    def judge(place, status, message, name, context):
        nonlocal aside
        if not place.target.exists():
            assert digests(place.folder / ".bundle.overtile-staging-replaced") == publishing.old_digest, context
            aside += 1
        else:
            assert place.digest() in (publishing.old_digest, publishing.new_digest), context
        assert_next_run_succeeds(publishing, place, context)

    before = exchanges[0] - 1
    assert sorted(usual[:before]) == sorted(others[:before])
    every_call(publishing, library, ["kill"], judge, exchanges[0], FAULT_NO_EXCHANGE="1")
    assert aside > 0
