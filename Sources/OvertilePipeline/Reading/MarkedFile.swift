import Foundation
import OvertileFeatures
import OvertileGeoJSON
import OvertilePlatform
import OvertileRegularFiles

/// An input file whose slices tasks have read: its bytes are compared with theirs, and not split again.
///
/// Features need not be found for that, so this takes a third of the time, on all threads. A file that is compressed, or in which a
/// splitter finds something beside features that must be told, is split.
final class MarkedFile: Sendable {
  /// A slice, and what must be in its bytes.
  struct Slice: Sendable {
    let file: MarkedFile
    /// The number of the slice in its file.
    let number: Int
    /// Its bytes.
    let bytes: StreamMark
    /// The bytes behind it up to the next share or the end of the file, if it is the last of a share.
    let rest: StreamMark?
  }

  /// All slices, in their order.
  let slices: [(bytes: StreamMark, rest: StreamMark?)]
  /// The bytes of the file.
  let byteCount: Int
  private let descriptor: Int32
  private let path: String

  /// The bytes that are read at once: they stay in a core's cache.
  private static let blockBytes = 1 << 18

  /// Opens a file; nil if it must be split, for example since its size is another.
  ///
  /// - Parameter shares: the marks of all shares of the file, in their order.
  init?(_ path: String, _ shares: [ShareMarks]) {
    var slices: [(bytes: StreamMark, rest: StreamMark?)] = []
    var end = 0
    for share in shares {
      guard share.isPlain, share.first == slices.count, !share.slices.isEmpty, !share.slices.contains(nil) else {
        return nil
      }
      for case let slice? in share.slices {
        guard slice.range.lowerBound == end else { return nil }
        end = slice.range.upperBound
        slices.append((slice, nil))
      }
      guard let rest = share.rest, rest.range.lowerBound == end else { return nil }
      end = rest.range.upperBound
      slices[slices.count - 1].rest = rest
    }
    guard !slices.isEmpty, let file = try? RegularFile.open(path) else { return nil }
    guard file.size == end else {
      close(file.descriptor)
      return nil
    }
    (self.slices, self.path, descriptor, byteCount) = (slices, path, file.descriptor, end)
  }

  deinit { close(descriptor) }

  /// Whether the file has the bytes of a slice. O(bytes).
  ///
  /// - Throws: `PipelineError.inputOutput` for a file that cannot be read.
  func holds(_ slice: Slice) throws -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: Self.blockBytes, alignment: 64) { block in
      try [slice.bytes, slice.rest].compactMap(\.self).allSatisfy { try holds($0, block) }
    }
  }

  private func holds(_ mark: StreamMark, _ block: UnsafeMutableRawBufferPointer) throws -> Bool {
    var digest = XXHash64.Stream()
    var at = mark.range.lowerBound
    while at < mark.range.upperBound {
      let count = pread(descriptor, block.baseAddress, min(block.count, mark.range.upperBound - at), off_t(at))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw PipelineError.inputOutput("\(path): the input cannot be read: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return false }
      digest.add(UnsafeRawBufferPointer(rebasing: block[..<count]))
      at += count
    }
    return digest.value == mark.digest
  }
}
