import OvertilePlatform

/// A descriptor that is kept free for a connection that is rejected when the process has no other left.
///
/// Used by the thread that accepts connections, and by no other.
struct SpareDescriptor: ~Copyable {
  private var descriptor: Int32

  /// Reserves a descriptor, if there is one.
  init() { descriptor = Self.reserved() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Runs a body while the descriptor is free, and reserves it again; does nothing if there was none to reserve.
  mutating func lend(_ body: () -> Void) {
    if descriptor >= 0 {
      close(descriptor)
      body()
    }
    descriptor = Self.reserved()
  }

  private static func reserved() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
