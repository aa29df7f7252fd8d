import Foundation
import OvertileDigests

@testable import OvertileBundleChanges

/// Patches up to their digest, which is corrected here so that the bytes before it are read: an error, or frames.
@Sendable func fuzzPatch(_ bytes: [UInt8]) {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("overtile-fuzz-\(getpid()).patch")
  try! Data(bytes + SHA256.hash(bytes)).write(to: path)
  guard let patch = try? PatchReader(path.path) else { return }
  for entry in patch.index.files {
    try? patch.forEachFrame(entry) { frame in apply([frame]) }
  }
}

/// Deltas: an error, or exactly the bytes that the frames promise.
@Sendable func fuzzDelta(_ bytes: [UInt8]) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let frame = try? DeltaFrame(
      { count in
        guard count <= rest.count else { throw ChangesError("cut short") }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      }, name: "fuzz")
    guard let frame else { return }
    apply([frame])
  }
}

/// The form in which patches carry members: an error, or a file whose form is the same again.
@Sendable func fuzzMembersForm(_ bytes: [UInt8]) {
  guard let file = try? MembersForm.restored(bytes, limit: 16 << 20, name: "fuzz") else { return }
  _ = try? file.withUnsafeBytes { try MembersForm.normalized($0) }
}

private let source = [UInt8]((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) })

private func apply(_ frames: [DeltaFrame]) {
  source.withUnsafeBytes { source in
    var decoder = DeltaDecoder(source: source, name: "fuzz")
    for frame in frames {
      guard let made = try? decoder.decode(frame) else { return }
      precondition(made.count == frame.target)
    }
  }
}
