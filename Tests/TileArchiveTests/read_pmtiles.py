"""Reads a PMTiles archive with the reference package and compares its tiles with those on standard input."""

import base64
import enum
import json
import sys

from pmtiles.reader import MmapSource, Reader, all_tiles

question = json.load(sys.stdin)
with open(question["path"], "rb") as file:
    source = MmapSource(file)
    reader = Reader(source)
    expected = {(t["z"], t["x"], t["y"]): base64.b64decode(t["data"]) for t in question["tiles"]}
    count, wrong = 0, []
    for address, data in all_tiles(source):
        count += 1
        if expected.get(address) != data:
            wrong.append(str(address))
    # Lookups work differently from iteration: some tiles, from the beginning to the end.
    sample = list(expected)[:: max(1, len(expected) // 50)][:50]
    found = sum(reader.get(*address) == expected[address] for address in sample)
    header = {name: int(value.value if isinstance(value, enum.Enum) else value) for name, value in reader.header().items()}
    answer = {"header": header, "metadata": reader.metadata(), "count": count, "wrong": wrong[:10], "found": found}
json.dump(answer, sys.stdout)
