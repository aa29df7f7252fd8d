"""The units of Pipelines/nightly under a real systemd: installed by the page's own commands, on good nights and bad ones.

The system is a container over this machine's own files, whose changes stay in memory; it needs root and systemd-nspawn. A database
by TCP is in test_seven_nights.
"""
import os
import re
import shutil
import subprocess
import time

import pytest

from conftest import OVERTILE
from nightly import FOLDER, Exports

PAGE = (FOLDER / "README.md").read_text()
UNIT = "overtile-nightly.service"

pytestmark = pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("systemd-nspawn"), reason="needs root and systemd-nspawn")


class Machine:
    """A container that systemd has booted; `run` runs a shell command in it."""

    def __init__(self, folder):
        for name in ("system", "upper", "scratch"):
            (folder / name).mkdir()
        mount = f"mount -t overlay overlay -o lowerdir=/,upperdir={folder}/upper,workdir={folder}/scratch {folder}/system"
        boot = f"systemd-nspawn --quiet -D {folder}/system --console=pipe --register=no --keep-unit --boot systemd.unit=basic.target"
        identity = f": >{folder}/system/etc/machine-id"
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--propagation=private", "sh", "-ec", f"{mount}; {identity}; exec {boot}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while "running" not in self.state() and "degraded" not in self.state():
            assert self.process.poll() is None and time.monotonic() < deadline, f"systemd does not boot: {self.state()}"
            time.sleep(0.2)

    def state(self):
        """The output of `systemctl is-system-running`, empty while there is none."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid), "-f", "systemd"], capture_output=True, text=True).stdout.split()
        if not children:
            return ""
        self.enter = ["nsenter", f"--target={children[0]}", "--all", "--"]
        return subprocess.run([*self.enter, "systemctl", "is-system-running"], capture_output=True, text=True).stdout

    def run(self, command, folder="/"):
        return subprocess.run([*self.enter, "sh", "-c", f"cd {folder}; {command}"], capture_output=True, text=True)

    def write(self, path, data):
        subprocess.run([*self.enter, "sh", "-c", f"mkdir -p $(dirname {path}); cat >{path}"], input=data, check=True)

    def property(self, name, unit=UNIT):
        return self.run(f"systemctl show --value -p {name} {unit}").stdout.strip()

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        machine.write("/usr/local/bin/overtile", OVERTILE.read_bytes())
        for path in FOLDER.iterdir():
            machine.write(f"/opt/nightly/{path.name}", path.read_bytes())
        commands = re.search(r"^```sh\n(useradd.*?)^```", PAGE, re.M | re.S)[1].split("systemctl start")[0]
        installed = machine.run(f"set -e; chmod 755 /usr/local/bin/overtile; {commands}", "/opt/nightly")
        assert installed.returncode == 0, installed.stderr
        machine.write("/etc/overtile/failed", b'#!/bin/sh\n{ echo "$1"; cat; } >>/run/told\n')
        # Attempts follow each other at once.
        machine.write(f"/etc/systemd/system/{UNIT}.d/soon.conf", b"[Service]\nRestartSec=100ms\n")
        machine.run("systemctl daemon-reload")
        yield machine
    finally:
        machine.stop()


def export(machine, exports, tmp_path):
    exports.write(tmp_path)
    machine.run("rm -rf /srv/exports")
    for path in tmp_path.iterdir():
        machine.write(f"/srv/exports/{path.name}", path.read_bytes())


def start(machine):
    """Starts the unit anew as the page says; waits until it and its further attempts have ended; returns the exit code."""
    machine.run("rm -f /run/told; " + re.search(r"^systemctl reset-failed .*$", PAGE, re.M)[0])
    while machine.property("ActiveState") not in ("failed", "inactive"):
        time.sleep(0.1)
    return int(machine.property("ExecMainStatus"))


def served(machine):
    return machine.run("readlink /srv/maps/nightly/current").stdout


def metric(machine, name):
    text = machine.run("cat /var/lib/prometheus/node-exporter/overtile-nightly.prom").stdout
    return re.search(rf"^overtile_{name}{{.*}} (\S+)$", text, re.M)[1]


def told(machine):
    """The input of the unit that OnFailure= names, when it has ended."""
    while machine.run("systemctl list-jobs --no-legend").stdout or machine.property("ActiveState", f"overtile-failed@{UNIT}.service") == "activating":
        time.sleep(0.1)
    return machine.run("cat /run/told").stdout


def test_good_and_bad_nights(machine, tmp_path):
    first = Exports.first()
    export(machine, first, tmp_path)
    assert start(machine) == 0 and metric(machine, "run_success") == "1"
    good = served(machine)
    assert good and not told(machine)

    # Half of the airports are gone: a gate fails, nobody tries again, and somebody is told.
    export(machine, first.half(), tmp_path)
    assert start(machine) == 65 and machine.property("NRestarts") == "0"
    assert metric(machine, "run_success") == "0" and metric(machine, "run_exit_code") == "65"
    assert served(machine) == good and told(machine).startswith(UNIT) and '"gate-failed"' in told(machine)
    assert machine.run("ls -d /srv/maps/nightly.rejected /srv/maps/nightly.failed.report.json").returncode == 0

    # The page's command lets it through, with the unit's user and environment.
    accept = re.search(r"^systemd-run .*$", PAGE, re.M)[0].replace("NAME", "features,clusters,properties,bounds")
    accepted = machine.run(accept)
    assert accepted.returncode == 0, accepted.stderr
    assert served(machine) != good and machine.run("stat -c %U /srv/maps/nightly/current/").stdout == "overtile\n"


def test_a_missing_export_is_tried_three_times_and_the_page_starts_the_unit_again(machine, tmp_path):
    machine.run("rm -rf /srv/exports; mkdir /srv/exports")
    assert start(machine) == 66
    assert machine.run(f"systemctl start {UNIT}").returncode != 0, "the limit of attempts holds"
    assert machine.run(f"journalctl -u {UNIT} -o cat | grep -c '\"status\":66'").stdout == "3\n"
    export(machine, Exports.first().half(), tmp_path)
    assert start(machine) == 0
