import Configuration
import Foundation
import Publishing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that a source's paths and globs name.
struct SourceFiles {
  /// The path that stands for standard input.
  static let standardInput = "-"

  /// The files of a source, in the order of its paths, those of a glob sorted by name, each file once.
  ///
  /// - Throws: `PipelineError.inputMissing` when a path is missing or not readable, or a glob matches nothing.
  static func expand(_ source: SourceConfiguration, of pipeline: PipelineConfiguration) throws -> [String] {
    var files: [String] = []
    var seen: Set<String> = []
    for path in source.paths {
      let place = "\(pipeline.file):\(path.position): source \"\(source.name.value)\""
      for file in try expand(path.value, place: place, folder: pipeline.folder) where seen.insert(file).inserted {
        files.append(file)
      }
    }
    return files
  }

  /// The most bytes that files can hold once they are inflated; nil where that cannot be known, as of standard input.
  ///
  /// DEFLATE makes at most 1,032 bytes out of one (zlib's technical details).
  static func mostBytes(_ files: [String]) -> UInt64? {
    var sum: UInt64 = 0
    for file in files {
      guard file != standardInput,
        let attributes = try? FileManager.default.attributesOfItem(atPath: file),
        attributes[.type] as? FileAttributeType == .typeRegular,
        let size = (attributes[.size] as? NSNumber)?.uint64Value, let handle = FileHandle(forReadingAtPath: file)
      else { return nil }
      defer { try? handle.close() }
      let isPacked = (try? handle.read(upToCount: 2)) == Data([0x1F, 0x8B])
      let (bytes, overflow) = size.multipliedReportingOverflow(by: isPacked ? 1032 : 1)
      guard !overflow else { return nil }
      sum = sum &+ bytes < sum ? .max : sum + bytes
    }
    return sum
  }

  private static func expand(_ path: String, place: String, folder: String) throws -> [String] {
    if path == standardInput { return [path] }
    let absolute = path.hasPrefix("/") ? path : folder + "/" + path
    if FileManager.default.fileExists(atPath: absolute) {
      try refuseUnreadable(absolute, place: place)
      return [absolute]
    }
    guard path.contains(where: { "*?[".contains($0) }) else {
      throw PipelineError.inputMissing("\(place): there is no file \(absolute)")
    }
    let matches = glob(absolute)
    guard !matches.isEmpty else {
      throw PipelineError.inputMissing("\(place): no file matches \(absolute)")
    }
    for match in matches { try refuseUnreadable(match, place: place) }
    return matches
  }

  private static func refuseUnreadable(_ path: String, place: String) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw PipelineError.inputMissing(
        "\(place): \(path) is a folder; name files, for example \(path)/*.geojson")
    }
    if access(path, R_OK) != 0 {
      throw PipelineError.inputMissing("\(place): cannot read \(path): \(FileSystem.lastError())")
    }
  }

  private static func glob(_ pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    #if canImport(Darwin)
      guard Darwin.glob(pattern, GLOB_MARK, nil, &result) == 0 else { return [] }
    #elseif canImport(Glibc)
      guard Glibc.glob(pattern, GLOB_MARK, nil, &result) == 0 else { return [] }
    #elseif canImport(Musl)
      guard Musl.glob(pattern, GLOB_MARK, nil, &result) == 0 else { return [] }
    #endif
    return (0..<Int(result.gl_pathc)).compactMap { index in
      result.gl_pathv[index].map { String(cString: $0) }
    }.filter { !$0.hasSuffix("/") }.sorted()
  }
}
