import OvertilePlatform

/// The lines of standard input, one at a time; a line that is too long is not kept.
///
/// Standard output is flushed before every wait for input, so that a program on the other side of two pipes can query
/// line by line.
struct InputLines {
  /// The most bytes of a line.
  static let limitByteCount = 4 << 20

  /// A line without its line feed.
  enum Line {
    case bytes([UInt8])
    case tooLong
  }

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var isAtEnd = false
  private let beforeWaiting: () throws -> Void

  /// Reads lines; the closure is called before every wait for more.
  init(beforeWaiting: @escaping () throws -> Void) { self.beforeWaiting = beforeWaiting }

  /// The next line; nil after the last one. The last line need not end with a line feed.
  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    var (isTooLong, isStarted) = (false, false)
    while try fill() {
      isStarted = true
      let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
      let part = unread.lowerBound..<(end ?? unread.upperBound)
      if line.count + part.count > Self.limitByteCount { isTooLong = true }
      if isTooLong { line = [] } else { line += buffer[part] }
      unread = min(part.upperBound + (end == nil ? 0 : 1), unread.upperBound)..<unread.upperBound
      if end != nil { break }
    }
    guard isStarted else { return nil }
    return isTooLong ? .tooLong : .bytes(line)
  }

  /// Reads more if nothing is left; false at the end.
  private mutating func fill() throws -> Bool {
    guard unread.isEmpty else { return true }
    guard !isAtEnd else { return false }
    try beforeWaiting()
    while true {
      let count = buffer.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        StandardError.write("overtile: standard input cannot be read: " + String(cString: strerror(errno)))
        throw ExitStatus.inputOutput
      }
      unread = 0..<count
      isAtEnd = count == 0
      return count > 0
    }
  }
}
