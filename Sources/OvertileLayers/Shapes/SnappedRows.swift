import OvertileConfiguration
import OvertileReading

/// The rows of a layer whose borders were to be joined with others.
struct SnappedRows: Sendable {
  /// The counts for the report.
  var counts: BuildReport.Snapping
  /// Rows of shapes that changed, ascending.
  var changed: [UInt32]
  /// Rows of shapes that changed and had to be repaired.
  var repaired: Set<UInt32>
  /// Rows of shapes that were not joined everywhere, ascending.
  var kept: [UInt32]
  /// Whether so many borders are near each other that none were joined.
  var isTooMuch: Bool

  /// Joins the borders of a layer's shapes in its rows, if its options demand it; nil if they do not.
  ///
  /// What depends on positions is computed afterwards: extents, cameras, and the last zoom of `0-auto`.
  init?(joining rows: inout LayerRows, of layer: LayerConfiguration, _ work: OrderedParallelMap) throws {
    guard case .shape(let options) = layer.kind, options.method == .coverage, let meters = options.snapMeters else {
      return nil
    }
    let items = CanonicalItems(rows, itemRows: rows.shapeRows)
    let snapped = try SnappedShapes(LayerShapes(rows.shapes, order: Array(items.sources)).all, meters, work)
    for index in snapped.changed { rows.shapes[Int(items.sources[index])] = snapped.shapes[index] }
    func sorted(_ shapes: [Int]) -> [UInt32] { Set(shapes.map { items.rows[$0] }).sorted() }
    (counts, isTooMuch) = (snapped.counts, snapped.isTooMuch)
    (changed, repaired, kept) = (sorted(snapped.changed), Set(sorted(snapped.repaired)), sorted(snapped.kept))
  }

  /// The warning for the user, if there is one.
  func warning(_ layer: LayerConfiguration) -> String? {
    guard isTooMuch else { return nil }
    return "layer \"\(layer.name.value)\": too many borders are within the `snap` distance of each other, so none "
      + "were joined; try a shorter distance"
  }

  /// Each row with the code and the reason of its entry in the ledger.
  var entries: [(row: UInt32, code: LedgerCode, reason: String)] {
    changed.map { row in
      let reason = "the border was joined with another border that it nearly matched"
      return (row, .snapped, repaired.contains(row) ? reason + ", and the shape was repaired" : reason)
    }
      + kept.map { row in
        (
          row, .notSnapped,
          "part of the border nearly matches another border but was not joined, because polygons would become invalid or overlap"
        )
      }
  }
}
