import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Reads the tiles of a bundle's files one zoom after the other, decodes them on all cores, and checks a zoom as a
/// whole once its last tile has come. Memory: some 110 bytes for each entry of one zoom.
struct TileStage {
  /// What does not hold.
  private(set) var findings: Findings
  /// The rules of the bundle; nil for an archive alone.
  private let expectations: TileExpectations?
  private let threads: Int
  private var layers: [LayerCheck]
  private var members: [MembersTiles?]
  private var batch: [StoredTile] = []
  private var batchBytes = 0
  private var contents: TileContents
  private var zoom: Int?
  private var file = ""
  /// The index of the file's only layer; nil for all layers.
  private var layer: Int?
  private var compression = StoredCompression.none
  private var content = TileContent.vectorTile
  /// Per layer: the gaps in the tiles of the zoom before.
  private var gapsAbove: [[UInt64: [TileBorders.Gap]]]
  /// Tiles and entries so far.
  private(set) var tiles = 0
  private(set) var entries = 0

  /// The number of tiles, and their approximate bytes, that are decoded together.
  private static let batchTiles = 1024
  private static let batchBytes = 4 << 20

  /// Prepares for the layers of a bundle, or for an archive alone.
  ///
  /// - Parameter members: per layer: its members, if it has them.
  init(_ expectations: TileExpectations?, members: [MembersTiles?], threads: Int, findings: Findings) {
    self.expectations = expectations
    self.findings = findings.fresh
    self.threads = max(1, threads)
    self.members = members
    let known = expectations?.layers ?? []
    layers = known.map { LayerCheck($0) }
    gapsAbove = Array(repeating: [:], count: known.count)
    contents = TileContents(layers: known.count, findings: findings)
  }

  /// Sets the file of the next tiles. A file with one layer must have no other.
  mutating func begin(file: String, layer: String?, compression: StoredCompression, content: TileContent) {
    (self.file, self.compression, self.content) = (file, compression, content)
    self.layer = layer.flatMap { expectations?.index(of: $0) }
  }

  /// Adds a tile; zooms ascend within a file.
  mutating func add(_ tile: TileID, _ bytes: [UInt8]) throws {
    if let zoom, zoom != Int(tile.z) { try finishZoom() }
    zoom = Int(tile.z)
    tiles += 1
    batch.append(StoredTile(tile: tile, bytes: bytes))
    batchBytes += bytes.count
    if batch.count >= Self.batchTiles || batchBytes >= Self.batchBytes { try decode() }
  }

  /// Ends the zoom, and the file.
  mutating func finishZoom() throws {
    try decode()
    findings.append(contents.findings)
    for index in layers.indices where !contents.occurrences[index].isEmpty { gapsAbove[index] = contents.gaps[index] }
    defer { contents = TileContents(layers: layers.count, findings: findings) }
    guard let zoom, let expectations else { return }
    for index in layers.indices {
      layers[index].add(fields: contents.fields[index])
      guard (layer ?? index) == index else {
        if !contents.occurrences[index].isEmpty {
          findings.add(
            .tileLayer, Location(file, layer: expectations.layers[index].id),
            "the file should not contain this layer at zoom \(zoom)"
          )
        }
        continue
      }
      guard expectations.layers[index].minzoom <= zoom, zoom <= expectations.layers[index].maxzoom else { continue }
      let check = ZoomCheck(
        layer: expectations.layers[index], zoom: zoom, file: file, extent: Int64(expectations.extent),
        buffer: Int64(expectations.buffer), circles: expectations.circles[index], hasMembers: members[index] != nil
      )
      try layers[index].check(
        check, &contents.occurrences[index], claims: contents.claims[index], members: &members[index], into: &findings)
    }
    self.zoom = nil
  }

  /// Checks the layers as a whole.
  mutating func finish() {
    for layer in layers { layer.finish(into: &findings) }
    for check in members.compactMap({ $0?.aggregates }) { findings.append(check.findings) }
  }

  private mutating func decode() throws {
    guard !batch.isEmpty else { return }
    for part in try parts(batch) {
      for index in layers.indices {
        for cluster in part.clusters[index] { members[index]?.aggregates?.check(cluster.id, cluster.properties) }
      }
      contents.append(part)
      entries += part.entries
    }
    batch.removeAll(keepingCapacity: true)
    batchBytes = 0
  }

  /// The contents of some tiles, in their order, decoded in equal parts at the same time.
  private func parts(_ batch: [StoredTile]) throws -> [TileContents] {
    let (expectations, file, compression, content) = (expectations, file, compression, content)
    let (above, findings) = (gapsAbove, contents.findings)
    let size = max(16, (batch.count + threads - 1) / threads)
    let count = (batch.count + size - 1) / size
    let results = ConcurrentParts.map(count, threads: threads) { part in
      Result {
        var check = try TileCheck(
          expectations, file: file, compression: compression, content: content, gapsAbove: above, findings: findings)
        for tile in batch[part * size..<min(batch.count, (part + 1) * size)] { check.check(tile) }
        return check.contents
      }
    }
    return try results.map { try $0.get() }
  }
}
