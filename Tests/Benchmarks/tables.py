"""The tables in Markdown that run.py prints."""


def table(heads, rows):
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def times(row, own, figure):
    """How many times as much as ours."""
    return "" if row is own else f"{row[figure] / own[figure]:.1f}"


def tiler_table(comparison):
    """Programs that did the same task; the first row is ours, which the ratios refer to."""
    if comparison.get("isByCount"):
        return count_table(comparison)
    own, is_points = comparison["rows"][0], comparison["features"] == "points"
    heads = [comparison["title"], "CPU s", "times ours", "wall s", "times ours", "cores", "peak MB", "times ours", "tiles",
             "archives MB", f"{comparison['features']} at zoom 0", "at the last", *([] if is_points else ["positions there"])]
    rows = []
    for row in comparison["rows"]:
        if "failure" in row:
            continue
        rows.append([
            row["name"] + less_work(row), f"{row['cpuSeconds']:.1f}", times(row, own, "cpuSeconds"),
            f"{row['wallSeconds']:.1f}", times(row, own, "wallSeconds"), f"{row['cpuSeconds'] / row['wallSeconds']:.2f}",
            f"{row['peakMegabytes']:,.0f}", times(row, own, "peakMegabytes"), f"{row['tiles']:,}",
            f"{row['archiveMegabytes']:.0f}", f"{row['first']:,}", f"{row['last']:,}",
            *([] if is_points else [f"{row['positions']:,}"])])
    return "\n\n".join([table(heads, rows), *notes(comparison)])


def less_work(row):
    return " (*)" if row["last"] < row["expected"] else ""


def notes(comparison):
    """Sentences below a table: programs that fail, and those that show less than there is."""
    rows = comparison["rows"]
    failed = [f"{row['name']}: {row['failure']}" for row in rows if "failure" in row]
    is_less = any("failure" not in row and less_work(row) for row in rows)
    words = f"(*) Less work: its last zoom does not show all {comparison['count']:,} {comparison['features']}." if is_less else None
    return [*comparison.get("notes", []), *([words] if words else []), *failed]


def count_table(comparison):
    """The same program on inputs of several sizes: the cost of each feature."""
    first = comparison["rows"][0]
    heads = [comparison["title"], "CPU s", "wall s", "cores", "CPU us a point", "of the first", "wall us a point",
             "of the first", "peak MB", "tiles"]

    def cost(row, figure):
        return row[figure] / row["expected"] * 1e6

    return table(heads, [
        [row["name"], f"{row['cpuSeconds']:.1f}", f"{row['wallSeconds']:.1f}", f"{row['cpuSeconds'] / row['wallSeconds']:.2f}",
         *(text for figure in ("cpuSeconds", "wallSeconds")
           for text in (f"{cost(row, figure):.2f}", f"{cost(row, figure) / cost(first, figure):.3f}")),
         f"{row['peakMegabytes']:,.0f}", f"{row['tiles']:,}"] for row in comparison["rows"]])


def clusterer_table(rows, count):
    own = rows[0]
    heads = ["clustering alone, zooms 16 to 0", "CPU s", "times ours", "points/s", "peak MB", "nodes at 10", "nodes at 5"]
    return table(heads, [
        [row["name"], f"{row['cpuSeconds']:.2f}", times(row, own, "cpuSeconds"), f"{count / row['cpuSeconds']:,.0f}",
         f"{row['peakMegabytes']:,.0f}", f"{row['nodes']['10']:,}", f"{row['nodes']['5']:,}"] for row in rows])


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
