import Galley
import GalleyFeedItems
import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyLayout
import GalleyParagraphs
import GalleyPeers
import GalleyTypesetting

/// The same texts laid out again at other widths: by Galley from shaped texts, and by PangoLayout.
struct RelayoutBench {
  private let typesetter: Typesetter
  private let pango: PangoRelayout
  private var shaped: [ShapedText] = []
  /// The layout of each text at the last width, which the next one replaces.
  ///
  /// First the layouts whose glyphs are not read, then those with placed glyphs.
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

  /// The times of all texts, for each row and width.
  struct Times {
    /// Of whole layouts whose lines, ranges and sizes are read, and whose glyphs are not.
    var own = Duration.zero
    /// Of whole layouts with all glyphs placed, ready to be drawn.
    var placed = Duration.zero
    /// Of the sizes alone.
    var sizes = Duration.zero
    /// Of PangoLayout, whose size is read.
    var pango = Duration.zero
    var lines = 0
    var pangoLines = 0
  }

  /// Lays out all texts at several widths, by each method.
  mutating func run() throws -> Times {
    let widths = [331.0, 250, 300]
    var (lines, bytes, height) = (0, 0, 0.0)
    let own = try Self.layOutAll(shaped, &layouts, with: typesetter, at: widths) { layout in
      lines += layout.lines.count
      for line in layout.lines { bytes += line.range.count }
      height += layout.boundingSize.height + layout.boundingRect.height
    }
    let placed = try Self.layOutAll(shaped, &placedLayouts, with: typesetter, at: widths) {
      $0.placeGlyphs()
    }
    // A use of the results: without one the optimizer removes the work.
    precondition(height > 0 || bytes == 0, "no height")
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

  /// Lays out all texts at several widths, keeps the layouts as a view would, and lets `body` read
  /// them.
  private static func layOutAll(
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
