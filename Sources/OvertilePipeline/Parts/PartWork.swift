import OvertileConfiguration
import OvertileDigests
import OvertileReprojection

/// The name of the work that the tasks of one run do together: tasks with different names must not exchange anything.
enum PartWork {
  /// The SHA-256 of everything that decides what tasks hand to one another, except the inputs: the configuration's text, versions,
  /// memory bound, and the zoom of shards. Inputs are compared slice by slice; see `SliceMark`.
  ///
  /// The text, since rejected features, the order of sources and much else decide it that a bundle does not name.
  ///
  /// - Parameter proj: the version of PROJ if it has a part in the work; so tasks that need none do not load it.
  static func digest(
    _ configuration: PipelineConfiguration, _ memory: MemoryBound?, tileZoom: Int, proj: ProjVersions? = nil
  ) throws -> [UInt8] {
    var lines = [configuration.text, "memory \(memory?.bytes ?? 0)", "shards \(tileZoom)"]
    for (name, version) in Versions.software(proj).sorted(by: { $0.key < $1.key }) {
      lines.append("\(name) \(version)")
    }
    return SHA256.hash(Array(lines.joined(separator: "\n").utf8))
  }
}
