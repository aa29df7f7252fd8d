import OvertileConfiguration

/// Options that users know from other programs.
enum ForeignOption {
  /// Names the replacement of an option that the parser does not know, if another program has it.
  ///
  /// - Parameter message: the parser's, which names the option.
  static func advise(on message: String) {
    let head = "Unknown option '"
    guard message.hasPrefix(head) else { return }
    let option = String(message.dropFirst(head.count).prefix { $0 != "'" })
    guard let advice = ForeignNames.advice(onOption: option) else { return }
    StandardError.write("overtile: note: \(option): \(advice)")
  }
}
