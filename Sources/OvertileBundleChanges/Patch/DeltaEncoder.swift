/// Writes the delta from a source to a target as frames; see `DeltaFrame`.
struct DeltaEncoder: ~Copyable {
  private let source: UnsafeRawBufferPointer
  private let target: UnsafeRawBufferPointer
  private var frame = DeltaFrame()
  private var expected = 0
  private let write: ([UInt8]) throws -> Void

  /// Encodes a delta; `write` receives the frames' bytes. O(source + target).
  static func encode(
    source: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer, write: @escaping ([UInt8]) throws -> Void
  ) throws {
    var encoder = DeltaEncoder(source: source, target: target, write: write)
    try DeltaMatcher(source: source, target: target).forEachInstruction { try encoder.append($0) }
    try encoder.flush()
  }

  private init(
    source: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer, write: @escaping ([UInt8]) throws -> Void
  ) {
    (self.source, self.target, self.write) = (source, target, write)
  }

  /// Appends an instruction, cut if a frame is full.
  private mutating func append(_ instruction: DeltaMatcher.Instruction) throws {
    var rest = instruction
    while !rest.literal.isEmpty || rest.copied > 0 {
      let free = DeltaFrame.mostTarget - frame.target
      let literal = rest.literal.prefix(free)
      let copied = min(rest.copied, free - literal.count)
      put(literal, source: rest.source, copied: copied, at: rest.literal.upperBound)
      // Nothing is copied before the literal is written.
      rest = DeltaMatcher.Instruction(
        literal: literal.endIndex..<rest.literal.upperBound, source: rest.source + copied, copied: rest.copied - copied)
      if copied > 0 { rest.literal = rest.literal.upperBound + copied..<rest.literal.upperBound + copied }
      if frame.target == DeltaFrame.mostTarget { try flush() }
    }
  }

  private mutating func put(_ literal: Range<Int>, source offset: Int, copied: Int, at start: Int) {
    frame.target += literal.count + copied
    frame.literals.append(contentsOf: target[literal])
    frame.control.append(varint: UInt64(literal.count))
    frame.control.append(varint: UInt64(copied))
    guard copied > 0 else { return }
    frame.control.append(signed: offset - expected)
    expected = offset + copied
    var runs: [UInt8] = []
    var count = 0
    var done = 0
    while let run = nextDifference(source: offset, target: start, from: done, limit: copied) {
      runs.append(varint: UInt64(run.lowerBound - done))
      runs.append(varint: UInt64(run.count))
      for index in run { frame.differences.append(target[start + index] &- source[offset + index]) }
      count += 1
      done = run.upperBound
    }
    frame.control.append(varint: UInt64(count))
    frame.control += runs
  }

  /// The next run of bytes that differ within a copy.
  private func nextDifference(source offset: Int, target start: Int, from done: Int, limit: Int) -> Range<Int>? {
    guard let a = source.baseAddress, let b = target.baseAddress else { return nil }
    let first = done + Bytes.commonPrefix(a + offset + done, b + start + done, limit: limit - done)
    guard first < limit else { return nil }
    var end = first + 1
    while end < limit, source[offset + end] != target[start + end] { end += 1 }
    return first..<end
  }

  private mutating func flush() throws {
    guard frame.target > 0 else { return }
    try write(try frame.encoded())
    frame = DeltaFrame()
  }
}
