/// Options of other programs on the command line.
extension ForeignNames {
  /// The message about an option that no command has: its program, and its replacement in a pipeline; nil for an
  /// unknown one.
  ///
  /// - Parameter option: as written, such as `--maximum-zoom`, `-zg` or `-r1`.
  package static func advice(onOption option: String) -> String? {
    let name = String(option.drop { $0 == "-" }.prefix { $0 != "=" })
    let isLong = option.hasPrefix("--") || name.count > 3
    guard isLong else { return name.first.flatMap { adviceOnLetter($0, rest: name.dropFirst()) } }
    return advice(onName: name)
  }

  private static func adviceOnLetter(_ letter: Character, rest: Substring) -> String? {
    if letter == "z", rest == "g" { return said("tippecanoe's", "write zooms: 0-auto under the layer") }
    return tippecanoeLetters[letter].flatMap { advice(onName: $0) }
  }

  private static func advice(onName name: String) -> String? {
    // In a layer, where our own name would mean something else.
    if plain(name) == "layer" { return said("tippecanoe's", nameOfLayer) }
    if plain(name) == "output" { return said("", "write output: {path: FOLDER}, or give --output FOLDER to build") }
    if let entry = entry(of: name, below: []) { return said(entry.owner, entry.advice) }
    return KeyAdvice.location(of: name).map { said("", $0) }
  }

  private static func said(_ owner: String, _ advice: String) -> String {
    (owner.isEmpty ? "" : "it is \(owner); ") + "the pipeline file says what is built: \(advice)"
  }
}
