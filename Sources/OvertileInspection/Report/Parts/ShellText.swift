/// Texts for a shell.
enum ShellText {
  /// A word that a POSIX shell reads as this text.
  static func quoted(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: #/[A-Za-z0-9/._+,:@][-A-Za-z0-9/._+,:@]*/#) != nil
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
