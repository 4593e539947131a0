import Galley
import GalleyCells
import GalleyFeedItems
import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPeers

/// The same texts, laid out by PangoLayout, which is the peer, and shaped by HarfBuzz alone, which
/// is the lower bound.
///
/// All texts are new.
struct LayoutPeers {
  private let pango: PangoRelayout
  private let floor: ShapingFloor
  private var texts: [(string: String, font: FontRequest, language: String, width: Double?)] = []
  private let rowCount: Int

  /// The texts of `items`; the column of titles and bodies is as wide as in theme `plain`.
  init(_ items: [FeedItem], options: RenderOptions) throws {
    let configuration = try FontLibrary(options.fonts).configuration
    pango = PangoRelayout(configuration: configuration)
    floor = ShapingFloor(configuration: configuration)
    rowCount = items.count
    let theme = options.template.theme
    let width = max(16, options.template.width - 44)
    for item in items {
      for (string, style, width) in [
        (item.title, theme.title, width), (item.body, theme.body, width),
        (item.author, theme.author, nil), (item.time, theme.time, nil),
      ] {
        guard let string, !string.isEmpty else { continue }
        let request = FontRequest(
          family: style.font.family, size: style.font.size, weight: style.font.weight,
          isItalic: style.font.isItalic)
        let language = LanguageTag.canonical(item.language)
        texts.append((string, request, language, width))
        for line in string.split(whereSeparator: \.isNewline) {
          floor.add(String(line), font: request, language: language)
        }
      }
    }
  }

  /// Lays out all texts with PangoLayout, and shapes all with HarfBuzz.
  func run() -> [StageResult] {
    var (lines, glyphs) = (0, 0)
    let pangoTime = ThreadTime.measure {
      for text in texts {
        lines += pango.layOut(
          text.string, font: text.font, language: text.language, width: text.width)
      }
    }
    let floorTime = ThreadTime.measure { glyphs = floor.shapeAll() }
    return [
      ("layout Pango", pangoTime, "lines", lines), ("layout HarfBuzz", floorTime, "glyphs", glyphs),
    ]
    .map { name, time, counter, count in
      StageResult(
        stage: name, unit: "µs/row", samples: [time / .microseconds(1) / Double(rowCount)],
        counters: [.init("rows", rowCount), .init(counter, count)])
    }
  }
}
