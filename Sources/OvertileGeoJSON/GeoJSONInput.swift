/// The source of GeoJSON bytes. Each may be gzip-compressed, which is recognized by its first bytes, never by its name.
package enum GeoJSONInput: Sendable {
  /// A file by its path, streamed, or a pipe. It is not mapped: a file that becomes shorter while it is read just ends
  /// early, while the system would end a process that touches the lost part of a mapping.
  case file(String)
  /// A regular file by its path, streamed; anything else is rejected without blocking.
  case regularFile(String)
  /// The process's standard input, streamed.
  case standardInput
  /// Bytes that another component reads, streamed.
  case stream(ByteStream)
}

extension GeoJSONInput {
  /// The path of a file.
  var path: String? {
    switch self {
    case .file(let path), .regularFile(let path): path
    case .standardInput, .stream: nil
    }
  }

  /// Opens the input as a window on its uncompressed bytes. Throws `cannotOpen`, `cannotRead` or a gzip code.
  func open(_ options: FeatureSplitter.Options) throws(GeoJSONError) -> StreamWindow {
    let source: any ByteSource
    switch self {
    case .file(let path): source = try DescriptorSource(path: path)
    case .regularFile(let path): source = try DescriptorSource(regularFile: path)
    case .standardInput: source = DescriptorSource.standardInput
    case .stream(let stream): source = stream
    }
    let reader = InflatingSource(source, readByteCount: options.readByteCount)
    return StreamWindow(reader, options)
  }
}
