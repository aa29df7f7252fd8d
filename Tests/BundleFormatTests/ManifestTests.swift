import Foundation
import OvertileBundleFormat
import TestSupport
import Testing

@Suite struct ManifestTests {
  @Test func readsBackWhatWasWritten() throws {
    let folder = try ScratchFolder()
    let manifest = Self.full
    try manifest.encoded().write(to: folder.url.appendingPathComponent(BundleManifest.fileName))
    #expect(try BundleManifest(bundle: folder.url) == manifest)
    #expect(try manifest.encoded() == BundleManifest(bundle: folder.url).encoded())
  }

  @Test func whatIsNotThereStaysNotThere() throws {
    let folder = try ScratchFolder()
    let manifest = Self.least
    try manifest.encoded().write(to: folder.url.appendingPathComponent(BundleManifest.fileName))
    let read = try BundleManifest(bundle: folder.url)
    #expect(read == manifest && read.bounds == nil && read.version == nil)
    #expect(!String(decoding: try manifest.encoded(), as: UTF8.self).contains("null"))
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", "\"overtile-bundle\"", #"{"format":"overtile-bundle"}"#,
    #"{"format":"overtile-bundle","formatVersion":1}"#, #"{"format":"overtile-bundle","formatVersion":"1"}"#,
    #"{"name":"a web application","version":"1.0.0"}"#,
  ])
  func rejectsForeignJSON(text: String) throws {
    let folder = try ScratchFolder()
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(BundleManifest.fileName))
    DamagedFiles.keep(.manifest, Array(text.utf8), .rejected, text)
    do {
      _ = try BundleManifest(bundle: folder.url)
      Issue.record("\(text) was read as a manifest")
    } catch BundleError.notABundle(let path, _) {
      #expect(path == folder.url.path)
    }
  }

  /// The digest is that of the text without its line, also with members of a later version, or that of the content.
  @Test func anEditIsNotIntact() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appendingPathComponent(BundleManifest.fileName)
    let sealed = String(decoding: try Self.full.sealed().encoded(), as: UTF8.self)
    let unsealed = String(decoding: try Self.full.encoded(), as: UTF8.self)
    for text in [sealed, unsealed, sealed + "\n", sealed.replacing("\n  \"", with: "\n \"")] {
      try Data(text.utf8).write(to: file)
      #expect(try BundleManifest(intact: folder.url).name == Self.full.name)
    }
    let edited = sealed.replacing("\"\(Self.full.name)\"", with: "\"Another\"")
    try Data(edited.utf8).write(to: file)
    #expect(try BundleManifest(bundle: folder.url).name == "Another")
    #expect {
      try BundleManifest(intact: folder.url)
    } throws: { error in
      if case BundleError.damaged(folder.url.path, _) = error { true } else { false }
    }
  }

  @Test func rejectsAnotherFormat() throws {
    let folder = try ScratchFolder()
    var manifest = Self.least
    manifest.format = "someone-else"
    try DamagedFiles.keep(.manifest, Array(try manifest.encoded()), .rejected)
    try manifest.encoded().write(to: folder.url.appendingPathComponent(BundleManifest.fileName))
    #expect(
      throws: BundleError.notABundle(folder.url.path, reason: "the manifest has the unknown format \"someone-else\"")
    ) {
      try BundleManifest(bundle: folder.url)
    }
  }

  @Test func rejectsAFolderWithoutManifest() throws {
    let folder = try ScratchFolder()
    #expect(throws: BundleError.self) { try BundleManifest(bundle: folder.url) }
  }

  /// Also if the newer version has changed the rest of the manifest.
  @Test func namesANewerVersionWhateverItHolds() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appendingPathComponent(BundleManifest.fileName)
    var manifest = Self.full
    manifest.formatVersion = BundleManifest.currentFormatVersion + 1
    let texts = [
      try manifest.encoded(), Data(#"{"format":"overtile-bundle","formatVersion":3,"layers":{"a":1}}"#.utf8),
    ]
    for text in texts {
      DamagedFiles.keep(.manifest, Array(text), .rejected)
      try text.write(to: file)
      #expect(throws: BundleError.unknownVersion(folder.url.path, version: 3)) {
        try BundleManifest(bundle: folder.url)
      }
    }
  }

  private static let least = BundleManifest(
    name: "least",
    tiles: BundleManifest.TileStorage(
      layout: .single, container: .pmtiles, extent: 4096, buffer: 64),
    provenance: BundleManifest.Provenance(configuration: "a", features: "b", reprojections: []))

  private static var full: BundleManifest {
    var manifest = least
    manifest.description = "A \"sentence\" with / and ü\n."
    manifest.attribution = "<a href=\"https://example.com\">me</a>"
    manifest.version = "1.2.3"
    manifest.bounds = [-180, -85.0511287, 179.9999999, 0.1]
    (manifest.minzoom, manifest.maxzoom) = (2, 24)
    var layer = BundleManifest.Layer(id: "a b", kind: "circle", minzoom: 2, maxzoom: 24)
    layer.description = "d"
    layer.fields = ["a": "Number", "b": "String"]
    layer.bounds = [0, 1, 2, 3]
    layer.features = 7
    layer.zooms = [BundleManifest.ZoomCounts(zoom: 2, overlays: 1, points: 2, hidden: 3, entries: 4)]
    layer.pulse = BundleManifest.Pulse(scale: [0.8, 1.2], opacity: [0.5, 0.05], seconds: 2)
    manifest.layers = [layer]
    var file = BundleManifest.File(path: "z02.pmtiles", role: .tiles, (sha256: "f", bytes: 9))
    (file.minzoom, file.maxzoom, file.tiles, file.contents, file.compression) = (2, 2, 5, 4, "gzip")
    manifest.files = [file, BundleManifest.File(path: "members.a.bin", role: .members, (sha256: "e", bytes: 1))]
    manifest.files[1].layer = "a b"
    var operation = BundleManifest.Reprojection(source: "s", crs: "EPSG:27700", operation: "o")
    operation.pipeline = "+proj=pipeline"
    operation.accuracyMeters = 2
    operation.missingGrids = ["g"]
    manifest.provenance.reprojections = [operation]
    manifest.software = ["overtile": "0.1.0"]
    return manifest
  }
}
