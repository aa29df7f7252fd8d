import Foundation
import OvertileServing
import OvertileTileArchive
import TestSupport
import Testing

@Suite struct MapLibraryFilesTests {
  @Test("MapLibre is read from a folder, or from the script's", arguments: ["", "/maplibre-gl.js"])
  func folderOrScript(ending: String) throws {
    let scratch = try ScratchFolder()
    for name in MapLibraryFiles.names { try Data(name.utf8).write(to: scratch.url.appendingPathComponent(name)) }
    let files = try MapLibraryFiles(path: scratch.url.path + ending)
    #expect(files.files.keys.sorted() == ["lib/maplibre-gl.css", "lib/maplibre-gl.js"])
    for name in MapLibraryFiles.names { #expect(files.files["lib/" + name] == Array(name.utf8)) }
  }

  @Test("A folder without it is an error that names the file")
  func missingFile() throws {
    let scratch = try ScratchFolder()
    let error = #expect(throws: ArchiveError.self) { try MapLibraryFiles(path: scratch.url.path) }
    #expect(error?.description.contains(MapLibraryFiles.names[0]) == true)
  }
}
