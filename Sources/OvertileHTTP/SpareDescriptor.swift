import OvertilePlatform

/// A descriptor that is reserved for connections that are rejected when the process has no other left.
///
/// Used by the thread that accepts connections, and by no other.
final class SpareDescriptor: @unchecked Sendable {
  private var descriptor: Int32

  /// Reserves a descriptor; nil, with errno set, if there is none.
  init?() {
    descriptor = Self.reserved()
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Runs a body while the descriptor is free, and reserves it again. If another thread has taken it meanwhile, the next
  /// call tries once more to reserve it.
  func lend(_ body: () -> Void) {
    if descriptor >= 0 {
      close(descriptor)
      body()
    }
    descriptor = Self.reserved()
  }

  private static func reserved() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
