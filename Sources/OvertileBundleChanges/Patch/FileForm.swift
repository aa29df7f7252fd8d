import Foundation
import OvertileRegularFiles

/// The form in which a file of a bundle is compared with another version.
enum FileForm: String, Codable, Sendable {
  /// Unchanged.
  case bytes
  /// A members file without indices; see `MembersForm`.
  case members
  /// A folder of tiles as one sequence; see `FolderPack`.
  case folder

  /// The most bytes in a form of a file or folder.
  func limit(fileBytes: Int) -> Int {
    switch self {
    case .bytes: fileBytes
    case .members: MembersForm.limit(fileBytes: fileBytes)
    // A tile has a byte at least, and its path and size some 20.
    case .folder: min(fileBytes, 1 << 48) * 64 + (1 << 20)
    }
  }
}

/// The bytes of a file in a form, held or mapped.
struct FormBytes {
  private let data: Data

  /// No bytes: the base of a new file.
  static let empty = FormBytes(data: Data())

  private init(data: Data) { self.data = data }

  /// Loads a file or folder in a form; nil if it has none of that form.
  init?(_ path: String, form: FileForm) throws {
    switch form {
    case .bytes: data = try Self.mapped(path)
    case .folder: data = Data(try FolderPack.bytes(path))
    case .members:
      guard let form = try Self.mapped(path).withUnsafeBytes({ try MembersForm.normalized($0) }) else { return nil }
      data = Data(form)
    }
  }

  /// The number of bytes.
  var count: Int { data.count }

  /// Calls a closure with the bytes.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }

  private static func mapped(_ path: String) throws -> Data {
    try RegularFile.mapped(path, followsLinks: false)
  }
}
