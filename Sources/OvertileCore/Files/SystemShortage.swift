/// A resource that the system has no more of for a process: a shortage of the machine, and no fault of any file.
package enum SystemShortage {
  /// A process, or the machine, has as many files open as it may.
  case openFiles
  /// A mapping or an allocation found no memory.
  case memory

  /// The words of our own messages on a lack of memory in another process.
  package static let lackOfMemory = "memory ran short there"

  /// The shortage that an error text reports; nil for any other. All such texts come from the system's own texts for
  /// errno(3), or are `lackOfMemory`.
  package init?(in text: String) {
    let text = text.lowercased()
    func isReported(_ number: Int32) -> Bool { text.contains(String(cString: strerror(number)).lowercased()) }
    if isReported(EMFILE) || isReported(ENFILE) {
      self = .openFiles
    } else if isReported(ENOMEM) || text.contains(Self.lackOfMemory) {
      self = .memory
    } else {
      return nil
    }
  }

  /// The advice; for files with the present limit, and how to raise it.
  package var advice: String {
    guard self == .openFiles else { return "the process needs more memory; raise its limit (ulimit -v)" }
    let limit = OpenFileLimit.current?.rlim_cur
    let present = limit.map { "the limit is \($0) open files" } ?? "the limit on open files is too low"
    let enough = limit.flatMap { (256..<1 << 40).contains($0) ? $0 * 4 : nil } ?? 1024
    return "\(present); raise it with ulimit -n \(enough)"
  }

  /// Whether so many more files can be opened. Opens and closes them.
  package static func admitsFiles(_ count: Int) -> Bool {
    let descriptors = (0..<count).map { _ in open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    return descriptors.allSatisfy { $0 >= 0 }
  }
}

/// The number of files that the process may have open.
package enum OpenFileLimit {
  #if os(Linux)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let files = RLIMIT_NOFILE
  #endif

  /// The limit, and how far the process may raise it; nil if the system does not say.
  static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(files, &limit) == 0 ? limit : nil
  }

  /// Raises the limit if it is lower, as far as the system allows, and returns it.
  package static func raised(to wanted: Int) -> Int {
    guard var limit = current else { return 256 }
    if limit.rlim_cur < rlim_t(wanted) {
      limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      _ = setrlimit(files, &limit)
    }
    return Int(min(current?.rlim_cur ?? 256, rlim_t(wanted)))
  }
}
