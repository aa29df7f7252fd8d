import OvertileConfiguration
import OvertileDigests
import OvertileReprojection

/// The name of the work that the tasks of one run do together: tasks with different names must not exchange anything.
enum PartWork {
  /// The SHA-256 of everything that decides what tasks hand to one another, except the inputs: configuration, versions,
  /// memory bound, and the zoom of shards. Inputs are compared slice by slice; see `SliceMark`.
  ///
  /// - Throws: the errors of PROJ, whose version is a part of it.
  static func digest(_ configuration: PipelineConfiguration, _ memory: MemoryBound?, tileZoom: Int) throws -> [UInt8] {
    var lines = [configuration.canonicalText, "memory \(memory?.bytes ?? 0)", "shards \(tileZoom)"]
    // Whether PROJ has a part in it is known once the inputs are.
    for (name, version) in Versions.software(try ProjVersions.current()).sorted(by: { $0.key < $1.key }) {
      lines.append("\(name) \(version)")
    }
    return SHA256.hash(Array(lines.joined(separator: "\n").utf8))
  }
}
