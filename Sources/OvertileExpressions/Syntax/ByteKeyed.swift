import OvertileCore

/// Values by strings that are equal byte by byte; a dictionary would treat different spellings in Unicode as equal.
struct ByteKeyed<Value: Sendable>: Sendable {
  private var buckets: [UInt64: [(key: String, value: Value)]] = [:]

  /// The value of a key; a key is never removed. Expected O(length of the key).
  subscript(key: String) -> Value? {
    get { buckets[Self.hash(key)]?.first { Equality.equal($0.key, key) }?.value }
    set {
      guard let newValue else { return }
      let hash = Self.hash(key)
      if let index = buckets[hash]?.firstIndex(where: { Equality.equal($0.key, key) }) {
        buckets[hash]?[index].value = newValue
      } else {
        buckets[hash, default: []].append((key, newValue))
      }
    }
  }

  private static func hash(_ string: String) -> UInt64 {
    var copy = string
    return copy.withUTF8 { XXHash64.hash(UnsafeRawBufferPointer($0)) }
  }
}
