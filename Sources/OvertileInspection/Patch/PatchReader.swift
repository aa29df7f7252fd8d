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
  /// - Throws: `InspectionError` for bytes that `PatchWriter` would not have written.
  init(_ path: String) throws {
    (self.path, data) = (path, try RegularFile.mapped(path, followsLinks: false))
    guard data.count >= PatchFormat.headBytes + PatchFormat.footBytes, data.starts(with: PatchFormat.magic) else {
      throw InspectionError("\(path) is not a patch or is truncated to \(data.count) bytes")
    }
    guard data.starts(with: PatchFormat.head) else {
      throw InspectionError("\(path) is damaged or is not a version \(PatchFormat.version) patch")
    }
    guard SHA256.hash(data.dropLast(32)).elementsEqual(data.suffix(32)) else {
      throw InspectionError("\(path) is damaged or truncated: its SHA-256 does not match the stored one")
    }
    let foot = data.count - PatchFormat.footBytes
    let (position, size) = data.withUnsafeBytes { bytes in
      let words = [foot, foot + 8].map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
      return (UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
    }
    guard size <= UInt64(min(PatchFormat.mostIndex, foot - PatchFormat.headBytes)), position == UInt64(foot) - size
    else { throw InspectionError("\(path) is damaged: the index is not at the expected offset") }
    do {
      index = try JSONDecoder().decode(PatchIndex.self, from: data[Int(position)..<foot])
    } catch {
      throw InspectionError("\(path) is damaged: the index cannot be parsed")
    }
    try index.check(path, framesEnd: Int(position))
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
            guard count <= entry.limit else { throw InspectionError("the expanded data is too large") }
            try body(part)
          }
        }
      }
    } catch let error as InspectionError where error.kind == .badData {
      throw InspectionError("\(path): \(entry.path): \(error.reason)")
    }
  }
}

extension PatchIndex {
  /// Throws unless the manifest comes first, sizes are bounded, and the frames fill their part of a patch exactly, from
  /// whatever writer. Paths, sizes and digests are compared with those of the manifest before anything is made.
  fileprivate func check(_ path: String, framesEnd: Int) throws {
    guard let manifest = files.first, manifest.path == BundleManifest.fileName, manifest.offset != nil,
      !manifest.isFolder, manifest.sha256 == result, manifest.bytes <= BundleSizes.manifest
    else { throw InspectionError("\(path) is damaged: its first file is not a manifest") }
    var (bytes, end) = (0, PatchFormat.headBytes)
    for file in files {
      let isCopied = file.offset == nil && file.length == nil && file.source != nil && !file.isFolder
      let isMade = file.offset == end && (0...framesEnd - end).contains(file.length ?? -1)
      guard (0...(1 << 48) - bytes).contains(file.bytes), isCopied || isMade else {
        throw InspectionError("\(path) is damaged: the entry for \"\(file.path)\" is invalid")
      }
      bytes += file.bytes
      end += file.length ?? 0
    }
    guard end == framesEnd else {
      throw InspectionError("\(path) is damaged: the data does not end where the index begins")
    }
  }
}
