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

  /// Each row with the code and the reason of its entry in the ledger.
  var entries: [(row: UInt32, code: LedgerCode, reason: String)] {
    changed.map { row in
      let reason = "its border was joined with one that it nearly matched"
      return (row, .snapped, repaired.contains(row) ? reason + ", and it was repaired" : reason)
    }
      + kept.map { row in
        (
          row, .notSnapped,
          "not all of its border was joined with one that it nearly matches, because it would become invalid"
        )
      }
  }
}
