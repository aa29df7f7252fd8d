import Foundation
import OvertileBundleFormat
import OvertileExpressions
import OvertileReading

extension BuildReport.Layer {
  /// The zooms at which the layer shows nothing, in ascending order. The array is empty if the layer has no features.
  public var emptyZooms: [Int] { accepted > 0 ? zooms.filter(\.isEmpty).map(\.zoom) : [] }

  /// A sentence that states how many shapes the layer leaves out at low zooms because they are too small, or `nil` if
  /// there are no such shapes. These shapes appear at higher zooms.
  public var leftOutText: String? {
    let fewest = zooms.map(\.dropped).min() ?? 0
    let some = zooms.filter { !$0.isEmpty && $0.dropped > fewest }
    guard kind == LayerKind.shape.rawValue, let first = some.first, let last = some.last else { return nil }
    let end = first == last ? "" : ", and \(Counted.grouped(last.dropped)) at zoom \(last.zoom)"
    return
      "layer \"\(name)\" leaves out \(Counted.grouped(first.dropped)) of \(Counted.text(items, "shape")) at zoom "
      + "\(first.zoom)\(end), because they are too small"
  }

  /// A sentence that lists the zooms at which the layer shows nothing, or `nil` if there are no such zooms.
  public var emptyZoomsText: String? { Self.text(emptyZooms, layer: name) }

  /// Returns a sentence that lists the zooms at which a layer shows nothing, or `nil` if there are no such zooms.
  ///
  /// - Parameters:
  ///   - zooms: The zooms at which the layer shows nothing, in ascending order.
  ///   - layer: The name of the layer.
  public static func text(_ zooms: [Int], layer: String) -> String? {
    guard !zooms.isEmpty else { return nil }
    let texts = IndexSet(zooms).rangeView.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound - 1)"
    }
    return "layer \"\(layer)\" shows nothing at zoom\(zooms.count == 1 ? "" : "s") \(texts.joined(separator: ", "))"
  }
}
