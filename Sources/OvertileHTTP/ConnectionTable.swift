import Foundation
import OvertileExecution

/// The open connections of a server, and which of them wait for their clients.
final class ConnectionTable: @unchecked Sendable {
  private struct Entry {
    var socket: SocketBytes
    /// Since when the connection waits for a request; nil while a response is made and sent.
    var waiting: UInt64?
    /// Whether it has to make way for another connection.
    var isEnded = false
  }

  // Every access to the fields below holds `condition`.
  private let condition = NSCondition()
  private var entries: [UInt64: Entry] = [:]
  private var next: UInt64 = 0
  private var isClosed = false
  private let limit: Int

  /// Holds so many connections.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Whether the server stops.
  var isStopping: Bool { condition.withLock { isClosed } }

  /// Enters a new connection, which waits for its first request. If the table is full, the one that has waited longest
  /// ends; nil if none waits.
  func enter(_ socket: SocketBytes) -> UInt64? {
    condition.withLock {
      guard !isClosed else { return nil }
      // The thread of the one that ends removes it soon; until then there is one more.
      if entries.count >= limit {
        guard endOldestWaiting() else { return nil }
      }
      next += 1
      entries[next] = Entry(socket: socket, waiting: next)
      return next
    }
  }

  /// Ends the connection that has waited longest, when the system is short of something; false if none waits.
  func endOldest() -> Bool { condition.withLock { endOldestWaiting() } }

  /// Whether a connection has to make way for another one, and its client is to be told so.
  func isEnded(_ id: UInt64) -> Bool { condition.withLock { entries[id]?.isEnded ?? false } }

  private func endOldestWaiting() -> Bool {
    let waiting = entries.compactMap { id, entry in entry.waiting.map { (id: id, since: $0) } }
    guard let idle = waiting.min(by: { $0.since < $1.since })?.id else { return false }
    entries[idle]?.waiting = nil
    entries[idle]?.isEnded = true
    entries[idle]?.socket.wakeReader()
    return true
  }

  /// Notes that a request of a connection has begun to be served; false if the server stops or has ended it.
  func begin(_ id: UInt64) -> Bool {
    condition.withLock {
      guard !isClosed, entries[id]?.waiting != nil else { return false }
      entries[id]?.waiting = nil
      return true
    }
  }

  /// Notes that a connection waits again; false if the server stops.
  func wait(_ id: UInt64) -> Bool {
    condition.withLock {
      next += 1
      entries[id]?.waiting = next
      return !isClosed
    }
  }

  /// Removes a connection. Its socket is closed under the lock, so that nobody wakes another one with its number.
  func leave(_ id: UInt64, closing close: () -> Void) {
    condition.withLock {
      entries[id] = nil
      close()
      condition.broadcast()
    }
  }

  /// Ends the connections that wait, and waits for the others to finish, then ends these too.
  func finish(within seconds: Double) {
    let clock = Stopwatch()
    condition.withLock {
      isClosed = true
      for entry in entries.values where entry.waiting != nil { entry.socket.wake() }
      while !entries.isEmpty, clock.seconds < seconds {
        _ = condition.wait(until: Date(timeIntervalSinceNow: min(0.1, seconds)))
      }
      for entry in entries.values { entry.socket.wake() }
      // Threads that send notice it at once; one that makes a response is left to the end of the process.
      while !entries.isEmpty, clock.seconds < seconds + 0.2 {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
      }
    }
  }
}
