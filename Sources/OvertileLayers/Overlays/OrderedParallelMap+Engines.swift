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

extension Range<Int> {
  /// The range in parts of a size, for workers; the last may have fewer.
  func parts(of size: Int) -> some Sequence<Range<Int>> {
    stride(from: lowerBound, to: upperBound, by: size).lazy.map { $0..<Swift.min($0 + size, upperBound) }
  }
}
