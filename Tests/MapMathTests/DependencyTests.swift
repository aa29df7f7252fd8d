import Foundation
import Testing

@Suite struct DependencyTests {
  /// Only the system's mathematics, in one file.
  @Test func nothingIsImportedButMathematics() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/MapMath").standardized.resolvingSymlinksInPath()
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 40)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        #expect(words.first != "import", "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
