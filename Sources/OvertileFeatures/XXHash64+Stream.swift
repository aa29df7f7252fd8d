extension XXHash64 {
  /// The hash of bytes that come some at a time, however they are divided.
  package struct Stream {
    private var lanes: Lanes
    private let seed: UInt64
    private var count: UInt64 = 0
    /// Bytes of a stripe that is not whole.
    private var pending: [UInt8] = []

    /// Begins without bytes.
    package init(seed: UInt64 = 0) {
      (lanes, self.seed) = (Lanes(seed: seed), seed)
      pending.reserveCapacity(32)
    }

    /// Adds bytes. O(n).
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
      count += UInt64(bytes.count)
      var bytes = bytes
      if !pending.isEmpty {
        let missing = min(32 - pending.count, bytes.count)
        pending.append(contentsOf: bytes[..<missing])
        bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
        guard pending.count == 32 else { return }
        var offset = 0
        pending.withUnsafeBytes { lanes.take($0, from: &offset) }
        pending.removeAll(keepingCapacity: true)
      }
      var offset = 0
      lanes.take(bytes, from: &offset)
      pending.append(contentsOf: bytes[offset...])
    }

    /// The hash of all bytes so far: as if they had come at once.
    package var value: UInt64 {
      pending.withUnsafeBytes { rest in
        XXHash64.end(count < 32 ? seed &+ prime5 : lanes.merged, rest, from: 0, count: count)
      }
    }
  }
}
