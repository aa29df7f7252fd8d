/// The value of a closure, or its error.
func result<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await body()) } catch { return .failure(error) }
}

/// The results of a closure for each item, in their order; a few items at a time.
func concurrently<Item: Sendable, Value: Sendable>(
  _ items: [Item], width: Int, _ body: @escaping @Sendable (Item) async -> Value
) async -> [Value] {
  if items.count == 1 { return [await body(items[0])] }
  return await withTaskGroup(of: (Int, Value).self) { group in
    var values = [Value?](repeating: nil, count: items.count)
    var next = 0
    while next < min(width, items.count) {
      group.addTask { [index = next] in (index, await body(items[index])) }
      next += 1
    }
    while let (index, value) = await group.next() {
      values[index] = value
      guard next < items.count else { continue }
      group.addTask { [index = next] in (index, await body(items[index])) }
      next += 1
    }
    return values.compactMap { $0 }
  }
}
