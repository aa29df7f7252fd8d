import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Recomputes everything that a bundle claims, and reports the claims that do not hold.
///
/// It checks what a reader relies on: the manifest's form, digest and agreement with itself; sizes and digests of files;
/// headers, directories and metadata of archives; the rules of vector tiles; counts; that overlays are the same in all their
/// tiles, and in every tile that they should be in; borders that neighbors share; radii of circles; bounds and extents; the
/// members of clusters, and their aggregates where members have the values.
///
/// Geometry is judged by others: validity by GEOS, distances on the ground by PROJ. Rounding to the grid of the tiles leaves
/// half a unit open.
///
/// The texts and digests of the source are not recomputed (the manifest's digest protects them).
package struct Verification: Sendable {
  /// The bundle's folder, or an archive.
  package let path: String
  /// The number of findings of each code that are kept; all are counted.
  package var examples = 10
  /// The number of cores that decode tiles.
  package var threads = ProcessInfo.processInfo.activeProcessorCount

  /// Prepares to verify a bundle, or an archive alone: a file or folder of any container.
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
    guard let kind = FileKind(at: path), try kind == .folder || TileArchives.isArchive(path) else {
      throw InspectionError("\(path) is neither a bundle nor a tile archive")
    }
    guard kind == .folder else { return try verifyArchive([path]) }
    func has(_ name: String) -> Bool { FileKind(at: path + "/" + name).map { $0 != .folder } ?? false }
    if has(BundleManifest.fileName) { return try verifyBundle() }
    guard has(TileFolderNames.metadata) else {
      throw InspectionError(
        "\(path) is neither a bundle (no \(BundleManifest.fileName)) nor a folder of tiles (no \(TileFolderNames.metadata))"
      )
    }
    return try verifyArchive(Folder.files(below: path).map { path + "/" + $0 })
  }

  private func verifyArchive(_ files: [String]) throws -> VerificationReport {
    var report = VerificationReport(path: path, kind: "archive")
    var findings = Findings(limit: examples, isForeign: true)
    report.notes.append("this is a single archive, so it is not compared with a manifest")
    var stage = TileStage(nil, members: [], threads: threads, findings: findings)
    let location = Location(URL(fileURLWithPath: path).lastPathComponent)
    var check = ArchiveCheck(path: path, location: location, bundle: nil, findings: findings)
    try check.run(&stage)
    findings.append(check.findings)
    findings.append(stage.findings)
    report.checked.files = files.count
    report.checked.bytes = files.reduce(0) { $0 + ((try? UnixFile.size($1)) ?? 0) }
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
    let members = try self.members(manifest, &report, &findings)
    expectations.aggregated = Set(members.indices.filter { members[$0]?.aggregates != nil })
    var stage = TileStage(expectations, members: members, threads: threads, findings: findings)
    // A missing file has been reported already.
    for file in manifest.tileFiles where FileKind(at: path + "/" + file.path) != nil {
      var check = ArchiveCheck(
        path: path + "/" + file.path, location: Location(file.path), bundle: (manifest, file), findings: findings)
      try check.run(&stage)
      findings.append(check.findings)
    }
    stage.finish()
    findings.append(stage.findings)
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
        limit: BundleSizes.manifest)
      report.checked.files = 1
      report.checked.bytes = bytes.count
      let manifest = try BundleManifest(bytes, bundle: folder.path)
      findings.append(try ManifestCheck(manifest, bytes: bytes, findings: findings).findings)
      if manifest.digest == nil {
        report.notes.append(
          "the manifest has no digest because an earlier version wrote it, so edits to its text cannot be detected")
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
      guard let file = manifest.membersFile(of: layer.id) else { return nil }
      let location = Location(file.path, layer: layer.id)
      do {
        let members = try MembersReader(contentsOf: URL(fileURLWithPath: path + "/" + file.path))
        report.checked.members += members.clusterCount + members.leafCount
        try MembersCheck(members, location: location).run(into: &findings)
        for counts in layer.zooms where counts.points != members.leafCount {
          findings.add(
            .layerConservation, location,
            "the point count at zoom \(counts.zoom) differs from the number of members",
            expected: "\(members.leafCount)", found: "\(counts.points)")
        }
        return try MembersTiles(members, of: layer, location: location, findings: findings)
      } catch {
        try FailedRead.rethrow(error)
        findings.add(.membersUnreadable, location, "\(error)")
        return nil
      }
    }
  }
}
