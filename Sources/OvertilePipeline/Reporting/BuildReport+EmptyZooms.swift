import Foundation
import OvertileReading

extension BuildReport.Layer {
  /// The zooms at which the layer shows nothing, in ascending order. The array is empty if the layer has no features.
  public var emptyZooms: [Int] { accepted > 0 ? zooms.filter(\.isEmpty).map(\.zoom) : [] }

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
