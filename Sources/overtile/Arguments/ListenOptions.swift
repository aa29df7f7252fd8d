import ArgumentParser

/// Where a server listens.
struct ListenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address of this machine to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: "The port to listen on; 0 for any free port.")
  var port = 0

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port must be a number from 0 to 65535, not \(port)")
    }
  }
}
