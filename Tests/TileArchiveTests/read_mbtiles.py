"""Reads an MBTiles file with sqlite3 and compares its tiles with those on standard input."""

import base64
import json
import sqlite3
import sys

question = json.load(sys.stdin)
database = sqlite3.connect(question["path"])


def rows(sql):
    return database.execute(sql).fetchall()


# Rows count from the south.
expected = {(t["z"], t["x"], 2 ** t["z"] - 1 - t["y"]): base64.b64decode(t["data"]) for t in question["tiles"]}
tiles = rows("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
indices = [name for _, name, unique, *_ in rows("PRAGMA index_list(tiles)") if unique]
json.dump(
    {
        "metadata": rows("SELECT name, value FROM metadata"),
        "wrong": [str(address) for *address, data in tiles if expected.get(tuple(address)) != data][:10],
        "count": len(tiles),
        "applicationID": rows("PRAGMA application_id")[0][0],
        "freePages": rows("PRAGMA freelist_count")[0][0],
        "integrity": rows("PRAGMA integrity_check")[0][0],
        "journal": rows("PRAGMA journal_mode")[0][0],
        "indices": [[column for _, _, column in rows(f"PRAGMA index_info({name})")] for name in indices],
    },
    sys.stdout,
)
