/// The size, the last lines and the first error line of a command's standard error.
package struct ErrorText: Sendable {
  /// The maximum number of bytes that are kept from the end.
  package static let keptBytes = 4096
  private static let keptLines = 12

  /// The number of bytes.
  package private(set) var byteCount = 0
  /// The first line that begins with ERROR, bounded in length. GDAL writes such lines and may still exit with 0.
  package private(set) var error: String?
  private var end: [UInt8] = []
  private var line: [UInt8] = []

  /// Creates an empty text.
  package init() {}

  /// Adds bytes. O(bytes).
  package mutating func append(_ bytes: some Collection<UInt8>) {
    byteCount += bytes.count
    end = Array((end + bytes.suffix(Self.keptBytes)).suffix(Self.keptBytes))
    for byte in bytes where error == nil {
      guard byte == 0x0A || byte == 0x0D else {
        if line.count < 400 { line.append(byte) }
        continue
      }
      if line.starts(with: Array("ERROR".utf8)) { error = String(decoding: line, as: UTF8.self) }
      line.removeAll(keepingCapacity: true)
    }
  }

  /// Whether the text reports a lack of memory in the words of a common language or library.
  package var reportsLackOfMemory: Bool {
    let text = "\(error ?? "")\n\(String(decoding: end, as: UTF8.self))".lowercased()
    return Self.lackOfMemory.contains(where: text.contains)
  }

  // The texts of glibc and GDAL, C++, Python, Java and Rust, and of the loader of programs, where nothing follows on the line: it
  // adds the reason where a file system forbids it.
  private static let lackOfMemory = [
    "cannot allocate memory", "out of memory", "out-of-memory", "std::bad_alloc", "memoryerror", "outofmemoryerror",
    "memory allocation of", "failed to map segment from shared object\n",
  ]

  /// The last lines, at most 4,096 bytes and 12 lines, without empty lines; bytes that are not UTF-8 are replaced.
  package var lastLines: [String] {
    let text = String(decoding: end, as: UTF8.self)
    var lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    if byteCount > Self.keptBytes, lines.count > 1 { lines.removeFirst() }
    return lines.suffix(Self.keptLines)
  }
}
