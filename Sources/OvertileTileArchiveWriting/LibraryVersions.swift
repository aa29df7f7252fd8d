import COvertileDeflate
import COvertileZlib
import OvertileCore

/// The versions of the libraries that write and read archives.
package enum LibraryVersions {
  /// The version of libdeflate, which compresses, such as "1.14".
  package static let libdeflate = LIBDEFLATE_VERSION_STRING
  /// The version of zlib, which decompresses, such as "1.2.13".
  package static var zlib: String { String(cString: zlibVersion()) }
  /// The version of SQLite, such as "3.40.1".
  package static var sqlite: String { SQLiteDatabase.version }
}
