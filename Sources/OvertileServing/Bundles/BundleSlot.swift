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
  /// Held by the thread that looks and opens.
  private let looking = NSLock()

  /// Seconds between two looks at the path.
  private static let interval = 0.2

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
    guard isForced || lock.withLock({ lastLook.seconds >= Self.interval }) else { return nil }
    if isForced { looking.lock() } else if !looking.try() { return nil }
    defer { looking.unlock() }
    let now = Self.look(at: address)
    let isKnown = lock.withLock {
      lastLook = Stopwatch()
      return now == seen && current.failure == nil
    }
    return isKnown ? nil : reopen(now)
  }

  /// The state of the manifest at the path, of which another one means that another bundle may be there; nil if there is none.
  private static func look(at address: BundleAddress) -> FileStamp? {
    FileStamp(address.path + "/" + BundleManifest.fileName)
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
        guard !isSame || hadFailed else { return nil }
        return .served(name: address.name, version: bundle.version, isRestored: isSame)
      }
    }
  }
}

/// An event that the operator of a site wants to know about.
package enum SiteEvent: Sendable, Hashable {
  /// Another bundle was published and is served now; or the path has the one again that is served, after none or one that could
  /// not be opened.
  case served(name: String, version: String, isRestored: Bool)
  /// A bundle was published that cannot be opened; the old one is still served.
  case stale(name: String, reason: String)
  /// A response failed for a fault of the server or of a file.
  case failed(address: String, reason: String)
}
