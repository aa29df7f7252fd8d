import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

extension BundleError {
  /// Runs a closure and adds the file's name to the errors of the formats' own readers. Other errors pass.
  static func naming<Result>(_ path: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError where error.code == .malformed {
      throw BundleError.damaged(path(), reason: error.reason)
    } catch let error as VectorTileError {
      throw BundleError.damaged(path(), reason: error.description)
    }
  }
}
