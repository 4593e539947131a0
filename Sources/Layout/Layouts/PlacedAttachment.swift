public import GalleyPrimitives
public import GalleyText

/// An attachment at its position in a layout.
public struct PlacedAttachment: Hashable, Sendable, Codable {
  /// The attachment.
  public var attachment: TextAttachment
  /// Its rectangle, in layout units from the container's top-left corner.
  public var rect: Rect
  /// The UTF-8 offset of its character.
  public var offset: Int
  /// Its line, as an index into ``TextLayout/lines``.
  public var line: Int

  package init(attachment: TextAttachment, rect: Rect, offset: Int, line: Int) {
    self.attachment = attachment
    self.rect = rect
    self.offset = offset
    self.line = line
  }
}
