/// Values of one trivial type, one after the other, in memory that may be a file: see `ColumnFiles`.
///
/// A value type like an array. Copies share their memory until one of them changes.
@usableFromInline
package struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var memory: ColumnMemory?
  @usableFromInline var capacity: Int
  /// The number of values.
  @usableFromInline package internal(set) var count: Int

  /// No values.
  @inlinable package init() {
    base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)!
    (memory, capacity, count) = (nil, 0, 0)
  }

  /// Copies of one value.
  @inlinable package init(repeating value: Element, count: Int) {
    self.init()
    reserve(count)
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  /// As many values as a closure makes of their indices.
  @inlinable package init(count: Int, _ value: (Int) throws -> Element) rethrows {
    self.init()
    reserve(count)
    for index in 0..<count { base[index] = try value(index) }
    self.count = count
  }

  /// So many values that are not set yet.
  @inlinable package init(uninitializedCount count: Int) {
    self.init()
    reserve(count)
    self.count = count
  }

  /// The values of a sequence.
  @inlinable package init(_ values: some Sequence<Element>) {
    self.init()
    append(contentsOf: values)
  }

  /// Reserves memory for so many values in all.
  @inlinable package mutating func reserveCapacity(_ count: Int) {
    if count > capacity || !isKnownUniquelyReferenced(&memory) { reserve(count) }
  }

  /// Adds a value at the end.
  @inlinable package mutating func append(_ value: Element) {
    if count == capacity || !isKnownUniquelyReferenced(&memory) { extend(by: 1) }
    base[count] = value
    count += 1
  }

  /// Adds values at the end.
  @inlinable package mutating func append(contentsOf values: some Sequence<Element>) {
    let isCopied: Void? = values.withContiguousStorageIfAvailable { values in
      extend(by: values.count)
      if let first = values.baseAddress { (base + count).update(from: first, count: values.count) }
      count += values.count
    }
    guard isCopied == nil else { return }
    extend(by: values.underestimatedCount)
    for value in values { append(value) }
  }

  /// Adds values at the end.
  @inlinable package static func += (column: inout Column, values: some Sequence<Element>) {
    column.append(contentsOf: values)
  }

  /// Removes all values.
  package mutating func removeAll(keepingCapacity: Bool = false) {
    if keepingCapacity, isKnownUniquelyReferenced(&memory) { count = 0 } else { self = Column() }
  }

  /// The values made of these, one by one.
  @inlinable package func map<Other: BitwiseCopyable>(_ other: (Element) throws -> Other) rethrows -> Column<Other> {
    try Column<Other>(count: count) { try other(base[$0]) }
  }

  /// Calls a closure with the values.
  @inlinable package func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Calls a closure with the bytes of the values.
  @inlinable package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try withUnsafeBufferPointer { try body(UnsafeRawBufferPointer($0)) }
  }

  /// Calls a closure that may change the values.
  @inlinable package mutating func withUnsafeMutableBufferPointer<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R {
    makeUnique()
    defer { withExtendedLifetime(memory) {} }
    var values = UnsafeMutableBufferPointer(start: base, count: count)
    return try body(&values)
  }

  @inlinable mutating func makeUnique() {
    if count > 0, !isKnownUniquelyReferenced(&memory) { reserve(count) }
  }

  @inlinable mutating func extend(by more: Int) {
    let needed = count + more
    if needed > capacity {
      reserve(Swift.max(needed, capacity + capacity / 2 + 8))
    } else if needed > 0, !isKnownUniquelyReferenced(&memory) {
      reserve(needed)
    }
  }

  /// Creates the memory the column's own, and large enough for so many values.
  @usableFromInline mutating func reserve(_ wanted: Int) {
    guard wanted > 0 else { return }
    let stride = MemoryLayout<Element>.stride
    if isKnownUniquelyReferenced(&memory) {
      memory?.grow(to: wanted * stride, keeping: count * stride)
    } else {
      let own = ColumnMemory(byteCount: Swift.max(wanted, count) * stride)
      own.start.copyMemory(from: base, byteCount: count * stride)
      memory = own
    }
    guard let memory else { return }
    base = memory.start.assumingMemoryBound(to: Element.self)
    capacity = memory.byteCount / stride
  }
}

extension Column: RandomAccessCollection, MutableCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { count }

  @inlinable package subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "an index of a column")
      return base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "an index of a column")
      makeUnique()
      base[index] = newValue
    }
  }

  @inlinable package func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? { try withUnsafeBufferPointer(body) }

  @inlinable package mutating func withContiguousMutableStorageIfAvailable<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R? { try withUnsafeMutableBufferPointer(body) }
}

extension Column: ExpressibleByArrayLiteral {
  @inlinable package init(arrayLiteral values: Element...) { self.init(values) }
}

extension Column: Equatable where Element: Equatable {
  @inlinable package static func == (a: Column, b: Column) -> Bool { a.elementsEqual(b) }
}
