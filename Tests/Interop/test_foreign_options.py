"""Options of tippecanoe, supercluster and Mapbox on the command line: their programs, and their replacements in a
pipeline."""
import subprocess

import pytest

from conftest import overtile
from foreign import TIPPECANOE

WORDS = {
    "--clip-bounding-box=1,2,3,4": "bounds: [", "--drop-densest-as-needed": "no feature is dropped", "-zg": "zooms: 0-auto",
    "-z14": "zooms: 0-14", "--maximum-zoom=14": "zooms: 0-14", "-r1": "no feature is dropped",
    "--cluster-distance=30": "radius: 40px", "--coalesce": "dissolve", "--exclude=a": "drop: [note]",
    "--include=a": "keep: [name, visits]", "--layer=a": "layers: {NAME", "--force": "replaced", "--read-parallel": "cores",
    "--maxZoom": "zooms: 0-14", "--radius": "cluster", "--extent": "extent", "--clusterProperties": "aggregates",
}


@pytest.mark.parametrize("option", WORDS)
def test_an_option_of_others_is_answered(option):
    for words in (["build", "p.yaml", option], [option, "in.geojson"]):
        run = overtile(*words)
        message = run.stderr.decode()
        assert run.returncode == 64 and WORDS[option] in message and "the pipeline file says what is built" in message, message


def test_a_mistyped_option_gets_no_such_answer():
    message = overtile("build", "p.yaml", "--otput", "x").stderr.decode()
    assert "Did you mean '--output'?" in message and "pipeline:" not in message


def test_every_long_option_of_tippecanoe_is_known():
    text = subprocess.run([TIPPECANOE, "--help"], capture_output=True).stderr.decode()
    names = sorted({word.strip("[]").split("=")[0] for word in text.split() if word.startswith("[--")})
    ours = {"--output", "--quiet", "--version"}
    assert len(names) > 90
    lost = [name for name in names if name not in ours and b"the pipeline file says what is built" not in overtile("build", "p", name).stderr]
    assert not lost
