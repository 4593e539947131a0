import Foundation
import Galley
import GalleyText

/// A text that shows an attribute, and of which the documentation has a picture.
struct AttributeSample: Sendable, CustomStringConvertible {
  /// The picture's name, without its extension.
  var name: String
  var make: @Sendable (inout SampleWriter) throws -> Void

  var description: String { name }

  var text: AttributedText {
    get throws {
      var writer = SampleWriter()
      try make(&writer)
      return writer.text
    }
  }
}

/// Writes a sample's text piece by piece.
struct SampleWriter {
  static let ink = Color(rgb: 0x1C_24_33)
  static let blue = Color(rgb: 0x1D_6F_E0)
  static let red = Color(rgb: 0xD6_3A_2F)
  static let green = Color(rgb: 0x1E_8E_5A)
  static let plain = TextAttributes(font: Font(size: 17), color: ink)

  private var builder = AttributedTextBuilder()

  /// The style of the sample's paragraphs.
  var paragraphStyle: ParagraphStyle {
    get { builder.paragraphStyle }
    set { builder.paragraphStyle = newValue }
  }

  var text: AttributedText { builder.text(emptyAttributes: Self.plain) }

  /// Adds `string`, changed from plain text by `change`.
  mutating func write(_ string: String, _ change: (inout TextAttributes) -> Void = { _ in }) {
    var attributes = Self.plain
    change(&attributes)
    // A separate text, so that its clusters do not join those of the next one.
    builder.append(AttributedText(string, attributes: attributes))
  }

  mutating func append(_ text: AttributedText) { builder.append(text) }
}
