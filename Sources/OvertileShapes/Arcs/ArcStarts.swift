/// Numbers for arcs by their first two positions, which no two arcs share in this order: from 0, in the order in which they
/// are first seen.
///
/// The arcs of a position are in a list, since few begin at most positions; those of a position at which very many begin are in
/// a hash table after a while.
struct ArcStarts {
  /// Per position: the last one of its arcs in the list, or -1.
  private var lasts: [Int32]
  /// Per arc: its second position, and the arc before it in the list, or -1.
  private var links: [(second: Int32, before: Int32)] = []
  /// The arcs that are in no list, by both positions.
  private var others: [UInt64: Int32] = [:]

  /// The most arcs in a list.
  private static let longest = 32

  /// Prepares for positions by their numbers, from 0.
  init(positionCount: Int) { lasts = [Int32](repeating: -1, count: positionCount) }

  /// The number of the arc from a position by way of another one. O(1) on average.
  mutating func arc(from first: Int32, to second: Int32) -> Int32 {
    let (arc, last) = (Int32(links.count), lasts[Int(first)])
    var (other, length) = (last, 0)
    while other >= 0 {
      if links[Int(other)].second == second { return other }
      other = links[Int(other)].before
      length += 1
    }
    guard length < Self.longest else {
      let key = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
      if let known = others[key] { return known }
      others[key] = arc
      links.append((second, -1))
      return arc
    }
    links.append((second, last))
    lasts[Int(first)] = arc
    return arc
  }
}
