import GalleyHandles
import GalleyPrimitives

/// Finds the places behind tabs that decimal tab stops align: the ends of the whole parts of numbers.
struct DecimalPoints {
  /// The paragraph.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offsets of its scalars, and of its end.
  let offsets: [Int32]

  /// The scalars before which the whole part of the first number behind each tab ends; for text without a number, its
  /// first full stop.
  ///
  /// - Complexity: O(text).
  func places() -> Set<Int> {
    var places: Set<Int> = []
    let count = offsets.count - 1
    for tab in 0..<count where byte(tab) == UInt8(ascii: "\t") {
      let rest = tab + 1..<count
      let end = rest.first { byte($0) == UInt8(ascii: "\t") || character($0) == 0x2028 } ?? count
      if let place = place(in: tab + 1..<end) { places.insert(place) }
    }
    return places
  }

  private func byte(_ scalar: Int) -> UInt8 { bytes[Int(offsets[scalar])] }

  /// The place that is aligned of the text behind a tab; `nil` for its end.
  private func place(in text: Range<Int>) -> Int? {
    guard let first = text.first(where: { beginsNumber(at: $0, in: text) }) else {
      return text.first { byte($0) == UInt8(ascii: ".") }
    }
    var (dots, commas): ([Int], [Int]) = ([], [])
    var end = first
    number: while end < text.upperBound {
      let next = character(end)
      switch next {
      case _ where isDigit(next): break
      case _ where end + 1 >= text.upperBound || !isDigit(character(end + 1)): break number
      case 0x2E: dots.append(end)
      case 0x2C: commas.append(end)
      // The Arabic decimal separator.
      case 0x66B: return end
      // Apostrophes, blanks and the Arabic sign divide groups of digits.
      case 0x27, 0x2019, 0xA0, 0x202F, 0x66C: break
      default: break number
      }
      end += 1
    }
    switch (dots.last, commas.last) {
    case (let dot?, let comma?): return max(dot, comma)
    case (let dot?, nil): return dots.count == 1 ? dot : end
    case (nil, let comma?):
      let isGroup =
        end - comma == 4 && (1...3).contains(comma - first) && character(first) != 0x30
      return commas.count == 1 && !isGroup ? comma : end
    case (nil, nil): return end
    }
  }

  private func beginsNumber(at scalar: Int, in text: Range<Int>) -> Bool {
    let first = character(scalar)
    if isDigit(first) { return true }
    guard first == 0x2E || first == 0x2C || first == 0x66B, scalar + 1 < text.upperBound else {
      return false
    }
    return isDigit(character(scalar + 1))
  }

  private func isDigit(_ character: UInt32) -> Bool {
    if character < 0x80 { return (0x30...0x39).contains(character) }
    return UnicodeProperties.category(of: character) == .decimalNumber
  }

  private func character(_ scalar: Int) -> UInt32 { bytes.scalar(at: Int(offsets[scalar])) }
}
