import OvertileBundleFormat
import OvertileCore
import OvertileInspection

/// The findings about a bundle or an archive, as text: the sections of a report that need nothing else, and more tables.
struct InspectionText {
  let found: SourceInspection

  /// The whole text.
  var text: String {
    let facts = ReportFacts(found)
    var overview = facts.overviewSection
    overview.tables += tables.filter { !$0.rows.isEmpty }
    return ReportText.text([overview] + [facts.zoomsSection].compactMap(\.self))
  }

  private var tables: [ReportTable] {
    let largest = found.largestTiles.map { tile in [tile.tile, NumberText.bytes(tile.bytes)] }
    var views = (found.cameras ?? []).flatMap { preset in preset.views.map { camera(preset.name, $0) } }
    views += found.layers.compactMap { layer in layer.camera.map { camera("layer \(layer.id)", $0) } }
    let origins = found.provenance.map { provenance in
      [["configuration", provenance.configuration], ["features", provenance.features]]
        + provenance.reprojections.map { [$0.source, "\($0.crs): \($0.operation)"] }
    }
    return [
      ReportTable("The largest tiles.", ["tile", "#bytes"], texts: largest),
      ReportTable(
        "Cameras of presets and layers.",
        ["camera", "view", "#latitude", "#longitude", "#z512", "#z256", "#bearing", "#pitch"], texts: views),
      ReportTable(
        "The digests of what it was made from, and the reprojection of each source.", ["", ""], texts: origins ?? []),
    ]
  }

  private func camera(_ name: String, _ view: BundleManifest.CameraView) -> [String] {
    let size = number(view.viewport.width) + "x" + number(view.viewport.height)
    let label = view.viewport.name.map { $0 == size ? size : "\($0) \(size)" } ?? size
    return [name, label]
      + [
        view.camera.center.last, view.camera.center.first, view.camera.zoom, view.zoom256, view.camera.bearing,
        view.camera.pitch,
      ].map { $0.map(number) ?? "" }
  }

  private func number(_ value: Double) -> String { JSONValue.text(value) }
}
