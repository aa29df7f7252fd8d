import Expressions

/// What a shell would have understood in the words of a command, which none reads.
enum ShellWords {
  private static let operators: [String: String] = [
    "|": "a pipe", "|&": "a pipe", ">": "a redirection", ">>": "a redirection", "<": "a redirection",
    "2>": "a redirection", "2>&1": "a redirection", "&&": "a second command", "||": "a second command",
    ";": "a second command", "&": "the background",
  ]

  /// A warning where a word is an operator of a shell and no option's value; nil otherwise.
  static func warning(_ words: [String]) -> String? {
    let found = words.indices.dropFirst().first { index in
      operators[words[index]] != nil && !words[index - 1].hasPrefix("-")
    }
    guard let found, let meaning = operators[words[found]] else { return nil }
    if [">", ">>"].contains(words[found]) {
      let rest = words[..<found].map(CanonicalJSON.quoted).joined(separator: ", ")
      return
        "\"\(words[found])\" is an argument of \(words[0]) here, since no shell reads the command; what it writes to its "
        + "standard output is read, so nothing needs to be redirected: command: [\(rest)]"
    }
    return
      "\"\(words[found])\" is an argument of \(words[0]) here, since no shell reads the command; \(meaning) needs one: "
      + shell(words)
  }

  /// What to do about a command that failed, where a shell would have understood its words in another way.
  static func advice(_ words: [String]) -> String? {
    if let warning = warning(words) { return warning }
    let arguments = words.dropFirst()
    if let word = arguments.first(where: { variable(in: $0) != nil }), let name = variable(in: word) {
      let replaced = word.replacing("$" + name, with: "${\(name)}")
      return "\"\(word)\" came to \(words[0]) as it is written, since no shell reads the command; write "
        + "\(CanonicalJSON.quoted(replaced)), which is replaced when the configuration is read, or ask for a shell: "
        + shell(words)
    }
    if let word = arguments.first(where: { $0 == "~" || $0.hasPrefix("~/") }) {
      return "\"\(word)\" came to \(words[0]) as it is written, since no shell reads the command; write "
        + "\(CanonicalJSON.quoted("${HOME}" + word.dropFirst())), or ask for a shell: \(shell(words))"
    }
    if let word = arguments.first(where: { !$0.hasPrefix("-") && $0.contains { "*?".contains($0) } }) {
      return "\"\(word)\" came to \(words[0]) as it is written, since no shell reads the command; a glob needs one: "
        + shell(words)
    }
    return nil
  }

  /// What to do about a program that is not there, where its arguments stand in its name; nil otherwise.
  static func advice(onProgram words: [String]) -> String? {
    let parts = words[0].split(separator: " ").map(String.init)
    guard parts.count > 1 else { return nil }
    let list = (parts + words.dropFirst()).map(CanonicalJSON.quoted).joined(separator: ", ")
    return "Each argument is an item of its own: command: [\(list)]"
  }

  /// The name of a variable of the environment as a shell has it: `$HOME`. Small letters are an awk's or jq's own.
  private static func variable(in word: String) -> String? {
    guard let dollar = word.firstIndex(of: "$") else { return nil }
    let name = word[word.index(after: dollar)...].prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
    return name.first?.isUppercase == true ? String(name) : nil
  }

  /// The command for a shell that fails where a part of a pipe does.
  private static func shell(_ words: [String]) -> String {
    let text = words.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@%+,$*?~{}".contains($0) }
      if isPlain && !word.isEmpty || operators[word] != nil { return word }
      return "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
    return "command: [bash, -o, pipefail, -c, \(CanonicalJSON.quoted(text))]"
  }
}
