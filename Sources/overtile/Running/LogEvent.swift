/// The events of `--log-format json`, one JSON object a line on standard error: the one list of their names and members.
///
/// Names and members are stable. Every object has `event`, the name, and `time`, in UTC as RFC 3339 with milliseconds.
enum LogEvent: String, CaseIterable {
  case began
  case stage
  case progress
  case warning
  case gateFailed = "gate-failed"
  case gateAccepted = "gate-accepted"
  case replaced
  case restored
  case done
  case error

  /// The members that every event of the name has, beside `event` and `time`.
  var members: [LogMember] {
    switch self {
    case .began: [.pipeline, .name, .version, .dryRun]
    case .stage: [.stage]
    case .progress: [.stage, .done, .unit]
    case .warning: [.message]
    case .gateFailed, .gateAccepted: [.gate, .limit, .message]
    case .replaced, .restored: [.name, .version]
    case .done: [.bundle, .features, .rejected, .seconds, .memoryBytes, .warnings]
    case .error: [.status, .message]
    }
  }

  /// The members that an event of the name may have.
  var optionalMembers: [LogMember] {
    switch self {
    case .progress: [.total, .features, .tiles]
    case .gateFailed, .gateAccepted: [.layer, .source, .property, .old, .new, .change]
    case .done: [.tiles, .bytes, .digest, .unchanged]
    case .warning: [.code, .source, .layer, .property]
    case .error: [.digest, .unchanged]
    case .began, .stage, .replaced, .restored: []
    }
  }

  /// The meaning of the event, in words.
  var meaning: String {
    switch self {
    case .began: "a build begins; its configuration is sound"
    case .stage: "a stage begins: read, overlays, tiles or publish"
    case .progress: "how far a stage is, every OVERTILE_PROGRESS_SECONDS, by default 10"
    case .warning: "a warning; the run goes on"
    case .gateFailed: "a gate that the new bundle does not pass; an error follows"
    case .gateAccepted: "a gate that the new bundle does not pass, and that --accept-gates lets through"
    case .replaced: "serve has switched to a bundle that was published"
    case .restored: "the bundle that serve shows is back, after it was missing or damaged"
    case .done: "a build has ended well; the last event"
    case .error: "the command ends with an exit code other than 0; the last event"
    }
  }

  /// All events with their members and meanings, for `--help` and the page on events.
  static var table: String {
    HelpTable.text(
      allCases.map { event in
        let optional = event.optionalMembers.map { "[\($0.rawValue)]" }
        let members = (event.members.map(\.rawValue) + optional).joined(separator: " ")
        return (event.rawValue, "\(event.meaning): \(members)")
      })
  }
}

/// The members of events. Numbers carry their unit in the name, or count things.
enum LogMember: String {
  case bundle, bytes, change, code, digest, done, dryRun, features, gate, layer, limit, memoryBytes, message, name, new,
    old,
    pipeline
  case property, rejected, seconds, source, stage, status, tiles, total, unchanged, unit, version, warnings
}
