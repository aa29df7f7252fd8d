import ArgumentParser

/// Where a server listens.
struct ListenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address of this machine to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: "The port to listen on; 0 for any free port.")
  var port: UInt16 = 0
}
