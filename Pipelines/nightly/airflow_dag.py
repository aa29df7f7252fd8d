"""The nightly overlays as a DAG of Apache Airflow 2.7 or later, which tries again where that may help.

Retries are for Airflow to make, so a task fails for good unless the exit code says that another attempt may succeed.
README.md, beside this file, says what each exit code asks for.
"""
import subprocess
from datetime import datetime, timedelta

from airflow.exceptions import AirflowException, AirflowFailException

try:
    from airflow.sdk import dag, task
except ImportError:  # Airflow 2
    from airflow.decorators import dag, task

OVERTILE = "/usr/local/bin/overtile"
CONFIGURATION = "/etc/overtile/nightly.yaml"

# A late export, a full or failing disk, another run, and SIGKILL, which the system sends when memory is short.
AGAIN = {66, 74, 75, -9, 137}


def overtile(*words):
    """Runs overtile; its lines go to the task's log."""
    status = subprocess.run([OVERTILE, *words]).returncode
    if status in AGAIN:
        raise AirflowException(f"overtile ended with {status}; another attempt may succeed")
    if status:
        raise AirflowFailException(f"overtile ended with {status}; what is served is whole")


@dag(schedule="30 3 * * *", start_date=datetime(2026, 1, 1), catchup=False, max_active_runs=1,
     default_args={"retries": 3, "retry_delay": timedelta(minutes=10)})
def nightly_overlays():
    @task
    def build():
        overtile("build", CONFIGURATION, "--resume", "--keep-rejected", "--log-format", "json",
                 "--metrics", "/var/lib/prometheus/node-exporter/overtile-nightly.prom")

    build()


nightly_overlays()
