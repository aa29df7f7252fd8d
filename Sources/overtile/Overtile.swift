import ArgumentParser
import Foundation
import Pipeline

/// The command line: reads arguments, shows progress and logs, and turns outcomes into exit codes.
@main
struct Overtile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overtile",
    abstract: "Turns GeoJSON annotations into map overlay bundles: clusters, circles and shapes, per zoom, by tile.",
    discussion: """
      A pipeline is a YAML file: sources, layers, output. Build the one that comes with the project:

        overtile build Pipelines/quickstart.yaml

      Data goes to standard output; progress and messages to standard error.

      \(ExitStatus.table)
      """,
    version: Versions.text,
    groupedSubcommands: [
      CommandGroup(name: "Build", subcommands: [BuildCommand.self, CheckCommand.self, SchemaCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          InspectCommand.self, TileCommand.self, DecodeCommand.self, OverlaysCommand.self, MembersCommand.self,
          VerifyCommand.self,
        ]),
      CommandGroup(name: "Ship", subcommands: [DiffCommand.self, PatchCommand.self, ApplyCommand.self]),
      CommandGroup(name: "Compute", subcommands: [CameraCommand.self]),
    ]
  )

  /// Parses the arguments, runs the command and exits with its status.
  static func main() async {
    // A file that may not grow further is an error to report, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let status as ExitStatus {
      Foundation.exit(status.rawValue)
    } catch let code as ExitCode {
      // A command's own code, such as diff's 1.
      Foundation.exit(code.rawValue)
    } catch {
      // Requests for help and the version come here too, with status 0.
      let text = fullMessage(for: error)
      let status = exitCode(for: error) == .success ? ExitStatus.done : ExitStatus(of: error)
      if status == .done { print(text) } else { StandardError.write(text) }
      Foundation.exit(status.rawValue)
    }
  }
}
