public import GalleyCells
import GalleyLayout
public import GalleyPrimitives
import GalleyRaster
public import GalleyText

/// An area of a cell that reacts to a touch.
public struct HitArea: Hashable, Sendable, Codable {
  /// The kind of area.
  public var kind: Kind
  /// The rectangles in layout units, y down, from the cell's top-left corner: one for each part of a line,
  /// or a single one.
  public var rects: [Rect]
  /// The kind of the part that has the area: the role of its element, or its name in the built-in card.
  public var part: CellPart.Kind?
  /// The gestures to which a highlight reacts; `tap` for other areas, since they have no data of their own.
  public var gestures: TouchGestures
  /// The address to which a link leads; `nil` for other areas.
  public var url: String?
  /// The words in place of a picture, such as its alternative text; `nil` for other areas.
  public var description: String?

  /// Makes an area of a kind.
  public init(
    _ kind: Kind, _ rects: [Rect], part: CellPart.Kind? = nil, gestures: TouchGestures = .tap,
    url: String? = nil, description: String? = nil
  ) {
    self.url = url
    self.description = description
    self.gestures = gestures
    self.kind = kind
    self.rects = rects
    self.part = part
  }

  /// The kind of an area.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A highlight of a text; a tap beside it hits it too, within a slop.
    case highlight
    /// An attachment, which takes the place of a character in a text.
    case attachment
    /// A truncation token, such as an ellipsis; a token with a highlight of its own is listed as a
    /// highlight too.
    case token
    /// A picture of the cell, or the initials in its place.
    case picture
    /// An element with a role, other than an image.
    case element
  }
}

extension CellLayout {
  /// The areas of the cell that react to a tap, part by part; of overlapping areas the last is on top.
  ///
  /// - Complexity: O(lines and runs of the texts).
  public var hitAreas: [HitArea] {
    var areas: [HitArea] = []
    for (index, part) in parts.enumerated() {
      guard part.ground == nil, let text = part.text else {
        if part.ground != nil || part.image != nil {
          areas.append(
            HitArea(
              .picture, [part.rect], part: part.kind, description: imageDescriptions[index]))
        } else if part.kind != .box {
          areas.append(HitArea(.element, [part.rect], part: part.kind))
        }
        continue
      }
      if !isCard, part.kind != .text {
        areas.append(HitArea(.element, [paddedRects[index] ?? part.rect], part: part.kind))
      }
      func append(
        _ kind: HitArea.Kind, _ rects: [Rect], _ gestures: TouchGestures = .tap, url: String? = nil
      ) {
        guard !rects.isEmpty else { return }
        let origin = part.textOrigin
        areas.append(
          HitArea(
            kind, rects.map { $0.offset(x: origin.x, y: origin.y) }, part: part.kind,
            gestures: gestures, url: url))
      }
      append(.token, text.tokenRects)
      for attachment in text.attachments { append(.attachment, [attachment.rect]) }
      for highlight in text.highlights {
        append(
          .highlight, highlight.rects, highlight.highlight.gestures,
          url: highlight.highlight.userInfo["url"])
      }
    }
    return areas
  }
}

extension TextLayout {
  /// The rectangles of the truncation token, one for each of its runs, in layout units from the
  /// container's top-left corner.
  fileprivate var tokenRects: [Rect] {
    guard let hidden = truncatedRange else { return [] }
    let (runs, glyphs) = (content.runs, content.glyphs)
    return lines.flatMap { line -> [Rect] in
      line.runs.clamped(to: runs.indices).compactMap { number -> Rect? in
        let run = runs[number]
        // Hidden text has no glyphs, so glyphs at its offsets belong to the token.
        var (pen, box): (Double, Rect?) = (0, nil)
        for glyph in glyphs[run.glyphs.clamped(to: glyphs.indices)] {
          if hidden.contains(Int(glyph.cluster)), glyph.advance.rawValue > 0 {
            let own = line.rect(of: glyph, in: run, pen: pen)
            box = box?.union(own) ?? own
          }
          pen += glyph.advance.length
        }
        return box
      }
    }
  }
}
