/// Makes a target from a source and a delta, frame by frame.
///
/// Safe on hostile deltas: every offset is checked against the source, every count against the frame.
struct DeltaDecoder {
  private let source: UnsafeRawBufferPointer
  private let name: String
  private var expected = 0

  /// A decoder for a source, which must outlive it. The name is for errors.
  init(source: UnsafeRawBufferPointer, name: String) {
    (self.source, self.name) = (source, name)
  }

  /// The bytes of the target in a frame. O(their number).
  mutating func decode(_ frame: DeltaFrame) throws -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(frame.target)
    try frame.control.withUnsafeBytes { control in
      try frame.differences.withUnsafeBytes { differences in
        try frame.literals.withUnsafeBytes { literals in
          var parts = Parts(
            control: ByteReader(control, name: name), differences: ByteReader(differences, name: name),
            literals: ByteReader(literals, name: name))
          while out.count < frame.target { try instruction(&parts, limit: frame.target, &out) }
          guard parts.areUsedUp else { throw ChangesError("\(name): a frame holds more than its target takes") }
        }
      }
    }
    return out
  }

  private struct Parts {
    var control: ByteReader
    var differences: ByteReader
    var literals: ByteReader

    var areUsedUp: Bool { control.remaining == 0 && differences.remaining == 0 && literals.remaining == 0 }
  }

  private mutating func instruction(_ parts: inout Parts, limit: Int, _ out: inout [UInt8]) throws {
    let literal = try parts.control.count(upTo: limit - out.count)
    out.append(contentsOf: try parts.literals.take(literal))
    let copied = try parts.control.count(upTo: limit - out.count)
    guard literal + copied > 0 else { throw ChangesError("\(name): an empty copy") }
    guard copied > 0 else { return }
    let (offset, overflow) = expected.addingReportingOverflow(try parts.control.signed())
    guard !overflow, offset >= 0, offset <= source.count - copied else {
      throw ChangesError("\(name): a copy lies outside its source")
    }
    expected = offset + copied
    let start = out.count
    out.append(contentsOf: source[offset..<offset + copied])
    try applyDifferences(&out, from: start, &parts)
  }

  /// Writes the differing bytes into the copied ones.
  private func applyDifferences(_ out: inout [UInt8], from start: Int, _ parts: inout Parts) throws {
    let runs = try parts.control.count(upTo: out.count - start)
    var position = start
    for _ in 0..<runs {
      position += try parts.control.count(upTo: out.count - position)
      let count = try parts.control.count(upTo: out.count - position)
      for byte in try parts.differences.take(count) {
        out[position] &+= byte
        position += 1
      }
    }
  }
}
