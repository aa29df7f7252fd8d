"""Hashes byte strings with the xxhash package: JSON [{"bytes": [...], "seed": "n"}] in, JSON ["n"] out."""

import json
import sys

import xxhash

print(json.dumps([str(xxhash.xxh64(bytes(case["bytes"]), seed=int(case["seed"])).intdigest())
                  for case in json.load(sys.stdin)]))
