import OvertileCommands

/// Whether a run may start the commands that a configuration asks for.
public enum CommandPermission: Sendable, Hashable {
  /// The run may start them.
  case allowed
  /// The run may not start them; the reason in words.
  case denied(String)

  /// The environment variable that forbids commands, for configurations from elsewhere.
  public static let variable = "OVERTILE_COMMANDS"

  /// Reads the permission from an environment. Any value of `OVERTILE_COMMANDS` other than `on` forbids commands.
  public init(environment: [String: String]) {
    switch environment[Self.variable] {
    case nil, "on": self = .allowed
    case "off": self = .denied("\(Self.variable) is off")
    case "": self = .denied("\(Self.variable) is empty, which means off")
    case let value? where ["0", "no"].contains(value):
      self = .denied("\(Self.variable) is \(value), which means off")
    case let value?: self = .denied("\(Self.variable) is \"\(value.prefix(100))\", which is neither on nor off")
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
      "\(location): it needs the command \(shown), and \(reason). Unset it if you trust this configuration, which may then "
        + "run any program as you")
  }
}
