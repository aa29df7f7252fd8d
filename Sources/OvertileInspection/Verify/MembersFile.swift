import Foundation
import OvertileFeatures
import OvertileRegularFiles

/// A members file read from its bytes, without trust in any of them. The format is documented with `MembersFormat`.
///
/// Written independently on purpose, including sizes and marks: it checks what `MembersWriter` and `MembersReader`
/// share, so it shares nothing with them.
///
/// Mapped, not loaded. All numbers are little endian.
struct MembersFile {
  /// A cluster's record.
  struct Cluster {
    var id: UInt64
    var leaves: Range<Int>
    var children: Range<Int>
    var x: UInt32
    var y: UInt32
    var zoom: UInt32
    var reserved: UInt32
  }

  /// A leaf's record.
  struct Leaf {
    var id: UInt64
    var x: UInt32
    var y: UInt32
  }

  static let headerBytes = 112
  static let magic = Array("OVTMEMB1".utf8)
  private static let leafBit: UInt32 = 1 << 31

  let data: Data
  let version: UInt32
  let flags: UInt32
  /// Clusters, children, leaves, keys, values.
  let counts: [Int]
  /// The offsets of the seven sections, and the end of the file.
  let offsets: [Int]

  var clusterCount: Int { counts[0] }
  var childCount: Int { counts[1] }
  var leafCount: Int { counts[2] }
  var hasProperties: Bool { flags & 1 != 0 }

  /// Opens a file whose sections lie one after the other and fit their counts.
  ///
  /// - Throws: `InspectionError` with the rule that does not hold; `ArchiveError` if the file cannot be read.
  init(path: String) throws {
    let data: Data
    do {
      data = try RegularFile.mapped(path)
    } catch {
      try FailedRead.rethrow(error)
      throw InspectionError("it cannot be read: \(error.reason)")
    }
    self.data = data
    guard data.count >= Self.headerBytes, Array(data.prefix(8)) == Self.magic else {
      throw InspectionError("it does not begin like a members file")
    }
    version = Self.word(data, 8)
    flags = Self.word(data, 12)
    let words = (0..<12).map { index -> UInt64 in Self.word(data, 16 + index * 8) }
    guard words.allSatisfy({ $0 <= UInt64(data.count) }) else {
      throw InspectionError("a count or an offset is beyond its \(data.count) bytes")
    }
    counts = words[..<5].map { Int($0) }
    offsets = words[5...].map { Int($0) } + [data.count]
    try Self.check(counts, offsets, hasProperties: flags & 1 != 0)
  }

  private static func check(_ counts: [Int], _ offsets: [Int], hasProperties: Bool) throws {
    guard zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw InspectionError("its sections are not in order")
    }
    let tagOffsets = hasProperties ? (counts[2] + 1) * 8 : 0
    let valueOffsets = hasProperties ? (counts[3] + counts[4] + 1) * 8 : 0
    let sizes = [counts[0] * 40, counts[1] * 4, counts[2] * 16, tagOffsets, nil, valueOffsets, nil]
    let names = ["clusters", "children", "leaves", "tag offsets", "tags", "value offsets", "values"]
    guard offsets[0] == headerBytes else { throw InspectionError("the clusters begin at \(offsets[0])") }
    for (index, size) in sizes.enumerated() {
      let found = offsets[index + 1] - offsets[index]
      if let size, size != found { throw InspectionError("the \(names[index]) have \(found) bytes instead of \(size)") }
      if !hasProperties, index >= 3, found != 0 {
        throw InspectionError("there are \(names[index]), but no properties")
      }
    }
  }

  func cluster(_ index: Int) -> Cluster {
    let start = offsets[0] + index * 40
    let numbers = (0..<8).map { index -> UInt32 in Self.word(data, start + 8 + index * 4) }
    return Cluster(
      id: Self.word(data, start), leaves: Int(numbers[0])..<Int(numbers[0]) + Int(numbers[1]),
      children: Int(numbers[2])..<Int(numbers[2]) + Int(numbers[3]), x: numbers[4], y: numbers[5], zoom: numbers[6],
      reserved: numbers[7])
  }

  /// A child: the index of a cluster, or of a leaf.
  func child(_ index: Int) -> (index: Int, isLeaf: Bool) {
    let word: UInt32 = Self.word(data, offsets[1] + index * 4)
    return (Int(word & ~Self.leafBit), word & Self.leafBit != 0)
  }

  func leaf(_ index: Int) -> Leaf {
    let start = offsets[2] + index * 16
    return Leaf(id: Self.word(data, start), x: Self.word(data, start + 8), y: Self.word(data, start + 12))
  }

  /// The range of a leaf's tags in the tags.
  func tagOffset(_ index: Int) -> UInt64 { Self.word(data, offsets[3] + index * 8) }

  var tags: Data { data[data.startIndex + offsets[4]..<data.startIndex + offsets[5]] }

  /// The range of a key or value in the values.
  func valueOffset(_ index: Int) -> UInt64 { Self.word(data, offsets[5] + index * 8) }

  var valuesSize: Int { offsets[7] - offsets[6] }

  /// The bytes of a key or value: the kind, then the payload.
  func value(_ range: Range<Int>) -> [UInt8] {
    Array(data[data.startIndex + offsets[6] + range.lowerBound..<data.startIndex + offsets[6] + range.upperBound])
  }

  private static func word<Word: FixedWidthInteger>(_ data: Data, _ offset: Int) -> Word {
    data.withUnsafeBytes { Word(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Word.self)) }
  }
}
