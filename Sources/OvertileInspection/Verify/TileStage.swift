import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Reads the tiles of a bundle's files one zoom after the other, decodes them on all cores, and checks a zoom as a
/// whole once its last tile has come. Memory: some 120 bytes for each entry of one zoom, and the aggregates of clusters.
struct TileStage {
  private let rules: BundleManifest.TileStorage?
  private let threads: Int
  private var place: Place
  private var layers: [LayerCheck]
  private var contents: [LayerContents]
  private var batch: [(tile: TileID, bytes: [UInt8])] = []
  private var batchBytes = 0
  private var zoom: Int?
  /// The name of the file's only layer; nil for all layers.
  private var layer: String?
  private var compression = StoredCompression.none
  private var content = TileContent.vectorTile
  /// Tiles and entries so far.
  private(set) var tiles = 0
  private(set) var entries = 0

  /// The number of tiles, and their approximate bytes, that are decoded together.
  private static let batchTiles = 1024
  private static let batchBytes = 4 << 20

  /// Prepares for the layers of a bundle, or for an archive alone, which has neither layers nor rules.
  init(_ rules: BundleManifest.TileStorage?, _ layers: [LayerCheck], threads: Int, _ findings: Findings) {
    (self.rules, self.layers, self.threads) = (rules, layers, max(1, threads))
    place = Place(findings: findings, file: "")
    contents = layers.map { _ in LayerContents() }
  }

  /// Sets the file of the next tiles. A file with one layer must have no other.
  mutating func begin(_ file: String, layer: String?, _ compression: StoredCompression, _ content: TileContent) {
    (place.file, self.layer, self.compression, self.content) = (file, layer, compression, content)
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
    defer {
      zoom = nil
      contents = layers.map { _ in LayerContents() }
    }
    guard let zoom else { return }
    for index in layers.indices {
      let name = layers[index].layer.id
      let isExpected = (layer ?? name) == name
      place.at(layer: name).require(
        isExpected || contents[index].occurrences.isEmpty, .tileLayer,
        "the file should not contain this layer at zoom \(zoom)")
      if isExpected { try layers[index].check(&contents[index], zoom: zoom, place.at(layer: name)) }
    }
  }

  /// Checks the layers as a whole.
  func finish() {
    for layer in layers { layer.finish() }
  }

  /// Decodes the tiles that wait in equal parts at the same time, and gathers their contents in their order.
  private mutating func decode() {
    let (batch, size) = (batch, max(16, (batch.count + threads - 1) / threads))
    let (rules, layers, compression, content, place) = (rules, layers, compression, content, place)
    let parts = ConcurrentParts.map((batch.count + size - 1) / size, threads: threads) { part in
      let own = Place(findings: place.findings.fresh, file: place.file)
      var check = TileCheck(rules, layers, compression, content, own)
      for (tile, bytes) in batch[part * size..<min(batch.count, (part + 1) * size)] { check.check(tile, bytes) }
      return check
    }
    for part in parts {
      entries += part.entries
      place.findings.append(part.place.findings)
      for index in contents.indices { contents[index].append(part.contents[index]) }
    }
    self.batch.removeAll()
    batchBytes = 0
  }
}
