import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

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
    let numbers = Array(data[foot..<foot + 16])
    let (position, size): (UInt64, UInt64) = (numbers.littleEndian(at: 0), numbers.littleEndian(at: 8))
    guard size <= UInt64(min(PatchFormat.mostIndex, foot - PatchFormat.headBytes)), position == UInt64(foot) - size,
      let index = try? JSONDecoder().decode(PatchIndex.self, from: data[Int(position)..<foot]),
      index.isPossible(framesEnd: Int(position))
    else { throw InspectionError("\(path) is damaged: its index is invalid") }
    self.index = index
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
  /// Whether the manifest comes first, sizes are bounded, and the frames fill their part of a patch exactly, from
  /// whatever writer. Paths, sizes and digests are compared with those of the manifest before anything is made.
  fileprivate func isPossible(framesEnd: Int) -> Bool {
    guard let manifest = files.first, manifest.path == BundleManifest.fileName, manifest.offset != nil,
      !manifest.isFolder, manifest.sha256 == result, manifest.bytes <= BundleSizes.manifest
    else { return false }
    var (bytes, end) = (0, PatchFormat.headBytes)
    for file in files {
      let isCopied = file.offset == nil && file.length == nil && file.source != nil && !file.isFolder
      let isMade = file.offset == end && (0...framesEnd - end).contains(file.length ?? -1)
      guard (0...(1 << 48) - bytes).contains(file.bytes), isCopied || isMade else { return false }
      bytes += file.bytes
      end += file.length ?? 0
    }
    return end == framesEnd
  }
}
