import COvertileSQLite
import Foundation
import OvertileCore
import TestSupport
import Testing

/// Tests that neither the content of a file nor its path causes a trap: values of another type, empty values, and paths
/// that SQLite could treat as something other than a file.
@Suite struct SQLiteDatabaseTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test func readsWhatWasBound() throws {
    let database = try SQLiteDatabase(path: path("a"), .writing)
    try database.execute("CREATE TABLE t (a, b, c)")
    let insert = try database.statement("INSERT INTO t VALUES (?, ?, ?)")
    try insert.bind(.max, .min)
    try [UInt8]([0, 255]).withUnsafeBytes { try insert.run(withBytes: $0, as: 3) }
    try insert.bind(["", "a\0é"])
    try [UInt8]().withUnsafeBytes { try insert.run(withBytes: $0, as: 3) }
    let rows = try database.statement("SELECT a, b, c FROM t ORDER BY rowid")
    #expect(try rows.step() && rows.int(0) == .max && rows.int(1) == .min && rows.bytes(2) == [0, 255])
    // SQLite treats bytes without an address as null.
    #expect(try rows.step() && rows.text(0) == "" && rows.text(1) == "a\0é" && (rows.bytes(2) ?? []).isEmpty)
    #expect(try !rows.step())
  }

  @Test func aValueOfAnotherTypeIsNil() throws {
    let database = try SQLiteDatabase(path: path("a"), .writing)
    let row = try database.statement("SELECT 1, 1.5, 'text', x'', NULL, CAST(x'FF' AS text)")
    #expect(try row.step())
    #expect((0..<6).map { row.int($0) } == [1, nil, nil, nil, nil, nil])
    #expect(try (0..<6).map { try row.text($0) } == [nil, nil, "text", nil, nil, "\u{FFFD}"])
    #expect(try (0..<6).map { try row.bytes($0) } == [nil, nil, nil, [], nil, nil])
  }

  @Test(arguments: [":memory:", "file:a?mode=memory", "é %?#a", ""]) func everyPathIsAFile(name: String) throws {
    guard !name.isEmpty else {
      #expect(throws: SQLiteFailure.self) { try SQLiteDatabase(path: path(""), .writing).execute("CREATE TABLE t (a)") }
      return
    }
    let database = try SQLiteDatabase(path: path(name), .writing)
    try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    try database.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [name])
    for access in [SQLiteDatabase.Access.reading, .readingImmutable] {
      let row = try SQLiteDatabase(path: path(name), access).statement("SELECT a FROM t")
      #expect(try row.step() && row.int(0) == 7, "\(access)")
    }
  }

  @Test func failuresHaveSQLitesCodeAndWords() throws {
    try Data("no database, but more than sixteen bytes".utf8).write(to: folder.url.appendingPathComponent("text"))
    let text = try SQLiteDatabase(path: path("text"), .reading)
    #expect { try text.statement("SELECT * FROM sqlite_master") } throws: { error in
      (error as? SQLiteFailure).map { $0.code == SQLITE_NOTADB && $0.description == "file is not a database" } ?? false
    }
    #expect { try SQLiteDatabase(path: path("missing"), .reading) } throws: { error in
      (error as? SQLiteFailure)?.code == SQLITE_CANTOPEN
    }
    let database = try SQLiteDatabase(path: path("a"), .writing)
    #expect { try database.execute("CREATE") } throws: { error in (error as? SQLiteFailure)?.code == SQLITE_ERROR }
    try database.execute("CREATE TABLE t (a)")
    let reading = try SQLiteDatabase(path: path("a"), .reading)
    #expect { try reading.execute("INSERT INTO t VALUES (1)") } throws: { error in
      (error as? SQLiteFailure)?.code == SQLITE_READONLY
    }
  }

  @Test func doesNotCloseBeforeItsStatements() throws {
    let database = try SQLiteDatabase(path: path("a"), .writing)
    var statement: SQLiteStatement? = try database.statement("SELECT 1")
    #expect(throws: SQLiteFailure.self) { try database.close() }
    #expect(try statement?.step() == true)
    statement = nil
    try database.close()
  }
}
