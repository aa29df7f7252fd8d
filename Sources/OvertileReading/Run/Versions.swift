import OvertileGeoJSON
import OvertileReprojection
import OvertileShapes
import OvertileTileArchiveWriting

/// The versions of this program and of the libraries that affect the content of a bundle.
public enum Versions {
  /// The semantic version of Overtile.
  public static let overtile = "0.1.0"

  /// Versions by name, for the manifest: overtile, geos, and where coordinates are converted by PROJ, proj and
  /// projDatabase.
  ///
  /// So that machines with different releases of PROJ make the same bundle of data that need none.
  ///
  /// - Parameter proj: those that chose an operation of a source; nil if nothing had to be chosen.
  package static func software(_ proj: ProjVersions?) -> [String: String] {
    var versions = ["overtile": overtile, "geos": GeometryEngine.geosVersion]
    (versions["proj"], versions["projDatabase"]) = (proj?.library, proj?.epsg)
    return versions
  }

  private static var proj: String {
    (try? ProjVersions.current().description) ?? "\(ProjVersions.libraryVersion), EPSG database not found"
  }

  /// Returns the text that the `--version` option prints. The text contains the versions of the program and its
  /// libraries.
  ///
  /// - Parameter commit: The commit from which the program was built, or an empty string if the commit is unknown.
  public static func text(commit: String) -> String {
    """
    overtile \(overtile)\(commit.isEmpty ? "" : " (\(commit))")
    PROJ \(proj)
    GEOS \(GeometryEngine.geosVersion)
    simdjson \(ParsedSlice.simdjsonVersion)
    libdeflate \(LibraryVersions.libdeflate), zlib \(LibraryVersions.zlib), SQLite \(LibraryVersions.sqlite)
    """
  }
}
