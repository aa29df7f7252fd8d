import OvertileLayers
import OvertileReading
import OvertileTileArchiveWriting

/// A name for the work of a run: equal for runs whose archives are equal byte for byte, zoom by zoom.
enum WorkDigest {
  /// The SHA-256 of everything that affects an archive: the configuration, the rows in their order, the operations that
  /// made their positions, and the versions of the software.
  static func digest(_ layers: borrowing DrawnLayers) throws -> String {
    let sources = layers.sources
    var parts = [layers.configuration.canonicalText, layers.order]
    for source in sources {
      let operation = source.reprojector.operation
      parts += [operation.name, operation.pipeline, operation.missingGrids.joined(separator: ",")]
    }
    for (name, version) in Versions.software(PlannedSource.projVersions(of: sources)).sorted(by: { $0.key < $1.key }) {
      parts.append("\(name) \(version)")
    }
    parts += [LibraryVersions.libdeflate, LibraryVersions.zlib, LibraryVersions.sqlite].map { "\($0)" }
    return FileDigest.text(parts.joined(separator: "\n"))
  }
}
