import Foundation
import OvertileCore
import OvertileServing
import TestSupport
import Testing

@Suite struct MapLibraryTests {
  @Test("MapLibre is read from a folder, or from the script's", arguments: ["", "/maplibre-gl.js"])
  func folderOrScript(ending: String) throws {
    let scratch = try ScratchFolder()
    for name in PreviewRoute.libraryNames { try Data(name.utf8).write(to: scratch.url.appendingPathComponent(name)) }
    let files = try PreviewRoute.library(at: scratch.url.path + ending)
    #expect(files.keys.sorted() == ["lib/maplibre-gl.css", "lib/maplibre-gl.js"])
    for name in PreviewRoute.libraryNames { #expect(files["lib/" + name] == Array(name.utf8)) }
  }

  @Test("A folder without it is an error that names the file")
  func missingFile() throws {
    let scratch = try ScratchFolder()
    let error = #expect(throws: RegularFileError.self) { try PreviewRoute.library(at: scratch.url.path) }
    #expect(error?.description.contains(PreviewRoute.libraryNames[0]) == true)
  }
}
