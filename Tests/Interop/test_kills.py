"""SIGKILL at random moments over the whole life of a run. OVERTILE_KILLS=300 for the long form; the default is brief."""
import os
import random
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import overtile
from publishing import WAYS, Publishing

KILLS = int(os.environ.get("OVERTILE_KILLS", 20))
SEED = int(os.environ.get("OVERTILE_SEED", 11))


def seconds(publishing, number):
    """How long a run takes that is not killed."""
    place = publishing.place(f"timing-{number}")
    began = time.monotonic()
    place.build(publishing.new)
    return time.monotonic() - began


@pytest.mark.parametrize("way", WAYS)
def test_killed_at_random_moments(tmp_path, way):
    publishing = Publishing(tmp_path, way, zooms="0-6")
    duration = min(seconds(publishing, number) for number in range(3))
    moments = [random.Random(f"{SEED} {number}").uniform(0, 1.1 * duration) for number in range(KILLS)]

    def attempt(number):
        context = f"seed {SEED}, kill {number} after {moments[number]:.4f} s of {duration:.4f} s"
        place = publishing.place(f"killed-{number % 8}")
        process = subprocess.Popen(place.command(publishing.new), stderr=subprocess.DEVNULL)
        time.sleep(moments[number])
        process.kill()
        status = process.wait()
        assert status in (0, -9), context
        left = place.digest()
        assert left in (publishing.old_digest, publishing.new_digest), context
        assert status != 0 or left == publishing.new_digest, context
        if number % 10 == 0:
            assert overtile("verify", place.bundle).returncode == 0, context
        resume = ["--resume"] if number % 2 else []
        assert place.build(publishing.new, *resume) == publishing.new_digest, context
        assert place.litter() == [], context
        return status == -9

    with ThreadPoolExecutor(2) as pool:
        killed = [hit for first in range(0, KILLS, 8)
                  for hit in pool.map(attempt, range(first, min(first + 8, KILLS)))]
    print(f"{way}: {sum(killed)} of {KILLS} runs were killed, the others were done; a run takes {duration:.2f} s")
    # Runs may take half as long as those before, when the machine has less to do.
    assert sum(killed) >= KILLS // 4
