/// A number written in digits, rounded half away from zero, as ECMAScript's Intl.NumberFormat does.
struct DecimalText {
  /// The digits before the point; at least one.
  private(set) var whole: [UInt8]
  /// The digits after the point.
  private(set) var fraction: [UInt8]

  /// Writes a finite number; its shortest text is rounded.
  init(_ number: Double, fractionDigits: ClosedRange<Int>) {
    let shortest = JavaScriptText.decimal(number.magnitude)
    var all = shortest.digits.utf8.map { $0 - 48 }
    var point = shortest.point
    if number == 0 { (all, point) = ([], 0) }
    if point < 0 {
      all = Array(repeating: 0, count: min(-point, fractionDigits.upperBound + 1)) + all
      point = 0
    }
    if all.count < point { all += Array(repeating: 0, count: point - all.count) }
    let kept = point + fractionDigits.upperBound
    let roundsUp = all.count > kept && all[kept] >= 5
    all = Array(all.prefix(kept))
    if roundsUp {
      var index = all.count - 1
      while index >= 0, all[index] == 9 {
        all[index] = 0
        index -= 1
      }
      if index >= 0 {
        all[index] += 1
      } else {
        all.insert(1, at: 0)
        point += 1
      }
    }
    whole = Array(all.prefix(point))
    if whole.isEmpty { whole = [0] }
    fraction = Array(all.dropFirst(point))
    while fraction.count > fractionDigits.lowerBound, fraction.last == 0 { fraction.removeLast() }
    while fraction.count < fractionDigits.lowerBound { fraction.append(0) }
  }

  /// The text without a sign.
  func text(_ style: NumberStyle) -> String {
    var text = ""
    let isGrouped = whole.count >= 3 + style.minimumGrouping
    for (index, digit) in whole.enumerated() {
      let rest = whole.count - index
      if isGrouped, index > 0, rest == 3 || (rest > 3 && (rest - 3) % style.groupSize == 0) { text += style.group }
      text.unicodeScalars.append(Unicode.Scalar(48 + digit))
    }
    if !fraction.isEmpty {
      text += style.decimal
      for digit in fraction { text.unicodeScalars.append(Unicode.Scalar(48 + digit)) }
    }
    return text
  }

  /// Whether the text is 1, without digits after a point.
  var isOne: Bool { whole == [1] && fraction.isEmpty }
}
