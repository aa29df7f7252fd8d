/// A resource that the system has no more of for a process: a shortage of the machine, and no fault of any file.
package enum SystemShortage: CaseIterable {
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
    let found = Self.allCases.first { shortage in
      shortage.numbers.contains { text.contains(String(cString: strerror($0)).lowercased()) }
    }
    guard let found = found ?? (text.contains(Self.lackOfMemory) ? .memory : nil) else { return nil }
    self = found
  }

  private var numbers: [Int32] { self == .memory ? [ENOMEM] : [EMFILE, ENFILE] }

  /// The advice; for files with the present limit, and how to raise it.
  package var advice: String {
    guard self == .openFiles else { return "the process needs more memory; raise its limit (ulimit -v)" }
    var limit = rlimit()
    #if os(Linux)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    let present =
      isKnown ? "the limit is \(limit.rlim_cur) open files" : "the limit on open files is too low"
    let enough = isKnown && limit.rlim_cur >= 256 && limit.rlim_cur < 1 << 40 ? limit.rlim_cur * 4 : 1024
    return "\(present); raise it with ulimit -n \(enough)"
  }

  /// Whether so many more files can be opened. Opens and closes them.
  package static func admitsFiles(_ count: Int) -> Bool {
    let descriptors = (0..<count).map { _ in open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    return descriptors.allSatisfy { $0 >= 0 }
  }
}
