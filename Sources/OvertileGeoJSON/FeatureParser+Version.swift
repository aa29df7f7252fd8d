internal import COvertileSimdjson

extension FeatureParser {
  /// The version of simdjson, which parses, such as "3.0.1".
  package static var simdjsonVersion: String { String(cString: cs_simdjson_version()) }
}
