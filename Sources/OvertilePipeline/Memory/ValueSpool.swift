import Foundation
import OvertileFeatures

/// The long payloads of a table of values in a file.
///
/// The watch keeps its failures, and throws them at the next check: see `MemoryWatch.check`.
final class ValueSpool: PayloadStore, @unchecked Sendable {
  private let file: SpoolFile
  private let memory: MemoryWatch
  // Guarded by `lock`: bytes that are not in the file yet, and the offset at which they will begin.
  private var pending: [UInt8] = []
  private var written: UInt64 = 0
  private let lock = NSLock()

  private static let pendingBytes = 1 << 18

  /// Keeps payloads in an empty file.
  init(_ file: SpoolFile, _ memory: MemoryWatch) {
    self.file = file
    self.memory = memory
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    lock.lock()
    defer { lock.unlock() }
    let offset = written + UInt64(pending.count)
    pending.append(contentsOf: bytes)
    if pending.count >= Self.pendingBytes { flush() }
    return offset
  }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) {
    guard !readPending(at: offset, into: buffer) else { return }
    do {
      try file.read(at: offset, into: buffer)
    } catch {
      memory.note(failure: error)
      for index in buffer.indices { buffer[index] = 0 }
    }
  }

  private func readPending(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard offset >= written else { return false }
    let start = Int(offset - written)
    pending.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + buffer.count]))
    }
    return true
  }

  /// Called with the lock.
  private func flush() {
    do {
      try pending.withUnsafeBytes { _ = try file.append($0) }
    } catch { memory.note(failure: error) }
    written += UInt64(pending.count)
    // A long value has made it larger than necessary.
    pending.removeAll(keepingCapacity: pending.capacity <= 2 * Self.pendingBytes)
  }
}
