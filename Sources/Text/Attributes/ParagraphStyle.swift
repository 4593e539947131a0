/// The style of paragraphs, in layout units.
public struct ParagraphStyle: Hashable, Sendable, Codable {
  /// The alignment of lines in the container.
  public var alignment: Alignment
  /// The reading direction of paragraphs; if `nil`, the first strong character of each decides.
  public var direction: Direction?
  /// The factor, 0…100, for the height of each stretch of a line; 0 leaves the height unchanged.
  ///
  /// As in CSS, half of the difference is added above and half below.
  public var lineHeightMultiple = 0.0
  /// The height of every line, 0…16,384; 0 for none.
  ///
  /// Neither emoji nor another script changes this height or moves the baseline, which is that of
  /// the first font. It takes precedence over ``lineHeightMultiple``.
  public var fixedLineHeight = 0.0
  /// The least height of a line, 0…16,384; 0 for none.
  ///
  /// Half of the difference is added above and half below.
  public var minimumLineHeight = 0.0
  /// The greatest height of a line, 0…16,384; 0 for none.
  ///
  /// Half of the difference is taken away above and half below; letters may then reach into other lines.
  public var maximumLineHeight = 0.0
  /// The space between two lines of the text, −16,384…16,384.
  public var lineSpacing = 0.0
  /// The space above a paragraph that is not the first, 0…16,384.
  public var paragraphSpacingBefore = 0.0
  /// The space below a paragraph that is not the last, 0…16,384.
  public var paragraphSpacing = 0.0
  /// The indent of the first line at the start side, 0…16,384.
  public var firstLineHeadIndent = 0.0
  /// The indent of the other lines at the start side, 0…16,384.
  public var headIndent = 0.0
  /// The end of lines, −16,384…16,384: a positive number is a distance from the start side, any
  /// other a distance from the end side, as in NSParagraphStyle.
  public var tailIndent = 0.0
  /// The tab stops in the order of their locations, measured from the start side: the left, or the
  /// right in right-to-left paragraphs.
  public var tabStops: [TabStop] = []
  /// The interval of the stops after ``tabStops``, 0…16,384; 0 stands for the width of eight
  /// spaces.
  public var defaultTabInterval = 0.0
  /// The way in which the lines of a paragraph share its words.
  public var wrap = Wrap.normal
  /// The places within words at which lines may end.
  public var wordBreak = WordBreak.normal
  /// The strictness of the rules for the first character of a Japanese or Chinese line: *kinsoku*.
  public var strictness = Strictness.automatic
  /// The space between Han, kana or Hangul and the letters of other scripts.
  public var autospace = Autospace.none
  /// Whether a bracket or quotation mark at the start of a paragraph stands before the edge of its first line.
  ///
  /// Such characters, and those below, take no part of a line's width; they are drawn outside of it.
  ///
  /// - SeeAlso: CSS Text 3, `hanging-punctuation: first`.
  public var hangsOpening = false
  /// Whether a bracket or quotation mark at the end of a paragraph stands behind the edge of its last line.
  ///
  /// - SeeAlso: CSS Text 3, `hanging-punctuation: last`.
  public var hangsClosing = false
  /// Whether a comma or full stop at the end of a line stands behind its edge, if the line is too long otherwise.
  ///
  /// - SeeAlso: CSS Text 3, `hanging-punctuation: allow-end`.
  public var hangsStops = false
  /// The longest *kashida* of a word in a justified line, in ems, 0…16; 0 for none.
  ///
  /// Words of Arabic and Syriac are lengthened by tatweels between two joined letters, one place a word, before spaces
  /// are widened: after `seen` and `sad`, else before a final `dal`, `heh` or `teh marbuta`, and so on as Uniscribe
  /// ranks them. Ligatures and the end of Allah stay whole. The rest is shorter than a tatweel: spaces widen by it,
  /// or the tatweels of a line of one word overlap. The text itself does not change: offsets, copies and searches are
  /// the same.
  ///
  /// - SeeAlso: Microsoft's `SCRIPT_JUSTIFY`.
  public var kashida = 0.0

  /// Makes a style with an alignment and a direction.
  public init(alignment: Alignment = .start, direction: Direction? = nil) {
    self.alignment = alignment
    self.direction = direction
  }

  /// The alignment of lines between the container's sides.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the start side, where reading begins.
    case start
    /// At the end side, where reading ends.
    case end
    /// Centred.
    case center
    /// At both sides, with kashidas, wider spaces, and space around Han and kana; the last line of a paragraph is at the
    /// start side, and a line of one word without a kashida too.
    case justify
    /// At the left side in both reading directions; at the top of vertical lines.
    case left
    /// At the right side in both reading directions; at the bottom of vertical lines.
    case right
  }

  /// The way in which the lines of a paragraph share its words, if their width is limited.
  public enum Wrap: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each line takes as many words as fit.
    case normal
    /// As many lines as in ``normal``, but of nearly the same length, as suits titles. Paragraphs of more than six
    /// lines, and those beside paths, are wrapped as in ``normal``.
    case balance
    /// As in ``normal``, but the last line is no single short word.
    case pretty
  }

  /// The places within words at which lines may end.
  public enum WordBreak: String, Hashable, Sendable, Codable, CaseIterable {
    /// Between ideographs, kana and Hangul syllables.
    case normal
    /// Only between words, as in Korean; a word that is longer than its line is broken nevertheless.
    case keepAll
  }

  /// The strictness of line breaks beside small kana and similar characters.
  ///
  /// Hyphens, centred marks, prefixes and suffixes depend on it beside Han and kana, and beside all letters in
  /// Chinese and Japanese.
  ///
  /// - SeeAlso: CSS Text 3, `line-break`.
  public enum Strictness: String, Hashable, Sendable, Codable, CaseIterable {
    /// As in browsers: a line may begin with small kana and the sound mark ー.
    case automatic
    /// As in ``normal``; also, a line may begin with a hyphen (‐ –), an iteration mark (々), a centred mark
    /// (・ ！ ？) or a suffix (％ ℃), end with a prefix (￥ №), and be broken within a row of leaders (……).
    case loose
    /// A line may begin with small kana, the sound mark ー, and the dashes 〜 ゠.
    case normal
    /// No line begins with any of these.
    case strict
  }

  /// The space between Han, kana or Hangul and the letters of other scripts.
  public enum Autospace: String, Hashable, Sendable, Codable, CaseIterable {
    /// No space.
    case none
    /// An eighth of the font's size between Han, kana or Hangul and letters or digits of other scripts, as in
    /// Chromium; not at the ends of lines, and not where the text has a space.
    ///
    /// - SeeAlso: CSS Text 4, `text-autospace: normal`.
    case normal
  }

  /// The reading direction of a paragraph.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Left to right, as in Latin.
    case leftToRight
    /// Right to left, as in Arabic and Hebrew.
    case rightToLeft
  }

  /// A tab stop.
  public struct TabStop: Hashable, Sendable, Codable {
    /// The distance from the start side, without the container's insets, 0…16,384.
    public var location: Double
    /// The alignment of text at the stop.
    public var alignment: TabAlignment

    /// Makes a stop at a location.
    public init(_ location: Double, alignment: TabAlignment = .start) {
      self.location = location
      self.alignment = alignment
    }
  }

  /// The part of the text between two tabs that is aligned to the stop.
  public enum TabAlignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its start.
    case start
    /// Its end.
    case end
    /// Its middle.
    case center
    /// The end of the whole part of its first number, before the full stop, the comma or the Arabic separator of
    /// decimals; its first full stop if it has no number, or else its end.
    ///
    /// A comma between one to three digits and three others, and a sign that comes again, divide groups of digits.
    case decimal
  }
}

extension ParagraphStyle {
  /// Decodes a style; a member that is absent, as in texts of earlier versions, has its value in a new style.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func decode<Value: Decodable>(_ key: CodingKeys, to value: inout Value) throws {
      value = try values.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init(direction: try values.decodeIfPresent(Direction.self, forKey: .direction))
    try decode(.alignment, to: &alignment)
    try decode(.lineHeightMultiple, to: &lineHeightMultiple)
    try decode(.fixedLineHeight, to: &fixedLineHeight)
    try decode(.minimumLineHeight, to: &minimumLineHeight)
    try decode(.maximumLineHeight, to: &maximumLineHeight)
    try decode(.lineSpacing, to: &lineSpacing)
    try decode(.paragraphSpacingBefore, to: &paragraphSpacingBefore)
    try decode(.paragraphSpacing, to: &paragraphSpacing)
    try decode(.firstLineHeadIndent, to: &firstLineHeadIndent)
    try decode(.headIndent, to: &headIndent)
    try decode(.tailIndent, to: &tailIndent)
    try decode(.tabStops, to: &tabStops)
    try decode(.defaultTabInterval, to: &defaultTabInterval)
    try decode(.wrap, to: &wrap)
    try decode(.wordBreak, to: &wordBreak)
    try decode(.strictness, to: &strictness)
    try decode(.autospace, to: &autospace)
    try decode(.hangsOpening, to: &hangsOpening)
    try decode(.hangsClosing, to: &hangsClosing)
    try decode(.hangsStops, to: &hangsStops)
    try decode(.kashida, to: &kashida)
  }
}
