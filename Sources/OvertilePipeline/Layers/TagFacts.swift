/// The facts about all features of a layer on which the tags in a tile depend. A task sees some of the features, and its tiles
/// are those of one machine only if what it saw agrees with all.
struct TagFacts: Sendable, Hashable {
  /// A property whose name in the tiles is another.
  struct Renaming: Sendable, Hashable {
    let property: String
    let name: String
  }

  /// The types of the numbers among some values: they decide whether sums are exact, and how they are written.
  enum NumberTypes: UInt8, Sendable {
    /// There are no numbers.
    case none = 0
    /// Signed whole numbers alone.
    case signed = 1
    /// Doubles, or whole numbers that are not signed, with or without signed ones.
    case others = 2
  }

  /// The name of the original ids; nil if there are none to write.
  var sourceIDName: String?
  /// The properties with other names, ascending.
  var renamed: [Renaming]
  /// Per aggregate: the types of its numbers.
  var numberTypes: [NumberTypes]

  /// Whether tiles are the same if they are made with the facts of some of the features.
  func agree(withThoseOfSome some: TagFacts) -> Bool {
    guard numberTypes.count == some.numberTypes.count else { return false }
    return (some.sourceIDName == nil || some.sourceIDName == sourceIDName)
      && Set(renamed).isSuperset(of: some.renamed)
      && zip(numberTypes, some.numberTypes).allSatisfy { $1 == .none || $0 == $1 }
  }
}
