import MapMath
import OvertileCore
import OvertileReading

/// Features of overlays, clipped to tiles, in columns, with packed geometries; once finished, in tile order.
struct ClippedFeatures: Sendable {
  /// Which clipped feature is in which tile; items are indices into the other columns.
  private var entries = TileEntries()
  /// Per clipped feature: the index of its overlay.
  private var overlays: Column<UInt32> = []
  /// Per clipped feature: which part of its overlay it is, in the layer's own numbering.
  private var parts: Column<UInt8> = []
  /// Per clipped feature: its kind, the number of its parts and of the positions in each, and the positions, each as
  /// the offsets east and south from the one before.
  private var geometries = PackedRows(groupSize: 1)

  /// The number of clipped features.
  var count: Int { overlays.count }

  /// Adds a clipped feature. Those of an overlay must come one after the other; overlays may come in any order.
  mutating func append(_ geometry: TileGeometry, of overlay: UInt32, part: UInt8 = 0, in tile: TileID) {
    entries.append(tile: tile.hilbertID, item: UInt32(overlays.count))
    overlays.append(overlay)
    parts.append(part)
    geometries.append { _, bytes in Self.pack(geometry, into: &bytes) }
  }

  /// Adds the clipped features of other overlays.
  mutating func append(_ other: ClippedFeatures) {
    let clippedFeature = UInt32(overlays.count)
    for (tile, item) in zip(other.entries.tiles, other.entries.items) {
      entries.append(tile: tile, item: clippedFeature + item)
    }
    overlays += other.overlays
    parts += other.parts
    geometries.append(other.geometries)
  }

  /// Per overlay below a number: whether it has a clipped feature. O(clipped features).
  func isShown(count: Int) -> [Bool] {
    var isShown = [Bool](repeating: false, count: count)
    for overlay in overlays where Int(overlay) < count { isShown[Int(overlay)] = true }
    return isShown
  }

  /// Ends adding, and brings the clipped features into tile order.
  mutating func finish() { entries.sort(thenBy: overlays) }

  // MARK: Reading

  /// Per clipped feature in tile order: its tile.
  var tiles: Column<UInt64> { entries.tiles }

  /// Calls a closure with the overlay, the part and the geometry of some clipped features, numbered in tile order.
  func forEach(_ range: Range<Int>, _ body: (_ overlay: Int, _ part: UInt8, _ geometry: TileGeometry) throws -> Void)
    rethrows
  {
    var geometry = TileGeometry(kind: .points)
    for entry in range {
      let clippedFeature = Int(entries.items[entry])
      geometries.withGroup(ofRow: clippedFeature) { bytes, _ in Self.unpack(bytes, into: &geometry) }
      try body(Int(overlays[clippedFeature]), parts[clippedFeature], geometry)
    }
  }

  private static func pack(_ geometry: TileGeometry, into bytes: inout Column<UInt8>) {
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
