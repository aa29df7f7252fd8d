internal import COvertileSimdjson
internal import Foundation
import OvertileCore

/// Consecutive features of a stream as text: what a ``FeatureSplitter`` yields and a ``ParsedSlice`` reads.
///
/// The bytes never change, so slices may be parsed on any thread, at once and in any order.
package struct FeatureSlice: Sendable {
  /// Per feature: its source location.
  package let locations: [InputLocation]
  /// The faults that the splitter itself found between the features.
  package let rejected: [RejectedFeature]
  let ranges: [CSRange]
  let bytes: SliceBytes?

  /// The number of features, right or wrong.
  package var count: Int { locations.count }

  /// The number of bytes, from the first feature's first to the last one's last.
  package var byteCount: Int { bytes?.count ?? 0 }

  /// Calls a closure with a feature's text, which is valid during the call only.
  package func withText<R>(ofFeature index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let range = ranges[index]
    return try body(UnsafeRawBufferPointer(start: bytes.map { $0.start + range.start }, count: range.length))
  }
}

/// Bytes of a slice, which never change, and so may be read by any thread. Every readable byte is initialized.
struct SliceBytes: Sendable {
  let block: SliceBlock
  /// The offset in the block.
  let offset: Int
  let count: Int
  /// The number of bytes that can be read from `start` on; at least `count`.
  let readableCount: Int

  var start: UnsafeRawPointer { UnsafeRawPointer(block.base + offset) }
}

/// The allocations of a stream's slices, which are used again: fresh memory costs the system more than copying into it does.
///
/// Kept are as many as were in use at once, and only of the usual size: one that grew for a long text is freed.
final class SliceMemory: @unchecked Sendable {
  /// The usual size in bytes.
  let usualByteCount: Int
  private let lock = NSLock()
  private var free: [UnsafeMutableRawPointer] = []

  init(usualByteCount: Int) { self.usualByteCount = usualByteCount }

  deinit { for allocation in free { allocation.deallocate() } }

  /// An allocation of at least so many bytes.
  func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if byteCount <= usualByteCount, let allocation = lock.withLock({ free.popLast() }) { return allocation }
    return .allocate(byteCount: max(byteCount, usualByteCount), alignment: 64)
  }

  /// Takes an allocation back.
  ///
  /// - Parameter byteCount: the bytes that were asked for.
  func take(_ allocation: UnsafeMutableRawPointer, _ byteCount: Int) {
    guard byteCount <= usualByteCount else { return allocation.deallocate() }
    lock.withLock { free.append(allocation) }
  }
}

/// An allocation of a stream's memory, which goes back there in the end.
final class SliceBlock: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  private let memory: SliceMemory

  init(_ byteCount: Int, of memory: SliceMemory) {
    (self.byteCount, self.memory) = (byteCount, memory)
    base = memory.allocate(byteCount)
  }

  deinit { memory.take(base, byteCount) }
}
