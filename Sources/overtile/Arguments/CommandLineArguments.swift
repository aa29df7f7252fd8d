import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertileCore

/// The arguments as the system passes them: bytes.
enum CommandLineArguments {
  /// Throws if an argument is not UTF-8: Swift would replace the wrong characters, and then name another file. Throws if one
  /// is empty: the path would be that of the current folder.
  ///
  /// - Throws: `ValidationError` with the bytes that are wrong as \xNN, or with the option that has no value.
  static func check() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
      if let text = String(validating: bytes, as: UTF8.self) {
        try checkValue(text, CommandLine.arguments[index - 1], index)
        continue
      }
      throw ValidationError(
        "argument \(index) is not valid UTF-8: \(escaped(bytes)); arguments and file names must be UTF-8")
    }
  }

  private static func checkValue(_ text: String, _ previous: String, _ index: Int) throws {
    let isAssigned = text.wholeMatch(of: #/--[^=]+=/#) != nil
    guard text.isEmpty || isAssigned else { return }
    let option = isAssigned ? String(text.dropLast()) : previous.hasPrefix("-") ? previous : "argument \(index)"
    throw ValidationError("\(option): the value is empty")
  }

  /// Throws if the first argument is not a subcommand but reads like one.
  ///
  /// - Parameter names: the subcommands.
  /// - Throws: `ValidationError` with the one that was probably meant.
  static func checkSubcommand(among names: [String]) throws {
    guard let first = CommandLine.arguments.dropFirst().first, !first.hasPrefix("-") else { return }
    guard !names.contains(first) else { return }
    let what = "unknown subcommand \"\(first)\""
    throw ValidationError(
      what + (NearestName.nearest(to: first, among: names).map { ". Did you mean \"\($0)\"?" } ?? ""))
  }

  /// Names the replacement of an option that the parser does not know, if another program has it.
  ///
  /// - Parameter message: the parser's, which names the option.
  static func advise(on message: String) {
    guard let option = message.prefixMatch(of: #/Unknown option '([^']*)'/#)?.1,
      let advice = ForeignNames.advice(onOption: String(option))
    else { return }
    StandardError.write("overtile: note: \(option): \(advice)")
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : String(format: "\\x%02X", $0) }.joined()
  }
}
