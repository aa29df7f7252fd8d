/// A network address in the position of a file's path.
package struct WebAddress: Sendable, Hashable {
  /// Its scheme: "https", "s3".
  package let scheme: String
  private let text: String

  /// Recognizes an address by its scheme (RFC 3986 section 3.1), or by a prefix of GDAL's for one.
  package init?(_ text: String) {
    self.text = text
    if text.hasPrefix("/vsi") {
      scheme = "vsi"
      return
    }
    guard let end = text.firstRange(of: "://") else { return nil }
    let name = text[..<end.lowerBound]
    guard name.first?.isLetter == true,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
    else { return nil }
    scheme = name.lowercased()
  }

  /// The advice, as sentences.
  ///
  /// - Parameter ending: the extension of the downloaded file if the address names none.
  package func advice(ending: String) -> String {
    let name = fileName(ending)
    let address = InputName.quoted(text)
    switch scheme {
    case "file": return "Files are named by their paths: \(text.dropFirst("file://".count))"
    case "http", "https", "ftp":
      return "A source reads files, not addresses. Fetch it first: curl -fL -o \(name) \(address)"
    case "s3": return "A source reads files, not addresses. Fetch it first: aws s3 cp \(address) \(name)"
    case "gs": return "A source reads files, not addresses. Fetch it first: gcloud storage cp \(address) \(name)"
    default: return "A source reads files, not addresses. Fetch it first, and name the file"
    }
  }

  /// The last part of the address, if it is a name with an extension.
  private func fileName(_ ending: String) -> String {
    let path = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2)
    guard let last = path.last, last.contains("."), !last.hasPrefix(".") else { return "places." + ending }
    return InputName.quoted(String(last))
  }
}
