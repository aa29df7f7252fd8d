import MapMath
import OvertileFeatures

extension CutFeatures {
  /// Writes the features, whose overlays are numbered from 0 on.
  func encode(_ encoder: inout PartEncoder) {
    for count in [itemCounts.filtered, itemCounts.hidden, itemCounts.dropped] { encoder.add(count) }
    encoder.add(optional: itemCounts.positions) { $0.add($1) }
    encoder.add(hidden)
    encoder.add(labels)
    let columns = clippedFeatures.columns
    encoder.add(columns.tiles)
    encoder.add(columns.overlays)
    encoder.add(columns.parts)
    encoder.add(columns.lengths)
    encoder.add(columns.bytes)
  }

  /// Reads the features of a zoom, and checks that there is nothing in them that cannot be.
  ///
  /// - Parameter overlayCount: the number of overlays.
  init(_ decoder: inout PartDecoder, zoom: Int, overlayCount: Int) throws {
    var counts = BuildReport.ZoomCounts(zoom: zoom)
    counts.filtered = try decoder.int()
    counts.hidden = try decoder.int()
    counts.dropped = try decoder.int()
    counts.positions = try decoder.optional { try $0.int() }
    let hidden = try decoder.words()
    let labels = try decoder.points(below: overlayCount)
    var columns = ClippedFeatureColumns()
    columns.tiles = try decoder.longWords()
    columns.overlays = try decoder.words()
    columns.parts = try decoder.byteColumn()
    columns.lengths = try decoder.words()
    columns.bytes = try decoder.byteColumn()
    let reasons = [counts.filtered, counts.hidden, counts.dropped, counts.positions ?? 0]
    guard columns.areReadable(zoom: zoom, overlayCount: overlayCount), hidden.allSatisfy({ Int($0) < overlayCount }),
      Set(hidden).count == hidden.count, reasons.allSatisfy({ (0...1 << 48).contains($0) })
    else {
      throw PartFault("the features of a slice do not fit one another")
    }
    self.init(clippedFeatures: ClippedFeatures(columns), hidden: hidden, labels: labels, itemCounts: counts)
  }
}

extension PartEncoder {
  /// Adds points by the number of their overlay.
  mutating func add(_ points: [UInt32: WorldPoint]) {
    let points = points.sorted { $0.key < $1.key }
    add(points.map(\.key))
    add(points.map(\.value.x))
    add(points.map(\.value.y))
  }
}

extension PartDecoder {
  /// Points by the number of their overlay, which is below a number.
  mutating func points(below count: Int) throws -> [UInt32: WorldPoint] {
    let (overlays, x, y) = (try words(), try words(), try words())
    guard x.count == overlays.count, y.count == overlays.count, overlays.allSatisfy({ Int($0) < count }) else {
      throw PartFault("the label points of a slice do not fit its shapes")
    }
    return Dictionary(zip(overlays, zip(x, y).map { WorldPoint(x: $0, y: $1) })) { first, _ in first }
  }
}
