import MapMath

/// Numbers for distinct positions, from 0, in the order in which they are first seen.
struct PositionNumbers {
  /// Per number: the position.
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// A hash table with open addresses: numbers, or -1 where a slot is free.
  private let table: NumberSlots
  private let shift: UInt64
  /// The sum of slots that were read in advance, without meaning.
  private var fetched: Int32 = 0

  /// Prepares for some positions. O(count).
  init(count: Int) {
    let bits = max(4, Int.bitWidth - count.leadingZeroBitCount + 1)
    table = NumberSlots(count: 1 << bits)
    shift = UInt64(64 - bits)
    x.reserveCapacity(count / 2)
    y.reserveCapacity(count / 2)
  }

  private var slots: UnsafeMutableBufferPointer<Int32> { table.all }

  /// The positions whose slots are fetched together.
  private static let block = 32

  /// Adds the numbers of some positions of a ring or line on whole coordinates to a list; O(1) each on average. At most as
  /// many positions as it is prepared for.
  mutating func append(_ range: Range<Int>, of shape: WorldGeometry, to numbers: inout [Int32]) {
    var (last, isFollowing) = (Int32(-2), false)
    shape.x.withUnsafeBufferPointer { px in
      shape.y.withUnsafeBufferPointer { py in
        var start = range.lowerBound
        while start < range.upperBound {
          let end = min(start + Self.block, range.upperBound)
          // Memory that is read for many positions at once is there when each of them comes.
          if !isFollowing { fetch(px[start..<end], py[start..<end]) }
          for index in start..<end {
            let number = follower(of: last, px[index], py[index])
            isFollowing = number != nil
            last = number ?? self.number(x: px[index], y: py[index])
            numbers.append(last)
          }
          start = end
        }
      }
    }
  }

  /// The number before or after another one, if it is that of a position: where a border is passed once more.
  @inline(__always)
  private func follower(of number: Int32, _ px: Double, _ py: Double) -> Int32? {
    let (before, after) = (Int(number) - 1, Int(number) + 1)
    if before >= 0, x[before] == px, y[before] == py { return number - 1 }
    return number >= 0 && after < x.count && x[after] == px && y[after] == py ? number + 1 : nil
  }

  @inline(__always)
  private mutating func fetch(_ px: Slice<UnsafeBufferPointer<Double>>, _ py: Slice<UnsafeBufferPointer<Double>>) {
    for index in px.indices { fetched &+= slots[slot(px[index], py[index])] }
  }

  @inline(__always)
  private func slot(_ px: Double, _ py: Double) -> Int {
    var hash = UInt64(bitPattern: Int64(px)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 32) ^ UInt64(bitPattern: Int64(py))) &* 0xD6E8_FEB8_6659_FD93
    return Int(hash >> shift)
  }

  @inline(__always)
  private mutating func number(x px: Double, y py: Double) -> Int32 {
    let slots = slots
    var slot = slot(px, py)
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
