import OvertileCore

/// A column that uses no memory while all its entries are the default.
@usableFromInline
package struct SparseColumn<Element: Equatable & Sendable & BitwiseCopyable>: Sendable {
  /// The default entry.
  @usableFromInline package let usual: Element
  /// The number of entries.
  @usableFromInline package internal(set) var count = 0
  /// All entries; empty while all are the default.
  @usableFromInline package internal(set) var values: Column<Element> = []

  /// Makes an empty column.
  @inlinable package init(usual: Element) { self.usual = usual }

  /// Adds an entry.
  @inlinable package mutating func append(_ value: Element) {
    count += 1
    guard !values.isEmpty || value != usual else { return }
    if values.isEmpty { values = Column(repeating: usual, count: count - 1) }
    values.append(value)
  }

  /// Adds entries of another column, each changed in a way that keeps the default.
  @inlinable package mutating func append(_ other: SparseColumn, _ change: (Element) -> Element = { $0 }) {
    defer { count += other.count }
    guard !other.values.isEmpty else {
      if !values.isEmpty { values.append(contentsOf: repeatElement(usual, count: other.count)) }
      return
    }
    if values.isEmpty { values = Column(repeating: usual, count: count) }
    for value in other.values { values.append(value == usual ? usual : change(value)) }
  }

  /// The same entries in another order: first that of `order[0]`.
  @inlinable package func reordered(_ order: Column<UInt32>) -> SparseColumn {
    var column = self
    if !values.isEmpty { column.values = order.map { values[Int($0)] } }
    return column
  }

  /// The entry at an index.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Element { values.isEmpty ? usual : values[index] }
}
