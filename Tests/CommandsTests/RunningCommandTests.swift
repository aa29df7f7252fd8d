import Foundation
import Testing

@testable import OvertileCommands

/// Commands are small shell scripts here; running them needs no shell.
@Suite struct RunningCommandTests {
  private func start(
    _ script: String, limit: Double = 20, _ registry: CommandRegistry = CommandRegistry()
  ) throws -> RunningCommand {
    try RunningCommand(
      ExternalCommand("/bin/sh", ["-c", script], in: "/tmp"), limitSeconds: limit, registry: registry)
  }

  /// All output of a command.
  private func output(_ command: RunningCommand) throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try command.read(into: $0) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// The kind and the message of a failure of reading a script to its end.
  private func failure(_ script: String, limit: Double = 20) throws -> CommandError? {
    let command = try start(script, limit: limit)
    do {
      _ = try output(command)
      _ = try command.finish()
      return nil
    } catch let error as CommandError {
      return error
    }
  }

  /// The thread whose children would wait forever.
  nonisolated(unsafe) private static var waiting: pthread_t?

  private func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

  @Test func outputAndItsDigest() throws {
    let command = try start("printf abc; pwd >&2")
    #expect(try output(command) == "abc")
    #expect(try command.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(command.byteCount == 3 && command.errorText.lastLines == ["/tmp"])
  }

  @Test func argumentsAndVariablesReachTheProgramAsTheyAre() throws {
    let given = ["a b", "$HOME", "*", "'", "", "ü"]
    for (program, text) in [
      (try ExternalCommand("printf", ["%s\n"] + given, in: "/"), given.joined(separator: "\n")),
      (try ExternalCommand("/bin/sh", ["-c", "echo $SECRET"], in: "/", variables: ["SECRET": "s"]), "s"),
    ] {
      let command = try RunningCommand(program, limitSeconds: 20, registry: CommandRegistry())
      #expect(try output(command) == text + "\n")
    }
  }

  @Test func standardInputIsEmptyAndNoOtherDescriptorIsThere() throws {
    let pipes = Pipe()
    defer { withExtendedLifetime(pipes) {} }
    let command = try start("cat; ls /proc/self/fd")
    // Descriptor 3 is the folder that ls reads.
    #if os(Linux)
      #expect(try output(command) == "0\n1\n2\n3\n")
    #endif
  }

  @Test func nothingOfOurLibrariesRunsInTheCommand() throws {
    #if os(Linux)
      // PROJ has such a handler, which may wait forever. Other tests of the process go on.
      Self.waiting = pthread_self()
      defer { Self.waiting = nil }
      pthread_atfork(nil, nil) { while pthread_self() == RunningCommandTests.waiting { sleep(1) } }
      #expect(try output(start("echo a")) == "a\n")
    #endif
  }

  @Test func signalsHaveTheirOrdinaryMeaning() throws {
    signal(SIGXFSZ, SIG_IGN)
    #expect(try failure("kill -XFSZ $$; sleep 20")?.description.contains("signal") == true)
  }

  @Test(arguments: [
    ("exit 3", "exit status 3"), ("echo out; exit 1", "exit status 1"), ("kill -SEGV $$", "signal 11"),
    ("sleep 30 & exit 7", "exit status 7"), ("exec >&-; exit 9", "exit status 9"),
  ])
  func anEndOtherThanZeroIsAFailure(_ script: String, _ words: String) throws {
    let error = try #require(try failure(script))
    #expect(error.kind == .failed && error.description.contains(words))
  }

  @Test func aCommandThatWritesNothingIsWhole() throws { #expect(try failure("true") == nil) }

  @Test(arguments: [
    "sleep 60", "exec >&-; sleep 60", "yes", "yes >&2", "trap '' TERM; sleep 60; sleep 60", "sleep 60 & exit 0",
    "trap '' TERM; exec >&-; while :; do sleep 1; done",
  ])
  func aCommandThatDoesNotEndIsEnded(_ script: String) throws {
    let error = try #require(try failure(script, limit: 0.3))
    #expect(error.kind == .timedOut && error.description.contains("timeout of 0.3 s"))
  }

  @Test func aFloodOfMessagesNeitherStopsNorFillsIt() throws {
    let command = try start("head -c 20000000 /dev/zero | tr '\\0' x >&2; echo; echo last >&2; echo done")
    #expect(try output(command) == "\ndone\n")
    _ = try command.finish()
    let lines = command.errorText.lastLines
    #expect(command.errorText.byteCount >= 20_000_000 && lines.joined().utf8.count <= ErrorText.keptBytes)
    #expect(lines.last?.hasSuffix("last") == true)
  }

  @Test func childrenGoWithTheirCommand() throws {
    let command = try start("(trap '' TERM; sleep 60) & echo $!; trap '' TERM; sleep 60")
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = try buffer.withUnsafeMutableBytes { try command.read(into: $0) }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(isThere(child))
    command.end()
    // The process that adopts it may take a moment to reap it.
    for _ in 0..<500 where isThere(child) && !isZombie(child) { usleep(10_000) }
    #expect(!isThere(child) || isZombie(child))
  }

  private func isZombie(_ process: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") == true
  }

  @Test func aRunThatStopsEndsItsCommands() throws {
    let registry = CommandRegistry()
    let command = try start("trap '' TERM; echo; sleep 60", registry)
    registry.stop()
    let error = #expect(throws: CommandError.self) { try output(command) }
    #expect(error?.kind == .cancelled)
    let late = #expect(throws: CommandError.self) { try start("true", registry) }
    #expect(late?.kind == .cancelled)
  }

  @Test func programsThatAreNotThereOrCannotRun() throws {
    let missing = #expect(throws: CommandError.self) { try ExternalCommand("no-such-program", [], in: "/") }
    #expect(missing?.kind == .notFound && missing?.description.contains("PATH") == true)
    #expect(throws: CommandError.self) { try ExternalCommand("./ls", [], in: "/etc") }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString)").path
    try "echo\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
    defer { unlink(path) }
    let script = #expect(throws: CommandError.self) {
      try RunningCommand(ExternalCommand(path, [], in: "/"), limitSeconds: 1, registry: CommandRegistry())
    }
    #expect(script?.kind == .notStarted && script?.description.contains("#!") == true)
    let folder = #expect(throws: CommandError.self) {
      try RunningCommand(
        ExternalCommand("true", [], in: "/no/such/folder"), limitSeconds: 1, registry: CommandRegistry())
    }
    #expect(folder?.kind == .notStarted && folder?.description.contains("/no/such/folder") == true)
  }
}
