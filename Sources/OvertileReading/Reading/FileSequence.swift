import OvertileExpressions
import OvertileGeoJSON

/// The slices of all files of a source, one after the other.
package struct FileSequence: SliceSupply {
  private let source: PlannedSource
  private var stream: (any InputFormat)?
  /// The indices of the files that are left, the one that is read among them.
  private var files: Range<Int>
  private var checked = 0
  private let bound: MemoryBound?
  private let options: FeatureSplitter.Options
  /// Warnings about the files.
  package private(set) var warnings = FileWarnings()
  private let commands: CommandUse
  private var command: CommandReader?
  private var features = 0
  private var following: SuppliedSlice?
  private var section: FileSection
  /// The report's entries of the commands that have ended.
  package private(set) var finished: [BuildReport.Command] = []

  /// Begins with the first file; with a bound slices are smaller, and so is the largest feature.
  ///
  /// - Parameters:
  ///   - file: the only file that is read, if not all are.
  ///   - section: what is read of that file, if not all.
  package init(
    _ source: PlannedSource, _ commands: CommandUse, file: Int? = nil, bound: MemoryBound? = nil,
    section: FileSection = FileSection()
  ) {
    (self.source, self.commands, self.bound, self.section) = (source, commands, bound, section)
    files = file.map { $0..<$0 + 1 } ?? source.inputs.indices
    checked = section.start?.crsMembers.count ?? 0
    options = FeatureSplitter.Options(source, bound, sliceBytes: section.sliceBytes)
  }

  /// Whether `nextLookingAhead` has returned the last slice.
  package var isAtEnd: Bool { following == nil }

  /// The next slice, or nil after the last one, for a caller that may not read on: one more is read, so that the exit status of a
  /// command that ends by itself is checked.
  package mutating func nextLookingAhead() throws -> SuppliedSlice? {
    let slice = try following ?? nextSlice()
    following = slice == nil ? nil : try nextSlice()
    return slice
  }

  /// The next slice, or nil after the last file.
  package mutating func nextSlice() throws -> SuppliedSlice? {
    while let file = files.first, section.slices != 0 {
      let input = source.inputs[file]
      do {
        let stream = try self.stream ?? open(input)
        self.stream = stream
        let slice = try stream.next()
        try checkCRS(stream, in: input)
        if let slice {
          features += slice.count
          section.slices = section.slices.map { $0 - 1 }
          return SuppliedSlice(byteCount: slice.byteCount) { [format = type(of: stream)] worker in
            try worker.work(slice, format, file: UInt32(file))
          }
        }
      } catch let error as GeoJSONError {
        throw command?.reason(behind: error) ?? self.error(error, path: input.title)
      }
      try finishCommand()
      warnings.others += (stream?.notes ?? []).map { "\(input.title): \($0)" }
      self.stream = nil
      (checked, features) = (0, 0)
      files.removeFirst()
    }
    return nil
  }

  /// Ends a running command, for example after a failure.
  package mutating func close() {
    command?.end()
    (command, stream) = (nil, nil)
  }

  private mutating func open(_ input: SourceInput) throws -> any InputFormat {
    let bytes: ByteStream
    switch input.origin {
    case .file(let path): bytes = try .file(path, from: section.start?.byteOffset ?? 0)
    case .standardInput: bytes = .standardInput
    case .command(let command):
      let reader = try CommandReader(command, commands.registry)
      self.command = reader
      bytes = reader.output
    }
    return InputFormats.format(of: input.name).init(bytes, from: section.start, options: options)
  }

  /// Waits for the command whose output was read; one that failed ends the run, whatever it wrote.
  private mutating func finishCommand() throws {
    guard let command else { return }
    let (report, warnings) = try command.finish(features: features)
    self.command = nil
    finished.append(report)
    self.warnings.others += warnings
  }

  /// Judges the `crs` members that have come since.
  private mutating func checkCRS(_ stream: any InputFormat, in input: SourceInput) throws {
    let members = stream.crsMembers
    for crs in members[checked...] { warnings.add(crs: try source.check(crs, in: input)) }
    checked = members.count
  }

  private func error(_ error: GeoJSONError, path name: String) -> PipelineError {
    if let bound, let bytes = error.textByteCount { return Self.tooLarge(error, bytes, name, bound) }
    switch error.code {
    case .cannotOpen: return .inputMissing("\(name): \(error)")
    case .cannotRead: return .inputOutput("\(name): \(error)")
    case .outOfMemory: return .unavailable("\(name): \(error)")
    default:
      let advice = error.advice.map { ". " + $0 } ?? ""
      return .badData("\(name): \(error) [\(error.code.rawValue)]\(advice)")
    }
  }

  /// The rejection of a feature that does not fit into the bound; no bound makes more than the ordinary limit fit.
  private static func tooLarge(
    _ error: GeoJSONError, _ bytes: Int, _ name: String, _ bound: MemoryBound
  ) -> PipelineError {
    let needed = MemoryBound.bytes(forFeature: min(bytes, FeatureSplitter.Options().limitByteCount))
    let line = error.line.map { ", line \($0)" } ?? ""
    return .unavailable(
      "\(name)\(line): a feature is \(MemoryBound.text(bytes)) long, but a memory bound of "
        + "\(MemoryBound.text(bound.bytes)) allows at most \(MemoryBound.text(bound.featureBytes)) per feature; the output is "
        + "unchanged. Set --memory to at least \(MemoryBound.option(needed)), or leave the feature out")
  }
}

/// Some slices of a file.
package struct FileSection: Sendable, Codable {
  /// Where the first one begins; nil for the beginning of the file.
  var start: SplitterBookmark?
  /// The number of slices; nil for all up to the end of the file.
  var slices: Int?
  /// The most bytes of a slice of several features; nil for the usual number.
  var sliceBytes: Int?
}

extension FeatureSplitter.Options {
  /// How the files of a source are split; with a bound slices are smaller, and so is the largest feature.
  package init(_ source: PlannedSource, _ bound: MemoryBound?, sliceBytes: Int? = nil) {
    self.init()
    acceptsPartial = source.configuration.acceptsPartial
    if let bound { (sliceByteCount, readByteCount) = (bound.sliceBytes, bound.sliceBytes) }
    if let sliceBytes { sliceByteCount = min(sliceByteCount, sliceBytes) }
    guard let bound, bound.featureBytes < limitByteCount else { return }
    // This is not a fault of the data: with more memory the feature would be read.
    (limitByteCount, passesOverTooLarge) = (bound.featureBytes, false)
  }
}
