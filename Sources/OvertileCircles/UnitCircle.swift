import OvertileCore

/// Evenly spaced directions over half a turn, clockwise from north.
///
/// Counts are 2^k or 3 * 2^k a full turn, so that two tables serve all counts up to their own.
struct UnitCircle {
  private let table: Table
  private let stride: Int

  private struct Table: Sendable {
    var sines: [Double]
    var cosines: [Double]

    /// A table of a full turn's count, a multiple of 4; exact at 0, 90 and 180 degrees.
    init(count: Int) {
      let half = count / 2
      let angles = (0...half).map { Double($0) * .pi / Double(half) }
      sines = angles.map { sin($0) }
      cosines = angles.map { cos($0) }
      (sines[0], cosines[0]) = (0, 1)
      (sines[half / 2], cosines[half / 2]) = (1, 0)
      (sines[half], cosines[half]) = (0, -1)
    }
  }

  private static let binary = Table(count: 1024)
  private static let ternary = Table(count: 1536)

  /// The directions of half a turn: `count / 2 + 1` of them, `count` is a result of `count(radius:chordError:)`.
  init(count: Int) {
    if 1024 % count == 0 {
      (table, stride) = (Self.binary, 1024 / count)
    } else if 1536 % count == 0 {
      (table, stride) = (Self.ternary, 1536 / count)
    } else {
      (table, stride) = (Table(count: count), 1)
    }
  }

  subscript(index: Int) -> (sin: Double, cos: Double) {
    (table.sines[index * stride], table.cosines[index * stride])
  }

  /// The least count of at least 8 at which the chords of a plane circle stay within an error.
  ///
  /// The sagitta of n chords is radius * (1 - cos(pi / n)).
  static func count(radius: Double, chordError: Double) -> Int {
    guard radius > chordError else { return 8 }
    let needed = Double.pi / (2 * asin((chordError / radius / 2).squareRoot()))
    var count = 8
    while Double(count) < needed { count = count & (count - 1) == 0 ? count / 2 * 3 : count / 3 * 4 }
    return count
  }
}
