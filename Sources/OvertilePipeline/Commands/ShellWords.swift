import OvertileExpressions

/// The words of a command that a shell would have interpreted; no shell reads them here.
enum ShellWords {
  private static let operators: [String: String] = [
    "|": "a pipe", "|&": "a pipe", ">": "a redirection", ">>": "a redirection", "<": "a redirection",
    "2>": "a redirection", "2>&1": "a redirection", "&&": "a second command", "||": "a second command",
    ";": "a second command", "&": "the background",
  ]

  /// A warning where a word is an operator of a shell and no option's value; nil otherwise.
  static func warning(_ words: [String]) -> String? {
    let found = words.indices.dropFirst().first { index in
      operators[words[index]] != nil && !words[index - 1].hasPrefix("-") && !endsAction(words, at: index)
    }
    guard let found, let meaning = operators[words[found]] else { return nil }
    let argument = "\"\(words[found])\" is an argument of \(words[0]) here, because no shell reads the command; "
    if [">", ">>"].contains(words[found]) { return argument + unredirected(words[..<found]) }
    return argument + "\(meaning) needs one: \(shell(words))"
  }

  /// The message that standard output is read, and the command without its redirection.
  private static func unredirected(_ words: ArraySlice<String>) -> String {
    let rest = words.map(CanonicalJSON.quoted).joined(separator: ", ")
    return "overtile reads its standard output, so it needs no redirection: command: [\(rest)]"
  }

  /// Whether a semicolon ends an action of `find`.
  private static func endsAction(_ words: [String], at index: Int) -> Bool {
    words[index] == ";" && words[..<index].contains { ["-exec", "-execdir", "-ok", "-okdir"].contains($0) }
  }

  /// The advice on a command that failed, where a shell would have interpreted its words.
  static func advice(_ words: [String]) -> String? {
    if isShell(words) { return nil }
    if let warning = warning(words) { return warning }
    for index in words.indices.dropFirst() {
      let word = words[index]
      // A word that is a program in another language, such as a query, is not for a shell.
      guard !words[index - 1].hasPrefix("-") || !word.contains(" "), let meaning = meaning(of: word) else { continue }
      let argument = "\"\(word)\" reached \(words[0]) as it is written, because no shell reads the command; "
      if word.wholeMatch(of: /1?>>?[^=&].*/) != nil { return argument + unredirected(words[..<index]) }
      return argument + "\(meaning) needs one: \(shell(words))"
    }
    for word in words.dropFirst() {
      guard let plain = replaced(word) else { continue }
      return "\"\(word)\" reached \(words[0]) as it is written, because no shell reads the command; write "
        + "\(CanonicalJSON.quoted(plain.text))\(plain.note)"
        + (plain.isOfShell ? ", or ask for a shell: \(shell(words))" : "")
    }
    guard let word = words.dropFirst().first(where: { !$0.hasPrefix("-") && $0.contains { "*?".contains($0) } }) else {
      return nil
    }
    return "\"\(word)\" reached \(words[0]) as it is written, because no shell reads the command; a glob needs one: "
      + shell(words)
  }

  /// Whether a command is itself a shell that reads one of its words.
  private static func isShell(_ words: [String]) -> Bool {
    let program = words.first?.split(separator: "/").last ?? ""
    return ["sh", "bash", "dash", "zsh", "ksh"].contains(program)
      && words.contains { $0.wholeMatch(of: /-[a-z]*c/) != nil }
  }

  /// How a shell interprets a word that is more than an operator; nil for a plain one.
  private static func meaning(of word: String) -> String? {
    let hasQuotes = word.contains { "'\"".contains($0) }
    if !hasQuotes, word.contains("$(") || word.count(where: { $0 == "`" }) > 1 {
      return "the output of a command"
    }
    let isOneWord = !word.contains(where: \.isWhitespace)
    if isOneWord, let kind = joined(word) { return kind }
    let hasBraces = word.contains(/\{[^{}\s:"]*(,|\.\.)[^{}\s:"]*\}/)
    return isOneWord && hasBraces ? "a list in braces" : nil
  }

  /// The meaning of an operator that is written without spaces around it; nil where there is none.
  private static func joined(_ word: String) -> String? {
    if word.wholeMatch(of: /([0-9&]?>>?&?|<)[^=].*/) != nil { return "a redirection" }
    if word.count > 1, word.hasSuffix(";") { return "a second command" }
    return word.count > 1 && (word.hasPrefix("|") || word.hasSuffix("|")) ? "a pipe" : nil
  }

  /// The replacement for a word that a shell expands, and the reason.
  private static func replaced(_ word: String) -> (text: String, note: String, isOfShell: Bool)? {
    if let name = variable(in: word) {
      let text = word.replacing("$" + name, with: "${\(name)}")
      return (text, ", which is replaced when the configuration is read", true)
    }
    if word == "~" || word.hasPrefix("~/") { return ("${HOME}" + word.dropFirst(), "", true) }
    if word.count > 2, let quote = word.first, "'\"".contains(quote), word.last == quote {
      return (String(word.dropFirst().dropLast()), ": quotes within the text are part of it", false)
    }
    return nil
  }

  /// The advice on a program that is not found, where it is a shell's or its arguments are part of its name; nil
  /// otherwise.
  static func advice(onProgram words: [String]) -> String? {
    let parts = words[0].split(separator: " ").map(String.init)
    if words[0].prefixMatch(of: /[A-Za-z_][A-Za-z0-9_]*=/) != nil {
      let list = (["env"] + parts + words.dropFirst()).map(CanonicalJSON.quoted).joined(separator: ", ")
      return "The program env sets a variable: command: [\(list)]"
    }
    if isOfShell(words[0]) {
      let folder = words[0] == "cd" ? "; a command runs in the folder of the configuration" : ""
      return "It is a shell's word, and no shell reads the command\(folder). Ask for a shell: \(shell(words))"
    }
    guard parts.count > 1 else { return nil }
    if isOfShell(parts[0]) { return "No shell reads the command. Ask for one: \(shell(parts + words.dropFirst()))" }
    let list = (parts + words.dropFirst()).map(CanonicalJSON.quoted).joined(separator: ", ")
    return "Write each argument as an item of its own: command: [\(list)]"
  }

  private static func isOfShell(_ word: String) -> Bool {
    ["cd", "source", ".", "export", "set", "unset", "alias", "eval", "exec", "for", "if", "while", "ulimit", "umask"]
      .contains(word)
  }

  /// The name of a variable of the environment as a shell has it: `$HOME`. Small letters are an awk's or jq's own.
  private static func variable(in word: String) -> String? {
    guard let dollar = word.firstIndex(of: "$") else { return nil }
    let name = word[word.index(after: dollar)...].prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
    return name.first?.isUppercase == true ? String(name) : nil
  }

  /// The command for a shell that fails when any part of a pipe fails.
  private static func shell(_ words: [String]) -> String {
    let text = words.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@%+,$*?~{}".contains($0) }
      if isPlain && !word.isEmpty || operators[word] != nil || isSubstituted(word) { return word }
      return "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
    return "command: [bash, -o, pipefail, -c, \(CanonicalJSON.quoted(text))]"
  }

  /// Whether a shell reads a word as it is.
  private static func isSubstituted(_ word: String) -> Bool {
    guard !word.contains(where: { "'\"".contains($0) }) else { return false }
    let isWhole = word.hasPrefix("$(") && word.hasSuffix(")") || word.hasPrefix("`") && word.hasSuffix("`")
    return isWhole
      || !word.contains(where: \.isWhitespace) && (joined(word) != nil || word.contains { "()`".contains($0) })
  }
}
