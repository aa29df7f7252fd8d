import Foundation

/// The browser of the user.
enum WebBrowser {
  /// Opens an address, if there is a screen and a program for it; otherwise the user opens it.
  static func open(_ address: String) {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    #endif
    let silently = "exec \(program) \"$0\" </dev/null >/dev/null 2>&1"
    _ = try? Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", silently, address])
  }
}
