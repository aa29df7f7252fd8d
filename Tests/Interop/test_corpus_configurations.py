"""Wrong and odd configurations: each ends with the code of the index, names its file and position, and never hangs."""
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corpus import CORPUS, limited

INDEX = Path(__file__).with_name("corpus-configurations.json")
CASES = {case["file"]: case for case in json.loads(INDEX.read_text())}


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("configurations")

    def run(item):
        number, file = item
        return limited("build", CORPUS / file, "--quiet", "--output", folder / str(number))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(CASES, pool.map(run, enumerate(CASES))))


def test_the_index_names_every_configuration():
    assert sorted(CASES) == sorted(str(path.relative_to(CORPUS)) for path in CORPUS.rglob("*.yaml"))


@pytest.mark.parametrize("file", CASES)
def test_ends_as_the_index_says(runs, file):
    case, run = CASES[file], runs[file]
    message = run.stderr.decode(errors="replace")
    assert run.returncode == case["status"], message
    assert "Fatal error" not in message
    for word in case["words"]:
        assert word in message
    if run.returncode == 78:
        assert str(CORPUS / file) + ":" in message
