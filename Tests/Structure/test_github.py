"""Workflows, also that of Pipelines/nightly, pass a linter; the forms for issues have the form that GitHub reads."""
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FORMS = ROOT / ".github/ISSUE_TEMPLATE"


def test_workflows_pass_the_linter():
    workflows = [*ROOT.glob(".github/workflows/*.yml"), ROOT / "Pipelines/nightly/github_workflow.yaml"]
    run = subprocess.run([Path(sys.executable).with_name("actionlint"), *workflows], capture_output=True, text=True)
    assert len(workflows) == 3 and run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("schema, files", [("github-issue-forms", "[!c]*.yml"), ("github-issue-config", "config.yml")])
def test_github_reads_the_forms(schema, files):
    paths = sorted(FORMS.glob(files))
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *paths]
    run = subprocess.run(words, capture_output=True, text=True)
    assert paths and run.returncode == 0, run.stdout
