import COvertilePage

/// The page that shows bundles on a map: files that are part of the program.
package enum PreviewPage {
  /// A file of the page.
  package struct File: Sendable, Hashable {
    /// The name, below the page's address.
    package let name: String
    /// The content.
    package let bytes: [UInt8]
    /// The media type, for the header `Content-Type`.
    package let contentType: String
  }

  /// The name of the page itself.
  package static let start = "index.html"

  /// The name of the file beside the page that says what it shows. It is no part of the program.
  package static let configuration = "preview.json"

  /// The names of all files, ascending.
  package static var names: [String] { (0..<overtile_page_count()).map(name).sorted() }

  /// The file with a name; nil if there is none. O(bytes).
  package static func file(named wanted: String) -> File? {
    guard let number = (0..<overtile_page_count()).first(where: { name($0) == wanted }) else { return nil }
    let found = overtile_page_file_at(number)
    let bytes = Array(UnsafeBufferPointer(start: found.bytes, count: found.count))
    return File(name: wanted, bytes: bytes, contentType: contentType(of: wanted))
  }

  private static func name(_ number: Int) -> String {
    overtile_page_file_at(number).name.map { String(cString: $0) } ?? ""
  }

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
