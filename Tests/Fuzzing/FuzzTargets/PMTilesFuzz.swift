import OvertileTileArchive

/// Directories: an error, or entries that encode to something that decodes to the same.
@Sendable func fuzzPMTilesDirectory(_ bytes: [UInt8]) {
  guard let entries = try? PMTilesDirectory.decode(bytes, path: "fuzz") else { return }
  precondition(try! PMTilesDirectory.decode(PMTilesDirectory.encode(entries), path: "fuzz") == entries)
}

/// Headers: an error, or a header that is written as it was read.
@Sendable func fuzzPMTilesHeader(_ bytes: [UInt8]) {
  guard let header = try? PMTilesHeader(bytes, path: "fuzz") else { return }
  let again = try! PMTilesHeader(header.bytes, path: "fuzz")
  precondition(again == header)
}
