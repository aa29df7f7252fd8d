/// An address below that of a bundle, read from its segments alone.
struct BundleRoute: Sendable, Hashable {
  /// What is asked for, with its name in the metrics.
  enum Kind: String, Sendable {
    /// The bundle itself.
    case index
    /// TileJSON of a layer, or of all.
    case tileJSON = "tilejson"
    /// A tile with all layers.
    case tile
    /// A tile of a layer.
    case layerTile = "layer-tile"
    /// A cluster's children, leaves or expansion zoom.
    case children, leaves
    case expansionZoom = "expansion-zoom"
    /// Overlays in a box.
    case features
    /// Anything else: a file, if the manifest names it.
    case file
  }

  /// What is asked for.
  private(set) var kind = Kind.file
  /// The layer; nil for all.
  private(set) var layer: String?
  /// The texts of a tile's zoom, column and row, or that of a cluster's id.
  private(set) var numbers: [String] = []

  /// Reads the segments after the bundle's name.
  init(_ path: [String]) {
    let end = path.last ?? ""
    switch path.count {
    case 0: kind = .index
    case 1 where end.isEmpty: kind = .index
    case 1, 2:
      guard let found = ["tile.json": Kind.tileJSON, "features": .features][end] else { return }
      (kind, layer) = (found, path.count == 2 ? path[0] : nil)
    case 4 where path[1] == "clusters" && [.children, .leaves, .expansionZoom].contains(Kind(rawValue: end)):
      (kind, layer, numbers) = (Kind(rawValue: end) ?? .file, path[0], [path[2]])
    case 3, 4:
      guard let dot = end.lastIndex(of: "."), [".mvt", ".pbf"].contains(end[dot...]) else { return }
      (kind, layer) = path.count == 4 ? (.layerTile, path[0]) : (.tile, nil)
      numbers = path.suffix(3).dropLast() + [String(end[..<dot])]
    default: return
    }
  }
}
