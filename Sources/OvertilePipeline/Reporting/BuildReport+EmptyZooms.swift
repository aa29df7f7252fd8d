import OvertileBundleFormat
import OvertileExpressions
import OvertileReading

extension BuildReport.Layer {
  /// The zooms at which the layer shows nothing, in ascending order; empty for a layer without features.
  public var emptyZooms: [Int] { counts.accepted > 0 ? zooms.filter(\.isEmpty).map(\.zoom) : [] }

  /// A sentence about zooms that leave out shapes because they are too small, although later zooms show them; nil if
  /// there are none.
  public var leftOutText: String? {
    let fewest = zooms.map(\.dropped).min() ?? 0
    let some = zooms.filter { !$0.isEmpty && $0.dropped > fewest }
    guard kind == LayerKind.shape.rawValue, let first = some.first, let last = some.last else { return nil }
    let end = first == last ? "" : ", and \(Counted.grouped(last.dropped)) at zoom \(last.zoom)"
    return
      "layer \"\(name)\" leaves out \(Counted.grouped(first.dropped)) of \(Counted.text(items, "shape")) at zoom "
      + "\(first.zoom)\(end), because they are too small"
  }

  /// A sentence about `emptyZooms`; nil if there are none.
  public var emptyZoomsText: String? { Self.text(emptyZooms, layer: name) }

  /// Returns a sentence about the zooms at which a layer shows nothing, or nil if there are none. The zooms must be in
  /// ascending order.
  public static func text(_ zooms: [Int], layer: String) -> String? {
    var ranges: [ClosedRange<Int>] = []
    for zoom in zooms {
      if let last = ranges.last, last.upperBound == zoom - 1 {
        ranges[ranges.count - 1] = last.lowerBound...zoom
      } else {
        ranges.append(zoom...zoom)
      }
    }
    guard !ranges.isEmpty else { return nil }
    let texts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
    return "layer \"\(layer)\" shows nothing at zoom\(zooms.count == 1 ? "" : "s") \(texts.joined(separator: ", "))"
  }
}
