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
    let quotes = text.replacing(#/"(@?(?:~[^"\/]*|\.{1,2})?\/[^\s"][^"]*)"/#) { "\"\(names(in: $0.1))\"" }
    let values = quotes.replacing(#/=([^\s='"\[\](){};|:]+)/#) { "=\(names(in: $0.1))" }
    return values.replacing(
      #/
        (^|[\s,=@'"\[\](){};|:])
        ((?:~[^\s,=@'"\[\](){};|:\/]*|\.{1,2})?\/[^\s,=@'"\[\](){};|:]+)
      /#
    ) { "\($0.1)\(names(in: $0.2))" }
  }

  /// The text after the last / of each path in a list; optional ones begin with @.
  private static func names(in paths: Substring) -> String {
    paths.split(separator: ",", omittingEmptySubsequences: false).map { path in
      path.contains("/") ? (path.hasPrefix("@") ? "@" : "") + (path.split(separator: "/").last ?? "") : path
    }.joined(separator: ",")
  }
}
