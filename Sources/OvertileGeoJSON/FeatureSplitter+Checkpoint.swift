extension FeatureSplitter {
  /// The state of a splitter between two slices, from which another one goes on without the bytes before.
  package struct Checkpoint: Sendable, Hashable, Codable {
    /// The position in a stream of texts.
    enum Position: String, Sendable, Codable {
      /// Between texts.
      case texts
      /// In the features of a collection, before its first one or after another.
      case firstElement, element
      /// Among the members of a collection, before its first one or after another.
      case firstMember, member
    }

    /// The offset of the next byte to examine, from the stream's first.
    package let offset: Int
    let line: UInt64
    let index: UInt64
    let isSequence: Bool
    let position: Position
    let textCount: Int
    let standsOnOneLine: Bool?
    let collectionStart: Int
    let collectionLine: UInt64
    let hasType: Bool
    let hasFeatures: Bool

    /// Whether a splitter can go on here; false for numbers that no splitter wrote.
    package var isValid: Bool { offset >= 0 && textCount >= 0 && (0...offset).contains(collectionStart) }
  }

  /// The state after the last slice; nil where no other splitter can go on: in compressed data, at the beginning and at the
  /// end, and behind wrong text.
  package var checkpoint: Checkpoint? {
    guard let kind, let position = state.checkpointPosition, !window.isInflated, failure == nil, resumes == nil,
      options.firstByteOffset == 0, countedTo == at, sliceEnd == at
    else { return nil }
    return Checkpoint(
      offset: at, line: line, index: nextIndex, isSequence: kind == .sequence, position: position, textCount: textCount,
      standsOnOneLine: standsOnOneLine, collectionStart: collection.start, collectionLine: collection.line,
      hasType: collection.hasType, hasFeatures: collection.hasFeatures)
  }

  /// The mark of the bytes from the last slice's end to the next byte to examine; nil if slices have no marks. The next one begins there.
  package func takeRest() -> StreamMark? { options.marksSlices ? window.takeMark(to: at) : nil }

  /// Whether the input is compressed, known after the first slice.
  package var isInflated: Bool { window.isInflated }

  /// Goes on in a file, or in bytes, where another splitter of the same options was: its further slices are those of that one.
  ///
  /// Odd parts of collections are told from here on only. Throws `cannotOpen` or `cannotRead`.
  package convenience init(
    _ input: GeoJSONInput, from checkpoint: Checkpoint, options: Options = Options()
  ) throws(GeoJSONError) {
    let window = try input.open(from: checkpoint.offset, options)
    self.init(window, path: input.path, options)
    (at, countedTo, line, nextIndex) = (checkpoint.offset, checkpoint.offset, checkpoint.line, checkpoint.index)
    kind = checkpoint.isSequence ? .sequence : .texts
    state = State(checkpoint.position)
    (textCount, standsOnOneLine) = (checkpoint.textCount, checkpoint.standsOnOneLine)
    collection = CollectionMembers(start: checkpoint.collectionStart, line: checkpoint.collectionLine)
    (collection.hasType, collection.hasFeatures) = (checkpoint.hasType, checkpoint.hasFeatures)
  }
}

extension FeatureSplitter.State {
  fileprivate var checkpointPosition: FeatureSplitter.Checkpoint.Position? {
    switch self {
    case .start, .ended: nil
    case .texts: .texts
    case .elements(let first): first ? .firstElement : .element
    case .members(let first): first ? .firstMember : .member
    }
  }

  fileprivate init(_ position: FeatureSplitter.Checkpoint.Position) {
    self =
      switch position {
      case .texts: .texts
      case .firstElement: .elements(first: true)
      case .element: .elements(first: false)
      case .firstMember: .members(first: true)
      case .member: .members(first: false)
      }
  }
}
