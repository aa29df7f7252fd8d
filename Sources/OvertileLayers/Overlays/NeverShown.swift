import MapMath
import OvertileCore
import OvertileShapes

/// The items of a layer that no zoom shows: what the manifest, the archives and the cameras say of the layer leaves them out.
package struct NeverShown: Sendable {
  /// Their points or shapes among those of the rows.
  package let sources: Set<UInt32>
  /// The rows all of whose items no zoom shows, ascending.
  package let rows: [UInt32]

  /// Nothing: every item is shown at some zoom.
  package static let none = NeverShown([], rows: [], sources: [])

  /// Items that no zoom shows, ascending.
  ///
  /// - Parameters:
  ///   - rows: per item, its row; items of a row are successive.
  ///   - sources: per item, its point or shape.
  package init(_ items: [UInt32], rows: Column<UInt32>, sources: Column<UInt32>) {
    self.sources = Set(items.map { sources[Int($0)] })
    let hidden = Set(items)
    // Of a row with a shown item, some hidden item is beside a shown one.
    let partlyShown = items.filter { item in
      [Int(item) - 1, Int(item) + 1].contains {
        rows.indices.contains($0) && rows[$0] == rows[Int(item)] && !hidden.contains(UInt32($0))
      }
    }
    self.rows = Set(items.map { rows[Int($0)] }).subtracting(partlyShown.map { rows[Int($0)] }).sorted()
  }

  /// Whether every item is shown at some zoom.
  package var isEmpty: Bool { sources.isEmpty }

  /// Whether a point or shape of the rows is shown at some zoom.
  func shows(source: UInt32) -> Bool { sources.isEmpty || !sources.contains(source) }
}
