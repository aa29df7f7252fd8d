import OvertileCore

/// Sorts pairs of a 64-bit key and a 32-bit payload by key, stably.
///
/// The pairs lie in `keys` and `payloads`; `spareKeys` and `sparePayloads` are of equal size and free between two sorts.
/// Digits run from the least significant. O(n * bits / 11).
package struct RadixSort {
  package private(set) var keys: UnsafeMutableBufferPointer<UInt64>
  package private(set) var payloads: UnsafeMutableBufferPointer<UInt32>
  private(set) var spareKeys: UnsafeMutableBufferPointer<UInt64>
  private(set) var sparePayloads: UnsafeMutableBufferPointer<UInt32>
  private let keyOwner: ScratchBuffer<UInt64>
  private let payloadOwner: ScratchBuffer<UInt32>

  private static let digitBits = 11
  /// Below this many pairs clearing the histograms would cost more than moving the pairs.
  private static let insertionLimit = 48

  /// Allocates memory for `capacity` pairs.
  package init(capacity: Int) {
    keyOwner = ScratchBuffer(count: 2 * capacity)
    payloadOwner = ScratchBuffer(count: 2 * capacity)
    keys = UnsafeMutableBufferPointer(rebasing: keyOwner.elements[..<capacity])
    spareKeys = UnsafeMutableBufferPointer(rebasing: keyOwner.elements[capacity...])
    payloads = UnsafeMutableBufferPointer(rebasing: payloadOwner.elements[..<capacity])
    sparePayloads = UnsafeMutableBufferPointer(rebasing: payloadOwner.elements[capacity...])
  }

  /// The indices of numbers, the least first. O(numbers) where few are equal.
  ///
  /// - Parameter precedes: whether the first of two indices of equal numbers comes first; without it, and if they are equal
  ///   in this, too, they keep their order.
  package static func order(
    of numbers: Column<UInt64>, precedes: ((_ a: UInt32, _ b: UInt32) -> Bool)? = nil
  ) -> Column<UInt32> {
    var sorted = RadixSort(capacity: numbers.count)
    for (index, number) in numbers.enumerated() {
      (sorted.keys[index], sorted.payloads[index]) = (number, UInt32(truncatingIfNeeded: index))
    }
    sorted.sort(count: numbers.count, greatest: numbers.max() ?? 0)
    if let precedes { sorted.sortEqual(precedes) }
    return withExtendedLifetime(sorted) { Column(sorted.payloads) }
  }

  /// Sorts the payloads of equal keys, which ascend.
  private func sortEqual(_ precedes: (_ a: UInt32, _ b: UInt32) -> Bool) {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] == keys[start] { end += 1 }
      var equal = UnsafeMutableBufferPointer(rebasing: payloads[start..<end])
      if equal.count > 1 { equal.sort { precedes($0, $1) || $0 < $1 && !precedes($1, $0) } }
      start = end
    }
  }

  /// Swaps the pairs and the spare pairs.
  mutating func exchange() {
    swap(&keys, &spareKeys)
    swap(&payloads, &sparePayloads)
  }

  /// Sorts the first `count` pairs, whose keys are all at most `greatest`.
  package mutating func sort(count: Int, greatest: UInt64) {
    if count < Self.insertionLimit { return insertionSort(count: count) }
    let bits = UInt64.bitWidth - greatest.leadingZeroBitCount
    let passes = (bits + Self.digitBits - 1) / Self.digitBits
    guard passes > 0 else { return }
    let width = (bits + passes - 1) / passes
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: passes << width) { starts in
      countDigits(count: count, passes: passes, width: width, into: starts)
      for pass in 0..<passes {
        let digits = UnsafeMutableBufferPointer(rebasing: starts[pass << width..<(pass + 1) << width])
        scatter(count: count, shift: UInt64(pass * width), starts: digits)
        exchange()
      }
    }
  }

  /// Sets, per pass and digit, the index of the first pair with that digit.
  private func countDigits(count: Int, passes: Int, width: Int, into starts: UnsafeMutableBufferPointer<UInt32>) {
    starts.initialize(repeating: 0)
    let mask = UInt64((1 << width) - 1)
    for index in 0..<count {
      var key = keys[index]
      for pass in 0..<passes {
        starts[pass << width + Int(truncatingIfNeeded: key & mask)] &+= 1
        key &>>= UInt64(width)
      }
    }
    for pass in 0..<passes {
      var sum: UInt32 = 0
      for digit in pass << width..<(pass + 1) << width {
        (starts[digit], sum) = (sum, sum &+ starts[digit])
      }
    }
  }

  private func scatter(count: Int, shift: UInt64, starts: UnsafeMutableBufferPointer<UInt32>) {
    let mask = UInt64(starts.count - 1)
    for index in 0..<count {
      let key = keys[index]
      let digit = Int(truncatingIfNeeded: (key &>> shift) & mask)
      let target = Int(starts[digit])
      starts[digit] &+= 1
      spareKeys[target] = key
      sparePayloads[target] = payloads[index]
    }
  }

  private func insertionSort(count: Int) {
    for index in 0..<count {
      let (key, payload) = (keys[index], payloads[index])
      var hole = index
      while hole > 0, keys[hole - 1] > key {
        keys[hole] = keys[hole - 1]
        payloads[hole] = payloads[hole - 1]
        hole -= 1
      }
      keys[hole] = key
      payloads[hole] = payload
    }
  }
}
