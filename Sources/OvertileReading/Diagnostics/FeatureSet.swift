/// A set of features of one source, by file and ordinal; an eighth of a byte for each ordinal where they lie close.
struct FeatureSet: Sendable {
  private struct Page: Hashable {
    var file: String
    var number: UInt64
  }

  private var pages: [Page: [UInt64]] = [:]
  /// The number of features in it.
  private(set) var count = 0

  /// Ordinals of a page.
  private static let pageSize: UInt64 = 4096
  private static let emptyPage = [UInt64](repeating: 0, count: Int(pageSize / 64))

  /// Adds a feature; returns whether it was new. O(1).
  @discardableResult
  mutating func insert(file: String, index: UInt64) -> Bool {
    let page = Page(file: file, number: index / Self.pageSize)
    let bit = index % Self.pageSize
    let isNew = Self.add(1 << (bit % 64), to: &pages[page, default: Self.emptyPage][Int(bit / 64)])
    if isNew { count += 1 }
    return isNew
  }

  private static func add(_ bit: UInt64, to word: inout UInt64) -> Bool {
    defer { word |= bit }
    return word & bit == 0
  }
}
