import Foundation

/// The address space that the process may take (`ulimit -v`).
enum AddressSpaceLimit {
  /// Bytes that are left; nil if there is no limit, or the system does not say what is taken.
  static func left() -> Int? {
    #if os(Linux)
      var limit = rlimit()
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
      guard isKnown, limit.rlim_cur < 1 << 50 else { return nil }
      // The first number is the size in pages; source: proc(5), /proc/self/statm.
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").first.flatMap({ Int($0) })
      else { return nil }
      return max(0, Int(limit.rlim_cur) - pages * sysconf(Int32(_SC_PAGESIZE)))
    #else
      return nil
    #endif
  }
}
