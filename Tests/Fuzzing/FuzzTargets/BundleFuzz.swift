import Dispatch
import Foundation
import MapMath
import OverlayBundle

/// Archives as an app reads them, through ranges: an error, or tiles and their overlays.
@Sendable func fuzzArchive(_ bytes: [UInt8]) {
  read(["a.pmtiles": bytes], named: "a.pmtiles") { reader in
    let bundle = try await BundleReader(archive: "a.pmtiles", reader: reader)
    for tile in tiles { _ = try? await bundle.overlays(of: tile) }
  }
}

/// Members as an app reads them: an error, or clusters whose pages end.
@Sendable func fuzzMembers(_ bytes: [UInt8]) {
  let manifest = manifestText(
    file: #"{"path":"m.bin","role":"members","layer":"a","bytes":\#(bytes.count),"sha256":""}"#)
  read([BundleManifest.fileName: Array(manifest.utf8), "m.bin": bytes], named: "bundle") { reader in
    let bundle = try await BundleReader(reader: reader)
    guard let members = try await bundle.members(of: "a") else { return }
    for id in clusterIDs(bytes) {
      _ = try? await members.expansionZoom(of: id)
      _ = try? await members.children(of: id, offset: 0, limit: 100)
      let page = (try? await members.leaves(of: id, offset: 0, limit: 10)) ?? []
      precondition(page.count <= 10)
    }
  }
}

/// The ids in the records of clusters, wherever a file says that they begin, and two that are hardly there.
private func clusterIDs(_ bytes: [UInt8]) -> [UInt64] {
  let locations = stride(from: 112, to: min(bytes.count - 8, 112 + 40 * 8), by: 40)
  return [0, .max]
    + locations.map { location in bytes[location..<location + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Whole manifests: an error, or an open bundle that can be queried for a tile.
@Sendable func fuzzOpening(_ bytes: [UInt8]) {
  read([BundleManifest.fileName: bytes], named: "bundle") { reader in
    let bundle = try await BundleReader(reader: reader)
    for tile in tiles { _ = try? await bundle.overlays(of: tile) }
  }
}

private let tiles = [(0, 0, 0), (1, 1, 0), (3, 2, 5), (14, 8000, 5000)].compactMap { TileID(z: $0.0, x: $0.1, y: $0.2) }

private func manifestText(file: String) -> String {
  #"""
  {"format":"overtile-bundle","formatVersion":1,"name":"n","minzoom":0,"maxzoom":3,
  "tiles":{"layout":"single","container":"pmtiles","encoding":"mvt","extent":4096,"buffer":64},
  "layers":[{"id":"a","kind":"cluster","minzoom":0,"maxzoom":3,"fields":{},"features":1,"zooms":[]},
  {"id":"b","kind":"circle","minzoom":0,"maxzoom":3,"fields":{},"features":1,"zooms":[]},
  {"id":"c","kind":"shape","minzoom":0,"maxzoom":3,"fields":{},"features":1,"zooms":[]}],"files":[\#(file)],
  "provenance":{"configuration":"","features":"","reprojections":[],"software":{}}}
  """#
}

/// Files in memory.
private struct MemoryReader: RangeReader {
  let files: [String: [UInt8]]

  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    files[path].map { file in
      let start = Int(clamping: range.lowerBound)
      let end = Int(clamping: range.upperBound)
      return start < file.count ? Array(file[start..<min(end, file.count)]) : []
    }
  }
}

/// Runs what is asynchronous to its end; errors are results.
private func read(
  _ files: [String: [UInt8]], named name: String, _ body: @escaping @Sendable (MemoryReader) async throws -> Void
) {
  let done = DispatchSemaphore(value: 0)
  Task {
    try? await body(MemoryReader(files: files))
    done.signal()
  }
  done.wait()
}
