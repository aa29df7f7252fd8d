import ArgumentParser
import COvertileProcess
import Foundation
import OvertilePipeline

/// The command line: reads arguments, shows progress and logs, and turns results into exit codes.
@main
struct Overtile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overtile",
    abstract: "Turn GeoJSON into bundles of map overlays.",
    discussion: """
      \(ExitStatus.table)
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Build",
        subcommands: [
          BuildCommand.self, PartCommand.self, CheckCommand.self, VerifyCommand.self, SchemaCommand.self,
        ]),
      CommandGroup(
        name: "Look",
        subcommands: [
          InspectCommand.self, TileCommand.self, DecodeCommand.self, OverlaysCommand.self, MembersCommand.self,
          ReportCommand.self, StyleCommand.self, CameraCommand.self,
        ]),
      CommandGroup(
        name: "Ship",
        subcommands: [
          ServeCommand.self, PreviewCommand.self, ExportCommand.self, DiffCommand.self, PatchCommand.self,
          ApplyCommand.self,
        ]),
    ]
  )

  /// What `--version` says. The configuration is made at every start, and only here does it open PROJ's database.
  private static var version: String {
    CommandLine.arguments.contains("--version")
      ? Versions.text(commit: String(cString: overtile_process_commit())) : Versions.overtile
  }

  /// Parses the arguments, runs the command and exits with its status.
  static func main() {
    overtile_process_hold_streams()
    overtile_process_outlive_pipes()
    // A file that may not grow further is an error to report, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let status = status()
    Foundation.exit(status.rawValue)
  }

  /// Runs the command, reports its error, and returns the exit code.
  private static func status() -> ExitCode {
    var command: (any ParsableCommand)?
    do {
      try CommandLineArguments.check()
      let names = configuration.groupedSubcommands.flatMap(\.subcommands).map { $0._commandName }
      try CommandLineArguments.checkSubcommand(among: names + ["help"])
      command = try parseAsRoot()
      try command?.run()
      return .success
    } catch let status as ExitStatus {
      // The command has reported it.
      return ExitCode(status.rawValue)
    } catch let code as ExitCode {
      // A command's own code, such as diff's 1.
      return code
    } catch {
      return ExitCode(report(error, of: command).rawValue)
    }
  }

  /// Reports the error of a command, or, without one, of the arguments; or prints the help or the version on request.
  private static func report(_ error: any Error, of command: (any ParsableCommand)?) -> ExitStatus {
    guard exitCode(for: error) != .success else {
      do {
        try StandardOutput.write(Array((fullMessage(for: error) + "\n").utf8))
        return .done
      } catch {
        return report(error, of: command)
      }
    }
    let status = ExitStatus(of: error)
    if command == nil, status == .usage {
      StandardError.write("overtile: error: \(fullMessage(for: error).trimmingPrefix("Error: "))")
      CommandLineArguments.advise(on: message(for: error))
    } else {
      EventLog((command as? any LoggingCommand)?.log).fail(error, status: status)
    }
    return status
  }
}
