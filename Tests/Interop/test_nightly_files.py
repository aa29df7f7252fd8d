"""The files of Pipelines/nightly: systemd, cron and workflow engines take them, and their command lines are overtile's."""
import os
import re
import shlex
import shutil
import subprocess

import pytest
import yaml

from conftest import NIGHTLY, OVERTILE, ROOT, overtile
from nightly import FOLDER, Exports, Nights, service_command

PAGE = (FOLDER / "README.md").read_text()
PROGRAM = "/usr/local/bin/overtile"


def statuses():
    """The exit codes with their names, from the program's own list."""
    source = (ROOT / "Sources/overtile/Console/ExitStatus.swift").read_text()
    return {int(number): name for name, number in re.findall(r"^  case (\w+) = (\d+)$", source, re.M)}


def test_the_page_has_advice_for_every_exit_code():
    section = PAGE.split("## What to do at four in the morning")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| (.+) \| (.+) \|$", section, re.M)
    codes = [int(code) for code, _, _ in rows]
    # SIGKILL is the one end that a program cannot choose.
    assert codes == sorted(statuses()) + [137] and len(codes) == 12
    assert all(len(what) > 15 and len(todo) >= 8 for _, what, todo in rows)


def test_the_page_names_every_file_and_no_other():
    linked = set(re.findall(r"\]\(([a-z0-9_.@-]+)\)", PAGE))
    assert linked == {path.name for path in FOLDER.iterdir() if path.is_file()} - {"README.md"}


def test_systemd_takes_the_units(tmp_path):
    # The program is at the tests' path.
    text = (FOLDER / "overtile-nightly.service").read_text()
    (tmp_path / "overtile-nightly.service").write_text(text.replace(PROGRAM, str(OVERTILE)))
    for name in "overtile-nightly.timer", "overtile-failed@.service":
        shutil.copy(FOLDER / name, tmp_path)
    units = [tmp_path / "overtile-nightly.service", tmp_path / "overtile-nightly.timer"]
    run = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    assert (run.returncode, run.stdout + run.stderr) == (0, "")
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", units[0]], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_units_try_again_only_where_that_may_help():
    text = (FOLDER / "overtile-nightly.service").read_text()
    never = set(map(int, re.search(r"^RestartPreventExitStatus=(.*)$", text, re.M)[1].split()))
    dag = (FOLDER / "airflow_dag.py").read_text()
    again = set(map(int, re.search(r"^AGAIN = \{(.*)\}$", dag, re.M)[1].split(", "))) - {-9, 137}
    assert never | again == set(statuses()) - {0} and not never & again


def build_lines():
    """Every command line of a build in the files of the folder, by file."""
    lines = {"overtile-nightly.service": [service_command()]}
    cron = next(line for line in (FOLDER / "overtile.cron").read_text().splitlines() if line.startswith("30 3 * * *  "))
    minute, hour, day, month, weekday, user, command = cron.split(None, 6)
    assert (minute, hour, user) == ("30", "3", "overtile") and "%" not in command
    lines["overtile.cron"] = [shlex.split(command)]
    workflow = yaml.safe_load((FOLDER / "github_workflow.yaml").read_text())
    steps = workflow["jobs"]["build"]["steps"]
    lines["github_workflow.yaml"] = [
        shlex.split(line.split("${ACCEPT")[0]) for step in steps for line in step.get("run", "").splitlines()
        if line.startswith("overtile build")]
    dag = (FOLDER / "airflow_dag.py").read_text()
    lines["airflow_dag.py"] = [
        ["overtile", *(word.replace("CONFIGURATION", "/etc/overtile/nightly.yaml").strip('"') for word in re.split(r",\s*", words))]
        for words in re.findall(r"^        overtile\((\"build\".*?)\)$", dag, re.M | re.S)]
    return [pytest.param(words, id=f"{file}-{number}") for file in lines for number, words in enumerate(lines[file])]


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports")
    Exports.first().write(folder)
    return folder


@pytest.mark.parametrize("words", build_lines())
def test_command_lines_are_overtiles(words, exports, tmp_path):
    assert words[0] in (PROGRAM, "overtile") and words[1] == "build" and "/etc/overtile/nightly.yaml" in words
    places = {"/etc/overtile/nightly.yaml": NIGHTLY,
              "/var/lib/prometheus/node-exporter/overtile-nightly.prom": tmp_path / "overtile.prom"}
    run = overtile(*[places.get(word, word) for word in words[1:]], "--dry-run",
                   env={"NIGHTLY_BUNDLES": str(tmp_path), "NIGHTLY_EXPORTS": str(exports)})
    assert run.returncode == 0, run.stderr.decode()


def test_there_are_four_command_lines():
    assert len(build_lines()) == 4


def test_the_dag_is_python_and_the_workflow_has_its_parts():
    compile((FOLDER / "airflow_dag.py").read_text(), "airflow_dag.py", "exec")
    workflow = yaml.safe_load((FOLDER / "github_workflow.yaml").read_text())
    # YAML 1.1 reads the word "on" as true.
    assert set(workflow) == {"name", True, "concurrency", "jobs"} and workflow[True]["schedule"]
    assert all(("run" in step) != ("uses" in step) for step in workflow["jobs"]["build"]["steps"])


def test_the_configuration_builds_the_samples(tmp_path):
    run = overtile("build", NIGHTLY, "--quiet", env={"NIGHTLY_BUNDLES": str(tmp_path)})
    assert run.returncode == 0, run.stderr.decode()
    assert (tmp_path / "nightly/current/bundle.json").exists()


def test_a_release_to_go_back_to(tmp_path):
    """The page's steps for going back work, and the next night goes on."""
    nights = Nights(tmp_path)
    first = nights.run(Exports.first())
    second = nights.run(Exports.first().changed(add=3))
    assert first.status == second.status == 0 and first.digest != second.digest
    lines = re.search(r"^ln -s releases/DIGEST .*$", PAGE, re.M)[0].replace("DIGEST", first.digest)
    subprocess.run(["sh", "-ec", lines], cwd=nights.output, check=True)
    assert os.readlink(nights.output / "current") == f"releases/{first.digest}"
    assert nights.run(Exports.first().changed(add=4)).status == 0 and nights.litter() == []
