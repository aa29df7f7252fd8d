/// How a locale writes numbers in digits 0-9 (CLDR 44, the data of ECMAScript's Intl.NumberFormat).
struct NumberStyle: Sendable {
  let decimal: String
  let group: String
  let minus: String
  /// The digits before the first separator of thousands: 2 if 1234 has none.
  let minimumGrouping: Int
  /// The digits of all groups but the last: 2 in India.
  let groupSize: Int

  private init(
    _ decimal: String, _ group: String, minus: String = "-", minimumGrouping: Int = 1, groupSize: Int = 3
  ) {
    self.decimal = decimal
    self.group = group
    self.minus = minus
    self.minimumGrouping = minimumGrouping
    self.groupSize = groupSize
  }

  /// The style of a language, or of a region if it differs; nil if it is not known.
  static func of(_ tag: LanguageTag) -> NumberStyle? {
    table[tag.text] ?? table[tag.language]
  }

  /// The languages whose numbers can be written, sorted.
  static var languages: [String] { table.keys.filter { !$0.contains("-") }.sorted() }

  private static let table: [String: NumberStyle] = styles.reduce(into: [:]) { table, entry in
    for tag in entry.tags.split(separator: " ") { table[String(tag)] = entry.style }
  }

  private static let styles: [(style: NumberStyle, tags: String)] = [
    (
      NumberStyle(".", ","),
      """
      en ja zh ko ms fil th sw ga cy mt kn mn es-BR es-BZ es-CU es-DO es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-SV \
      es-US kk-CN ta-MY ta-SG
      """
    ),
    (
      NumberStyle(",", "."),
      """
      de pt nl da is sr bs mk ro el tr az vi id ca gl lb en-AT en-BE en-DE en-DK en-ES en-ID en-IT en-NL en-PL en-RO \
      en-SI fr-LU fr-MA es-AR es-BO es-CL es-CO es-EC es-PY es-UY es-VE ms-BN ms-ID sw-CD
      """
    ),
    (NumberStyle(",", "\u{202F}"), "fr en-FR en-GE"),
    (NumberStyle(",", ".", minimumGrouping: 2), "es it"),
    (NumberStyle(",", "\u{A0}", minus: "\u{2212}"), "sv nb nn no fi lt"),
    (NumberStyle(",", "\u{A0}", minus: "\u{2212}", minimumGrouping: 2), "et"),
    (
      NumberStyle(",", "\u{A0}", minimumGrouping: 2),
      """
      lv pl bg hu be ka hy sq pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL ru-UA
      """
    ),
    (
      NumberStyle(",", "\u{A0}"),
      """
      cs sk ru uk kk af en-CZ en-EE en-FI en-HU en-LT en-LV en-NO en-PT en-SE en-SK en-UA en-ZA de-AT fr-CA es-CR pt-AO
      """
    ),
    (NumberStyle(",", ".", minus: "\u{2212}", minimumGrouping: 2), "sl"),
    (NumberStyle(",", ".", minus: "\u{2212}"), "hr eu"),
    (NumberStyle(".", ",", groupSize: 2), "hi ta te ml gu en-IN"),
    (NumberStyle(".", "'"), "en-CH de-CH de-LI"),
    (NumberStyle(".", "'", minimumGrouping: 2), "it-CH"),
  ]
}
