import GRDB

/// The favorites, kept in a database of the app's own.
public struct Favorites: Sendable {
  private let database: DatabaseQueue

  /// Opens the database, which is made if there is none.
  public init(path: String) throws {
    database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.create(table: "favorite", options: .ifNotExists) { table in
        table.column("layer", .text).notNull()
        table.column("number", .integer).notNull()
        table.column("name", .text).notNull()
        table.column("elevation", .double).notNull()
        table.column("latitude", .double).notNull()
        table.column("longitude", .double).notNull()
        table.primaryKey(["layer", "number"])
      }
    }
  }

  /// Keeps favorites; those that are kept already are updated.
  public func keep(_ places: [Favorite]) throws {
    try database.write { database in
      for place in places { try place.save(database) }
    }
  }

  /// All favorites, the highest first.
  public func all() throws -> [Favorite] {
    try database.read { try Favorite.order(Column("elevation").desc, Column("number")).fetchAll($0) }
  }
}
