/// The events of `--log-format json`, one JSON object per line on standard error, each with its meaning and its members.
///
/// Names and members are stable. Members in brackets are not always there. Every object also has `event`, the name, and `time`, in UTC as RFC 3339
/// with milliseconds. `make reference` copies this list.
enum LogEvent: String {
  /// a build begins; its configuration is valid: `pipeline` `name` `version` `dryRun`
  case began
  /// a stage begins (read, overlays, tiles or publish): `stage`
  case stage
  /// the progress of a stage, every OVERTILE_PROGRESS_SECONDS, by default 10: `stage` `done` `unit` [`total`] [`features`] [`tiles`]
  case progress
  /// a warning; the run goes on: `message` [`code`] [`source`] [`layer`] [`property`]
  case warning
  /// the new bundle fails a gate; an error follows: `gate` `limit` `message` [`layer`] [`source`] [`property`] [`old`] [`new`] [`change`]
  case gateFailed = "gate-failed"
  /// the new bundle fails a gate, but --accept-gates accepts it: `gate` `limit` `message` [`layer`] [`source`] [`property`] [`old`] [`new`] [`change`]
  case gateAccepted = "gate-accepted"
  /// serve has switched to a new bundle: `name` `version`
  case replaced
  /// serve can read its bundle again after it was missing or damaged: `name` `version`
  case restored
  /// a build has succeeded; the last event: `bundle` `features` `rejected` `seconds` `memoryBytes` `warnings` [`tiles`] [`bytes`] [`digest`] [`unchanged`]
  case done
  /// the command ends with an exit code other than 0; the last event: `status` `message` [`digest`] [`unchanged`]
  case error
}
