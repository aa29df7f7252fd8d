/// Descriptions of coordinate reference systems and operations without the folders of this machine.
package enum LocalNames {
  /// The text with every path in it, such as that of a grid in `+nadgrids=/home/me/a.gsb`, shortened to the name of its
  /// file. O(text).
  ///
  /// A published text must not reveal where files are on this machine, nor differ between machines for that reason. A
  /// path is a word that begins with /, ~, ./ or ../, or the value of a parameter with a / in it; in quotes it may have
  /// spaces. The lone / in names, as in "OSGB36 / British National Grid", stays.
  package static func withoutFolders(_ text: String) -> String {
    guard text.contains("/") else { return text }
    var result = ""
    var word = ""
    var isValue = false
    var rest = Substring(text)
    func end(_ separator: Character?) {
      result += shortened(word, isValue: isValue)
      word = ""
      if let separator {
        result.append(separator)
        isValue = separator == "=" || (isValue && (separator == "," || separator == "@"))
      }
    }
    while let character = rest.popFirst() {
      if character == "\"", let close = rest.firstIndex(of: "\"") {
        end("\"")
        result += quoted(rest[..<close]) + "\""
        rest = rest[rest.index(after: close)...]
      } else if isSeparator(character) {
        end(character)
      } else {
        word.append(character)
      }
    }
    end(nil)
    return result
  }

  /// The inside of quotes: paths that may have spaces, or anything else.
  private static func quoted(_ text: Substring) -> String {
    guard isPath(text.drop { $0 == "@" }) else { return withoutFolders(String(text)) }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.hasPrefix("@") ? "@" + name(part.dropFirst()) : name(part)
    }.joined(separator: ",")
  }

  private static func shortened(_ word: String, isValue: Bool) -> String {
    isPath(word[...]) || (isValue && word.contains("/")) ? name(word[...]) : word
  }

  private static func isPath(_ word: Substring) -> Bool {
    (word.hasPrefix("/") && word.count > 1 && word.dropFirst().first?.isWhitespace == false)
      || ["~", "./", "../"].contains { word.hasPrefix($0) && word.contains("/") }
  }

  /// The text after the last /.
  private static func name(_ path: Substring) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || ",=@'[](){};|:".contains(character)
  }
}
