import Digests
import Foundation
import Publishing

/// Writes a patch beside its place and moves it there when it is whole.
final class PatchWriter {
  private let path: String
  private let traces: RunTraces
  private let output: FileOutput
  private let digest = SHA256()
  private var isFinished = false

  /// Starts a patch; `traces` learns of the file that is not whole yet.
  ///
  /// - Throws: `ChangesError` with `cannotCreate` when something else than a patch stands there.
  init(_ path: String, traces: RunTraces) throws {
    try Self.refuseForeign(path)
    (self.path, self.traces) = (path, traces)
    output = try FileOutput(path + ".partial")
    traces.add(file: output.path)
    var head = PatchFormat.magic
    head.append(word: PatchFormat.version)
    head.append(word: UInt32(0))
    try append(head)
  }

  deinit {
    if !isFinished { try? FileManager.default.removeItem(atPath: output.path) }
  }

  /// The bytes written so far.
  var count: Int { output.count }

  /// Appends bytes of a delta.
  func append(_ bytes: [UInt8]) throws {
    digest.update(bytes)
    try output.append(bytes)
  }

  /// Writes index and foot, and puts the patch in its place.
  func finish(_ index: PatchIndex) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let place = count
    let text = Array(try encoder.encode(index))
    try append(text)
    var foot: [UInt8] = []
    foot.append(word: UInt64(place))
    foot.append(word: UInt64(text.count))
    try append(foot)
    try output.append(digest.finish())
    try FileSystem.synchronize(output.path)
    try traces.publish { try FileSystem.move(output.path, to: path) }
    isFinished = true
  }

  private static func refuseForeign(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let head = try? FileReader(path).read(PatchFormat.magic.count)
    guard head == PatchFormat.magic else {
      throw ChangesError("\(path) is not a patch: it is left alone", .cannotCreate)
    }
  }
}
