@testable import OvertileCameraQueries

/// Computes a query from the values of options.
func ask<Query: CameraQuery>(_ query: Query.Type, _ options: [String: String]) throws -> QueryResult {
  try query.result(QueryParameters(options: options.mapValues { .string($0) }))
}
