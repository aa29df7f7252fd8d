extension String {
  /// The text on one line, whatever the names in it: line feeds and carriage returns are escaped.
  package var onOneLine: String {
    contains(where: \.isNewline) ? replacing("\r", with: "\\r").replacing("\n", with: "\\n") : self
  }
}
