/// An exact sum of 64-bit integers in 128 bits, for any number of them.
struct WholeSum {
  private var high: Int64
  private var low: UInt64

  init(_ value: Int64) {
    high = value < 0 ? -1 : 0
    low = UInt64(bitPattern: value)
  }

  mutating func add(_ other: WholeSum) {
    let (sum, carry) = low.addingReportingOverflow(other.low)
    low = sum
    high = high &+ other.high &+ (carry ? 1 : 0)
  }

  /// The sum if it fits, otherwise its double.
  var number: AggregateNumber {
    let small = Int64(bitPattern: low)
    return high == (small < 0 ? -1 : 0) ? .int(small) : .double(double)
  }

  /// The sum, within one unit in the last place; to the nearest if it fits 64 signed bits.
  var double: Double {
    let small = Int64(bitPattern: low)
    if high == (small < 0 ? -1 : 0) { return Double(small) }
    return Double(high) * 18_446_744_073_709_551_616 + Double(low)
  }
}

/// A sum of doubles as an unevaluated pair: the rounded sum and the rounding error.
///
/// Addition is Knuth's exact two-sum on the leading parts with the rest carried along: an error of some 2^-100 of the
/// absolute values added. Source: Dekker 1971; Knuth, The Art of Computer Programming 2, section 4.2.2.
struct DoubledSum {
  private var lead: Double
  private var rest: Double = 0

  init(_ value: Double) { lead = value }

  mutating func add(_ other: DoubledSum) {
    let sum = lead + other.lead
    guard sum.isFinite else {
      (lead, rest) = (sum, 0)
      return
    }
    let part = sum - lead
    let error = (lead - (sum - part)) + (other.lead - part)
    let tail = error + rest + other.rest
    lead = sum + tail
    rest = tail - (lead - sum)
  }

  /// The sum as one double; not finite if it left the range of doubles on the way.
  var value: Double { lead }
}
