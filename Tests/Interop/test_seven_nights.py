"""Seven nights in a row of a table in PostGIS and an export: under systemd, uploaded to an object store, read there by the web reader."""
import os
import shutil
import socket

import pytest

from nightly import Exports
from postgis import PASSWORD, PostGIS
from test_nightly_systemd import UNIT, export, machine, start, told  # noqa: F401 (a fixture)
from test_object_store import points_read, store  # noqa: F401 (a fixture)

pytestmark = pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("systemd-nspawn"), reason="needs root and systemd-nspawn")

PIPELINE = """
name: Seven nights
sources:
  airports: {path: "PG:host=127.0.0.1 port=%d user=tester dbname=postgres password=${DB_PASSWORD}", layer: airports}
  quakes: {path: /srv/exports/quakes.geojson, maxAge: 20h}
layers:
  airports: {source: airports, kind: cluster, zooms: 0-1, cluster: {aggregates: {highest: {max: height}}}}
  quakes: {source: quakes, kind: circle, zooms: 0-1, circle: {radius: 40km}}
gates: {features: {maxDecrease: 20%%}, layers: keep}
output: {path: /srv/maps/seven, publish: versioned, keepReleases: 2, layout: single}
"""


@pytest.fixture
def database():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    database = PostGIS()
    try:
        yield database.start(port, "127.0.0.1")
    finally:
        database.stop()


def test_seven_nights(machine, store, database, tmp_path):  # noqa: F811
    address, environment = store
    machine.write("/etc/overtile/seven.yaml", (PIPELINE % database.port).encode())
    machine.write(f"/etc/systemd/system/{UNIT}.d/seven.conf",
                  b"[Service]\nExecStart=\nExecStart=/usr/local/bin/overtile build /etc/overtile/seven.yaml --resume --keep-rejected --log-format json\n")
    machine.run(f"echo DB_PASSWORD={PASSWORD} >>/etc/overtile/nightly.env; chmod 644 /etc/overtile/seven.yaml; systemctl daemon-reload")
    settings = " ".join(f"{name}='{value}'" for name, value in environment.items() if name != "PATH")

    def sql(text):
        database.run(text.replace("PLACE", "ST_SetSRID(ST_MakePoint((n * 37) % 340 - 170, (n * 17) % 140 - 70), 4326)"))

    def current():
        return machine.run("readlink /srv/maps/seven/current").stdout.strip()

    def upload():
        run = machine.run(f"{settings} PATH={environment['PATH']}:/usr/local/bin sh /opt/nightly/upload.sh /srv/maps/seven s3://maps/nightly")
        assert run.returncode == 0, run.stderr
        return run.stdout.split(":")[0], points_read(address, tmp_path)

    def releases():
        return set(machine.run("ls /srv/maps/seven/releases").stdout.split())

    sql("CREATE TABLE airports (id int, height int, geom geometry(Point, 4326)); "
        "INSERT INTO airports SELECT n, n, PLACE FROM generate_series(1, 1000) n")
    (tmp_path / "exports").mkdir()
    export(machine, Exports.first(), tmp_path / "exports")
    # The service reaches a database by TCP only with the page's drop-in.
    assert start(machine) != 0 and current() == ""
    machine.run(f"cp /opt/nightly/database.conf /etc/systemd/system/{UNIT}.d/; systemctl daemon-reload")
    # 1: the first bundle.
    assert start(machine) == 0 and upload() == ("published", 1000)
    first = current()
    # 2: another order of the rows, settings of the session and an analyzed table change no byte.
    sql("CREATE TABLE sorted AS SELECT * FROM airports ORDER BY md5(id::text); DROP TABLE airports; ALTER TABLE sorted RENAME TO airports; "
        "ALTER ROLE tester SET timezone = 'Asia/Kathmandu'; ALTER ROLE tester SET datestyle = 'German'; ANALYZE")
    assert start(machine) == 0 and current() == first
    assert '"unchanged":true' in machine.run(f"journalctl -u {UNIT} -o cat -n 5").stdout
    # 3: half of the table is gone: the gate holds, somebody is told, the store keeps the bundle.
    sql("CREATE TABLE kept AS TABLE airports; DELETE FROM airports WHERE id % 2 = 0")
    assert start(machine) == 65 and '"gate-failed"' in told(machine) and upload() == ("unchanged", 1000)
    assert machine.run("ls /srv/maps/seven.rejected/bundle.json").returncode == 0
    # 4: the table is whole again and has grown; the rejected bundle goes.
    sql("DROP TABLE airports; ALTER TABLE kept RENAME TO airports; INSERT INTO airports SELECT n, n, PLACE FROM generate_series(1001, 1040) n")
    assert start(machine) == 0 and upload() == ("published", 1040)
    assert machine.run("ls -d /srv/maps/seven.*").stdout.split() == ["/srv/maps/seven.report.json"]
    # 5: the export of earthquakes is a day old.
    fourth = current()
    machine.run("touch -d '30 hours ago' /srv/exports/quakes.geojson")
    assert start(machine) == 65 and "maxAge" in told(machine) and current() == fourth
    # 6: somebody runs it by hand as root, and the export is there.
    machine.run("touch /srv/exports/quakes.geojson")
    sql("INSERT INTO airports SELECT n, n, PLACE FROM generate_series(1041, 1050) n")
    by_hand = machine.run(f"unset TMPDIR; DB_PASSWORD={PASSWORD} /usr/local/bin/overtile build /etc/overtile/seven.yaml")
    assert by_hand.returncode == 0, by_hand.stderr
    # 7: the service goes on, though it may not remove what is root's; the store has what is here.
    for number in 1051, 1052:
        sql(f"INSERT INTO airports SELECT n, n, PLACE FROM generate_series({number}, {number}) n")
        assert start(machine) == 0, machine.run(f"journalctl -u {UNIT} -o cat -n 9").stdout
    assert upload() == ("published", 1052)
    assert releases() >= {current().split("/")[1]} and len(releases()) == 3
    assert PASSWORD not in machine.run("journalctl -o cat").stdout
