/// A stretch of a delta that is decoded on its own, so that memory stays bounded however large the file.
///
/// | part | content |
/// |---|---|
/// | sizes | seven u32: bytes of the target, then plain and stored size of the three parts below |
/// | control | per instruction: literal bytes; copied bytes; where these are above 0: the source's offset less the end of the last copy, the number of runs that differ, and per run the equal bytes before it and its own |
/// | differences | per byte that differs: target less source, modulo 256 |
/// | literals | the bytes of the target's own |
///
/// Each part is deflated, or stored where its two sizes are equal. Numbers are in base 128.
struct DeltaFrame {
  /// The most bytes of the target in one frame.
  static let mostTarget = 4 << 20
  /// The size of the seven sizes.
  static let headBytes = 28

  /// Bytes of the target.
  var target = 0
  /// The instructions.
  var control: [UInt8] = []
  /// The bytes that differ.
  var differences: [UInt8] = []
  /// The target's own bytes.
  var literals: [UInt8] = []

  /// The frame's bytes.
  func encoded() throws -> [UInt8] {
    var head: [UInt8] = []
    var body: [UInt8] = []
    head.append(word: UInt32(target))
    for part in [control, differences, literals] {
      let stored = try Deflate.compress(part)
      head.append(word: UInt32(part.count))
      head.append(word: UInt32(stored.count))
      body += stored
    }
    return head + body
  }

  /// Makes an empty frame.
  init() {}

  /// Reads a frame; `read` returns the next so many bytes.
  ///
  /// Sizes are checked before memory is allocated: it stays within a constant factor of `mostTarget`.
  init(_ read: (Int) throws -> [UInt8], name: String) throws {
    let head = try read(Self.headBytes)
    let sizes: [Int] = try head.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, name: name)
      return try (0..<7).map { _ in Int(try reader.word(UInt32.self)) }
    }
    target = sizes[0]
    // An instruction has a byte at least, and at most so many bytes of numbers; a run that differs likewise.
    guard (1...Self.mostTarget).contains(target), sizes[1] <= 32 * target + 64, sizes[3] <= target,
      sizes[5] <= target, sizes[2] <= sizes[1], sizes[4] <= sizes[3], sizes[6] <= sizes[5]
    else { throw ChangesError("\(name): a frame has impossible sizes") }
    control = try Deflate.expand(read(sizes[2]), size: sizes[1])
    differences = try Deflate.expand(read(sizes[4]), size: sizes[3])
    literals = try Deflate.expand(read(sizes[6]), size: sizes[5])
  }
}
