import COvertilePROJ
import OvertileCore

/// Owns a PROJ context: one per worker, never shared between threads.
///
/// Messages go to a log of its own instead of standard error, and the network is off whatever the machine's settings,
/// so that results depend only on the grids that are installed.
final class ProjContext {
  let pointer: OpaquePointer
  private let log = MessageLog()

  /// Wraps `proj_context_create`.
  ///
  /// - Parameter dataFolder: the folder of PROJ's database and grids; nil leaves the choice to PROJ.
  init(dataFolder: String? = nil) throws(ReprojectionError) {
    guard let pointer = proj_context_create() else {
      throw ReprojectionError(.projFailure, definition: "", reason: "PROJ cannot make a context")
    }
    self.pointer = pointer
    proj_log_level(pointer, PJ_LOG_ERROR)
    proj_log_func(pointer, Unmanaged.passUnretained(log).toOpaque()) { log, _, text in
      guard let log, let text else { return }
      Unmanaged<MessageLog>.fromOpaque(log).takeUnretainedValue().lines.append(String(cString: text))
    }
    proj_context_set_enable_network(pointer, 0)
    dataFolder?.withCString { folder in
      var paths: [UnsafePointer<CChar>?] = [folder]
      proj_context_set_search_paths(pointer, 1, &paths)
    }
  }

  deinit { proj_context_destroy(pointer) }

  /// Makes sure that PROJ's database can be opened.
  func requireDatabase() throws(ReprojectionError) {
    forgetMessages()
    guard proj_context_get_database_path(pointer) == nil else { return }
    // PROJ does not say why: for it, a database that it cannot open is not there. SQLite opens up to three files.
    guard SystemShortage.admitsFiles(3) else {
      throw ReprojectionError(
        .databaseMissing, definition: "", reason: "PROJ cannot open its database: \(String(cString: strerror(EMFILE)))")
    }
    throw ReprojectionError(
      .databaseMissing, definition: "",
      reason:
        "PROJ cannot find proj.db; install PROJ's data (Debian: proj-data) or set PROJ_DATA to the folder that contains it",
      projMessage: takeMessage())
  }

  /// Drops what was logged so far; called before each call whose messages matter.
  func forgetMessages() { log.lines.removeAll(keepingCapacity: true) }

  /// The log since the last call, without the function names that PROJ puts before its words.
  func takeMessage() -> String {
    defer { forgetMessages() }
    return log.lines.map { line in
      line.hasPrefix("proj_create: ") ? String(line.dropFirst("proj_create: ".count)) : line
    }.joined(separator: "; ")
  }

  private final class MessageLog {
    var lines: [String] = []
  }
}
