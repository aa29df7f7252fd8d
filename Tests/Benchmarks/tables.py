"""The tables in Markdown that run.py prints."""


def table(heads, rows):
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def share(row, peer, figure):
    return f"{row[figure] / peer[figure]:.3f}" if peer else "-"


def tiler_table(rows):
    peer = next((row for row in rows if row["name"].startswith("tippecanoe")), None)
    heads = ["tiles of zooms 0 to 14", "CPU s", "of peer's", "wall s", "of peer's", "cores", "features/s", "peak MB",
             "tiles", "archives MB"]
    return table(heads, [
        [row["name"], f"{row['cpuSeconds']:.1f}", share(row, peer, "cpuSeconds"),
         f"{row['wallSeconds']:.1f}", share(row, peer, "wallSeconds"),
         f"{row['cpuSeconds'] / row['wallSeconds']:.2f}", f"{row['featuresPerSecond']:,.0f}",
         f"{row['peakMegabytes']:.0f}", f"{row['tiles']:,}", f"{row['archiveMegabytes']:.0f}"] for row in rows])


def clusterer_table(rows, count):
    peer = rows[-1]
    heads = ["clustering alone, zooms 16 to 0", "CPU s", "of peer's", "points/s", "peak MB",
             "nodes at 10", "nodes at 5"]
    return table(heads, [
        [row["name"], f"{row['cpuSeconds']:.2f}", share(row, peer, "cpuSeconds"),
         f"{count / row['cpuSeconds']:,.0f}", f"{row['peakMegabytes']:.0f}",
         f"{row['nodes']['10']:,}", f"{row['nodes']['5']:,}"] for row in rows])


def arithmetic_table(rows):
    own, peer = (row["perSecond"] for row in rows)
    heads = ["map arithmetic, one core", "MapMath, a second", "pyproj, pmtiles", "times as many"]
    return table(heads, [
        [what, f"{rate:,.0f}", f"{peer[what]:,.0f}" if what in peer else "-",
         f"{rate / peer[what]:.1f}" if what in peer else "-"] for what, rate in own.items()])


def reading_table(rows):
    own, peer = (row["microseconds"] for row in rows)
    heads = ["reading a bundle, microseconds", "p50", "p99", "pmtiles + mapbox-vector-tile, p50", "p99"]
    return table(heads, [
        [what, f"{middle:,.0f}", f"{late:,.0f}", *(f"{figure:,.0f}" for figure in peer[what])]
        if what in peer else [what, f"{middle:,.0f}", f"{late:,.0f}", "-", "-"]
        for what, (middle, late) in own.items()])
