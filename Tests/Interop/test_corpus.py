"""Bad input is normal input: every file of the corpus ends with its code, says where, and leaves counts that balance.

`corpus.json` has the expected result of each file. `OVERTILE_RECORD=1` writes it anew out of what happens, and fails,
so that a person looks at the difference.
"""
import json
import os

import pytest

from corpus import CORPUS, INDEX, build_all, described, ways, written

CASES = {case["file"]: case for case in json.loads(INDEX.read_text())}
STATUSES = {0, 65, 66, 69, 73, 74, 75, 78}


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory):
    return build_all(tmp_path_factory.mktemp("corpus"), CASES)


def test_the_index_names_every_file():
    files = [path.relative_to(CORPUS) for path in CORPUS.rglob("*.geojson*")]
    # The input of the configurations is not a case of its own.
    assert sorted(CASES) == sorted(str(path) for path in files if path.parts[0] != "configuration")
    assert len(CASES) >= 150


@pytest.mark.skipif("OVERTILE_RECORD" not in os.environ, reason="records only on request")
def test_recording(outcomes):
    index = [{key: case[key] for key in ("file", "about")} | described(of(outcomes, file))
             for file, case in CASES.items()]
    INDEX.write_text(written(index))
    pytest.fail("the index was recorded; look at what changed")


def of(outcomes, file):
    return {way: outcomes[file, *way] for way in ways(file)}


@pytest.mark.parametrize("file", CASES)
def test_ends_as_the_index_says(outcomes, file):
    assert described(of(outcomes, file)) == {
        key: value for key, value in CASES[file].items() if key not in ("file", "about")}


@pytest.mark.parametrize("file", CASES)
def test_no_trap_and_counts_that_agree(outcomes, file):
    for (kind, policy), outcome in of(outcomes, file).items():
        assert outcome.status in STATUSES, (kind, policy, outcome)
        assert "Fatal error" not in outcome.message and "bug in overtile" not in outcome.message, outcome.message
        if outcome.status:
            assert file.rsplit("/")[-1] in outcome.message, (kind, policy, outcome.message)
            assert (outcome.report is not None) == (outcome.status == 65), (kind, policy, outcome)
        else:
            assert_counts_agree(outcome)
            assert outcome.verified in (None, 0), (kind, outcome)


@pytest.mark.parametrize("file", CASES)
def test_a_run_that_fails_lists_what_skipping_leaves_out(outcomes, file):
    """Entries that are only about features in the bundle are missing, as the run ends before."""
    for kind, policy in ways(file):
        skip, fail = outcomes[file, kind, "skip"], outcomes[file, kind, "fail"]
        if (skip.status, fail.status) == (0, 65):
            assert fail.report["failure"] in fail.message and fail.report["ledger"] == (fail.run or fail).codes
            later = {"duplicate-id", "never-shown"}
            assert [entry for entry in skip.ledger if entry["code"] not in later] == list(fail.ledger), (kind, fail)


def assert_counts_agree(outcome):
    """in = out + ledger, by the report and by the ledger itself."""
    source, layer = outcome.report["sources"][0], outcome.report["layers"][0]
    assert source["read"] == source["rejected"] + layer["read"]
    assert layer["read"] == sum(layer[key] for key in ("accepted", "filtered", "rejected", "withoutGeometry"))
    assert outcome.report["ledger"] == (outcome.run or outcome).codes
    left_out = [entry for entry in outcome.ledger if entry["action"] == "rejected"]
    assert len(left_out) == source["rejected"] + layer["rejected"] + layer["withoutGeometry"]
    assert all(entry["reason"] and entry["line"] >= 1 and entry["index"] < source["read"] for entry in outcome.ledger)
