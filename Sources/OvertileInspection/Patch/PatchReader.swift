import Foundation
import OvertileBundleFormat
import OvertileCore

/// A patch that was read and found whole.
struct PatchReader {
  /// The path of the patch.
  let path: String
  /// The bundles and files of the patch.
  let index: PatchIndex
  /// The SHA-256 over the patch, in hexadecimal.
  let digest: String
  private let file: FileReader

  /// Opens a patch and checks all of it. O(its bytes).
  ///
  /// - Throws: `ChangesError`, `badData` for anything that `PatchWriter` would not have written.
  init(_ path: String) throws {
    let file = try FileReader(path)
    (self.path, self.file) = (path, file)
    guard file.size >= PatchFormat.headBytes + PatchFormat.footBytes else {
      throw ChangesError("\(path) is not a patch or is truncated: it has only \(file.size) bytes")
    }
    try Self.checkHead(file)
    digest = try Self.checkedDigest(file)
    file.seek(file.size - PatchFormat.footBytes)
    let foot = try file.read(16)
    let (position, size): (UInt64, UInt64) = try foot.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, name: path)
      return (try reader.word(), try reader.word())
    }
    guard size <= UInt64(PatchFormat.mostIndex), position >= UInt64(PatchFormat.headBytes),
      position.addingReportingOverflow(size) == (UInt64(file.size - PatchFormat.footBytes), false)
    else { throw ChangesError("\(path) is damaged: the index is not at the expected offset") }
    file.seek(Int(position))
    do {
      index = try JSONDecoder().decode(PatchIndex.self, from: Data(try file.read(Int(size))))
    } catch {
      throw ChangesError("\(path) is damaged: the index cannot be parsed")
    }
    try PatchIndexCheck(path: path, index: index, sectionsEnd: Int(position)).run()
  }

  /// Expands a file's frame on a prefix, and calls a closure with its parts, as many bytes as its entry allows.
  func expand(_ entry: PatchIndex.File, prefix: Data, _ body: ([UInt8]) throws -> Void) throws {
    guard let offset = entry.offset, let length = entry.length else { return }
    file.seek(offset)
    let end = offset + length
    var count = 0
    do {
      try prefix.withUnsafeBytes { prefix in
        try Zstandard.expand(
          prefix: prefix, next: { file.position < end ? try file.next(min(1 << 17, end - file.position)) : nil }
        ) { part in
          count += part.count
          guard count <= entry.limit else { throw ChangesError("the expanded data is too large") }
          try body(part)
        }
      }
    } catch let error as ChangesError where error.kind == .badData {
      throw ChangesError("\(path): \(entry.path): \(error.reason)")
    }
  }

  private static func checkHead(_ file: FileReader) throws {
    let head = try file.read(PatchFormat.headBytes)
    guard head.starts(with: PatchFormat.magic) else { throw ChangesError("\(file.path) is not a patch") }
    var expected = PatchFormat.magic
    expected.append(word: PatchFormat.version)
    expected.append(word: UInt32(0))
    guard head == expected else {
      throw ChangesError("\(file.path) is damaged or is not a version \(PatchFormat.version) patch")
    }
  }

  private static func checkedDigest(_ file: FileReader) throws -> String {
    let digest = SHA256()
    file.seek(0)
    while file.position < file.size - 32, let chunk = try file.next(min(1 << 20, file.size - 32 - file.position)) {
      digest.update(chunk)
    }
    let found = digest.finish()
    guard found == (try file.read(32)) else {
      throw ChangesError("\(file.path) is damaged or truncated: its SHA-256 does not match the stored one")
    }
    return SHA256.text(found)
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
