"""Ten nights of Pipelines/nightly over changing exports: the served bundle is right every morning.

The table in Pipelines/nightly/README.md is their result; `OVERTILE_RECORD=1` writes it anew, and fails, so that a
person looks at the difference.
"""
import os
from dataclasses import dataclass

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bundle import Bundle
from conftest import overtile
from members import Members
from mercator import WORLD, unit
from nightly import FOLDER, Exports, Nights
from publishing import digests, preload

README = FOLDER / "README.md"
HEADER = ["night", "what happens", "airports, quakes exported", "exit", "served in the morning", "airports, quakes served",
          "releases"]


@dataclass
class Night:
    """A night as it is to go: its exports, how they are spoilt, and how the run must end."""

    about: str
    exports: Exports
    status: int = 0
    spoil: object = None
    crash: bool = False
    publishes: bool = True
    # Words that the run's last event must have.
    says: tuple = ()


def half_of_the_file(folder):
    path = folder / "airports.geojson.gz"
    path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])


def page_of_html(folder):
    (folder / "quakes.geojson").write_text("<!DOCTYPE html>\n<html><head><title>503 Service Unavailable</title></head></html>\n")


def nights():
    first = Exports.first()
    second = first.changed(seed=2, add=25, faulty=2)
    third = second.changed(seed=3, remove=18)
    fourth = third.changed(seed=4, move=40)
    fifth = fourth.changed(seed=5, add=9)
    seventh = fifth.changed(seed=7, add=12, remove=7, move=15)
    ninth = seventh.changed(seed=9, add=11, remove=4, move=6)
    return [
        Night("the first build", first),
        Night("25 added to each; 2 airports are faulty: quarantined", second),
        Night("18 removed from each", third),
        Night("40 of each moved, with new values", fourth),
        Night("the export of airports breaks off half-way", fifth, 65, half_of_the_file, publishes=False,
              says=("airports.geojson.gz",)),
        Night("a page of HTML in place of the earthquakes", fifth, 65, page_of_html, publishes=False,
              says=("quakes.geojson",)),
        Night("both are whole again; 12 added, 7 removed, 15 moved", seventh),
        Night("sound exports with half of the airports: a gate", seventh.half(), 65, publishes=False,
              says=("features", "airports", "--accept-gates")),
        Night("11 added, 4 removed, 6 moved; SIGKILL while tiles are written", ninth, -9, crash=True, publishes=False),
        Night("the same exports; the run resumes with the finished zooms", ninth),
    ]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Runs the nights, looks at every morning, and gives the table."""
    place = Nights(tmp_path_factory.mktemp("nights"))
    library = preload(place.folder)
    served, served_night, rows, success, staged = None, 0, [], None, set()
    for number, night in enumerate(nights(), 1):
        night.exports.write(place.exports)
        if night.spoil:
            night.spoil(place.exports)
        before = served and place.served
        outcome = crash(place, library) if night.crash else place.run()
        context = f"night {number}, {night.about}: {outcome.events[-1:]}"
        assert outcome.status == night.status, context
        assert all(word in outcome.events[-1]["message"] for word in night.says), context
        if night.publishes:
            served, served_night = night.exports, number
            assert outcome.digest == place.elsewhere(f"alone-{number}"), context
            assert place.litter() == [], context
            assert_left_out(place, night.exports.faulty, context)
            # The zooms that were finished are the very files that the dead run made.
            assert bool(archives(place.served) & staged) == bool(staged), context
            assert_serves(place.served, served, context)
            digest = outcome.digest
        else:
            # Of these files the digest is, and they were looked at when they were published.
            assert place.served == before and digests(place.served) == digest, context
            assert night.crash or place.failure() in outcome.events[-1]["message"], context
        staged = archives(place.bundles / ".nightly.overtile-staging")
        success = assert_metrics(place, night, success, context)
        rows.append([number, night.about, exported(night), "SIGKILL" if night.crash else outcome.status,
                     f"night {served_night}'s" + ("" if night.publishes else ", as before"), numbers(served),
                     outcome.releases])
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [HEADER, ["---"] * len(HEADER), *rows])


def exported(night):
    counts = [str(len(night.exports.airports) + len(night.exports.faulty)), str(len(night.exports.quakes))]
    if night.spoil:
        counts[night.spoil is page_of_html] = "broken"
    return ", ".join(counts)


def numbers(exports):
    return f"{len(exports.airports)}, {len(shown(exports.quakes))}"


def shown(quakes):
    """The features that the configuration's filter keeps, in Python."""
    return {key: quake for key, quake in quakes.items() if quake["properties"]["mag"] >= 4.2}


def crash(place, library):
    """A night whose run is killed by SIGKILL just when the archive of zoom 7 is to be made."""
    def run(nights, at):
        log = nights.folder / "calls.log"
        outcome = nights.run(None, "--threads", "1", LD_PRELOAD=str(library), FAULT_ROOT=str(nights.bundles),
                             FAULT_KIND="kill", FAULT_AT=at, FAULT_LOG=str(log))
        return outcome, [line.split(" ", 3) for line in log.read_text().splitlines()]

    # A rehearsal elsewhere tells which call on files that is.
    _, calls = run(Nights(place.folder / "rehearsal", place.exports), "0")
    at = next(number for number, _, _, path in calls if "z07" in path)
    outcome, _ = run(place, at)
    staging = place.bundles / ".nightly.overtile-staging"
    assert list(staging.glob("z*.pmtiles")), "it was killed in the middle"
    return outcome


def archives(folder):
    """The archives of a folder, by name and number on the disk."""
    return {(path.name, path.stat().st_ino) for path in folder.glob("z*.pmtiles")}


def assert_left_out(place, faulty, context):
    """The faulty features are in the quarantine, and nothing else is."""
    quarantine = place.bundles / "nightly.quarantine.airports.geojsons"
    texts = quarantine.read_text().split("\x1e")[1:] if quarantine.exists() else []
    assert len(texts) == len(faulty) and all(any(f'"{one["id"]}"' in text for text in texts) for one in faulty), context


def assert_metrics(place, night, success, context):
    """The metrics are of this run, unless it was killed, and know of the last success in any case."""
    samples = {sample.name: sample.value for family in text_string_to_metric_families(place.metrics.read_text())
               for sample in family.samples if len(sample.labels) == 1}
    latest = samples["overtile_last_success_timestamp_seconds"]
    if night.publishes:
        assert latest == samples["overtile_run_end_timestamp_seconds"] and latest > (success or 0), context
    else:
        assert latest == success, context
    if not night.crash:
        assert samples["overtile_run_exit_code"] == night.status, context
    return latest


def assert_serves(folder, exports, context):
    """The served bundle has these exports, as Python reads them."""
    assert overtile("verify", folder).returncode == 0, context
    bundle = Bundle(folder)
    assert bundle.layers["airports"]["features"] == len(exports.airports), context
    assert bundle.layers["quakes"]["features"] == len(shown(exports.quakes)), context
    assert_airports(bundle, exports.airports, context)
    assert_quakes(bundle, shown(exports.quakes), context)


def assert_airports(bundle, airports, context):
    """The members are the airports, each at its position; at every zoom the counts sum to their number."""
    members = Members(bundle.folder / "members.airports.bin")
    found = sorted((properties["name"], properties["elevation_ft"], x, y)
                   for (_, x, y), properties in zip(members.leaves, members.properties))
    expected = sorted((feature["properties"]["name"], feature["properties"]["elevation_ft"],
                       *(round(part * WORLD) for part in unit(*feature["geometry"]["coordinates"][:2])))
                      for feature in airports.values())
    assert [one[:2] for one in found] == [one[:2] for one in expected], context
    for one, other in zip(found, expected):
        assert abs(one[2] - other[2]) <= 1 and abs(one[3] - other[3]) <= 1, (context, one, other)
    alone = {entry.properties["source_id"]: entry.properties["name"] for entry in bundle.entries_at("airports", 8)
             if "cluster" not in entry.properties}
    assert len(alone) > len(airports) / 4, context
    assert all(airports[key]["properties"]["name"] == name for key, name in alone.items()), context
    for zoom in range(9):
        counts = {entry.id: entry.properties.get("point_count", 1) for entry in bundle.entries_at("airports", zoom)}
        assert sum(counts.values()) == len(airports), (context, zoom)


def assert_quakes(bundle, quakes, context):
    for zoom in range(7):
        found = {entry.id: entry.properties for entry in bundle.entries_at("quakes", zoom)}
        assert found.keys() == quakes.keys(), (context, zoom)
        for key, feature in quakes.items():
            x, y = feature["geometry"]["coordinates"][:2]
            properties = found[key]
            # The antimeridian has two longitudes.
            assert abs((properties["center_longitude"] - x + 180) % 360 - 180) < 1e-6, (context, key)
            assert abs(properties["center_latitude"] - y) < 1e-6, (context, key)
            assert properties["mag"] == feature["properties"]["mag"], (context, key)
            assert properties["radius_m"] == pytest.approx(10_000 * feature["properties"]["mag"]), (context, key)


@pytest.mark.skipif("OVERTILE_RECORD" not in os.environ, reason="records only on request")
def test_recording(table):
    head, tail = README.read_text().split("\n| night |")
    rest = tail.partition("\n\n")[2]
    README.write_text(f"{head}\n{table}\n" + (f"\n{rest}" if rest else ""))
    pytest.fail("the table was recorded; look at what changed")


def test_every_morning_is_right_and_as_the_page_says(table):
    assert f"\n{table}\n" in README.read_text(), table
