import OvertileCore
import OvertileGeoJSON

/// The texts of the rejected features of a slice: whole for the quarantine, the beginning for the ledger.
extension FeatureSlice {
  /// The number of bytes of a text in the ledger.
  private static let excerptBytes = 1000

  /// Adds the beginning of the text to entries on texts that are not JSON.
  func addExcerpts(to entries: inout [LedgerEntry]) {
    for index in entries.indices where entries[index].code.concernsText && entries[index].text == nil {
      guard let feature = locations.sortedIndex(of: entries[index].location.index, by: \.index) else { continue }
      entries[index].text = withText(ofFeature: feature) {
        String(decoding: $0.prefix(Self.excerptBytes), as: UTF8.self)
      }
    }
  }

  /// The texts of features that are wrong and in no layer, by their ordinal in the file.
  func originals(of entries: [LedgerEntry], layers: [RowBatch]) -> [UInt64: [UInt8]] {
    var originals: [UInt64: [UInt8]] = [:]
    for entry in entries where entry.code.isFault && originals[entry.location.index] == nil {
      let ordinal = entry.location.index
      // Text between features is none of them.
      guard let feature = locations.sortedIndex(of: ordinal, by: \.index),
        !layers.contains(where: { $0.locations.sortedIndex(of: ordinal, by: \.index) != nil })
      else { continue }
      let text = withText(ofFeature: feature) { Array($0) }
      if !text.contains(RecordPaths.separator) { originals[ordinal] = text }
    }
    return originals
  }
}
