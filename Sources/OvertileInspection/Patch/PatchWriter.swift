import Foundation
import OvertileCore
import OvertilePublishing
import OvertileTileArchive

/// Writes a patch beside its path and moves it there when it is whole.
final class PatchWriter {
  /// The bytes written so far.
  private(set) var count = 0
  private let output: TemporaryFile
  private let digest = SHA256()

  private static let mark = FileMark("a patch of overtile", beginning: PatchFormat.magic)

  /// Starts a patch.
  ///
  /// - Throws: `PublishingError.cannotCreate` if something other than a patch is at the path.
  init(_ path: String) throws {
    output = try TemporaryFile(over: path, Self.mark)
    try append(PatchFormat.head)
  }

  /// Appends bytes of a delta.
  func append(_ bytes: [UInt8]) throws {
    digest.update(bytes)
    try output.append(bytes)
    count += bytes.count
  }

  /// Writes index and foot, and gives the patch its path, unless it was abandoned.
  func finish(_ index: PatchIndex, _ cleanup: CleanupRegistry) throws {
    let offset = count
    let text = try ExactJSON.encode(index)
    try append(text)
    var foot: [UInt8] = []
    foot.append(littleEndian: UInt64(offset))
    foot.append(littleEndian: UInt64(text.count))
    try append(foot)
    let sum = digest.finish()
    try output.append(sum)
    count += sum.count
    try cleanup.publish { try output.publish() }
  }
}
