import OvertileSearching
import OvertileTileArchive

/// Where the bytes of an archive's tiles are, one after the other: in files, each with some runs of them.
struct FileRanges {
  private struct Section {
    /// Where the section begins among all bytes.
    let start: Int
    let descriptor: Int32
    let path: String
    /// Where it begins in its file.
    let offset: Int
    let owner: AnyObject?
  }

  private var sections: [Section] = []
  /// The number of all bytes.
  private(set) var count = 0

  /// Adds bytes at the end, which are in a file.
  mutating func append(_ count: Int, in descriptor: Int32, path: String, at offset: Int, owner: AnyObject?) {
    let last = sections.last
    if last?.descriptor != descriptor || last.map({ $0.offset + self.count - $0.start }) != offset {
      sections.append(Section(start: self.count, descriptor: descriptor, path: path, offset: offset, owner: owner))
    }
    self.count += count
  }

  /// Reads some of all bytes, which are in one file. O(log sections).
  func read(_ range: Range<Int>) throws -> [UInt8] {
    guard let section = section(at: range.lowerBound) else { return [] }
    return try UnixFile.read(
      section.descriptor, path: section.path, offset: section.offset + range.lowerBound - section.start,
      count: range.count)
  }

  private func section(at offset: Int) -> Section? {
    let next = sections.partitioningIndex { $0.start > offset }
    return next == 0 ? nil : sections[next - 1]
  }

  /// Each range of bytes: the file, where they begin in it, and their number.
  var all: [(descriptor: Int32, offset: Int, count: Int)] {
    sections.enumerated().map { index, section in
      let end = index + 1 < sections.count ? sections[index + 1].start : count
      return (section.descriptor, section.offset, end - section.start)
    }
  }
}
