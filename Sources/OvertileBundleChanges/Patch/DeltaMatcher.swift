/// Finds how a target is made of instructions to copy from a source and of bytes of its own.
///
/// The window of `BlockIndex` slides over the target. If the source holds its bytes, the match is extended backwards
/// and forwards, and on over single bytes that differ, as in Percival's bsdiff: numbers that shift by a little cost
/// little. The same inputs result in the same instructions. O(target) except for boilerplate.
struct DeltaMatcher: ~Copyable {
  /// An instruction of the target: bytes of its own, then bytes that are nearly those of the source.
  struct Instruction {
    /// Bytes of its own.
    var literal: Range<Int>
    /// The offset of the copied bytes in the source.
    var source: Int
    /// The number of copied bytes. The encoder finds those that differ.
    var copied: Int
  }

  private let source: UnsafeRawBufferPointer
  private let target: UnsafeRawBufferPointer
  private let index: BlockIndex

  /// A block that the source repeats counts only if the match is this long, in bytes.
  private static let leastRepeated = 256
  /// The cost of a differing byte to an extension; an equal one gains 1. At 2, records that merely look alike pass.
  private static let differenceCost = 3
  /// An extension over differences is abandoned after such a loss.
  private static let patience = 40

  /// Prepares a source and a target, which must outlive the matcher. O(source).
  init(source: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer) {
    (self.source, self.target) = (source, target)
    index = BlockIndex(source)
  }

  /// Calls a closure with every instruction, in the order of the target.
  func forEachInstruction(_ body: (Instruction) throws -> Void) throws {
    guard let bytes = target.baseAddress, source.baseAddress != nil else {
      return try body(Instruction(literal: 0..<target.count, source: 0, copied: 0))
    }
    let window = index.block
    var start = 0
    var position = 0
    var shift = 0
    var hash: RollingHash?
    while position + window <= target.count {
      var current = hash ?? RollingHash(bytes + position, count: window)
      if let match = match(at: position, from: start, shift: shift, hash: current.value) {
        try body(
          Instruction(literal: start..<match.start, source: match.start + match.shift, copied: match.end - match.start))
        (start, position, shift, hash) = (match.end, match.end, match.shift, nil)
      } else {
        if position + window < target.count { current.roll(out: target[position], in: target[position + window]) }
        position += 1
        hash = current
      }
    }
    if start < target.count { try body(Instruction(literal: start..<target.count, source: 0, copied: 0)) }
  }

  /// A range of the target whose bytes are in the source, shifted.
  private struct Match {
    var start: Int
    var end: Int
    var shift: Int
  }

  @inline(__always)
  private func match(at position: Int, from start: Int, shift: Int, hash: UInt64) -> Match? {
    guard let bytes = target.baseAddress else { return nil }
    // The likeliest offset is the continuation of the last copy.
    if isEqual(position, shift: shift) { return extended(position, from: start, shift: shift) }
    guard let found = index.find(hash, bytes + position) else { return nil }
    let match = extended(position, from: start, shift: found.offset - position)
    return found.isRepeated && match.end - match.start < Self.leastRepeated ? nil : match
  }

  @inline(__always)
  private func isEqual(_ position: Int, shift: Int) -> Bool {
    let found = position + shift
    guard found >= 0, found + index.block <= source.count, let a = source.baseAddress, let b = target.baseAddress
    else { return false }
    return Bytes.areEqual(a + found, b + position, count: index.block)
  }

  private func extended(_ position: Int, from start: Int, shift: Int) -> Match {
    var match = Match(start: position, end: position, shift: shift)
    while match.start > start, match.start + shift > 0, target[match.start - 1] == source[match.start - 1 + shift] {
      match.start -= 1
    }
    match.end = forwards(from: position, shift: shift)
    return match
  }

  /// The end of the match, extended over differing bytes as long as the bytes after them pay.
  private func forwards(from position: Int, shift: Int) -> Int {
    guard let a = source.baseAddress, let b = target.baseAddress else { return position }
    let limit = min(target.count, source.count - shift)
    var best = position + Bytes.commonPrefix(a + position + shift, b + position, limit: limit - position)
    var end = best
    var score = 0
    while end < limit, score > -Self.patience {
      score += source[end + shift] == target[end] ? 1 : -Self.differenceCost
      end += 1
      guard score > 0 else { continue }
      end += Bytes.commonPrefix(a + end + shift, b + end, limit: limit - end)
      (best, score) = (end, 0)
    }
    return best
  }
}
