import COvertilePROJ

/// The versions of the PROJ library and of the database that it works with.
package struct ProjVersions: Sendable, Hashable, CustomStringConvertible {
  /// The library's version, such as "9.1.1".
  package let library: String
  /// The version of the EPSG data set in PROJ's database, such as "v10.076".
  package let epsg: String

  package var description: String { "\(library), EPSG \(epsg)" }

  /// Queries the linked library and the database that it finds.
  ///
  /// - Throws: `databaseMissing`.
  package static func current() throws(ReprojectionError) -> ProjVersions { try asked.get() }

  // Opening the database takes a millisecond, and a run asks several times.
  private static let asked = Result { () throws(ReprojectionError) in
    let context = try ProjContext()
    try context.requireDatabase()
    return ProjVersions(context)
  }

  init(_ context: ProjContext) {
    library = Self.libraryVersion
    epsg = proj_context_get_database_metadata(context.pointer, "EPSG.VERSION").map { String(cString: $0) } ?? ""
  }

  /// The library's version alone; needs no database.
  ///
  /// Queried once per process: `proj_info` writes its result anew into memory that all threads share, so a thread that
  /// reads during another call sees half of it.
  package static let libraryVersion = proj_info().version.map { String(cString: $0) } ?? ""
}
