import Foundation
import OvertileCore
import OvertilePublishing
import OvertileTileArchive

/// The name of a task's work, and so of its part: equal for the same plan only.
package struct PartName: Codable, Equatable {
  /// The work of tasks of one kind.
  package enum Step: String, Codable {
    case read, tile
  }

  /// The digest of the plan.
  package let plan: String
  /// Its step.
  package let step: Step
  /// The number of the task.
  package let task: Int
  /// With tiles: the digest of the decisions by which they were made; see `WorkDigest`.
  package var work = ""

  package init(plan: String, step: Step, task: Int, work: String = "") {
    (self.plan, self.step, self.task, self.work) = (plan, step, task, work)
  }

  /// The path of the part in the folder of its plan.
  package func path(in folder: String) -> String { "\(folder)/\(step.rawValue)-\(task).part" }
}

/// The end of a part: what a task knows once it has read everything.
package struct PartEnd: Codable {
  /// Warnings about its files.
  package var warnings = FileWarnings()
  /// The reason that its data could not be read further; nil if all were read.
  package var failure: String?

  package init(failure: String? = nil) {
    self.failure = failure
  }
}

/// The records of a part: its name, then the slices that a task read or the tiles that it made, in order, then its end.
package enum PartRecord: UInt64 {
  case name = 1
  case slice, tiles, end

  /// The first bytes of a part.
  static let magic = Array("OVERPRT1".utf8)
  /// The bytes before a record: its length, its kind, its number, and the digest of these and its bytes. Little-endian.
  static let headBytes = 32

  /// The digest of a record.
  func digest(_ number: UInt64, _ bytes: [UInt8]) -> UInt64 {
    XXHash64.hash(bytes, seed: XXHash64.hash(rawValue, number))
  }
}

/// Writes a part, which has its path once it is whole.
package struct PartWriter {
  private let file: TemporaryFile

  private static let mark = FileMark("a part of overtile", beginning: PartRecord.magic)

  /// Begins a part, in place of an earlier one.
  package init(_ path: String, _ name: PartName) throws {
    file = try TemporaryFile(over: path, Self.mark)
    try file.append(PartRecord.magic)
    try add(.name, Array(JSONEncoder().encode(name)))
  }

  /// Adds a record; numbers ascend.
  package func add(_ kind: PartRecord, number: UInt64 = 0, _ bytes: [UInt8]) throws {
    let head = [UInt64(bytes.count), kind.rawValue, number, kind.digest(number, bytes)].map(\.littleEndian)
    try head.withUnsafeBytes { try file.append($0) }
    try file.append(bytes)
  }

  /// Writes the end, and gives the part its path.
  package func finish(_ end: PartEnd) throws {
    try add(.end, Array(JSONEncoder().encode(end)))
    try file.publish()
  }
}

/// Reads a part.
package final class PartReader {
  /// The path of the part.
  package let path: String
  /// The warnings about the files that its task read, once the end is reached.
  private(set) var warnings = FileWarnings()
  private let file: InputFile
  private var at = 0

  /// A record that was read: its kind, its number, and its bytes, which are what was written.
  package typealias Record = (kind: PartRecord, number: UInt64, bytes: [UInt8])

  /// Opens the part of a task.
  ///
  /// - Throws: `PipelineError.inputMissing` without one, `inputOutput` for any other file.
  init(_ name: PartName, in folder: String) throws {
    path = name.path(in: folder)
    guard let file = try InputFile(ifPresent: path) else {
      throw PipelineError.inputMissing(
        "\(path): the part does not exist; create it with overtile part \(name.step.rawValue) --task \(name.task)")
    }
    self.file = file
    guard file.size >= PartRecord.magic.count, try bytes(PartRecord.magic.count) == PartRecord.magic else {
      throw Self.fault(path, "the file is not a part, or is from a different version of overtile")
    }
    let own = try? JSONDecoder().decode(PartName.self, from: Data(try next()?.bytes ?? []))
    guard own == name else { throw Self.fault(path, "the part belongs to a different plan, task or input") }
  }

  /// The next record; nil at the end.
  ///
  /// - Throws: `PipelineError.badData` at the end if the task could not read its data further.
  package func next() throws -> Record? {
    let head = try bytes(PartRecord.headBytes)
    let words = head.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }.map { UInt64(littleEndian: $0) }
    guard let kind = PartRecord(rawValue: words[1]) else { throw Self.fault(path, "the part is damaged") }
    guard words[0] <= UInt64(file.size - at) else { throw Self.fault(path, "the part is truncated") }
    let record = Record(kind: kind, number: words[2], bytes: try bytes(Int(words[0])))
    guard kind.digest(record.number, record.bytes) == words[3] else { throw Self.fault(path, "the part is damaged") }
    guard kind == .end else { return record }
    let end = try JSONDecoder().decode(PartEnd.self, from: Data(record.bytes))
    warnings = end.warnings
    if let failure = end.failure { throw PipelineError.badData(failure) }
    return nil
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    guard count <= file.size - at else { throw Self.fault(path, "the part is truncated") }
    defer { at += count }
    return try file.bytes(at..<at + count)
  }

  /// The error of a part that cannot be used.
  package static func fault(_ path: String, _ reason: String) -> PipelineError {
    .inputOutput("\(path): \(reason); run its task again")
  }
}
