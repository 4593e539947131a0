import Galley
import GalleyFeed
import GalleyHandles
import GalleyLayout

/// The same rows' texts, set again at other widths: by Galley from shaped texts, and by PangoLayout.
struct RelayoutBench {
  private let typesetter: Typesetter
  private let pango: PangoRelayout
  private var shaped: [ShapedText] = []
  private let rowCount: Int

  /// Shapes the texts of `items`.
  init(_ items: [FeedItem], options: RenderOptions) throws {
    let library = try FontLibrary(options.fonts)
    typesetter = Typesetter(library)
    pango = PangoRelayout(configuration: library.configuration)
    rowCount = items.count
    let theme = options.template.theme
    for item in items {
      for (string, style) in [(item.title, theme.title), (item.body, theme.body)] {
        guard let string, !string.isEmpty else { continue }
        let font = style.font
        let text = AttributedText(
          string, attributes: TextAttributes(font: font, language: item.language))
        shaped.append(try typesetter.shape(text))
        pango.add(
          text.string,
          font: FontRequest(
            family: font.family, size: font.size, weight: font.weight, isItalic: font.isItalic),
          language: item.language ?? "en")
      }
    }
  }

  /// Sets all texts at each of some widths, on both sides; the times a row and width, and the lines.
  func run() throws -> (own: Duration, pango: Duration, lines: Int, pangoLines: Int) {
    var lines = 0
    var pangoLines = 0
    let widths = [331.0, 250, 300]
    let own = try ThreadTime.measure {
      for width in widths {
        for text in shaped {
          lines += try typesetter.layout(text, in: TextContainer(width: width)).lines.count
        }
      }
    }
    let other = ThreadTime.measure {
      for width in widths { pangoLines += pango.relayout(width: width) }
    }
    let count = max(1, rowCount * widths.count)
    return (own / count, other / count, lines, pangoLines)
  }
}
