import TileArchive
import VectorTile

/// Vector tiles without an archive.
public enum LooseTile {
  /// Decodes a vector tile, plain or gzipped.
  ///
  /// - Throws: `ArchiveError` for damaged gzip, `TileLookupError.notVector` for a picture or GeoJSON,
  ///   `InspectionError` that names the file for anything else that does not decode.
  public static func decode(_ bytes: [UInt8], name: String) throws -> DecodedTile {
    let plain: [UInt8]
    do {
      plain = StoredCompression(sniffing: bytes) == .gzip ? try Gunzip.decompress(bytes) : bytes
    } catch let error as ArchiveError {
      throw ArchiveError(error.code, path: name, error.reason)
    }
    if case .other(let content) = TileContent(sniffing: plain), content != "unknown" {
      throw TileLookupError.notVector(name, content: content)
    }
    do {
      return try TileDecoder.decode(plain, isTolerant: true)
    } catch {
      throw InspectionError("\(name): \(error)")
    }
  }
}
