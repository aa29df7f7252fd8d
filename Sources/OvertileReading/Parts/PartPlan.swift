import Foundation
import OvertileConfiguration
import OvertileCore
import OvertileGeoJSON
import OvertilePublishing
import OvertileTileArchive

/// How the reading of a build is divided among processes: a file of JSON, the same for all of them.
package struct PartPlan: Sendable, Codable {
  /// Some slices of a file, or all of them.
  package struct Chunk: Sendable, Codable {
    /// The number of the task that reads it.
    package var task = 0
    /// The index of the source in the configuration.
    package let source: Int
    /// The index of the file among the source's.
    package let file: Int
    /// Its bytes, as they are stored.
    package let bytes: Range<Int>
    /// The slices that begin in these bytes.
    package let section: FileSection
    /// The digest of its bytes, by which a change is noticed.
    package var digest: UInt64 = 0
  }

  /// The digest of what decides the rows besides the bytes of the inputs; see `work`.
  package let work: String
  /// The number of tasks that make tiles; 0 if the process that builds makes them.
  package let tilers: Int
  /// What tasks read, in the order of the sources and their features; small chunks of a source are read by one task.
  package var chunks: [Chunk] = []

  private static let name = "plan.json"

  /// Plans tasks for all sources of regular files. Standard input and commands can be read once only, by the process that builds.
  ///
  /// A file that is larger than a share is scanned for where its features begin. A compressed one is read by one task.
  ///
  /// - Parameters:
  ///   - share: the bytes of the inputs for each task that reads.
  ///   - tilers: the number of tasks that make tiles.
  package init(
    _ configuration: PipelineConfiguration, _ sources: [PlannedSource], share: Int, tilers: Int,
    _ work: OrderedParallelMap
  ) throws {
    if tilers > 0, let source = sources.first(where: \.readsStandardInput) {
      throw PipelineError.configuration(
        "source \"\(source.name)\" reads standard input, which only one process can read; create a plan without tile tasks"
      )
    }
    self.tilers = tilers
    self.work = Self.work(configuration, sources, work.memory.bound)
    for (index, source) in sources.enumerated() where source.isOfRegularFiles {
      var own: [Chunk] = []
      for (file, input) in source.inputs.enumerated() {
        try work.cancellation.check()
        guard let path = input.file, let size = FileStamp(path)?.bytes else { continue }
        let options = FeatureSplitter.Options(source, work.memory.bound, sliceBytes: share)
        let format = InputFormats.format(of: input.name)
        let stream = size > share ? try? format.init(.file(path, isRegular: true), from: nil, options: options) : nil
        own += Self.chunks(ofFile: file, of: index, stream, size: size, share: share)
      }
      // Those of the last task of the source.
      var bytes: Int?
      for (var chunk, digest) in zip(own, try Self.digests(of: own, source, work)) {
        let isTogether = bytes.map { $0 + chunk.bytes.count <= share } ?? false
        (chunk.task, chunk.digest) = (isTogether ? taskCount - 1 : taskCount, digest)
        bytes = (isTogether ? bytes ?? 0 : 0) + chunk.bytes.count
        chunks.append(chunk)
      }
    }
  }

  /// The number of tasks that read.
  package var taskCount: Int { chunks.last.map { $0.task + 1 } ?? 0 }

  /// Divides a file between slices. A file that is not right to its end is divided up to there: the last task finds the fault.
  private static func chunks(
    ofFile file: Int, of source: Int, _ stream: (any InputFormat)?, size: Int, share: Int
  ) -> [Chunk] {
    var chunks: [Chunk] = []
    var section = FileSection(start: nil, slices: 0, sliceBytes: share)
    if let stream {
      while !stream.isInflated, (try? stream.next()) != nil {
        section.slices = section.slices.map { $0 + 1 }
        let begin = section.start?.byteOffset ?? 0
        guard let bookmark = stream.bookmark, bookmark.byteOffset - begin >= share else { continue }
        chunks.append(Chunk(source: source, file: file, bytes: begin..<bookmark.byteOffset, section: section))
        (section.start, section.slices) = (bookmark, 0)
      }
    }
    section.slices = nil
    let begin = section.start?.byteOffset ?? 0
    return chunks + [Chunk(source: source, file: file, bytes: begin..<max(begin, size), section: section)]
  }

  /// The digest of what decides the rows besides the bytes of the inputs: the configuration, the files' names, the memory bound,
  /// and the versions of the software.
  private static func work(
    _ configuration: PipelineConfiguration, _ sources: [PlannedSource], _ bound: MemoryBound?
  ) -> String {
    let read = sources.filter(\.isOfRegularFiles)
    let versions = Versions.software(PlannedSource.projVersions(of: read)).sorted { $0.key < $1.key }
    let lines =
      [configuration.text, "\(bound?.bytes ?? 0)"] + versions.map { "\($0.key) \($0.value)" } + read.flatMap(\.files)
    return FileDigest.text(lines.joined(separator: "\n"))
  }
}

extension PartPlan {
  private static let mark = FileMark("a plan of overtile", beginning: Array(#"{"chunks":["#.utf8))

  /// Writes the plan into a folder, in place of another one.
  package func write(to folder: String) throws {
    try FileSystem.replace("\(folder)/\(Self.name)", with: Data(ExactJSON.encode(self)), Self.mark)
  }

  /// The plan of a folder, and its digest.
  ///
  /// - Throws: `PipelineError.inputMissing` without one; `inputOutput` if it is not one of this work.
  package static func read(
    from folder: String, _ configuration: PipelineConfiguration, _ sources: [PlannedSource], _ bound: MemoryBound?
  ) throws -> (plan: PartPlan, digest: String) {
    let path = "\(folder)/\(name)"
    let text: Data
    do throws(RegularFileError) { text = try RegularFile.contents(of: path) } catch {
      guard error.isMissing else { throw PipelineError.inputOutput(error.description) }
      throw PipelineError.inputMissing("\(path): the plan does not exist; create it with overtile part plan")
    }
    guard let plan = try? JSONDecoder().decode(PartPlan.self, from: text) else {
      throw PipelineError.inputOutput("\(path): the file is not a plan; create one with overtile part plan")
    }
    guard plan.work == work(configuration, sources, bound) else {
      throw PipelineError.inputOutput(
        "\(path): the plan is for a different configuration, list of files, memory bound or version; create a new plan and run its tasks"
      )
    }
    return (plan, SHA256.text(of: text))
  }

  /// Compares the bytes of a source's inputs with those that were planned, on all cores. O(bytes).
  ///
  /// - Throws: `PipelineError.inputOutput` naming the first that has changed.
  package static func check(_ chunks: [Chunk], of source: PlannedSource, _ work: OrderedParallelMap) throws {
    let digests = try digests(of: chunks, source, work)
    guard let changed = zip(chunks, digests).first(where: { $0.digest != $1 })?.0 else { return }
    throw PipelineError.inputOutput(
      "\(source.files[changed.file]): the file has changed since the plan was created; create a new plan and run its tasks"
    )
  }

  /// The digests of the bytes of some chunks, each with the file's size if it ends the file; computed on all cores.
  private static func digests(
    of chunks: [Chunk], _ source: PlannedSource, _ work: OrderedParallelMap
  ) throws -> [UInt64] {
    var digests: [UInt64] = []
    try work.forEach(chunks) { _, chunk in
      guard let path = source.inputs[chunk.file].file else { return 0 }
      let file: InputFile
      do { file = try InputFile(path: path) } catch { throw PipelineError.inputMissing("\(error)") }
      return try FileDigest.change(
        file, chunk.bytes.clamped(to: 0..<file.size), seed: chunk.section.slices == nil ? UInt64(file.size) : 0)
    } consume: {
      digests.append($0)
    }
    return digests
  }
}

extension PlannedSource {
  /// Whether an input is standard input.
  fileprivate var readsStandardInput: Bool {
    inputs.contains { input in if case .standardInput = input.origin { true } else { false } }
  }

  /// Whether all inputs are regular files that are read unchanged, which several processes can read.
  fileprivate var isOfRegularFiles: Bool {
    inputs.allSatisfy { input in input.file.map { FileKind(at: $0) == .file } ?? false }
  }
}
