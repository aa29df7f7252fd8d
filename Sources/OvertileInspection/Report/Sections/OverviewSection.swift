import OvertileExpressions

extension ReportFacts {
  /// The bundle as a whole, its layers, and the facts that are missing.
  package var overviewSection: ReportSection {
    let warnings = (report?.warnings ?? []).map { "Build warning: \($0)" }
    let advice = (report?.zoomAdvice ?? []).map { "Advice: \($0)" }
    let notes = warnings + advice + inspection.notes.map { "Note: \($0)." } + missing
    let whole = ReportTable("The \(inspection.kind).", ["", ""], texts: statements)
    return ReportSection(
      id: "overview", title: "Overview", lead: summary,
      tables: [whole] + (inspection.layers.isEmpty ? [] : [layerTable]), notes: notes)
  }

  private var summary: String {
    let found = inspection
    var parts = [
      found.tiles.map { Counted.text($0, "tile") }, found.fileBytes.map { NumberText.bytes($0) + " on disk" },
      found.layers.isEmpty ? nil : Counted.text(found.layers.count, "layer"),
    ]
    if let low = found.minzoom, let high = found.maxzoom {
      parts.append(low == high ? "zoom \(low)" : "zooms \(low) to \(high)")
    }
    return parts.compactMap(\.self).joined(separator: ", ") + "."
  }

  /// What is known of the whole, each with its name.
  private var statements: [[String]] {
    let found = inspection
    let bounds = found.bounds?.map { NumberText.decimals($0, 4) }.joined(separator: ", ")
    let all: [(String, String?)] = [
      (found.kind, found.path), ("name", found.name), ("description", found.description),
      ("attribution", found.attribution), ("version of the data", found.version), ("written by", found.generator),
      ("tiles are", [found.container, found.layout, found.content].compactMap(\.self).joined(separator: ", ")),
      ("compression", found.compression.joined(separator: ", ")),
      ("bounds in degrees", bounds.map { $0 + " (west, south, east, north)" }),
      ("tile data", found.tileBytes.map(NumberText.bytes)),
      ("duplicates", found.duplicates.map { "\(Counted.text($0.tiles, "tile")), \(NumberText.bytes($0.bytes)) saved" }),
      ("features read", report.map { Counted.grouped($0.sources.reduce(0) { $0 &+ $1.read }) }),
      ("time of the build", report.map { NumberText.seconds($0.seconds) }),
      ("peak memory", report.map { NumberText.bytes($0.peakMemoryBytes) }),
      (
        "made from",
        found.provenance.map { "features \($0.features.prefix(12)), configuration \($0.configuration.prefix(12))" }
      ),
      (
        "software",
        found.software?.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      ),
    ]
    return all.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : [name, $0] } }
  }

  private var layerTable: ReportTable {
    // The first layer with each list of properties: the others name it.
    var first: [String: String] = [:]
    let rows = inspection.layers.map { layer -> [ReportTable.Cell] in
      let zooms = layer.minzoom.flatMap { low in layer.maxzoom.map { low == $0 ? "\(low)" : "\(low)-\($0)" } } ?? ""
      let fields = layer.fields.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      let told = fields.isEmpty ? "none" : first[fields].map { "as \($0)" } ?? fields
      first[fields] = first[fields] ?? layer.id
      return [.text(layer.id), .text(layer.kind ?? ""), .text(zooms), .count(layer.features), .text(told)]
    }
    return ReportTable("The layers.", ["layer", "kind", "zooms", "#features", "properties in tiles"], rows)
  }
}
