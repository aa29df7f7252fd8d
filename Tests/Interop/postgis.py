"""A PostGIS of one's own: a cluster in a temporary folder that listens on a socket there, and on loopback if it gets a port."""
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql/15/bin")
PASSWORD = "correct-horse-battery"


class PostGIS:
    """Started by `start`; `run` runs SQL; `stop` ends it and removes everything."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="postgis-"))
        # Neither initdb nor the server runs as root.
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.server = None

    def start(self, port=5432, addresses=""):
        (self.folder / "password").write_text(PASSWORD)
        (self.folder / "password").chmod(0o644)
        self._call(BINARIES / "initdb", "-D", self.folder / "data", "-U", "tester", "--auth=scram-sha-256",
                   f"--pwfile={self.folder / 'password'}", "--no-sync", "-E", "UTF8", "--locale=C")
        self.server = subprocess.Popen(
            [BINARIES / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", f"listen_addresses={addresses}",
             "-p", str(port), "-c", "fsync=off"], user=self.user, cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.port = port
        deadline = time.monotonic() + 60
        while subprocess.run([BINARIES / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]).returncode:
            assert self.server.poll() is None and time.monotonic() < deadline, "the server does not start"
            time.sleep(0.05)
        self.run("CREATE EXTENSION postgis")
        return self

    def _call(self, *words):
        subprocess.run([*map(str, words)], check=True, user=self.user, cwd=self.folder, capture_output=True)

    def run(self, sql):
        subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", str(self.port), "-U", "tester", "postgres"],
                       input=sql.encode(), check=True, capture_output=True, env=os.environ | {"PGPASSWORD": PASSWORD})

    def connection(self, password=PASSWORD):
        return f"PG:host={self.folder} user=tester dbname=postgres password={password}"

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGINT)
            self.server.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)
