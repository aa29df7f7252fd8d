"""The reading of a bundle in an app: overtile's OverlayBundle beside pmtiles and mapbox-vector-tile."""
import random
import re
import sys

from pmtiles.reader import MmapSource, all_tiles

from inputs import made, written_pipeline
from measure import BENCHES, HERE, fail, repeated


def sampled_tiles(archives, count, path):
    """Writes some tiles of archives, the same in every run, as z/x/y lines."""
    pick, lines = random.Random(1), []
    for archive in archives:
        with open(archive, "rb") as file:
            tiles = ["/".join(map(str, zxy)) for zxy, _ in all_tiles(MmapSource(file))]
        lines += pick.sample(tiles, min(len(tiles), count // len(archives)))
    pick.shuffle(lines)
    path.write_text("\n".join(lines) + "\n")
    return path


def run_reader(name, command, options):
    """Percentiles of an app's waiting times, by the program's own account."""
    (output,), _ = repeated(name, 1, command, options.out)
    lines = re.findall(r"^(.+): \d+, p50 ([\d.]+) us, p99 ([\d.]+) us", output, re.MULTILINE)
    if not lines:
        fail(f"{name} printed no figures")
    return {"name": name, "microseconds": {what: [float(p50), float(p99)] for what, p50, p99 in lines}}


def run_reading(options):
    bundle = options.out / "reading"
    pipeline = written_pipeline("points.yaml", made(f"points:{options.count}", options.out), bundle)
    repeated("overtile", 1, [options.binaries / "overtile", "build", pipeline, "--quiet"], options.out)
    tiles = sampled_tiles(sorted(bundle.glob("z*.pmtiles")), 3000, options.out / "tiles.txt")
    own = run_reader("overtile's OverlayBundle", [BENCHES / "ReadingBench", bundle, tiles], options)
    peer = run_reader("pmtiles and mapbox-vector-tile", [sys.executable, HERE / "reading_peer.py", bundle, tiles], options)
    return [own, peer]
