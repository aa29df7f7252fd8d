#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bound on files that a process has open at once: a shortage of the machine's, and no fault of any file.
package enum OpenFileLimit {
  /// Whether an error in words tells of that bound. All such texts come from the system's own words for errno(3).
  package static func isMet(in text: String) -> Bool {
    let text = text.lowercased()
    return [EMFILE, ENFILE].contains { text.contains(String(cString: strerror($0)).lowercased()) }
  }

  /// What to do about it: the present bound, and how it is raised.
  package static var advice: String {
    var limit = rlimit()
    #if os(Linux)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    let present =
      isKnown ? "\(limit.rlim_cur) files may be open at once here" : "too few files may be open at once here"
    let enough = isKnown && limit.rlim_cur >= 256 && limit.rlim_cur < 1 << 40 ? limit.rlim_cur * 4 : 1024
    return "\(present); raise ulimit -n: ulimit -n \(enough)"
  }

  /// Whether so many files more can be opened. Opens and closes them.
  package static func admits(_ count: Int) -> Bool {
    let descriptors = (0..<count).map { _ in open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    return descriptors.allSatisfy { $0 >= 0 }
  }
}
