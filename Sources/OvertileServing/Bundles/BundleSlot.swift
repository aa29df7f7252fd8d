import Foundation
import OvertileBundleFormat
import OvertileCore

/// One name on a site: the bundle that is served now, the one before it, and the way from one to the next.
final class BundleSlot: @unchecked Sendable {
  /// The state of a slot, for the pages about the server.
  struct State: Sendable {
    var bundle: OpenedBundle
    var failure: String?
    var reloads = 0
  }

  let address: BundleAddress
  /// Guards the fields below; never held during a read.
  private let lock = NSLock()
  private var current: State
  private var previous: OpenedBundle?
  private var seen: FileStamp?
  private var lastLook = Stopwatch()
  /// Since when there is no bundle at the path.
  private var missing: Stopwatch?
  /// Held by the thread that looks and opens.
  private let looking = NSLock()

  /// Seconds between two looks at the path.
  private static let interval = 0.2
  /// Seconds between two attempts to open a bundle that could not be opened.
  private static let retryInterval = 1.0

  /// Opens the bundle of an address. Throws the errors of `OpenedBundle.open`.
  init(_ address: BundleAddress) throws {
    self.address = address
    seen = Self.look(at: address)
    current = State(bundle: try OpenedBundle.open(address))
  }

  /// The state now.
  var state: State { lock.withLock { current } }

  /// The bundle of a version, or the present one for nil; nil if that version is no longer held.
  func bundle(version: String?) -> OpenedBundle? {
    lock.withLock {
      guard let version else { return current.bundle }
      return [current.bundle, previous].compactMap { $0 }.first { $0.version == version }
    }
  }

  /// Looks at the path if the last look is long ago; opens another bundle there. The caller reports what happened, if
  /// anything did.
  ///
  /// - Parameter isForced: look now, and wait for another thread that looks.
  func refresh(isForced: Bool = false) -> SiteEvent? {
    let isTime = lock.withLock { lastLook.seconds >= (current.failure == nil ? Self.interval : Self.retryInterval) }
    guard isForced || isTime else { return nil }
    if isForced { looking.lock() } else if !looking.try() { return nil }
    defer { looking.unlock() }
    let now = Self.look(at: address)
    guard now != nil || isMissingForLong() else { return nil }
    let isKnown = lock.withLock {
      lastLook = Stopwatch()
      if now != nil { missing = nil }
      return now == seen && current.failure == nil
    }
    return isKnown ? nil : reopen(now)
  }

  /// The state of the manifest at the path, of which another one means that another bundle may be there; nil if there is none.
  private static func look(at address: BundleAddress) -> FileStamp? {
    FileStamp(address.path + "/" + BundleManifest.fileName)
  }

  /// Whether there has been no bundle at the path for some time. Where folders cannot be exchanged in one step, there is
  /// none for a moment while one is published.
  private func isMissingForLong() -> Bool {
    lock.withLock {
      lastLook = Stopwatch()
      if missing == nil { missing = Stopwatch() }
      return (missing?.seconds ?? 0) >= Self.retryInterval
    }
  }

  private func reopen(_ now: FileStamp?) -> SiteEvent? {
    let result = Result { try OpenedBundle.open(address) }
    return lock.withLock {
      let hadFailed = current.failure != nil
      let isNews = now != seen || !hadFailed
      seen = now
      switch result {
      case .failure(let error):
        current.failure = "\(error)"
        return isNews ? .stale(name: address.name, reason: "\(error)") : nil
      case .success(let bundle):
        let isSame = bundle.version == current.bundle.version
        if !isSame { previous = current.bundle }
        current = State(bundle: bundle, reloads: current.reloads + (isSame ? 0 : 1))
        guard isSame else { return .replaced(name: address.name, version: bundle.version) }
        return hadFailed ? .restored(name: address.name, version: bundle.version) : nil
      }
    }
  }
}
