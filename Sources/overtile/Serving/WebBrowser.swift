import Foundation

/// The browser of the user.
enum WebBrowser {
  /// Opens an address, if there is a screen and a program for it; otherwise the user opens it.
  static func open(_ address: String) {
    guard let program else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  /// The program of the system that opens addresses; nil without a screen.
  private static var program: String? {
    #if os(macOS)
      return "/usr/bin/open"
    #else
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
      let folders = (environment["PATH"] ?? "").split(separator: ":").map { String($0) + "/xdg-open" }
      return folders.first(where: FileManager.default.isExecutableFile(atPath:))
    #endif
  }
}
