import OvertilePlatform

/// The bytes of a response's head. Source: RFC 9112, section 4; RFC 9110, section 5.6.7.
enum ResponseText {
  /// The head, with the fields of the connection.
  static func head(_ response: ServedResponse, keepsConnection: Bool, date: String) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status.rawValue) \(response.status.phrase)\r\nDate: \(date)\r\n"
    for field in response.fields { text += "\(field.name): \(oneLine(field.value))\r\n" }
    if !response.status.isBodyless, let count = response.body.count { text += "Content-Length: \(count)\r\n" }
    if !keepsConnection { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// A value that cannot begin another field.
  private static func oneLine(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return value }
    return String(String.UnicodeScalarView(value.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }

  /// The time of day in seconds as a date of HTTP.
  static func date(_ seconds: Int) -> String {
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[Int(parts.tm_wday) % 7]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon) % 12]) "
      + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
