import OvertileCommands

/// A setting that determines whether a run may start the commands in its configuration.
public enum CommandPermission: Sendable, Hashable {
  /// The run may start commands.
  case allowed
  /// The run may not start commands. The associated value describes the reason.
  case denied(String)

  /// The name of the environment variable that can forbid commands. Set this variable to `off` before you run a
  /// configuration that you do not trust.
  public static let variable = "OVERTILE_COMMANDS"

  /// Creates a permission from the given environment variables. Commands are allowed if `OVERTILE_COMMANDS` is unset or
  /// is `on`. Any other value forbids commands.
  public init(environment: [String: String]) {
    switch environment[Self.variable] {
    case nil, "on": self = .allowed
    case "off": self = .denied("\(Self.variable) is off")
    case let value?: self = .denied("\(Self.variable) is \"\(value.prefix(100))\", which is not on")
    }
  }
}

/// How a run treats the commands of its sources.
package struct CommandUse: Sendable {
  /// Whether it may start them.
  package var permission = CommandPermission.allowed
  /// Whether it starts them; otherwise it only looks for their programs.
  package var isRunning = true
  /// The commands that are running.
  package var registry = CommandRegistry()

  package init(
    permission: CommandPermission = CommandPermission.allowed, isRunning: Bool = true,
    registry: CommandRegistry = CommandRegistry()
  ) {
    (self.permission, self.isRunning, self.registry) = (permission, isRunning, registry)
  }

  /// Throws when commands are rejected.
  ///
  /// - Throws: `PipelineError.configuration`.
  package func check(_ location: String, _ shown: String) throws {
    guard case .denied(let reason) = permission else { return }
    throw PipelineError.configuration(
      "\(location): the source needs the command \(shown), but \(reason). Unset the variable only if you trust this "
        + "configuration, because it can then run any program with your permissions")
  }
}
