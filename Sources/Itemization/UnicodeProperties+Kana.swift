import GalleyHandles

extension UnicodeProperties {
  /// Whether a character is a small kana or the sound mark: Line_Break=CJ.
  package static func isSmallKana(_ character: UInt32) -> Bool {
    switch character {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
      0x30F5, 0x30F6, 0x30FC, 0x31F0...0x31FF, 0xFF67...0xFF70:
      true
    default: false
    }
  }

  /// Whether a character repeats the one before it, as 々 does.
  package static func isIterationMark(_ character: UInt32) -> Bool {
    switch character {
    case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: true
    default: false
    }
  }
}
