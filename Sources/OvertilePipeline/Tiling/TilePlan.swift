import OvertileBundleFormat
import OvertileConfiguration
import OvertileLayers
import OvertileVectorTile

/// The state that all tile workers of a run share.
struct TilePlan: Sendable {
  /// The layers, in the order of the configuration.
  let layers: [any OverlayLayer]
  /// Per layer: its name, keys and values, packed for the encoders.
  let tables: [TileLayer]
  /// The tiles' units.
  let grid: TileGrid
  /// The effort of compression.
  let gzipLevel: Int

  /// Packs the layers for the encoders.
  init(_ layers: [any OverlayLayer], _ output: OutputConfiguration) {
    self.layers = layers
    grid = output.grid
    gzipLevel = output.level
    tables = layers.map { TileLayer(name: $0.name, keys: $0.properties.keys, values: $0.properties.values) }
  }

  /// The zooms that some layer has.
  var zooms: [Int] {
    Array(Set(layers.flatMap { Array($0.zooms) })).sorted()
  }

  /// The sheets of a layout, in the order in which archives take them.
  func sheets(_ output: OutputConfiguration) -> [TileSheet] {
    guard output.layout == .perLayer else { return zooms.map { TileSheet(zoom: $0) } }
    return layers.indices.flatMap { index in layers[index].zooms.map { TileSheet(zoom: $0, layer: index) } }
  }

  /// The archives of a layout, in the order of their sheets.
  func archives(_ output: OutputConfiguration) -> [PlannedArchive] {
    if output.layout == .perLayer {
      return layers.enumerated().map { index, layer in
        PlannedArchive(stem: BundleFileName.tiles(of: layer.name), zooms: layer.zooms, layer: (index, layer.name))
      }
    }
    guard output.spansZooms else {
      return zooms.map { PlannedArchive(stem: BundleFileName.zoom($0), zooms: $0...$0) }
    }
    guard let first = zooms.first, let last = zooms.last else { return [] }
    return [PlannedArchive(stem: BundleFileName.allZooms, zooms: first...last)]
  }

  /// The overlays of a sheet.
  func jobs(_ sheet: TileSheet) throws -> TileJobs {
    let present = layers.indices.filter { layers[$0].zooms.contains(sheet.zoom) && (sheet.layer ?? $0) == $0 }
    let parts = try present.map { index in
      TileJobs.LayerPart(layer: index, overlays: try layers[index].overlays(atZoom: sheet.zoom))
    }
    return TileJobs(sheet, parts: parts)
  }
}

/// Tiles of one zoom that are made together: those of all layers, or of one.
struct TileSheet: Sendable, Hashable {
  /// The zoom.
  let zoom: Int
  /// The index of the only layer in the tiles; nil for all layers.
  var layer: Int?
}

/// An archive to write, of ascending zooms of all layers or of one layer.
struct PlannedArchive: Sendable {
  /// Its name without an extension.
  let stem: String
  /// Its zooms, ascending; some between them may have no tiles.
  let zooms: ClosedRange<Int>
  /// The index and the name of its only layer; nil for all layers.
  var layer: (index: Int, name: String)?

  /// Whether the tiles of a sheet belong in the archive.
  func holds(_ sheet: TileSheet) -> Bool { layer?.index == sheet.layer && zooms.contains(sheet.zoom) }
}

extension OutputConfiguration {
  /// Whether an archive has several zooms. A folder of tiles has a folder per zoom whatever the layout.
  var spansZooms: Bool { layout != .perZoom || format.isFolder }
}
