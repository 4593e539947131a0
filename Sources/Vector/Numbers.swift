/// Appends numbers and words in the syntax of documents.
extension [UInt8] {
  /// Appends the bytes of a text.
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number with at most `digits` decimals; one that is not finite or huge counts as 0.
  mutating func append(number: Double, digits: Int = 3) {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (number * factor).rounded()
    guard abs(scaled) < 1e15 else { return append(UInt8(ascii: "0")) }
    let whole = Int(scaled)
    if whole < 0 { append(UInt8(ascii: "-")) }
    let (units, rest) = whole.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
    append(String(units))
    guard rest > 0 else { return }
    var decimals = String(rest)
    decimals = String(repeating: "0", count: digits - decimals.count) + decimals
    while decimals.last == "0" { decimals.removeLast() }
    append(UInt8(ascii: "."))
    append(decimals)
  }

  /// Appends numbers, each with a space before it.
  mutating func append(_ numbers: Double..., digits: Int = 3) {
    for number in numbers {
      append(UInt8(ascii: " "))
      append(number: number, digits: digits)
    }
  }

  /// Appends hexadecimal digits of a number, `count` of them.
  mutating func append(hex number: UInt32, count: Int) {
    for place in (0..<count).reversed() {
      let digit = UInt8(number >> (4 * UInt32(place)) & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Appends a text as hexadecimal UTF-16, as PDF has it, with or without a byte order mark.
  mutating func append(utf16 text: String, hasMark: Bool) {
    append(UInt8(ascii: "<"))
    if hasMark { append("FEFF") }
    for unit in text.utf16 { append(hex: UInt32(unit), count: 4) }
    append(UInt8(ascii: ">"))
  }
}
