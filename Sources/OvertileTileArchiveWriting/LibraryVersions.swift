import COvertileDeflate
import COvertileZlib
import GRDBSQLite

/// The versions of the libraries that write and read archives.
public enum LibraryVersions {
  /// The version of libdeflate, which compresses, such as "1.14".
  public static let libdeflate = LIBDEFLATE_VERSION_STRING
  /// The version of zlib, which decompresses, such as "1.2.13".
  public static var zlib: String { String(cString: zlibVersion()) }
  /// The version of SQLite, such as "3.40.1".
  public static var sqlite: String { String(cString: sqlite3_libversion()) }
}
