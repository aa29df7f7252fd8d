import OvertileReading
import OvertileShapes

extension OrderedParallelMap {
  /// Does work on items on all threads, each with an engine of its own; outcomes are consumed in the order of the items.
  func forEach<Item: Sendable, Outcome: Sendable>(
    _ items: some Sequence<Item>, _ work: @escaping @Sendable (GeometryEngine, Item) throws -> Outcome,
    consume: (Outcome) throws -> Void
  ) throws {
    var rest = items.makeIterator()
    try run(
      next: { rest.next() }, makeWorker: { try GeometryEngine() },
      work: { engine, item in try work(engine, item) }, consume: consume)
  }
}

/// Divides indices among workers, by their number.
struct IndexRanges: Sequence, IteratorProtocol {
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
