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
    try StableFolder.read([path]) { _ in try verified() }
  }

  private func verified() throws -> VerificationReport {
    let kind = FileKind(at: path)
    guard kind == .file || kind == .folder else {
      let found = kind.map { "\($0.words), not a regular file or a folder" } ?? "missing"
      throw InspectionError("\(path) is \(found)", .missing)
    }
    let isBundle = try kind == .folder && hasManifest()
    var run = VerificationRun(
      path: path, threads: threads, findings: Findings(limit: examples, isForeign: !isBundle),
      report: VerificationReport(path: path, kind: isBundle ? "bundle" : "archive"))
    if isBundle { try run.checkBundle() } else { try run.checkArchive(isFolder: kind == .folder) }
    run.report.findings = run.findings.groups(remarks: false)
    run.report.remarks = run.findings.groups(remarks: true)
    return run.report
  }

  /// Whether a folder is that of a bundle rather than of tiles.
  private func hasManifest() throws -> Bool {
    let manifest = path + "/" + BundleManifest.fileName
    switch FileKind(at: manifest, followsLinks: false) {
    case .file, .link: return true
    case nil where FileKind(at: path + "/" + TileFolderNames.metadata) != nil: return false
    case nil: throw InspectionError("\(BundleError.missing(path))", .missing)
    case let kind?: throw InspectionError("\(manifest) is \(kind.words), not a regular file", .missing)
    }
  }
}

/// A verification at work.
private struct VerificationRun {
  let path: String
  let threads: Int
  let findings: Findings
  var report: VerificationReport

  mutating func checkArchive(isFolder: Bool) throws {
    let files = isFolder ? try Folder.files(below: path).map { path + "/" + $0 } : [path]
    report.notes.append("this is a single archive, so it is not compared with a manifest")
    report.checked.files = files.count
    report.checked.bytes = files.reduce(0) { $0 + ((try? UnixFile.size($1)) ?? 0) }
    var stage = TileStage(nil, [], threads: threads, findings)
    let place = Place(findings: findings, file: URL(fileURLWithPath: path).lastPathComponent)
    try ArchiveCheck(path: path, place: place, bundle: nil).run(&stage)
    (report.checked.tiles, report.checked.entries) = (stage.tiles, stage.entries)
  }

  mutating func checkBundle() throws {
    guard let manifest = try readManifest() else { return }
    try checkFiles(manifest)
    let layers = try manifest.layers.map { layer in
      LayerCheck(layer, manifest.tiles, members: try members(of: layer, manifest), findings)
    }
    var stage = TileStage(manifest.tiles, layers, threads: threads, findings)
    // A missing file has been reported already.
    for file in manifest.tileFiles where FileKind(at: path + "/" + file.path) != nil {
      let place = Place(findings: findings, file: file.path)
      try ArchiveCheck(path: path + "/" + file.path, place: place, bundle: (manifest, file)).run(&stage)
    }
    stage.finish()
    (report.checked.tiles, report.checked.entries) = (stage.tiles, stage.entries)
  }

  private mutating func readManifest() throws -> BundleManifest? {
    let place = Place(findings: findings, file: BundleManifest.fileName)
    return try place.reading(.manifestUnreadable) {
      let bytes = try RegularFile.contents(
        of: path + "/" + BundleManifest.fileName, followsLinks: false, limit: BundleSizes.manifest)
      report.checked.files = 1
      report.checked.bytes = bytes.count
      let manifest = try BundleManifest(bytes, bundle: path)
      try ManifestCheck(manifest: manifest, place: place).run(bytes)
      if manifest.digest == nil {
        report.notes.append(
          "the manifest has no digest because an earlier version wrote it, so edits to its text cannot be detected")
      }
      return manifest
    }
  }

  /// The codes of files that are there, but not as the manifest lists them.
  private static let codes: [ListedFileError.Fault: FindingCode] = [
    .link: .fileLinked, .size: .fileSize, .digest: .fileDigest,
  ]

  /// Whether the files are those that the manifest lists. Each is read once for its digest.
  private mutating func checkFiles(_ manifest: BundleManifest) throws {
    let listed = ListedFiles(path, manifest)
    for file in manifest.files {
      let (full, place) = (path + "/" + file.path, Place(findings: findings, file: file.path))
      report.checked.files += FileKind(at: full) == .folder ? try Folder.files(below: full).count : 1
      report.checked.bytes += file.bytes
      try place.reading(.fileMissing) {
        do { try listed.checkContent(file) } catch let error as ListedFileError {
          place.add(
            Self.codes[error.fault] ?? .fileMissing, "the file differs from its entry in the manifest",
            expected: error.expected, found: error.found ?? "nothing")
        }
      }
    }
    for name in listed.unlisted() {
      Place(findings: findings, file: name).add(.fileUnlisted, "the manifest does not list this file")
    }
  }

  /// The members of a layer, if it has a file of them that can be read.
  private mutating func members(of layer: BundleManifest.Layer, _ manifest: BundleManifest) throws -> MembersTiles? {
    guard let file = manifest.membersFile(of: layer.id) else { return nil }
    let place = Place(findings: findings, file: file.path, layer: layer.id)
    return try place.reading(.membersUnreadable) {
      let members = try MembersReader(contentsOf: URL(fileURLWithPath: path + "/" + file.path))
      report.checked.members += members.clusterCount + members.leafCount
      try members.checkTree(place)
      return try MembersTiles(members, of: layer, place)
    }
  }
}
