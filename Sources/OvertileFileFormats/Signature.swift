/// Bytes at a fixed offset that identify a binary format.
struct Signature {
  let format: FileFormat
  let offset: Int
  let bytes: [UInt8]

  init(_ format: FileFormat, _ text: StaticString, at offset: Int = 0) {
    self.init(format, Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)), at: offset)
  }

  init(_ format: FileFormat, _ bytes: [UInt8], at offset: Int = 0) {
    (self.format, self.offset, self.bytes) = (format, offset, bytes)
  }

  /// The table, with special formats before general ones.
  private static let table = [
    Signature(.flatGeobuf, "fgb"), Signature(.geoPackage, "GPKG", at: 68), Signature(.geoPackage, "GP10", at: 68),
    Signature(.geoPackage, "GP11", at: 68), Signature(.mbtiles, "MPBX", at: 68),
    Signature(.sqlite, "SQLite format 3\0"),
    Signature(.shapefile, [0, 0, 0x27, 0x0A]), Signature(.parquet, "PAR1"), Signature(.arrow, "ARROW1"),
    Signature(.osmPBF, "OSMHeader", at: 6), Signature(.pmtiles, "PMTiles"),
    Signature(.geoTIFF, "II*\0"), Signature(.geoTIFF, [0x4D, 0x4D, 0, 0x2A]), Signature(.las, "LASF"),
    Signature(.gzip, [0x1F, 0x8B]), Signature(.zip, [0x50, 0x4B, 3, 4]), Signature(.zip, [0x50, 0x4B, 5, 6]),
    Signature(.tar, "ustar", at: 257), Signature(.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    Signature(.rar, "Rar!"), Signature(.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    Signature(.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
    Signature(.bzip2, "BZh"), Signature(.zlib, [0x78, 0x9C]), Signature(.zlib, [0x78, 0xDA]),
    Signature(.zlib, [0x78, 0x01]), Signature(.picture, [0x89, 0x50, 0x4E, 0x47]),
    Signature(.picture, [0xFF, 0xD8, 0xFF]),
    Signature(.picture, "GIF8"), Signature(.pdf, "%PDF-"), Signature(.program, [0x7F, 0x45, 0x4C, 0x46]),
    Signature(.program, [0xCF, 0xFA, 0xED, 0xFE]), Signature(.utf32LE, [0xFF, 0xFE, 0, 0]),
    Signature(.utf32BE, [0, 0, 0xFE, 0xFF]), Signature(.utf16LE, [0xFF, 0xFE]), Signature(.utf16BE, [0xFE, 0xFF]),
  ]

  /// The format whose bytes are at the front, if any.
  static func format(of head: [UInt8]) -> FileFormat? {
    let found = table.first { $0.matches(head) }?.format
    switch found {
    case .zip: return zipped(head)
    case nil: return wideText(head)
    default: return found
    }
  }

  private func matches(_ head: [UInt8]) -> Bool {
    head.count >= offset + bytes.count && head[offset..<(offset + bytes.count)].elementsEqual(bytes)
  }

  /// The content of a zip archive, by the name of its first file (APPNOTE 4.3.7).
  private static func zipped(_ head: [UInt8]) -> FileFormat {
    let name = zippedName(head) ?? ""
    if [".shp", ".shx", ".dbf", ".prj", ".cpg", ".sbn", ".sbx"].contains(where: name.hasSuffix) {
      return .zippedShapefile
    }
    if name.hasSuffix(".kml") { return .kmz }
    if name == "[content_types].xml" || name.hasPrefix("xl/") || name == "mimetype" { return .workbook }
    return .zip
  }

  /// The name of a zip archive's first file, in lower case.
  static func zippedName(_ head: [UInt8]) -> String? {
    guard head.count > 30, head[2] == 3 else { return nil }
    let length = Int(head[26]) | Int(head[27]) << 8
    guard length > 0, head.count >= 30 + length else { return nil }
    return String(decoding: head[30..<(30 + length)], as: UTF8.self).lowercased()
  }

  /// Text of two or four bytes a character, without a mark.
  private static func wideText(_ head: [UInt8]) -> FileFormat? {
    guard head.count >= 4 else { return nil }
    func isText(_ index: Int) -> Bool { (0x20..<0x7F).contains(head[index]) || (9...13).contains(head[index]) }
    switch (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
    case (false, true, true, true): return isText(0) ? .utf32LE : nil
    case (true, true, true, false): return isText(3) ? .utf32BE : nil
    case (false, true, false, true): return isText(0) && isText(2) ? .utf16LE : nil
    case (true, false, true, false): return isText(1) && isText(3) ? .utf16BE : nil
    default: return nil
    }
  }
}
