import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileExpressions

/// The expressions of a layer, bound to the features of a batch.
struct BoundLayer {
  /// The numbers that the layer's kind reads from a feature: the weight, and the radius in meters, or in pixels where the
  /// layer's circles are in pixels: one, one per zoom, or none.
  typealias Numbers = (radii: [Double], weight: UInt64?)

  private let filter: BoundAsking?
  /// The extra columns of a filter that depends on the zoom.
  private let zoomFilter: Range<Int>?
  private let columns: [BoundAsking]
  private var constantRadius: Double?
  /// The expression of the radius at each zoom at which it is evaluated.
  private var radii: [(bound: BoundAsking, unit: QuantityUnit)] = []
  private var weight: BoundAsking?

  /// Binds a layer's expressions to a batch.
  init(_ layer: LayerConfiguration, _ extra: ExtraColumns, _ batch: ReadBatch) {
    zoomFilter = extra.filter.map { extra.perZoom(from: $0) }
    filter = zoomFilter == nil ? layer.filter.map { BoundAsking($0, batch) } : nil
    columns = extra.columns.map { BoundAsking($0, batch) }
    switch layer.kind {
    case .cluster(let cluster): weight = cluster.weight.map { BoundAsking($0, batch) }
    case .shape: break
    case .circle(let circle):
      switch circle.radius {
      case .meters(let radius), .pixels(let radius): constantRadius = radius
      case .perFeature(let expression, let unit):
        let zooms = expression.usesZoom ? layer.zooms.map(\.self) : [nil]
        radii = zooms.map { (BoundAsking(.init(expression: expression, zoom: $0), batch), unit) }
      }
    }
  }

  /// Whether the filter accepts the feature, at one zoom at least.
  func accepts(_ feature: Int) throws -> Bool {
    if let zoomFilter { return try zoomFilter.map { try columns[$0].value(feature) }.contains(.bool(true)) }
    return try filter?.boolean(feature) ?? true
  }

  /// The values beside the properties; only for features that the filter accepts, so that only those need them.
  func extras(_ feature: Int) throws -> [PropertyValue] { try columns.map { try $0.value(feature) } }

  /// The numbers of a feature.
  ///
  /// - Throws: a rejection that says how they are wrong.
  func numbers(_ feature: Int) throws -> Numbers {
    let radii =
      try constantRadius.map { [$0] } ?? radii.map { try Self.checked($0.bound.number(feature), $0.unit, $0.bound) }
    guard let weight else { return (radii, nil) }
    let number = try weight.number(feature)
    guard number >= 0, number <= 4_294_967_295, number.rounded() == number else {
      throw weight.rejection(.badWeight, "the weight is \(number), but must be a whole number from 0 to 2^32 - 1")
    }
    return (radii, UInt64(number))
  }

  /// A radius in meters or pixels.
  private static func checked(_ number: Double, _ unit: QuantityUnit, _ bound: BoundAsking) throws -> Double {
    guard number > 0 else {
      throw bound.rejection(.badRadius, "the radius is \(number), but must be greater than 0")
    }
    let isPixels = unit.dimension == .screen
    let radius = number * unit.baseUnits
    let maximum = isPixels ? Circle.maximumPixels : Circle.maximumMeters
    guard radius <= maximum else {
      throw bound.rejection(
        .badRadius, "the radius is \(radius) \(isPixels ? "px" : "m"), but must not exceed \(maximum)")
    }
    return radius
  }
}

/// An expression of a layer, bound to the features of a batch. A feature for which it has no value is rejected with the key and
/// the value.
struct BoundAsking {
  private let column: ExtraColumns.Column
  private let bound: BoundExpression
  private let batch: ReadBatch

  /// Binds an expression.
  init(_ expression: FeatureExpression, _ batch: ReadBatch) { self.init(.init(expression: expression), batch) }

  /// Binds the expression of a column.
  init(_ column: ExtraColumns.Column, _ batch: ReadBatch) {
    (self.column, self.batch) = (column, batch)
    bound = column.expression.bound(to: batch.features)
  }

  /// The value of a feature; null if there is none.
  func value(_ feature: Int) throws -> PropertyValue {
    do {
      let value = try bound.value(ofFeature: feature, zoom: zoom)
      return column.isTest && value != .bool(true) ? .null : value
    } catch {
      guard column.skipsNull, readsNull(feature) else { throw rejection(error) }
      return .null
    }
  }

  /// The boolean of a feature.
  func boolean(_ feature: Int) throws -> Bool {
    do { return try bound.boolean(ofFeature: feature, zoom: zoom) } catch { throw rejection(error) }
  }

  /// The number of a feature.
  func number(_ feature: Int) throws -> Double {
    do { return try bound.number(ofFeature: feature, zoom: zoom) } catch { throw rejection(error) }
  }

  /// The rejection of a feature whose value is there, but does not fit.
  func rejection(_ code: LedgerCode, _ reason: String) -> FeatureMapping.FeatureDiagnostic {
    FeatureMapping.FeatureDiagnostic(code: code, reason: reason, cause: column.expression.cause)
  }

  private func rejection(_ error: ExpressionError) -> FeatureMapping.FeatureDiagnostic {
    FeatureMapping.FeatureDiagnostic(
      code: .expression, reason: error.description, cause: column.expression.cause(error))
  }

  private var zoom: Double? { column.zoom.map(Double.init) }

  /// Whether a property that the expression reads is null or missing.
  private func readsNull(_ feature: Int) -> Bool {
    let properties = batch.read.properties
    return column.expression.keys.contains { name in
      guard let key = properties.keys.find(key: name),
        let value = properties.valueIndex(ofFeature: feature, key: key)
      else { return true }
      return properties.values.kind(value) == .null
    }
  }
}
