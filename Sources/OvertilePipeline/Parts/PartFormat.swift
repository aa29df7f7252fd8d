/// The form of a part file: what one task hands to another.
///
/// - 8 bytes "OVERPART", a version of 4 bytes, 4 bytes that are zero, and the 32 bytes of the work's digest: see `PartWork`.
/// - The payloads of sections, one after the other.
/// - The directory: a header of 48 bytes for each of them, in their order: the kind in 4 bytes, 4 bytes that are zero, three numbers of
///   8 bytes, the number of bytes of the payload in 8, and its digest in 8: see `PartSection`.
/// - The end: the header of a section of kind 0, whose first number is that of the sections, and the second the CRC-32 of the directory.
///
/// So a task finds the few sections that it needs in one read of a file with many.
///
/// All numbers are little-endian. A reader rejects another version: tasks of one run have one program.
enum PartFormat {
  /// The first bytes of a file.
  static let magic = Array(magicText.utf8)
  /// The first bytes of a file as text.
  static let magicText = "OVERPART"
  /// The version of the form and of every payload.
  static let version: UInt32 = 8
  /// The bytes before the first payload.
  static let headerBytes = 48
  /// The bytes of a section in the directory.
  static let sectionBytes = 48
  /// The ending of the names of part files.
  static let ending = ".part"

  /// The header of a file.
  static func header(work: [UInt8]) -> [UInt8] {
    var bytes = magic
    withUnsafeBytes(of: version.littleEndian) { bytes += $0 }
    return bytes + [0, 0, 0, 0] + work
  }

  /// The header of a section.
  static func header(_ section: PartSection, count: Int, digest: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: section.kind.rawValue.littleEndian) { bytes += $0 }
    bytes += [0, 0, 0, 0]
    for number in [section.numbers[0], section.numbers[1], section.numbers[2], UInt64(count), digest] {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    return bytes
  }
}
