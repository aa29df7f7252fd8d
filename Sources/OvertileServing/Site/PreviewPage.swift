import COvertilePage

/// The page that shows bundles on a map: files that are part of the program.
package enum PreviewPage {
  /// The content of each file by its name, below the page's address.
  package static let files: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: (0..<overtile_page_count()).map { number in
      let file = overtile_page_file_at(number)
      return (String(cString: file.name), Array(String(cString: file.text).utf8))
    })

  /// The media type of a file of a page by its extension.
  package static func contentType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
