import Foundation
import Galley

/// The row that the manual's page *One row* follows: Latin, Arabic and an emoji.
public let row = #"{"id": 7, "body": "Tea, شاي 🫖\ud800", "author": "Ada Lovelace", "lang": "en"}"#

/// What that row is after each stage, a line for each thing.
public func oneRow() async throws -> [String] {
  var lines: [String] = []
  let reader = FeedReader(bytes: Array(row.utf8))
  guard case .item(let item)? = try reader.next(), let body = item.body else { return [] }
  lines += tellOfFeed(item, format: reader.format)

  let theme = Theme.light
  let text = AttributedText(
    body, attributes: TextAttributes(font: theme.body.font, language: item.language))
  lines += tellOfText(text)

  let typesetter = Typesetter(try FontLibrary())
  lines += tellOfLayout(try typesetter.layout(text, in: TextContainer(width: 64)))

  let content = CardContent(body: item.body, author: item.author, language: item.language)
  let template = CellTemplate(theme: theme, width: 128, scale: 2)
  lines += tellOfCell(try template.layout(content, with: typesetter))
  lines += try await tellOfPicture(template)
  return lines
}

private func tellOfFeed(_ item: FeedItem, format: FeedFormat?) -> [String] {
  [
    "feed: format \(format?.rawValue ?? "unknown"), item \(item.index) at byte \(item.byteOffset)",
    "feed: id \(quoted(item.id)), author \(quoted(item.author)), language \(quoted(item.language))",
    "feed: body \(quoted(item.body)), \(item.body?.utf8.count ?? 0) bytes, \(item.repairCount) repair",
  ]
}

private func tellOfText(_ text: AttributedText) -> [String] {
  text.runs.map { run in
    let font = run.attributes.font
    return """
      text: bytes \(run.range) in \(font.family) \(number(font.size)), weight \(font.weight), \
      language \(quoted(run.attributes.language))
      """
  }
}

private func tellOfLayout(_ layout: TextLayout) -> [String] {
  let content = layout.content
  var lines: [String] = []
  for (index, line) in layout.lines.enumerated() {
    lines.append(
      """
      layout: line \(index), bytes \(line.range), baseline \(number(line.origin.y)), ascent \
      \(number(line.ascent)), descent \(number(line.descent)), advance \(number(line.advance))
      """)
    for run in content.runs[line.runs] {
      lines.append(
        """
        layout:   \(content.fonts[run.font].name), level \(run.level), bytes \(run.range), \
        \(run.glyphs.count) glyphs at x \(number(run.origin.x))
        """)
    }
  }
  lines.append("layout: bounding rect \(describe(layout.boundingRect))")
  let size = layout.boundingSize
  lines.append("layout: bounding size \(number(size.width)) × \(number(size.height))")
  return lines
}

private func tellOfCell(_ cell: CellLayout) -> [String] {
  let parts = cell.parts.map { part in
    "cells: \(part.kind.rawValue) \(describe(part.rect))"
      + (part.text?.isTruncated == true ? ", truncated" : "")
  }
  return [
    """
    cells: \(number(cell.size.width)) × \(number(cell.size.height)) layout units, \
    \(cell.pixelSize.width) × \(cell.pixelSize.height) pixels
    """,
    "cells: card \(describe(cell.card))",
  ] + parts
}

private func tellOfPicture(_ template: CellTemplate) async throws -> [String] {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var lines: [String] = []
  for mode in RenderMode.allCases {
    let path = folder.appendingPathComponent("\(mode).png").path
    let renderer = try FeedRenderer(RenderOptions(template: template, mode: mode))
    let summary = try await renderer.render(.bytes(Array(row.utf8)), to: .tall(path: path))
    lines.append(
      "png: \(mode), \(summary.pixelCount) pixels, \(summary.byteCount) bytes of file")
  }
  return lines
}

private func describe(_ rect: Rect) -> String {
  "at (\(number(rect.minX)), \(number(rect.minY))), \(number(rect.width)) × \(number(rect.height))"
}

/// A number with at most three decimals, and none that are 0.
private func number(_ value: Double) -> String {
  let thousandths = Int((value * 1000).rounded())
  let (whole, rest) = abs(thousandths).quotientAndRemainder(dividingBy: 1000)
  var digits = String(format: "%03d", rest)
  while digits.hasSuffix("0") { digits.removeLast() }
  return (thousandths < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
}

private func quoted(_ text: String?) -> String { text.map { "`\($0)`" } ?? "none" }
