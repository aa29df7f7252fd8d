import Foundation

/// The number of files that the process may have open.
enum DescriptorLimit {
  /// Raises the limit if it is lower, as far as the system allows, and returns it.
  static func raised(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(Self.files, &limit) == 0 else { return 256 }
    if limit.rlim_cur < rlim_t(wanted) {
      limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      _ = setrlimit(Self.files, &limit)
      _ = getrlimit(Self.files, &limit)
    }
    return Int(min(limit.rlim_cur, rlim_t(wanted)))
  }

  #if os(Linux)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let files = RLIMIT_NOFILE
  #endif
}
