/// A set of features of one source, by file and ordinal; an eighth of a byte for each ordinal where they lie close.
struct FeatureSet: Sendable {
  private struct Page: Hashable {
    var file: String
    var number: UInt64
  }

  private var words: [[UInt64]] = []
  private var offsets: [Page: Int] = [:]
  /// The page of the last feature: the next one is most likely there, too.
  private var last: (page: Page, offset: Int)?
  /// The number of features in it.
  private(set) var count = 0

  /// Ordinals of a page.
  private static let pageSize: UInt64 = 4096

  /// Adds a feature; returns whether it was new. O(1).
  @discardableResult
  mutating func insert(file: String, index: UInt64) -> Bool {
    let offset = offset(of: Page(file: file, number: index / Self.pageSize))
    let bit = index % Self.pageSize
    let (word, mask) = (Int(bit / 64), UInt64(1) << (bit % 64))
    guard words[offset][word] & mask == 0 else { return false }
    words[offset][word] |= mask
    count += 1
    return true
  }

  private mutating func offset(of page: Page) -> Int {
    if let last, last.page == page { return last.offset }
    let offset = offsets[page] ?? words.count
    if offset == words.count {
      words.append([UInt64](repeating: 0, count: Int(Self.pageSize / 64)))
      offsets[page] = offset
    }
    last = (page, offset)
    return offset
  }
}
