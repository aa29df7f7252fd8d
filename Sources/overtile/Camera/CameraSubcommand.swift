import ArgumentParser
import OvertileCameraQueries
import OvertileFeatures

/// A command that makes a query from its options, once or for every line of standard input.
protocol CameraSubcommand: ParsableCommand {
  /// The kind of query.
  associatedtype Query: CameraQuery
  /// The formats of queries and results.
  var results: ResultOptions { get }
  /// The parameters in the options.
  var parameters: QueryParameters { get }
}

extension CameraSubcommand {
  func run() throws {
    if results.batch { try runBatch() } else { try runOnce() }
  }

  private func runOnce() throws {
    do {
      let result = try Query.result(parameters)
      try StandardOutput.write(Array(((results.json ? result.json : result.text) + "\n").utf8))
    } catch let error as QueryError {
      let status = ExitStatus(query: error)
      StandardError.write("overtile: " + error.text(naming: .options))
      if status == .usage {
        StandardError.write("See 'overtile camera \(Self._commandName) --help' for all options and an example.")
      }
      throw status
    }
  }

  private func runBatch() throws {
    var (number, failures) = (0, 0)
    let output = OutputBuffer()
    var lines = InputLines { try output.flush() }
    while let line = try lines.next() {
      number += 1
      let result =
        switch line {
        case .bytes(let bytes): BatchLine(computing: Query.self, bytes, number: number, defaults: parameters)
        case .tooLong: BatchLine(tooLong: number, limitByteCount: InputLines.limitByteCount)
        }
      try output.append(line: result.json)
      guard let error = result.error else { continue }
      failures += 1
      StandardError.write("standard input, line \(number): " + error.text(naming: .members))
    }
    try output.flush()
    guard failures == 0 else { throw ExitStatus.badData }
  }
}

extension QueryParameters {
  /// The parameters in groups of options.
  init(_ groups: any GivingOptions..., others: [String: JSONValue?] = [:]) {
    var values = others
    for group in groups { values.merge(group.parameters.mapValues { $0.map { .string($0) } }) { own, _ in own } }
    self.init(options: values)
  }
}

extension ExitStatus {
  /// The status of a query without a result.
  init(query error: QueryError) {
    switch error.code {
    case .badQuery: self = .usage
    case .noResult, .tooManyTiles, .badData: self = .badData
    case .inputMissing: self = .inputMissing
    }
  }
}
