extension UInt32 {
  /// Whether the letters of a script, by its tag of ISO 15924, join into words: those of CSS Text.
  ///
  /// Browsers leave letter spacing out of these scripts, because it would tear their words.
  ///
  /// - SeeAlso: CSS Text 4, *Cursive Scripts*.
  var isCursiveScript: Bool {
    switch self {
    // Arab, Rohg, Mand, Mong, Nkoo, Phag, Syrc.
    case 0x4172_6162, 0x526F_6867, 0x4D61_6E64, 0x4D6F_6E67, 0x4E6B_6F6F, 0x5068_6167, 0x5379_7263:
      true
    default: false
    }
  }
}
