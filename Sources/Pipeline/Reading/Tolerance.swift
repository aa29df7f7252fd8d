import Configuration

/// How many features of a source may be wrong before the run ends.
struct Tolerance {
  let source: PlannedSource

  /// Throws when the configuration does not tolerate what was rejected.
  ///
  /// Features that the source cannot use count, and of those that a layer cannot show the most of any layer.
  func check(_ books: SourceReader.Books) throws {
    let first = books.firstRefusals
    let rejected = Self.rejected(books)
    guard rejected > 0, let limit = limitExceeded(by: rejected, of: books.report.read) else { return }
    var text = "source \"\(source.name)\": \(rejected) of \(books.report.read) features are wrong, and \(limit):"
    for entry in first { text += "\n  " + entry.summary }
    if rejected > first.count { text += "\n  and \(rejected - first.count) more" }
    if books.isCutShort { text += "\n  (reading stopped there: nothing behind it could make the run succeed)" }
    if first.contains(where: { $0.code == .notValid || $0.code == .ringNotClosed }), !mends {
      text += "\n  (onInvalid: repair mends polygons that are not valid and rings that are not closed)"
    }
    throw PipelineError.badData(text)
  }

  /// Whether the run must fail whatever comes, and the ledger has as many entries as it lists; reading on serves nothing.
  ///
  /// Of a share that means: also if all bytes that can still come were features without a fault.
  ///
  /// - Parameter mostBytes: the most that the source can hold; nil where that is not known.
  func isHopeless(_ books: SourceReader.Books, mostBytes: UInt64?) -> Bool {
    let rejected = Self.rejected(books)
    guard rejected >= LedgerLimit().entries else { return false }
    switch source.configuration.onInvalid {
    case .fail: return true
    case .skip(.count(let count)), .repair(.count(let count)): return rejected > count
    case .skip(.share(let share)), .repair(.share(let share)):
      guard let mostBytes, mostBytes >= books.report.bytes else { return false }
      let more = (mostBytes - books.report.bytes) / Self.shortestFeature
      return Double(rejected) > share * (Double(books.report.read) + Double(more))
    }
  }

  /// The bytes of {"type":"Feature","geometry":null}, without which there is no feature.
  private static let shortestFeature: UInt64 = 34

  private static func rejected(_ books: SourceReader.Books) -> Int {
    books.report.rejected + (books.layers.map(\.rejected).max() ?? 0)
  }

  private var mends: Bool { source.configuration.onInvalid.mendsFaults }

  /// The limit in words, where a number of rejected features exceeds it.
  private func limitExceeded(by rejected: Int, of read: Int) -> String? {
    switch source.configuration.onInvalid {
    case .fail: return "none is tolerated (onInvalid: fail)"
    case .skip(.count(let count)), .repair(.count(let count)):
      return rejected > count ? "\(count) are tolerated (maxRejected)" : nil
    case .skip(.share(let share)), .repair(.share(let share)):
      return Double(rejected) > share * Double(read) ? "\(share * 100) % are tolerated (maxRejected)" : nil
    }
  }
}
