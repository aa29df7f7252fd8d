import OvertileClustering
import OvertileConfiguration
import OvertileDigests
import OvertileFeatures
import OvertileGeoJSON
import OvertileReprojection

/// How a build is divided among processes: the tasks that read, and the levels of tasks that cluster. A file of JSON.
///
/// The same plan is for all tasks of a run, on whatever machines.
public struct PartPlan: Sendable, Codable, Hashable {
  /// The version of the plan and of the files that tasks exchange.
  public var version = Int(PartFormat.version)
  /// The digest of the work in hexadecimal; tasks of another one are rejected.
  public var work: String
  /// The SHA-256 of everything else in the plan, by which a change is noticed; empty before the plan is sealed.
  public var digest = ""
  /// The version of PROJ where the tasks were planned, if it converts coordinates of what they read.
  var proj: ProjVersions?
  /// The zoom of the tiles that the first level's tasks cluster.
  public var tileZoom: Int
  /// The tasks that read, by their numbers.
  public var reads: [Read]
  /// The number of levels of tasks that cluster, one after the other; 0 if there is nothing to cluster.
  public var levels: Int
  /// The least number of tasks of the first level with which each needs no more memory than usual: one for about a million points.
  public var shards = 1

  /// The work of a task that reads: successive slices of a file.
  public struct Read: Sendable, Codable, Hashable {
    /// The index of the source in the configuration.
    public var source: Int
    /// The index of the file among the source's.
    public var file: Int
    /// The number of the first slice in its file.
    public var first: Int
    /// The number after that of the last slice; nil for all slices to the end of the file.
    public var end: Int?
    /// Where the first slice begins; nil for the beginning of the file.
    var start: FeatureSplitter.Checkpoint?
  }

  /// The plan with its digest.
  func sealed() throws -> PartPlan {
    var plan = self
    plan.digest = ""
    plan.digest = SHA256.text(SHA256.hash(Array(try ExactJSON.encode(plan))))
    return plan
  }

  /// Checks that PROJ has the version of the plan where it reads a source.
  ///
  /// - Throws: `PipelineError.inputOutput` for another one.
  func checkProj(of source: PlannedSource) throws {
    guard let own = PlannedSource.projVersions(of: [source]), own != proj else { return }
    let planned = proj.map { "\($0)" } ?? "not needed"
    throw PipelineError.inputOutput(
      "source \"\(source.name)\" needs PROJ: here it is \(own), and where the tasks were planned \(planned). Use one version "
        + "everywhere, and make the parts again")
  }

  /// The name of the plan's file among those of its parts.
  public static let fileName = "plan.json"
}

extension PlannedSource {
  /// Whether tasks of other processes read the source: all of its inputs are files. Standard input and commands can be
  /// read once only, by the process that builds the bundle.
  var isDivisible: Bool { !inputs.isEmpty && inputs.allSatisfy { $0.file != nil } }
}

extension LayerConfiguration {
  /// The levels of tasks that cluster the layer; nil for another kind.
  func shardPlan(_ output: OutputConfiguration, tileZoom: Int) -> ShardPlan? {
    guard case .cluster(let cluster) = kind else { return nil }
    let buffer = Double(output.buffer) / Double(output.extent)
    return ShardPlan(clusterOptions(cluster), tileZoom: tileZoom, buffer: buffer)
  }
}
