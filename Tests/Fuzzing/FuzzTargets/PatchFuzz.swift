import Foundation
import OvertileCore

@testable import OvertileInspection

/// Patches up to their digest, which is corrected here so that the bytes before it are read: an error, or files within limits.
@Sendable func fuzzPatch(_ bytes: [UInt8]) {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("overtile-fuzz-\(getpid()).patch")
  try! Data(bytes + SHA256.hash(bytes)).write(to: path)
  guard let patch = try? PatchReader(path.path) else { return }
  for entry in patch.index.files where entry.bytes < 16 << 20 {
    var count = 0
    try? patch.expand(entry, prefix: prefix) { count += $0.count }
    precondition(count <= entry.limit)
  }
}

private let prefix = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) })
