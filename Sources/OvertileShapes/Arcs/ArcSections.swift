import MapMath
import OvertileCore

/// The sections of arcs, which a zoom draws as straight segments: Douglas-Peucker that goes on from zoom to zoom.
///
/// A section is cut where it is farthest from its segment, once, at the first zoom whose tolerance requires that. So
/// every position has one zoom from which on it is drawn, what a zoom draws is a part of what the next one draws, and
/// all zooms together need the comparisons of one. At every zoom each position of the source is within the tolerance of
/// the segment of its section, and the other way around.
struct ArcSections {
  /// The arcs.
  let arcs: WorldGeometry
  /// Per position: the first level that draws it, or `never`.
  private(set) var levels: [UInt8]
  /// Per position that begins a section: the section's end.
  private var ends: [Int32]
  /// Per position that begins a section: where to cut it.
  private var cuts: [Int32]
  /// Per position that begins a section: its greatest distance from its segment; negative if it is a segment.
  private var deviations: [Double]
  /// Per arc: the number of further comparisons to cut sections where they are farthest from their segment.
  private var looks: [Int]

  /// Per arc: whether a level has drawn it.
  private var areDrawn: [Bool]
  /// The arcs that one thread cuts at a time.
  private let parts: [Range<Int>]
  /// The sections of the last level for which a tree was made.
  var searched: SectionIndex?

  /// The level of positions that no level draws.
  static let never = UInt8.max

  /// The positions from which on a part gets no further arc.
  private static let enoughPositions = 1 << 15

  /// The parts whose sections are listed before the next ones are cut.
  private static let partsAtOnce = 128

  /// Prepares arcs.
  init(_ arcs: WorldGeometry) {
    self.arcs = arcs
    let count = arcs.x.count
    levels = [UInt8](repeating: Self.never, count: count)
    ends = [Int32](repeating: 0, count: count)
    cuts = ends
    deviations = [Double](repeating: -1, count: count)
    looks = arcs.ringEnds.indices.map { SectionScan.mostLooks(positions: arcs.positions(ofRing: $0).count) }
    areDrawn = [Bool](repeating: false, count: arcs.ringEnds.count)
    parts = Self.parts(of: arcs)
  }

  private static func parts(of arcs: WorldGeometry) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (first, start) = (0, 0)
    for (arc, end) in arcs.ringEnds.enumerated()
    where end - start >= enoughPositions || arc == arcs.ringEnds.count - 1 {
      parts.append(first..<arc + 1)
      (first, start) = (arc + 1, end)
    }
    return parts
  }

  /// The sections of a level, and whether each is new there.
  struct Level: Sendable {
    /// Per section: its beginning.
    var starts: [Int32] = []
    /// Per section: whether the level before had no such section.
    var areNew: [Bool] = []
    /// Whether a section is of an arc that no level before has drawn.
    var hasNewArcs = false
  }

  /// Cuts all sections of the arcs drawn that deviate more than a tolerance, and lists the sections. O(sections) and what
  /// is cut.
  ///
  /// - Parameters:
  ///   - drawn: per arc: whether the level draws it; it does if a level before did.
  ///   - threads: the most threads that cut, each some arcs at a time.
  mutating func refine(to tolerance: Double, level: UInt8, drawn: [Bool], threads: Int) -> Level {
    var result = Level()
    for first in stride(from: 0, to: parts.count, by: Self.partsAtOnce) {
      let parts = parts[first..<min(first + Self.partsAtOnce, parts.count)]
      let refined = withColumns { columns in
        ConcurrentParts.map(parts.count, threads: threads) { part in
          columns.refine(parts[first + part], to: tolerance, level: level, drawn: drawn)
        }
      }
      for part in refined {
        result.starts += part.starts
        result.areNew += part.areNew
        result.hasNewArcs = result.hasNewArcs || part.hasNewArcs
      }
    }
    return result
  }

  /// Calls a closure with the columns, which are valid until it returns.
  mutating func withColumns<Result>(_ body: (SectionColumns) throws -> Result) rethrows -> Result {
    let arcs = arcs
    return try levels.withUnsafeMutableBufferPointer { levels in
      try ends.withUnsafeMutableBufferPointer { ends in
        try cuts.withUnsafeMutableBufferPointer { cuts in
          try deviations.withUnsafeMutableBufferPointer { deviations in
            try looks.withUnsafeMutableBufferPointer { looks in
              try areDrawn.withUnsafeMutableBufferPointer { areDrawn in
                try arcs.x.withUnsafeBufferPointer { x in
                  try arcs.y.withUnsafeBufferPointer { y in
                    try body(
                      SectionColumns(
                        arcs: arcs, x: x, y: y, levels: levels, ends: ends, cuts: cuts, deviations: deviations,
                        looks: looks, areDrawn: areDrawn))
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
