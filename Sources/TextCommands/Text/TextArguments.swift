public import ArgumentParser
public import Galley
import GalleyCommandLine
public import GalleyText

extension ParagraphStyle.Alignment: ExpressibleByArgument {}
extension ParagraphStyle.Direction: ExpressibleByArgument {}
extension TextContainer.Truncation: ExpressibleByArgument {}
extension TextAttachment.VerticalAlignment: ExpressibleByArgument {}
extension ParagraphStyle.Wrap: ExpressibleByArgument {}
extension ParagraphStyle.WordBreak: ExpressibleByArgument {}
extension ParagraphStyle.Strictness: ExpressibleByArgument {}
extension ParagraphStyle.Autospace: ExpressibleByArgument {}
extension VerticalForm: ExpressibleByArgument {}
extension TextRenderer.Side: ExpressibleByArgument {}

extension Color: ExpressibleByArgument {
  /// Parses hexadecimal notation.
  public init?(argument: String) { self.init(hex: argument) }
}

/// Finite numbers with commas.
struct NumbersArgument: ExpressibleByArgument {
  var numbers: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == parts.count else { return nil }
  }
}

/// A line below or through text: its weight, pattern, width and colour, in any order.
struct LineArgument: ExpressibleByArgument {
  static var form: String {
    "with commas, its weight (\(names(of: LineWeight.self))), pattern (\(names(of: LinePattern.self))), width and colour"
  }

  var line = TextDecoration()

  init?(argument: String) {
    for word in argument.split(separator: ",").map(String.init) {
      if let weight = LineWeight(rawValue: word) {
        line.weight = weight
      } else if let pattern = LinePattern(rawValue: word) {
        line.pattern = pattern
      } else if let color = Color(hex: word) {
        line.color = color
      } else if let width = Double(word) {
        line.width = width
      } else {
        return nil
      }
    }
  }
}

/// A line along outlines: its width, colour, and whether the letters are hollow.
struct StrokeArgument: ExpressibleByArgument {
  var stroke = TextStroke(width: 1)

  init?(argument: String) {
    for word in argument.split(separator: ",").map(String.init) {
      if word == "hollow" {
        stroke.keepsFill = false
      } else if let color = Color(hex: word) {
        stroke.color = color
      } else if let width = Double(word) {
        stroke.width = width
      } else {
        return nil
      }
    }
  }
}

/// A mark at each letter, its colour, and whether it is below.
struct EmphasisArgument: ExpressibleByArgument {
  var mark = EmphasisMark()

  /// The filled shapes by their names in CSS.
  ///
  /// - SeeAlso: CSS Text Decoration 3, `text-emphasis-style`.
  private static let shapes = [
    "dot": "•", "circle": "●", "double-circle": "◉", "triangle": "▲", "sesame": "﹅",
  ]

  init?(argument: String) {
    let words = argument.split(separator: ",").map(String.init)
    guard let first = words.first else { return nil }
    mark.mark = Self.shapes[first] ?? first
    // A word would stand above each letter.
    guard mark.mark.count == 1 else { return nil }
    for word in words.dropFirst() {
      if word == "below" {
        mark.position = .below
      } else if let color = Color(hex: word) {
        mark.color = color
      } else {
        return nil
      }
    }
  }
}

/// OpenType features with commas.
struct FeaturesArgument: ExpressibleByArgument {
  var features: [FontFeature]

  init?(argument: String) {
    let parts = argument.split(separator: ",")
    features = parts.compactMap { FontFeature(description: String($0)) }
    guard features.count == parts.count, !parts.isEmpty else { return nil }
  }
}

/// A shadow: its offset along x and y, its blur and its colour.
struct ShadowArgument: ExpressibleByArgument {
  var shadow: TextShadow

  init?(argument: String) {
    let words = argument.split(separator: ",").map(String.init)
    let numbers = words.prefix(3).compactMap(Double.init)
    guard words.count == 4, numbers.count == 3, let color = Color(hex: words[3]) else { return nil }
    shadow = TextShadow(
      color: color, offset: Point(x: numbers[0], y: numbers[1]), radius: numbers[2])
  }
}

/// A border: the width, colour, weight and pattern of its stroke, and its fill, radius and insets.
struct BorderArgument: ExpressibleByArgument {
  static var form: String {
    "with commas, the width, #RRGGBB, weight and pattern of its stroke, fill:#RRGGBB, radius:N and inset:N"
  }

  var border = TextBorder(strokeWidth: 0)

  init?(argument: String) {
    for word in argument.split(separator: ",").map(String.init) {
      guard take(word) else { return nil }
    }
  }

  private mutating func take(_ word: String) -> Bool {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      switch (parts[0], Color(hex: parts[1]), Double(parts[1])) {
      case ("fill", let color?, _): border.fillColor = color
      case ("radius", _, let radius?): border.cornerRadii = CornerRadii(all: radius)
      case ("inset", _, let inset?): border.insets = EdgeInsets(all: inset)
      default: return false
      }
    } else if let weight = LineWeight(rawValue: word) {
      border.lineWeight = weight
    } else if let pattern = LinePattern(rawValue: word) {
      border.linePattern = pattern
    } else if let color = Color(hex: word) {
      border.strokeColor = color
    } else if let width = Double(word) {
      border.strokeWidth = width
    } else {
      return false
    }
    return true
  }
}

/// A box in the place of a character: its width and height, and a colour or the name of an image.
struct AttachmentArgument: ExpressibleByArgument {
  var content: TextAttachment.Content
  var size: Size

  init?(argument: String) {
    let words = argument.split(separator: ",", maxSplits: 2).map(String.init)
    guard words.count >= 2, let width = Double(words[0]), let height = Double(words[1]) else {
      return nil
    }
    size = Size(width: width, height: height)
    guard words.count == 3 else {
      content = .blank
      return
    }
    content = Color(hex: words[2]).map { .color($0) } ?? .image(name: words[2])
  }
}

/// Tab stops: locations, each with an alignment after a colon.
struct TabStopsArgument: ExpressibleByArgument {
  var stops: [ParagraphStyle.TabStop] = []

  init?(argument: String) {
    for word in argument.split(separator: ",") {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      let alignment =
        parts.count == 2 ? ParagraphStyle.TabAlignment(rawValue: parts[1]) : .start
      guard let location = parts.first.flatMap(Double.init), let alignment else { return nil }
      stops.append(ParagraphStyle.TabStop(location, alignment: alignment))
    }
  }
}

/// A rectangle, an ellipse in a rectangle, or a polygon.
struct ShapeArgument: ExpressibleByArgument {
  var path: Path

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let numbers = NumbersArgument(argument: parts[1])?.numbers else {
      return nil
    }
    switch parts[0] {
    case "rect" where numbers.count == 4:
      path = .rect(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case "ellipse" where numbers.count == 4:
      path = .ellipse(in: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case "polygon" where numbers.count >= 6 && numbers.count % 2 == 0:
      path = .polygon(
        stride(from: 0, to: numbers.count, by: 2).map {
          Point(x: numbers[$0], y: numbers[$0 + 1])
        })
    default: return nil
    }
  }
}

/// Refuses a number of an option that is out of bounds.
///
/// - Throws: `ValidationError`, which says the bounds.
func check(_ number: Double, of option: String, in bounds: ClosedRange<Double>) throws {
  guard !bounds.contains(number) else { return }
  func shown(_ bound: Double) -> String {
    bound == bound.rounded() ? String(Int(bound)) : String(bound)
  }
  throw ValidationError("\(option) is \(shown(bounds.lowerBound)) to \(shown(bounds.upperBound))")
}
