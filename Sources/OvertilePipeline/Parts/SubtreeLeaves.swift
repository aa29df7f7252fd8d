import OvertileClustering
import OvertileFeatures

/// What tiles, members and statistics show of the points of a task's roots, in the order of `ShardSubtrees`: as much as the
/// process that builds needs to write them, without a look at single points.
struct SubtreeLeaves: Sendable {
  /// The facts with which the tags in the task's tiles were made.
  let facts: TagFacts
  /// The properties of all points, with the names of the source.
  let properties: PropertySummary
  /// The types of the original ids that are written; see `FeatureTags.idType`.
  let idTypes: UInt8
  /// Per zoom that tasks draw: the numbers of what it shows in the task's tiles.
  let zooms: [ZoomNumbers]
  /// Per root that is a point: its own id, and its original id among the values; see `LayerRows`.
  let lonePoints: [(own: UInt64, source: UInt32)]
  /// Per root: where the rows of its points begin among the bytes of all rows.
  let rootRows: [UInt64]
  /// From `start` on: per point, its id, x and y in 16 bytes, as members have it; then per point, its row as `LayerProperties`
  /// stores it.
  let bytes: [UInt8]
  let start: Int
  let pointCount: Int

  /// The numbers of what a zoom shows in some tiles.
  struct ZoomNumbers: Sendable {
    let overlays: Int
    let entries: Int
    let merged: Int
    let shown: Int
  }

  /// The bytes of a point's id and position.
  static let recordBytes = 16

  /// Collects what is shown of roots. O(points and their properties).
  ///
  /// - Parameters:
  ///   - overlays: the overlays of the task.
  ///   - rows: the rows that the overlays are made of.
  ///   - leaves: per root: its leaves among the overlays'.
  ///   - zooms: the zooms that tasks draw.
  ///   - region: the task's tiles.
  init(
    _ overlays: ClusterOverlays, _ rows: LayerRows, leaves: [Range<Int>], _ facts: TagFacts, zooms: ClosedRange<Int>,
    in region: ShardRegion
  ) throws {
    let (columns, tags) = (overlays.leaves, overlays.tags)
    pointCount = leaves.reduce(0) { $0 + $1.count }
    var bytes = [UInt8](unsafeUninitializedCapacity: pointCount * Self.recordBytes) { bytes, initialized in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      for leaf in leaves.joined() {
        bytes.storeBytes(of: columns.ids[leaf].littleEndian, toByteOffset: initialized, as: UInt64.self)
        bytes.storeBytes(of: columns.x[leaf].littleEndian, toByteOffset: initialized + 8, as: UInt32.self)
        bytes.storeBytes(of: columns.y[leaf].littleEndian, toByteOffset: initialized + 12, as: UInt32.self)
        initialized += Self.recordBytes
      }
    }
    let first = bytes.count
    var summary = PropertySummary(keys: rows.properties.keys, values: rows.properties.values)
    var (rootRows, lone, types): ([UInt64], [(own: UInt64, source: UInt32)], UInt8) = ([], [], 0)
    rootRows.reserveCapacity(leaves.count)
    for root in leaves {
      rootRows.append(UInt64(bytes.count - first))
      if root.count == 1 { lone.append(tags.ids(ofRow: columns.rows[root.lowerBound])) }
      for leaf in root {
        let row = columns.rows[leaf]
        types |= tags.idType(row: row, id: columns.ids[leaf])
        try tags.properties.withBytes(ofRow: Int(row)) { row in
          var location = 0
          LayerProperties.forEachEntry(row, &location) { summary.add($0, $1) }
          bytes.append(contentsOf: row)
        }
      }
    }
    self.zooms = ClusterCounts.all(zooms: zooms, of: overlays.hierarchy, grid: overlays.grid, within: region).map {
      ZoomNumbers(
        overlays: $0.counts.overlays, entries: $0.counts.entries, merged: $0.itemCounts.merged,
        shown: $0.itemCounts.shown)
    }
    (self.facts, properties, idTypes, lonePoints) = (facts, summary, types, lone)
    (self.rootRows, self.bytes, start) = (rootRows, bytes, 0)
  }

  /// Where the rows begin among all bytes.
  private var firstRow: Int { start + pointCount * Self.recordBytes }

  /// The id and the position of a point.
  func point(_ point: Int) -> (id: UInt64, x: UInt32, y: UInt32) {
    bytes.withUnsafeBytes { Self.record($0, at: start + point * Self.recordBytes) }
  }

  /// Calls a closure with the ids and positions of successive points.
  @inline(__always)
  func forEachPoint(_ points: Range<Int>, _ body: (_ id: UInt64, _ x: UInt32, _ y: UInt32) -> Void) {
    bytes.withUnsafeBytes { bytes in
      for point in points {
        let record = Self.record(bytes, at: start + point * Self.recordBytes)
        body(record.id, record.x, record.y)
      }
    }
  }

  @inline(__always)
  private static func record(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (id: UInt64, x: UInt32, y: UInt32) {
    (
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)),
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
    )
  }

  /// Calls a closure with the key and the value of each entry of a root that is a point.
  func forEachEntry(ofRoot root: Int, _ body: (_ key: UInt32, _ value: UInt32) -> Void) {
    forEachEntry(ofRoot: root, 0..<1, body) {}
  }

  /// Calls a closure with the key and the value of each entry of some successive points of a root, and another after each
  /// point's.
  @inline(__always)
  func forEachEntry(
    ofRoot root: Int, _ points: Range<Int>, _ body: (_ key: UInt32, _ value: UInt32) -> Void, endPoint: () -> Void
  ) {
    bytes.withUnsafeBytes { bytes in
      var location = firstRow + Int(rootRows[root])
      for _ in 0..<points.lowerBound {
        let size = Int(Varint.read(bytes, &location))
        location += size
      }
      for _ in points {
        LayerProperties.forEachEntry(bytes, &location, body)
        endPoint()
      }
    }
  }
}

extension SubtreeLeaves {
  /// All columns behind the number of their bytes; the bytes of points follow.
  var head: [UInt8] {
    var encoder = PartEncoder()
    facts.encode(&encoder)
    properties.keys.encode(&encoder)
    properties.values.encode(&encoder)
    encoder.add(list: properties.columns) { encoder, column in
      encoder.add(column.count)
      encoder.add(column.distinct)
    }
    encoder.add(Int(idTypes))
    encoder.add(list: zooms) { encoder, zoom in
      for number in [zoom.overlays, zoom.entries, zoom.merged, zoom.shown] { encoder.add(number) }
    }
    encoder.add(lonePoints.map(\.own))
    encoder.add(lonePoints.map(\.source))
    encoder.add(rootRows)
    encoder.add(pointCount)
    var head = PartEncoder(capacity: encoder.bytes.count + 16)
    head.add(encoder.bytes)
    return head.bytes
  }

  /// Reads columns, and checks that they fit one another and the roots: then no row leads beyond the bytes.
  init(_ section: inout PartDecoder, of subtrees: ShardSubtrees) throws {
    var decoder = PartDecoder(try section.byteColumn())
    facts = try TagFacts(&decoder)
    let (keys, values) = (try ValueTable(&decoder), try ValueTable(&decoder))
    let columns = try decoder.list { (count: try $0.int(), distinct: try $0.words()) }
    guard columns.count == keys.count, columns.allSatisfy({ $0.distinct.allSatisfy { $0 < values.count } }),
      (0..<UInt32(keys.count)).allSatisfy({ keys.kind($0) == .string })
    else { throw PartFault("a summary of properties does not fit its tables") }
    properties = PropertySummary(keys: keys, values: values, columns: columns)
    idTypes = UInt8(truncatingIfNeeded: try decoder.int())
    zooms = try decoder.list {
      ZoomNumbers(overlays: try $0.int(), entries: try $0.int(), merged: try $0.int(), shown: try $0.int())
    }
    let (own, source) = (try decoder.longWords(), try decoder.words())
    rootRows = try decoder.longWords()
    pointCount = try decoder.int()
    try decoder.finish()
    (bytes, start) = section.takeRest()
    let lone = (0..<subtrees.rootCount).count { subtrees.count(ofRoot: $0) == 1 }
    guard own.count == lone, source.count == lone, pointCount == subtrees.pointCount,
      source.allSatisfy({ $0 < values.count || $0 == LayerRows.noValue }), rootRows.count == subtrees.rootCount,
      pointCount <= (bytes.count - start) / Self.recordBytes
    else { throw PartFault("the columns of roots' points do not fit one another") }
    lonePoints = zip(own, source).map { ($0, $1) }
    try checkRows(of: subtrees, keys: UInt64(keys.count), values: UInt64(values.count))
  }

  /// Checks every number of every row.
  private func checkRows(of subtrees: ShardSubtrees, keys: UInt64, values: UInt64) throws {
    let rows = firstRow
    let areRight = bytes.withUnsafeBytes { bytes -> Bool in
      var at = rows
      func next(before end: Int) -> UInt64? {
        var (number, shift) = (UInt64(0), UInt64(0))
        while at < end, shift < 64 {
          let byte = bytes[at]
          at += 1
          number |= UInt64(byte & 0x7F) << shift
          if byte < 0x80 { return number }
          shift += 7
        }
        return nil
      }
      for root in 0..<subtrees.rootCount {
        guard rootRows[root] == UInt64(at - rows) else { return false }
        for _ in 0..<subtrees.count(ofRoot: root) {
          guard let size = next(before: bytes.count), size <= UInt64(bytes.count - at) else { return false }
          let end = at + Int(size)
          while at < end {
            guard let key = next(before: end), let value = next(before: end), key < keys, value < values else {
              return false
            }
          }
        }
      }
      return at == bytes.count
    }
    guard areRight else { throw PartFault("the rows of roots' points do not fit their tables") }
  }
}
