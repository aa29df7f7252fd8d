import Foundation
import OvertileServing
import Testing

@Suite struct PreviewPageTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/OvertileServing/Page").standardizedFileURL

  @Test("Every file of the page is in the program, as it is in the folder")
  func everyFile() throws {
    let top = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "reader" }
    // The reader of web pages is a link to its own folder.
    let reader = folder.appendingPathComponent("reader").resolvingSymlinksInPath()
    let parts = try FileManager.default.contentsOfDirectory(atPath: reader.path)
      .filter { $0.hasSuffix(".js") }.map { "reader/\($0)" }
    let names = (top + parts).sorted()
    #expect(PreviewPage.files.keys.sorted() == names)
    for name in names {
      let bytes = try #require(PreviewPage.files[name])
      #expect(bytes == Array(try Data(contentsOf: folder.appendingPathComponent(name))), "\(name)")
      #expect(PreviewPage.contentType(of: name) != "application/octet-stream", "\(name)")
    }
  }

  @Test(
    "Another name is no file of the page", arguments: ["", "index", "../Package.swift", "Index.html", "preview.json"])
  func otherNames(name: String) { #expect(PreviewPage.files[name] == nil) }
}
