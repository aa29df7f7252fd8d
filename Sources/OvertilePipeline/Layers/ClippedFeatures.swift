import MapMath
import OvertileFeatures

/// Features of overlays, clipped to tiles, in columns, with packed geometries; once finished, in tile order.
///
/// Under a memory bound, clipped features beyond a budget go into the files of a `ClippedFeatureSpill`.
struct ClippedFeatures: Sendable {
  /// In memory: which clipped feature is in which tile; items are indices into the other columns.
  private var entries = TileEntries()
  /// Per clipped feature: the index of its overlay.
  private var overlays: [UInt32] = []
  /// Per clipped feature: which part of its overlay it is, in the layer's own numbering.
  private var parts: [UInt8] = []
  /// Per clipped feature: its kind, the number of its parts and of the positions in each, and the positions, each as
  /// the offsets east and south from the one before.
  private var geometries = PackedRows(groupSize: 1)

  private let spill: ClippedFeatureSpill?
  private var runs: [ClippedFeatureSpill.Run] = []
  /// The overlays of the clipped features in runs; each at least once.
  private var spilledOverlays: [UInt32] = []
  private var spilledCount = 0
  private var sorted: SortedClippedFeatures?

  /// The memory of a clipped feature beside its geometry, including its record while a run is written.
  private static let bytes = 64

  /// Makes an empty collection, which spills into files if they are passed and needed.
  init(_ spill: ClippedFeatureSpill? = nil) { self.spill = spill }

  /// The number of clipped features.
  var count: Int { spilledCount + overlays.count }

  /// Adds a clipped feature. Those of an overlay must come one after the other; overlays may come in any order.
  mutating func append(_ geometry: TileGeometry, of overlay: UInt32, part: UInt8 = 0, in tile: TileID) throws {
    entries.append(tile: tile.hilbertID, item: UInt32(overlays.count))
    overlays.append(overlay)
    parts.append(part)
    geometries.append { _, bytes in Self.pack(geometry, into: &bytes) }
    try spillIfLarge()
  }

  /// Adds the clipped features of other overlays.
  mutating func append(_ other: ClippedFeatures) throws {
    let clippedFeature = UInt32(overlays.count)
    for (tile, item) in zip(other.entries.tiles, other.entries.items) {
      entries.append(tile: tile, item: clippedFeature + item)
    }
    overlays += other.overlays
    parts += other.parts
    geometries.append(other.geometries)
    runs += other.runs
    spilledOverlays += other.spilledOverlays
    spilledCount += other.spilledCount
    try spillIfLarge()
  }

  /// Per overlay below a number: whether it has a clipped feature. O(clipped features).
  func isShown(count: Int) -> [Bool] {
    var isShown = [Bool](repeating: false, count: count)
    for list in [spilledOverlays, overlays] {
      for overlay in list where Int(overlay) < count { isShown[Int(overlay)] = true }
    }
    return isShown
  }

  /// Ends adding, and brings the clipped features into tile order.
  mutating func finish() throws {
    guard let spill, !runs.isEmpty else { return entries.sort(thenBy: overlays) }
    try writeRun(to: spill)
    sorted = try spill.merged(runs)
    (runs, spilledOverlays) = ([], [])
  }

  // MARK: Reading

  /// Per clipped feature in tile order: its tile.
  var tiles: TileColumn { sorted.map { TileColumn($0) } ?? TileColumn(entries.tiles) }

  /// Calls a closure with the overlay, the part and the geometry of some clipped features, numbered in tile order.
  func forEach(
    _ range: Range<Int>, _ body: (_ overlay: Int, _ part: UInt8, _ geometry: TileGeometry) throws -> Void
  ) throws {
    var geometry = TileGeometry(kind: .points)
    guard let sorted else {
      for entry in range {
        let clippedFeature = Int(entries.items[entry])
        try geometries.withGroup(ofRow: clippedFeature) { bytes, _ in Self.unpack(bytes, into: &geometry) }
        try body(Int(overlays[clippedFeature]), parts[clippedFeature], geometry)
      }
      return
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.readCount, range.upperBound)
      for record in try sorted.records(start..<end) {
        try sorted.withGeometry(record) { Self.unpack($0, into: &geometry) }
        try body(Int(record.overlay), record.part, geometry)
      }
      start = end
    }
  }

  /// The number of records that are read at once.
  private static let readCount = 1024

  // MARK: Spilling

  private mutating func spillIfLarge() throws {
    guard let spill, overlays.count * Self.bytes + geometries.byteCount >= spill.budget else { return }
    try writeRun(to: spill)
  }

  private mutating func writeRun(to spill: ClippedFeatureSpill) throws {
    guard !overlays.isEmpty else { return }
    let base = try geometries.withBytes { try spill.geometries.append($0) }
    entries.sort(thenBy: overlays)
    let records = zip(entries.tiles, entries.items).map { tile, item in
      let (item, range) = (Int(item), geometries.range(ofRow: Int(item)))
      return ClippedFeatureRecord(
        tile: tile, overlay: overlays[item], part: parts[item], offset: base + range.lowerBound,
        length: UInt32(range.count))
    }
    runs.append(try spill.write(records))
    spilledCount += overlays.count
    for overlay in overlays where overlay != spilledOverlays.last { spilledOverlays.append(overlay) }
    (entries, overlays, parts, geometries) = (TileEntries(), [], [], PackedRows(groupSize: 1))
  }

  private static func pack(_ geometry: TileGeometry, into bytes: inout [UInt8]) {
    bytes.append(geometry.kind.rawValue)
    Varint.append(UInt64(geometry.partEnds.count), to: &bytes)
    var start = 0
    for end in geometry.partEnds {
      Varint.append(UInt64(end - start), to: &bytes)
      start = end
    }
    var (lastX, lastY): (Int64, Int64) = (0, 0)
    for (x, y) in zip(geometry.x, geometry.y) {
      Varint.append(signed: Int64(x) - lastX, to: &bytes)
      Varint.append(signed: Int64(y) - lastY, to: &bytes)
      (lastX, lastY) = (Int64(x), Int64(y))
    }
  }

  /// Unpacks a geometry in place of another, whose memory serves it.
  private static func unpack(_ bytes: UnsafeRawBufferPointer, into geometry: inout TileGeometry) {
    geometry.kind = TileGeometry.Kind(rawValue: bytes[0]) ?? .points
    geometry.x.removeAll(keepingCapacity: true)
    geometry.y.removeAll(keepingCapacity: true)
    geometry.partEnds.removeAll(keepingCapacity: true)
    var position = 1
    let partCount = Int(Varint.read(bytes, &position))
    geometry.partEnds.reserveCapacity(partCount)
    var count = 0
    for _ in 0..<partCount {
      count += Int(Varint.read(bytes, &position))
      geometry.partEnds.append(count)
    }
    geometry.x.reserveCapacity(count)
    geometry.y.reserveCapacity(count)
    var (x, y): (Int64, Int64) = (0, 0)
    for _ in 0..<count {
      x += Varint.readSigned(bytes, &position)
      y += Varint.readSigned(bytes, &position)
      geometry.x.append(Int32(truncatingIfNeeded: x))
      geometry.y.append(Int32(truncatingIfNeeded: y))
    }
  }
}
