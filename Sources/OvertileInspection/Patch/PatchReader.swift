import Foundation
import OvertileBundleFormat
import OvertileCore

/// A patch that was read and found whole.
struct PatchReader {
  /// The path of the patch.
  let path: String
  /// The bundles and files of the patch.
  let index: PatchIndex
  private let data: Data

  /// Opens a patch and checks all of it. O(its bytes).
  ///
  /// - Throws: `ChangesError`, `badData` for anything that `PatchWriter` would not have written.
  init(_ path: String) throws {
    (self.path, data) = (path, try RegularFile.mapped(path, followsLinks: false))
    guard data.count >= PatchFormat.headBytes + PatchFormat.footBytes else {
      throw ChangesError("\(path) is not a patch or is truncated: it has only \(data.count) bytes")
    }
    guard data.starts(with: PatchFormat.magic) else { throw ChangesError("\(path) is not a patch") }
    guard data.starts(with: PatchFormat.head) else {
      throw ChangesError("\(path) is damaged or is not a version \(PatchFormat.version) patch")
    }
    guard SHA256.hash(data.dropLast(32)).elementsEqual(data.suffix(32)) else {
      throw ChangesError("\(path) is damaged or truncated: its SHA-256 does not match the stored one")
    }
    let foot = data.count - PatchFormat.footBytes
    let (position, size): (UInt64, UInt64) = try data[foot...].withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, name: path)
      return (try reader.word(), try reader.word())
    }
    guard size <= UInt64(PatchFormat.mostIndex), position >= UInt64(PatchFormat.headBytes),
      position.addingReportingOverflow(size) == (UInt64(foot), false)
    else { throw ChangesError("\(path) is damaged: the index is not at the expected offset") }
    do {
      index = try JSONDecoder().decode(PatchIndex.self, from: data[Int(position)..<foot])
    } catch {
      throw ChangesError("\(path) is damaged: the index cannot be parsed")
    }
    try PatchIndexCheck(path: path, index: index, sectionsEnd: Int(position)).run()
  }

  /// Expands a file's frame on a prefix, and calls a closure with its parts, as many bytes as its entry allows.
  func expand(_ entry: PatchIndex.File, prefix: Data, _ body: ([UInt8]) throws -> Void) throws {
    guard let offset = entry.offset, let length = entry.length else { return }
    var count = 0
    do {
      try data[offset..<offset + length].withUnsafeBytes { frame in
        try prefix.withUnsafeBytes { prefix in
          try Zstandard.expand(frame, prefix: prefix) { part in
            count += part.count
            guard count <= entry.limit else { throw ChangesError("the expanded data is too large") }
            try body(part)
          }
        }
      }
    } catch let error as ChangesError where error.kind == .badData {
      throw ChangesError("\(path): \(entry.path): \(error.reason)")
    }
  }
}

/// The rules of a patch's index, from whatever writer.
struct PatchIndexCheck {
  let path: String
  let index: PatchIndex
  /// The end of the frames.
  let sectionsEnd: Int

  /// Throws unless paths are safe and distinct, sizes bounded, and the frames fill their part of the patch exactly.
  func run() throws {
    guard index.format == "overtile-patch", index.formatVersion == PatchFormat.version,
      SHA256.isText(index.base), SHA256.isText(index.result),
      index.files.first?.path == BundleManifest.fileName
    else { throw ChangesError("\(path) is damaged: the index is not a valid version \(PatchFormat.version) index") }
    var seen: Set<String> = []
    var end = PatchFormat.headBytes
    var bytes = 0
    for file in index.files {
      try SafePath.check(file.path, in: path)
      if let source = file.source { try SafePath.check(source, in: path) }
      guard seen.insert(file.path).inserted, SHA256.isText(file.sha256), (0...1 << 48).contains(file.bytes),
        bytes + file.bytes <= 1 << 48
      else { throw ChangesError("\(path) is damaged: the entry for \(file.path) is invalid") }
      bytes += file.bytes
      end = try checkAction(file, from: end)
    }
    guard end == sectionsEnd else {
      throw ChangesError("\(path) is damaged: the data does not end where the index begins")
    }
    guard let manifest = index.files.first, manifest.offset != nil, !manifest.isFolder,
      manifest.sha256 == index.result, manifest.bytes <= BundleSizes.manifest
    else { throw ChangesError("\(path) is damaged: the entry for the manifest is invalid") }
  }

  /// Checks how a file is made; returns the end of its frame, or the current offset if it has none.
  private func checkAction(_ file: PatchIndex.File, from start: Int) throws -> Int {
    if file.offset == nil, file.length == nil, file.source != nil, !file.isFolder { return start }
    guard file.offset == start, let length = file.length, (0...sectionsEnd - start).contains(length) else {
      throw ChangesError("\(path) is damaged: the entry for \(file.path) is invalid")
    }
    return start + length
  }
}
