import Foundation
import OvertileBundleFormat
import OvertileRegularFiles
import OvertileTileArchive

/// Recomputes everything that a bundle claims, and reports the claims that do not hold.
///
/// These checks are exact: the manifest's bytes and digest; sizes and digests of files; headers, directories and
/// metadata of archives; the rules of vector tiles; counts; that overlays are the same in all their tiles; the tiles of
/// markers whose layer has members; the members file.
///
/// These checks are necessary conditions, as sharp as rounding allows: the tiles of other markers (known to half a tile
/// unit) and of circles (a centimeter); that a neighbor holds a line or polygon which reaches into it with more than a
/// sliver (`ClippedFeatureCover`); fields that tiles show in part; bounds, to a tile unit; the number of circles if
/// only dissolved shapes are drawn.
///
/// Of layers simplified with `method: coverage`, each zoom is compared with the next (`DetailCheck`): shapes that share a
/// border at one zoom share it at the other, and they are within the tolerance of each other, in all tiles or, of a zoom
/// whose shapes take more than 64 MiB, in a sample.
///
/// Tilestats and the manifest's `values` are compared with the features that were seen: exactly if each feature has one
/// overlay and all were seen, in members or in tiles. Aggregates of clusters are recomputed if the members keep the
/// values of the points, and otherwise compared with those of the child clusters.
///
/// The texts and digests of the source are not recomputed (the manifest's digest protects them).
package struct Verification: Sendable {
  /// The bundle's folder, or an archive.
  package let path: String
  /// The number of findings of each code that are kept; all are counted.
  package var examples = 10
  /// The number of cores that decode tiles.
  package var threads = ProcessInfo.processInfo.activeProcessorCount

  /// Prepares to verify a bundle, or an archive alone: a PMTiles or MBTiles file, or a folder of tiles.
  package init(path: String) { self.path = path }

  /// Reads all files, once for their digests and once for their content. Nothing is written.
  ///
  /// Whatever bytes a bundle has, this ends with findings. O(bytes); memory as of `TileStage` and `MembersTiles`.
  ///
  /// A bundle that is replaced meanwhile is read again from the start.
  ///
  /// - Throws: `InspectionError` if there is neither a bundle nor an archive, `ArchiveError` if something of it cannot be
  ///   read, `BundleError.replaced` if the bundle is replaced again and again.
  package func run() throws -> VerificationReport {
    func givenUp(_: String) -> any Error { BundleError.replaced(path) }
    return try StableFolder.read([path + "/" + BundleManifest.fileName], givenUp: givenUp) { _ in try verified() }
  }

  private func verified() throws -> VerificationReport {
    if FolderContent.isFolder(path) == true, FolderContent.isFolder(path + "/" + BundleManifest.fileName) == false {
      return try verifyBundle()
    }
    guard let container = try ArchiveCheck.Container(path: path) else {
      throw InspectionError("\(path) is neither a bundle nor an archive of tiles")
    }
    if container == .directory, FolderContent.isFolder(path + "/" + TileFolderNames.metadata) != false {
      throw InspectionError(
        "\(path) is not a bundle: it has no \(BundleManifest.fileName); nor a folder of tiles: it has no \(TileFolderNames.metadata)"
      )
    }
    return try verifyArchive(container)
  }

  private func verifyArchive(_ container: ArchiveCheck.Container) throws -> VerificationReport {
    var report = VerificationReport(path: path, kind: "archive")
    var findings = Findings(limit: examples, isForeign: true)
    report.notes.append("this is a single archive: what only a bundle's manifest states is not checked")
    let none = LayerProperties(layers: 0, mergesNumbers: false)
    var stage = TileStage(TileExpectations(), members: [], properties: none, threads: threads, findings: findings)
    let location = Location(URL(fileURLWithPath: path).lastPathComponent)
    try ArchiveCheck(path: path, location: location, bundle: nil).run(container, &stage, into: &findings)
    let files = container == .directory ? try FolderContent.files(path).map { path + "/" + $0 } : [path]
    report.checked.files = files.count
    report.checked.bytes = files.reduce(0) { sum, file in
      sum + ((try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0)
    }
    (report.checked.tiles, report.checked.entries) = (stage.tiles, stage.entries)
    report.set(findings)
    return report
  }

  private func verifyBundle() throws -> VerificationReport {
    var report = VerificationReport(path: path, kind: "bundle")
    var findings = Findings(limit: examples)
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    guard let manifest = try readManifest(folder, &report, &findings) else {
      report.set(findings)
      return report
    }
    try FilesCheck(folder: path, manifest: manifest).run(&report.checked, into: &findings)
    var expectations = TileExpectations(manifest)
    let isReadable =
      (1...65_536).contains(manifest.tiles.extent) && (0...manifest.tiles.extent).contains(manifest.tiles.buffer)
      && Set(manifest.layers.map(\.id)).count == manifest.layers.count
    if !isReadable {
      expectations = TileExpectations()
      report.notes.append("the manifest's layers or its grid are invalid: tiles are checked without them")
    }
    let members = isReadable ? try self.members(manifest, &report, &findings) : []
    var properties = LayerProperties(layers: manifest.layers.count, mergesNumbers: expectations.isGeoJSON)
    for (index, members) in members.enumerated() {
      guard let members else { continue }
      let leavesTell = properties.add(members.file, layer: index)
      if leavesTell { expectations.leavesTell.insert(index) }
      if properties.prepare(
        manifest.layers[index], members.file, index, hasLeafProperties: leavesTell, findings)
      {
        expectations.aggregated.insert(index)
      }
    }
    var stage = TileStage(
      expectations, members: members, properties: properties, threads: threads, findings: findings)
    for file in manifest.tileFiles where ManifestCheck.isPlain(file.path) {
      try verify(file, manifest, &stage, &findings)
    }
    stage.finish(into: &findings)
    let (kept, offered) = (stage.comparable.kept, stage.comparable.offered)
    if kept < offered {
      report.notes.append(
        "the shapes of \(kept) of \(offered) tiles were compared with those of the next zoom: all do not fit into memory"
      )
    }
    (report.checked.tiles, report.checked.entries) = (stage.tiles, stage.entries)
    report.set(findings)
    return report
  }

  private func readManifest(
    _ folder: URL, _ report: inout VerificationReport, _ findings: inout Findings
  ) throws -> BundleManifest? {
    let location = Location(BundleManifest.fileName)
    do {
      let bytes = try RegularFile.contents(
        of: folder.appendingPathComponent(BundleManifest.fileName).path, followsLinks: false,
        limit: BundleManifest.mostBytes)
      report.checked.files = 1
      report.checked.bytes = bytes.count
      let manifest = try BundleManifest(bytes, bundle: folder.path)
      try ManifestCheck(manifest).run(bytes: bytes, into: &findings)
      if manifest.digest == nil {
        report.notes.append(
          "the manifest has no digest, as in bundles of earlier versions: changes of its texts cannot be found")
      }
      return manifest
    } catch {
      try FailedRead.rethrow(error)
      findings.add(.manifestUnreadable, location, "\(error)")
      return nil
    }
  }

  /// Per layer: its members, if it has a file of them that can be read.
  private func members(
    _ manifest: BundleManifest, _ report: inout VerificationReport, _ findings: inout Findings
  ) throws -> [MembersTiles?] {
    try manifest.layers.map { layer in
      guard let file = manifest.membersFile(of: layer.id),
        ManifestCheck.isPlain(file.path)
      else { return nil }
      let location = Location(file.path, layer: layer.id)
      do {
        let members = try MembersFile(path: path + "/" + file.path)
        report.checked.members += members.clusterCount + members.leafCount
        MembersCheck(members, location: location).run(into: &findings)
        for counts in layer.zooms where counts.points != members.leafCount {
          findings.add(
            .layerConservation, location,
            "zoom \(counts.zoom) stands for another number of points than there are members",
            expected: "\(members.leafCount)", found: "\(counts.points)")
        }
        return MembersTiles(members, location: location)
      } catch {
        try FailedRead.rethrow(error)
        findings.add(.membersUnreadable, location, "\(error)")
        return nil
      }
    }
  }

  private func verify(
    _ file: BundleManifest.File, _ manifest: BundleManifest, _ stage: inout TileStage, _ findings: inout Findings
  ) throws {
    let full = path + "/" + file.path
    let location = Location(file.path)
    // A missing file has been reported already.
    guard FolderContent.isFolder(full) != nil else { return }
    guard let container = try ArchiveCheck.Container(path: full), container.rawValue == manifest.tiles.container else {
      findings.add(.archiveUnreadable, location, "it is not of the kind \(manifest.tiles.container)")
      return
    }
    try ArchiveCheck(path: full, location: location, bundle: (manifest, file)).run(container, &stage, into: &findings)
  }
}
