import Foundation
import OvertileConfiguration
import OvertilePipeline
import OvertileTileArchive
import OvertileTileArchiveWriting

/// A folder of its own with inputs and a configuration, removed with its last reference; bundles are built below it.
final class Scenario {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The bundle that configurations of the tests name.
  var bundle: URL { folder.appendingPathComponent("out") }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes an input.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  /// Writes features.
  func write(_ features: [String], _ form: InputForm = .lines, gzip: Bool = false, to name: String = "in.json") throws {
    try form.bytes(features, gzip: gzip).write(to: folder.appendingPathComponent(name))
  }

  /// The report beside the bundle, or beside another output.
  func report(_ name: String = "out.report.json") throws -> BuildReport {
    try JSONDecoder().decode(BuildReport.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The names in the folder.
  func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }

  /// Reads a configuration as if it were in the folder.
  func configuration(_ yaml: String) throws -> PipelineConfiguration {
    try PipelineConfiguration(yaml: yaml, file: path("pipeline.yaml"))
  }

  /// Builds a configuration.
  @discardableResult
  func build(_ yaml: String, _ observe: @escaping BuildObserver = { _ in }) throws -> BuildReport {
    try PipelineBuild(configuration(yaml)).run(observe)
  }

  /// The bytes of the ledger beside the bundle; none without a ledger.
  func ledgerBytes() -> Data { FileManager.default.contents(atPath: path("out.ledger.jsonl")) ?? Data() }

  /// The entries of the ledger beside the bundle, in its order; none without a ledger.
  func ledger() throws -> [LedgerLine] {
    let data = ledgerBytes()
    return try data.split(separator: 0x0A).map { try JSONDecoder().decode(LedgerLine.self, from: $0) }
  }

  /// Every file of the bundle by its path below it.
  func bundleFiles() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: bundle.path) {
      var isFolder: ObjCBool = false
      let url = bundle.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      files[name] = try Data(contentsOf: url)
    }
    return files
  }
}

/// A line of a ledger.
struct LedgerLine: Decodable, Hashable {
  var action: String
  var code: String
  var source: String
  var layer: String?
  var file: String
  var byteOffset: UInt64
  var line: UInt64
  var index: UInt64
  var id: String?
  var reason: String
  var repairs: [String]?
  var text: String?
  var quarantineIndex: Int?
}

/// The names of files that differ between two bundles.
func differences(_ a: [String: Data], _ b: [String: Data]) -> [String] {
  Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
}

/// A way to write features to a file.
enum InputForm: CaseIterable {
  case collection, lines, sequence

  /// The bytes of a file with some features, each a JSON text.
  func bytes(_ features: [String], gzip: Bool = false) throws -> Data {
    let text =
      switch self {
      case .collection: #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
      case .lines: features.map { $0 + "\n" }.joined()
      case .sequence: features.map { "\u{1E}" + $0 + "\n" }.joined()
      }
    guard gzip else { return Data(text.utf8) }
    var compressor = try GzipCompressor()
    return Data(try compressor.compress(Array(text.utf8)))
  }
}
