import OvertileBundleFormat
import OvertileExpressions
import OvertileInspection

/// The findings about a bundle or an archive, as text.
struct InspectionText {
  let found: SourceInspection
  private static let fieldWidth = 100

  /// The whole text.
  var text: String {
    let sections = [facts, layers, entries, zooms, largest, cameras, provenance, notes]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var facts: [String] {
    var rows = [[found.kind, found.path]]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { rows.append([name, TextTable.plain(value)]) }
    }
    add("name", found.name)
    add("description", found.description)
    add("attribution", found.attribution)
    add("version", found.version)
    add("written by", found.generator)
    let storage = [found.container, found.layout, found.content].compactMap { $0 }.joined(separator: ", ")
    add("tiles are", storage)
    add("compression", found.compression.joined(separator: ", "))
    if let low = found.minzoom, let high = found.maxzoom { add("zooms", low == high ? "\(low)" : "\(low) to \(high)") }
    add("bounds", found.bounds.map { degrees($0) + " (west, south, east, north)" })
    add("center", found.center.map { degrees($0) + " (longitude, latitude, zoom)" })
    add("tiles", found.tiles.map { Counted.grouped($0) })
    add("tile data", found.tileBytes.map(NumberText.bytes))
    add(
      "duplicates",
      found.duplicates.map { "\(Counted.text($0.tiles, "tile")), \(NumberText.bytes($0.bytes)) saved" })
    add("on disk", found.fileBytes.map(NumberText.bytes))
    return TextTable.lines(rows, [.left, .left])
  }

  private var layers: [String] {
    guard !found.layers.isEmpty else { return [] }
    let origin =
      found.layersFrom == .tiles
      ? "every tile" : found.layersFrom == .sample ? "some tiles" : "the \(found.layersFrom.rawValue)"
    var rows = [["layer", "kind", "zooms", "features", "fields (from \(origin))"]]
    for layer in found.layers {
      let fields = layer.fields.map { TextTable.plain("\($0.key) \($0.value)") }
      var lines = wrapped(fields)
      rows.append([
        TextTable.plain(layer.id), layer.kind ?? "", zooms(layer), layer.features.map { Counted.grouped($0) } ?? "",
        lines.isEmpty ? "none" : lines.removeFirst(),
      ])
      rows += lines.map { ["", "", "", "", $0] }
    }
    return TextTable.lines(rows, [.left, .left, .left, .right, .left])
  }

  /// Entries by layer and zoom.
  private var entries: [String] {
    let known = found.layers.filter { !$0.zooms.isEmpty }
    let zooms = Set(known.flatMap { $0.zooms.map(\.zoom) }).sorted()
    guard !zooms.isEmpty else { return [] }
    let header = ["entries at zoom"] + known.map { TextTable.plain($0.id) }
    let rows = zooms.map { zoom in
      ["\(zoom)"]
        + known.map { layer in layer.zooms.first { $0.zoom == zoom }.map { Counted.grouped($0.entries) } ?? "" }
    }
    return TextTable.lines([header] + rows, [.left] + known.map { _ in .right })
  }

  private var zooms: [String] {
    guard !found.zooms.isEmpty else { return [] }
    let rows = found.zooms.map {
      [
        "\($0.zoom)", Counted.grouped($0.tiles), NumberText.bytes($0.bytes),
        NumberText.bytes($0.bytes / max(1, $0.tiles)),
      ]
    }
    return TextTable.lines([["zoom", "tiles", "bytes", "mean"]] + rows, [.left, .right, .right, .right])
  }

  private var largest: [String] {
    guard !found.largestTiles.isEmpty else { return [] }
    let rows = found.largestTiles.map { [$0.tile, NumberText.bytes(UInt64(max(0, $0.bytes)))] }
    return TextTable.lines([["largest tiles", "bytes"]] + rows, [.left, .right])
  }

  /// The presets of the bundle and the default cameras of its layers, a line for each view.
  private var cameras: [String] {
    var rows = (found.cameras ?? []).flatMap { preset in preset.views.map { camera(preset.name, $0) } }
    rows += found.layers.compactMap { layer in layer.camera.map { camera("layer \(layer.id)", $0) } }
    guard !rows.isEmpty else { return [] }
    let head = ["camera", "view", "latitude", "longitude", "z512", "z256", "bearing", "pitch"]
    return TextTable.lines([head] + rows, [.left, .left] + Array(repeating: .right, count: 6))
  }

  private func camera(_ name: String, _ view: BundleManifest.CameraView) -> [String] {
    let size = degrees([view.viewport.width]) + "x" + degrees([view.viewport.height])
    let numbers: [Double?] = [
      view.camera.center.last, view.camera.center.first, view.camera.zoom, view.zoom256, view.camera.bearing,
      view.camera.pitch,
    ]
    let label = view.viewport.name.map { $0 == size ? size : "\($0) \(size)" } ?? size
    return [TextTable.plain(name), TextTable.plain(label)] + numbers.map { degrees($0.map { [$0] } ?? []) }
  }

  private var provenance: [String] {
    guard let provenance = found.provenance else { return [] }
    var rows = [["configuration", provenance.configuration], ["features", provenance.features]]
    rows += provenance.reprojections.map { [$0.source, "\($0.crs): \($0.operation)"] }
    let software = (found.software ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    rows.append(["software", software.joined(separator: ", ")])
    return TextTable.lines([["made from", ""]] + rows.map { $0.map(TextTable.plain) }, [.left, .left])
  }

  private var notes: [String] { found.notes.map { "note: " + TextTable.plain($0) } }

  private func zooms(_ layer: SourceInspection.Layer) -> String {
    guard let low = layer.minzoom, let high = layer.maxzoom else { return "" }
    return low == high ? "\(low)" : "\(low)-\(high)"
  }

  private func degrees(_ values: [Double]) -> String {
    values.map { value in Int64(exactly: value).map { "\($0)" } ?? "\(value)" }.joined(separator: ", ")
  }

  /// Items in lines of a width.
  private func wrapped(_ items: [String]) -> [String] {
    var lines: [String] = []
    for item in items {
      if let last = lines.last, last.count + item.count + 2 <= Self.fieldWidth {
        lines[lines.count - 1] = last + ", " + item
      } else {
        lines.append(item)
      }
    }
    return lines
  }
}
