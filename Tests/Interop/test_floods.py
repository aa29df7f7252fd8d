"""Small inputs of very many faults: the ledger lists the first ones and counts the others, and hopeless runs stop."""
import gzip
import json

import pytest

from conftest import overtile, write_pipeline

# Entries that a ledger lists of each code of a source; see the page on the ledger.
LISTED = 100_000


def flood(folder, count, line=b'{"type":"Feature"}\n', **options):
    """Very many features without a geometry, in a small file."""
    with gzip.open(folder / "in.geojsonl.gz", "wb", compresslevel=6) as file:
        for _ in range(count // 1000):
            file.write(line * 1000)
    assert (folder / "in.geojsonl.gz").stat().st_size < 1 << 20
    return write_pipeline(
        folder / "p.yaml", {"s": {"path": "in.geojsonl.gz"} | options},
        {"l": {"source": "s", "kind": "cluster", "zooms": "0-2"}}, output={"path": "out"}, gates={"empty": "warn"})


def ledger(path):
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt") as file:
        return [json.loads(line) for line in file]


def test_the_ledger_counts_what_it_does_not_list(tmp_path):
    count = LISTED + 50_000
    path = flood(tmp_path, count, onInvalid="skip", maxRejected="100%", quarantine=True)
    run = overtile("build", path, "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert report["sources"][0]["rejected"] == count
    assert report["ledgerTotals"][0]["count"] == count
    assert any("50000 more with code missing-geometry" in warning for warning in report["warnings"])
    *entries, last = ledger(tmp_path / "out.ledger.jsonl.gz")
    assert [entry["index"] for entry in entries] == list(range(LISTED))
    assert last == {
        "action": "rejected", "code": "missing-geometry", "count": 50_000, "source": "s",
        "reason": '50000 more with code missing-geometry in source "s", counted but not listed'}
    assert (tmp_path / "out.quarantine.s.geojsons").read_bytes().count(b"\x1e") == LISTED


@pytest.mark.parametrize("options", [{"onInvalid": "fail"}, {"onInvalid": "skip", "maxRejected": 10}], ids=["fail", "count"])
def test_a_hopeless_run_stops(options, tmp_path):
    count = 2_000_000
    run = overtile("build", flood(tmp_path, count, **options), "--quiet")
    assert run.returncode == 65 and b"reading stopped early" in run.stderr, run.stderr
    report = json.loads((tmp_path / "out.failed.report.json").read_text())
    read = report["sources"][0]["read"]
    assert LISTED <= read < count
    assert report["sources"][0]["rejected"] == report["ledgerTotals"][0]["count"] == read
    *entries, last = ledger(tmp_path / "out.failed.ledger.jsonl.gz")
    assert len(entries) + last["count"] == read


def test_a_share_is_judged_at_the_end_where_good_features_may_come(tmp_path):
    path = flood(tmp_path, LISTED + 50_000, onInvalid="skip", maxRejected="50%")
    good = b'{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}\n'
    with gzip.open(tmp_path / "in.geojsonl.gz", "ab") as file:
        file.write(good * (LISTED + 50_000))
    run = overtile("build", path, "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["sources"][0]["usable"] == LISTED + 50_000


def test_long_entries_are_bounded_by_their_bytes(tmp_path):
    line = b'{"type":"Feature","id":"' + b"a" * 20_000 + b'","properties":{}}\n'
    path = flood(tmp_path, 5000, line=line, onInvalid="skip", maxRejected="100%")
    run = overtile("build", path, "--json")
    assert run.returncode == 0, run.stderr
    *entries, last = ledger(tmp_path / "out.ledger.jsonl.gz")
    assert 64 << 20 <= sum(len(json.dumps(entry)) for entry in entries) < 80 << 20
    assert len(entries) + last["count"] == 5000
