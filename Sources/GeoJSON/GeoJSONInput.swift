/// Where GeoJSON bytes come from. Each may be gzip-compressed, which its first bytes tell, never its name.
public enum GeoJSONInput: Sendable, Hashable {
  /// A file by its path. A regular file is mapped, and must not become shorter while it is read (the system ends a
  /// process that touches what is gone); anything else, such as a pipe, is streamed.
  case file(String)
  /// The process's standard input, streamed.
  case standardInput
  /// Bytes in memory, streamed.
  case bytes([UInt8])
}

extension GeoJSONInput {
  /// Opens the input as a window on its uncompressed bytes. Throws `cannotOpen`, `cannotRead` or a gzip code.
  func open(readByteCount: Int, limitByteCount: Int) throws(GeoJSONError) -> any ByteWindow {
    let source: any ByteSource
    switch self {
    case .file(let path):
      let descriptor = try DescriptorSource(path: path)
      if let file = try MappedFile(descriptor) {
        if file.isGzip { return streamed(MappedSource(file), readByteCount, limitByteCount) }
        return MappedWindow(file)
      }
      source = descriptor
    case .standardInput: source = DescriptorSource.standardInput
    case .bytes(let bytes): source = ArraySource(bytes)
    }
    return streamed(source, readByteCount, limitByteCount)
  }

  private func streamed(_ source: any ByteSource, _ readByteCount: Int, _ limitByteCount: Int) -> StreamWindow {
    let reader = InflatingSource(source, readByteCount: readByteCount)
    return StreamWindow(reader, readByteCount: readByteCount, limitByteCount: limitByteCount)
  }
}
