import Galley
import GalleyFeed
import GalleyHandles
import GalleyLayout

/// The same rows' texts, set again at other widths: by Galley from shaped texts, and by PangoLayout.
struct RelayoutBench {
  private let typesetter: Typesetter
  private let pango: PangoRelayout
  private var shaped: [ShapedText] = []
  /// Each text's layout at the last width, which the next one takes the place of: of those whose glyphs
  /// nobody asks for, and of those with every glyph in its place.
  private var layouts: [TextLayout] = []
  private var placedLayouts: [TextLayout] = []
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
          language: LanguageTag.canonical(item.language))
      }
    }
  }

  /// The times a row and width that all texts took.
  struct Times {
    /// Of whole layouts, of which lines, ranges and sizes are read; glyphs are not asked for.
    var own = Duration.zero
    /// Of whole layouts with every glyph in its place, ready to be drawn.
    var placed = Duration.zero
    /// Of the sizes alone.
    var sizes = Duration.zero
    /// Of PangoLayout, which is asked for its size.
    var pango = Duration.zero
    var lines = 0
    var pangoLines = 0
  }

  /// Sets all texts at each of some widths, in all ways.
  mutating func run() throws -> Times {
    let widths = [331.0, 250, 300]
    var (lines, bytes, height) = (0, 0, 0.0)
    let own = try Self.setAll(shaped, &layouts, with: typesetter, at: widths) { layout in
      lines += layout.lines.count
      for line in layout.lines { bytes += line.range.count }
      height += layout.boundingSize.height + layout.boundingRect.height
    }
    let placed = try Self.setAll(shaped, &placedLayouts, with: typesetter, at: widths) {
      $0.placeGlyphs()
    }
    precondition(height > 0 || bytes == 0, "what is read must not be optimized away")
    var pangoLines = 0
    let sizes = try ThreadTime.measure {
      for width in widths {
        for text in shaped {
          _ = try typesetter.boundingSize(of: text, in: TextContainer(width: width))
        }
      }
    }
    let other = ThreadTime.measure {
      for width in widths { pangoLines += pango.relayout(width: width) }
    }
    let count = max(1, rowCount * widths.count)
    return Times(
      own: own / count, placed: placed / count, sizes: sizes / count, pango: other / count,
      lines: lines,
      pangoLines: pangoLines)
  }

  /// Sets all texts at each of some widths, keeps the layouts as one that shows them does, and has
  /// `body` read them.
  private static func setAll(
    _ shaped: [ShapedText], _ layouts: inout [TextLayout], with typesetter: Typesetter,
    at widths: [Double], reading body: (TextLayout) -> Void
  ) throws -> Duration {
    if layouts.isEmpty {
      layouts = try shaped.map { try typesetter.layout($0, in: TextContainer(width: 100)) }
    }
    return try ThreadTime.measure {
      for width in widths {
        for (index, text) in shaped.enumerated() {
          layouts[index] = try typesetter.layout(text, in: TextContainer(width: width))
          body(layouts[index])
        }
      }
    }
  }
}
