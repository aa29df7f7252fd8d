import Foundation
import OvertileFeatures

/// Some rows of a layer, each once, as runs of successive ones: a few bytes where a zoom hides all of a million rows.
struct RowSet: Sendable, Hashable {
  /// The runs, ascending; between any two are rows that are not in the set.
  private(set) var runs: [Range<UInt32>] = []

  /// Collects rows in any order, which may repeat. O(their number, and the greatest of them).
  init(_ rows: [UInt32]) {
    var isMember = [Bool](repeating: false, count: Int(rows.max().map { $0 + 1 } ?? 0))
    for row in rows { isMember[Int(row)] = true }
    var start: Int?
    for row in isMember.indices {
      if isMember[row] {
        start = start ?? row
      } else if let first = start {
        runs.append(UInt32(first)..<UInt32(row))
        start = nil
      }
    }
    if let first = start { runs.append(UInt32(first)..<UInt32(isMember.count)) }
  }

  /// One more than the greatest row; 0 if there are none.
  var end: Int { Int(runs.last?.upperBound ?? 0) }
}

/// In JSON a text in Base64: for each run, the number of rows since the one before and its own, as varints.
extension RowSet: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    var bytes = try container.decode(Data.self).makeIterator()
    var (end, rest): (UInt32, UInt8?) = (0, bytes.next())
    func number() throws -> UInt32 {
      let number = try Varint.read {
        defer { rest = bytes.next() }
        return rest
      }
      guard let number = UInt32(exactly: number) else { throw Varint.Fault.tooLarge }
      return number
    }
    while rest != nil {
      let (gap, count) = (try number(), try number())
      guard UInt64(end) + UInt64(gap) + UInt64(count) <= UInt64(UInt32.max) else { throw Varint.Fault.tooLarge }
      runs.append(end + gap..<end + gap + count)
      end += gap + count
    }
  }

  func encode(to encoder: any Encoder) throws {
    var (bytes, end): ([UInt8], UInt32) = ([], 0)
    for run in runs {
      Varint.append(UInt64(run.lowerBound - end), to: &bytes)
      Varint.append(UInt64(run.upperBound - run.lowerBound), to: &bytes)
      end = run.upperBound
    }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}
