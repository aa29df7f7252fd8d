"""tippecanoe-decode, as the tests run it."""
import json
import os
import subprocess
import sys
from pathlib import Path

TIPPECANOE_DECODE = Path(sys.executable).with_name("tippecanoe-decode")
# It takes and returns its largest memory for each tile: with some left over, an archive is decoded in a tenth of the time.
ENVIRONMENT = os.environ | {"MALLOC_TOP_PAD_": str(64 << 20)}


def decoded_by_tippecanoe(path):
    """The features of what tippecanoe-decode writes of an archive: a collection of layers for each tile, of features for each layer."""
    run = subprocess.run([TIPPECANOE_DECODE, path], env=ENVIRONMENT, capture_output=True, timeout=120)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)["features"]
