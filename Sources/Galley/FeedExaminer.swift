import GalleyCellRendering
import GalleyCells
public import GalleyFeed
import GalleyImages
import GalleyLayout

/// Examines feeds: lays out each row as a ``FeedRenderer`` does, decodes each image, draws nothing, and lists missing
/// glyphs, missing and damaged images, and dates.
public struct FeedExaminer: Sendable {
  /// The settings; those of pictures have no effect.
  public let options: RenderOptions
  private let shop: CellShop

  /// Makes an examiner with `options`.
  ///
  /// - Throws: ``/GalleyCellRendering/RenderError`` where an option is out of bounds, ``/GalleyFonts/FontError``
  ///   where there are no fonts, ``/GalleyImages/ImageError`` where the assets folder cannot be opened.
  public init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options)
  }

  /// Examines `feed` on the caller's thread.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - onWarning: Called with the index and each warning of a row, in order.
  ///   - onFailure: Called with each element that is no item, or cannot be laid out.
  /// - Returns: The counts of all rows, and the characters without a glyph.
  /// - Throws: ``/GalleyFeedItems/FeedError``, an error of `onWarning` or `onFailure`.
  /// - Complexity: O(feed + images); memory for each character without a glyph, and for each language.
  public func examine(
    _ feed: FeedInput, onWarning: (Int, RowWarning) throws -> Void = { _, _ in },
    onFailure: (RowFailure) throws -> Void = { _ in }
  ) throws -> FeedExamination {
    let reader = try feed.reader(format: options.format, limits: options.limits)
    let renderer = try shop.makeRenderer()
    let rows = options.rows ?? 0..<Int.max
    var missing: [Unicode.Scalar: FeedExamination.MissingCharacter] = [:]
    var images = ExaminedImages(shop.source.assets)
    var examination = FeedExamination()
    while reader.elementCount < rows.upperBound, let element = try reader.next() {
      guard reader.elementCount > rows.lowerBound else { continue }
      let measured: Result<MeasuredRow, RowFailure> =
        switch element {
        case .bad(let error): .failure(RowFailure(error))
        case .item(let item): attempt(item) { try renderer.measure(item) }
        }
      switch measured {
      case .failure(let failure):
        examination.failureCount += 1
        try onFailure(failure)
      case .success(let row):
        examination.count(row)
        for text in row.layout.parts.lazy.compactMap(\.text) where text.missingGlyphCount > 0 {
          for glyph in text.glyphs {
            guard let character = glyph.missingCharacter else { continue }
            missing[character, default: FeedExamination.MissingCharacter(character)].add(
              row.item.index)
          }
        }
        let pictures = images.warnings(of: row.item, besides: row.warnings)
        for warning in row.warnings + pictures {
          examination.warningCounts[warning.kind, default: 0] += 1
          try onWarning(row.item.index, warning)
        }
      }
    }
    examination.format = reader.format
    let packages = FontPackages(shop.library)
    examination.missingCharacters = missing.values
      .sorted { $0.character.value < $1.character.value }
      .map { packages.named($0) }
    return examination
  }
}

extension FeedExamination.MissingCharacter {
  fileprivate init(_ character: Unicode.Scalar) {
    self.character = character
    (count, rows, lastRow, package) = (0, FeedExamination.NamedRows(), -1, nil)
  }

  fileprivate mutating func add(_ row: Int) {
    count += 1
    rows.add(row, isKnown: row == lastRow)
    lastRow = row
  }
}

extension FeedExamination {
  /// Counts the row's item: its images, its language and its Han characters.
  fileprivate mutating func count(_ row: MeasuredRow) {
    let item = row.item
    rowCount += 1
    for name in [item.avatar] + item.pictures.map(\.url) + item.inlineImages.map(\.name) {
      guard let name, !name.isEmpty else { continue }
      imageCount += 1
      if name.hasPrefix("http://") || name.hasPrefix("https://") { addressCount += 1 }
    }
    let language = row.language?.tag ?? ""
    // Hostile feeds have a language for each row.
    if languages[language] != nil || languages.count < Self.maximumLanguages {
      languages[language, default: 0] += 1
    }
    guard language.isEmpty else { return }
    let texts = [item.title, item.body, item.author]
    if texts.contains(where: {
      $0?.unicodeScalars.contains(where: \.properties.isIdeographic) ?? false
    }) {
      rowsWithoutHanLanguage.add(item.index)
    }
  }

  private static let maximumLanguages = 256
}
