/// Numbers for distinct positions, from 0, in the order in which they are first seen.
struct PositionNumbers {
  /// Per number: the position.
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// A hash table with open addresses: numbers, or -1 where a slot is free.
  private var slots: [Int32]
  private let shift: UInt64

  /// Prepares for some positions. O(count).
  init(count: Int) {
    let bits = max(4, Int.bitWidth - count.leadingZeroBitCount + 1)
    slots = [Int32](repeating: -1, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The number of a position on whole coordinates; O(1) on average. At most as many positions as it is prepared for.
  @inline(__always)
  mutating func number(x px: Double, y py: Double) -> Int32 {
    var hash = UInt64(bitPattern: Int64(px)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 32) ^ UInt64(bitPattern: Int64(py))) &* 0xD6E8_FEB8_6659_FD93
    var slot = Int(hash >> shift)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if x[number] == px, y[number] == py { return slots[slot] }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = Int32(x.count)
    x.append(px)
    y.append(py)
    return slots[slot]
  }

  /// Whether one position comes before another, by x, then y.
  @inline(__always)
  func precedes(_ one: Int32, _ other: Int32) -> Bool {
    let (a, b) = (Int(one), Int(other))
    return x[a] == x[b] ? y[a] < y[b] : x[a] < x[b]
  }
}
