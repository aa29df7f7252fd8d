import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Reads the tiles of a bundle's files one zoom after the other, decodes them on all cores, and checks a zoom as a
/// whole once its last tile has come. Memory: some 120 bytes for each entry of one zoom, and the aggregates of clusters.
struct TileStage {
  private var check: TileCheck
  private let threads: Int
  private var batch: [(tile: TileID, bytes: [UInt8])] = []
  private var batchBytes = 0
  private var zoom: Int?
  /// The name of the file's only layer; nil for all layers.
  private var layer: String?
  /// Tiles so far.
  private(set) var tiles = 0
  /// Entries so far.
  var entries: Int { check.entries }

  /// The number of tiles, and their approximate bytes, that are decoded together.
  private static let batchTiles = 1024
  private static let batchBytes = 4 << 20

  /// Prepares for the layers of a bundle, or for an archive alone, which has neither layers nor rules.
  init(_ rules: BundleManifest.TileStorage?, _ layers: [LayerCheck], threads: Int, _ findings: Findings) {
    check = TileCheck(rules, layers, findings)
    self.threads = max(1, threads)
  }

  /// Sets the file of the next tiles. A file with one layer must have no other.
  mutating func begin(_ file: String, layer: String?, _ compression: StoredCompression, _ content: TileContent) {
    (check.place.file, self.layer, check.compression, check.content) = (file, layer, compression, content)
  }

  /// Adds a tile; zooms ascend within a file.
  mutating func add(_ tile: TileID, _ bytes: [UInt8]) throws {
    if let zoom, zoom != Int(tile.z) { try finishZoom() }
    zoom = Int(tile.z)
    tiles += 1
    batch.append((tile, bytes))
    batchBytes += bytes.count
    if batch.count >= Self.batchTiles || batchBytes >= Self.batchBytes { decode() }
  }

  /// Ends the zoom, and the file.
  mutating func finishZoom() throws {
    decode()
    guard let zoom else { return }
    defer {
      self.zoom = nil
      for index in check.layers.indices { check.layers[index].contents = LayerContents() }
    }
    for index in check.layers.indices {
      let name = check.layers[index].layer.id
      let place = check.place.at(layer: name)
      if layer ?? name == name {
        try check.layers[index].check(zoom: zoom, place)
      } else {
        place.require(
          check.layers[index].contents.occurrences.isEmpty, .tileLayer,
          "the file should not contain this layer at zoom \(zoom)")
      }
    }
  }

  /// Checks the layers as a whole.
  func finish() {
    for layer in check.layers { layer.finish() }
  }

  /// Decodes the tiles that wait in equal parts at the same time, and gathers their contents in their order.
  private mutating func decode() {
    let (batch, size) = (batch, max(16, (batch.count + threads - 1) / threads))
    let start = check.fresh
    let parts = ConcurrentParts.map((batch.count + size - 1) / size, threads: threads) { part in
      var check = start.fresh
      for (tile, bytes) in batch[part * size..<min(batch.count, (part + 1) * size)] { check.check(tile, bytes) }
      return check
    }
    for part in parts { check.append(part) }
    self.batch.removeAll()
    batchBytes = 0
  }
}
