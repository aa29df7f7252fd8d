import OvertileConfiguration
import OvertileCore
import OvertileGeoJSON

/// The texts of the rejected features of a slice: whole for the quarantine, the beginning for the ledger.
struct RejectedTexts {
  let slice: FeatureSlice

  /// The number of bytes of a text in the ledger.
  private static let excerptBytes = 1000

  /// Adds the beginning of the text to entries on texts that are not JSON.
  func addExcerpts(to entries: inout [LedgerEntry]) {
    for index in entries.indices where entries[index].code.concernsText && entries[index].text == nil {
      guard let feature = feature(entries[index].location.index) else { continue }
      entries[index].text = slice.withText(ofFeature: feature) {
        String(decoding: $0.prefix(Self.excerptBytes), as: UTF8.self)
      }
    }
  }

  /// The texts of features that are wrong and in no layer, by their ordinal in the file.
  func originals(of entries: [LedgerEntry], layers: [RowBatch]) -> [UInt64: [UInt8]] {
    var originals: [UInt64: [UInt8]] = [:]
    for entry in entries where entry.code.isFault && originals[entry.location.index] == nil {
      let ordinal = entry.location.index
      guard let feature = feature(ordinal), !layers.contains(where: { Self.contains($0, ordinal) }) else { continue }
      let text = slice.withText(ofFeature: feature) { Array($0) }
      if !text.contains(RecordPaths.separator) { originals[ordinal] = text }
    }
    return originals
  }

  /// The index in the slice of the feature with an ordinal, or nil for text that belongs to no feature. O(log n).
  private func feature(_ ordinal: UInt64) -> Int? { slice.locations.sortedIndex(of: ordinal, by: \.index) }

  private static func contains(_ rows: RowBatch, _ ordinal: UInt64) -> Bool {
    rows.locations.sortedIndex(of: ordinal, by: \.index) != nil
  }
}
