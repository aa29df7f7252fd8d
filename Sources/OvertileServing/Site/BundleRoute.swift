/// An address below that of a bundle, read from its segments alone.
enum BundleRoute: Sendable, Hashable {
  /// The bundle itself; `isFolder` if the address ends with "/".
  case index(isFolder: Bool)
  /// TileJSON of a layer, or of all.
  case tileJSON(layer: String?)
  /// A tile of a layer, or with all layers.
  case tile(layer: String?, TileNumbers)
  /// A cluster's children, leaves or expansion zoom.
  case cluster(layer: String, id: String, ClusterPart)
  /// Overlays in a box.
  case features(layer: String?)
  /// Anything else: a file, if the manifest names it.
  case file

  /// A part of what is known about a cluster.
  enum ClusterPart: String, Sendable {
    case children, leaves
    case expansionZoom = "expansion-zoom"
  }

  /// The texts of a tile's zoom, column and row.
  struct TileNumbers: Sendable, Hashable {
    var z, x, y: String
  }

  /// Reads the segments after the bundle's name.
  init(_ path: [String]) {
    switch path.count {
    case 0: self = .index(isFolder: false)
    case 1 where path[0].isEmpty: self = .index(isFolder: true)
    case 1 where path[0] == "tile.json": self = .tileJSON(layer: nil)
    case 1 where path[0] == "features": self = .features(layer: nil)
    case 2 where path[1] == "tile.json": self = .tileJSON(layer: path[0])
    case 2 where path[1] == "features": self = .features(layer: path[0])
    case 3, 4:
      if path.count == 4, path[1] == "clusters", let part = ClusterPart(rawValue: path[3]) {
        self = .cluster(layer: path[0], id: path[2], part)
      } else if let numbers = Self.tile(path.suffix(3)) {
        self = .tile(layer: path.count == 4 ? path[0] : nil, numbers)
      } else {
        self = .file
      }
    default: self = .file
    }
  }

  private static func tile(_ path: ArraySlice<String>) -> TileNumbers? {
    let parts = Array(path)
    guard let dot = parts[2].lastIndex(of: "."), [".mvt", ".pbf"].contains(parts[2][dot...]) else { return nil }
    return TileNumbers(z: parts[0], x: parts[1], y: String(parts[2][..<dot]))
  }

  /// The parameters that a query may have.
  var parameters: [String] {
    switch self {
    case .index, .tileJSON, .tile, .file, .cluster(_, _, .expansionZoom): ["v"]
    case .cluster: ["v", "limit", "offset"]
    case .features: ["v", "bbox", "zoom"]
    }
  }

  /// The route's name in the metrics.
  var name: String {
    switch self {
    case .index: "index"
    case .tileJSON: "tilejson"
    case .tile(nil, _): "tile"
    case .tile: "layer-tile"
    case .cluster(_, _, let part): part.rawValue
    case .features: "features"
    case .file: "file"
    }
  }
}

/// Numbers in addresses: plain, so that each has few spellings.
enum NumberText {
  /// A whole number of up to 18 digits; nil for any other text.
  static func whole(_ text: String) -> Int? {
    guard text.utf8.count <= 18, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  /// A finite number in decimals; nil for any other text, also for "nan" and hexadecimal ones.
  static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.count <= 40, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
