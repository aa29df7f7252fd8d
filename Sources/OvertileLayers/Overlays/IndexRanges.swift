/// Divides indices among workers, by their number.
struct IndexRanges: IteratorProtocol {
  private var rest: Range<Int>
  private let size: Int

  /// Divides `count` indices into jobs of `size`; the last may have fewer.
  init(_ count: Int, of size: Int) { (rest, self.size) = (0..<count, size) }

  /// The indices of the next job; nil after the last.
  mutating func next() -> Range<Int>? {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }
}
