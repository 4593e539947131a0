public import GalleyCells
import GalleyLayout
public import GalleyPrimitives
import GalleyRaster

/// Something of a cell that may be tapped.
public struct HitArea: Hashable, Sendable, Codable {
  /// What it is.
  public var kind: Kind
  /// Where it stands, in layout units, y down, from the cell's top-left corner: a rectangle for each
  /// stretch of a line, or one.
  public var rects: [Rect]

  /// An area of a kind.
  public init(_ kind: Kind, _ rects: [Rect]) {
    self.kind = kind
    self.rects = rects
  }

  /// What may be tapped.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A highlight of a text; a finger also hits it from beside, by a slop.
    case highlight
    /// What stands in a text in the place of a character.
    case attachment
    /// What stands where a text was truncated, such as an ellipsis; with a highlight of its own it is
    /// one too.
    case token
    /// A picture of the cell, or the initials in its place.
    case picture
  }
}

extension CellLayout {
  /// What of the cell may be tapped, part by part; where areas overlap, the last one lies on top.
  ///
  /// - Complexity: O(lines and runs of the texts).
  public var hitAreas: [HitArea] {
    var areas: [HitArea] = []
    for part in parts {
      guard part.ground == nil, let text = part.text else {
        areas.append(HitArea(.picture, [part.rect]))
        continue
      }
      func append(_ kind: HitArea.Kind, _ rects: [Rect]) {
        guard !rects.isEmpty else { return }
        let origin = part.textOrigin
        areas.append(HitArea(kind, rects.map { $0.offset(x: origin.x, y: origin.y) }))
      }
      append(.token, text.tokenRects)
      for attachment in text.attachments { append(.attachment, [attachment.rect]) }
      for highlight in text.highlights { append(.highlight, highlight.rects) }
    }
    return areas
  }
}

extension TextLayout {
  /// Where what stands for truncated text is, in layout units from the container's top-left corner: a
  /// rectangle for each of its runs.
  fileprivate var tokenRects: [Rect] {
    guard let hidden = truncatedRange else { return [] }
    let (runs, glyphs) = (content.runs, content.glyphs)
    return lines.flatMap { line -> [Rect] in
      line.runs.clamped(to: runs.indices).compactMap { number -> Rect? in
        let run = runs[number]
        // Text that is not shown has no glyphs: those at its offsets are what stands for it.
        let boxes = glyphs[run.glyphs.clamped(to: glyphs.indices)]
          .filter { hidden.contains(Int($0.cluster)) && $0.advance.rawValue > 0 }
          .map { line.rect(of: $0, in: run) }
        return boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
      }
    }
  }
}
