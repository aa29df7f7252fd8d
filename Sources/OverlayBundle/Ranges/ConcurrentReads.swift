/// The value of a closure, or its error.
func result<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async -> Result<Value, Failure> {
  do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
}

/// The values of a closure for each item, in their order; a few items at a time. The first error ends the others.
func concurrently<Item: Sendable, Value: Sendable, Failure: Error>(
  _ items: [Item], width: Int, _ body: @escaping @Sendable (Item) async throws(Failure) -> Value
) async throws(Failure) -> [Value] {
  if items.count == 1 { return [try await body(items[0])] }
  let outcome = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
    var values = [Value?](repeating: nil, count: items.count)
    var next = 0
    while next < min(width, items.count) {
      group.addTask { [index = next] in (index, await result { () throws(Failure) in try await body(items[index]) }) }
      next += 1
    }
    while let (index, outcome) = await group.next() {
      switch outcome {
      case .success(let value): values[index] = value
      case .failure(let error):
        group.cancelAll()
        return Result<[Value], Failure>.failure(error)
      }
      guard next < items.count else { continue }
      group.addTask { [index = next] in (index, await result { () throws(Failure) in try await body(items[index]) }) }
      next += 1
    }
    return .success(values.compactMap { $0 })
  }
  return try outcome.get()
}
