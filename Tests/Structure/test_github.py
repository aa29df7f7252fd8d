"""The workflows and the forms for issues have the forms that GitHub reads."""
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / ".github"


@pytest.mark.parametrize("schema, files", [
    ("github-workflows", "workflows/*.yml"), ("github-issue-forms", "ISSUE_TEMPLATE/[!c]*.yml"),
    ("github-issue-config", "ISSUE_TEMPLATE/config.yml")])
def test_github_reads_it(schema, files):
    paths = sorted(FOLDER.glob(files))
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *paths]
    run = subprocess.run(words, capture_output=True, text=True)
    assert paths and run.returncode == 0, run.stdout
