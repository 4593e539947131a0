import GalleyHandles

/// The end of a line.
extension ShapedParagraph {
  /// The end of the line that starts at scalar `start` and is at most `width` Pango units long.
  ///
  /// `nil` is no limit. The bytes of the paragraph are `text`.
  ///
  /// A ``LineBreaker`` can find every line's end. The search in the paragraph's break opportunities finds
  /// the same ends faster, if no word has to be broken and shaping does not decide: it reads a few pens
  /// instead of each scalar of the line. With a table, a whole layout at a new width is 44 to 48 times as
  /// fast as PangoLayout's on the bench feed, beside 29 to 34 before. `LinePathTests` compares both.
  ///
  /// - Complexity: O(breaks on the line), or O(log scalars + last word) without a table; if a breaker is
  ///   needed, O(line).
  package func lineEnd(
    from start: Int, width: Int?, of text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment,
    steps: inout LayoutSteps
  ) -> Int {
    guard let width, start < scalarCount else { return scalarCount }
    if let end = searchedLineEnd(from: start, width: width, steps: &steps) { return end }
    var breaker = LineBreaker(self, text: text, fonts: fonts)
    defer { steps.add(breaker.steps) }
    return breaker.lineEnd(from: start, width: width)
  }

  /// The end of a line that breaks no word; `nil` if not even the first word fits.
  ///
  /// - Complexity: That of ``lineEnd(from:width:of:fonts:steps:)``.
  package func wordEnd(
    from start: Int, width: Int, of text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment,
    steps: inout LayoutSteps
  ) -> Int? {
    guard start < scalarCount else { return scalarCount }
    if let end = searchedLineEnd(from: start, width: width, steps: &steps) { return end }
    var breaker = LineBreaker(self, text: text, fonts: fonts)
    defer { steps.add(breaker.steps) }
    return breaker.wordEnd(from: start, width: width)
  }

  private func searchedLineEnd(from start: Int, width: Int, steps: inout LayoutSteps) -> Int? {
    guard let number = opportunityNumber(ofScalar: start),
      let end = lineEnd(fromOpportunity: number, width: width, steps: &steps)
    else { return nil }
    return Int(opportunity(end).scalar)
  }
}

/// Break opportunities have numbers: their indices in the table, or without a table their scalars.
extension ShapedParagraph {
  /// A table of all break opportunities, for a paragraph that is laid out repeatedly: the data of all scalars
  /// takes ten times as much memory, and repeated layout is limited by memory.
  ///
  /// - Complexity: O(scalars).
  static func opportunities(
    pens: [Int], flags: [BreakFlags], offsets: [Int32]
  ) -> [BreakOpportunity] {
    let last = flags.count - 1
    guard last > 0 else { return [.start, .start] }
    return withBuffers(pens, flags, offsets) { pens, flags, offsets in
      var breaks = 0
      for flag in flags { breaks &+= Int(flag.rawValue & BreakFlags.line.rawValue) }
      // The start and the end are in the table too.
      return [BreakOpportunity](unsafeUninitializedCapacity: breaks + 2) { table, count in
        table[0] = .start
        count = 1
        var before = (scalar: 0, hangingStart: 0)
        for scalar in 1...last where scalar == last || flags[scalar].contains(.line) {
          var start = flags.hangingStart(before: scalar, from: before.scalar)
          // Spaces with a break between them are read once.
          if start == before.scalar, before.hangingStart < start, start < scalar,
            flags[start].contains(.hangingSpace), flags[start - 1].contains(.hangingSpace)
          {
            start = before.hangingStart
          }
          table[count] = BreakOpportunity(
            before: scalar, hangingStart: start, pens: pens, flags: flags, offsets: offsets)
          count += 1
          before = (scalar, start)
        }
      }
    }
  }

  /// The number of the opportunity at the paragraph's end.
  var lastOpportunity: Int { opportunities.isEmpty ? scalarCount : opportunities.count - 1 }

  /// The opportunity with a number.
  func opportunity(_ number: Int) -> BreakOpportunity {
    if !opportunities.isEmpty { return opportunities[number] }
    if number == 0 { return .start }
    return Self.withBuffers(pens, flags, offsets) {
      BreakOpportunity(
        before: number, hangingStart: $1.hangingStart(before: number, from: 0), pens: $0,
        flags: $1, offsets: $2)
    }
  }

  /// The number of the opportunity before a scalar at which a line starts; `nil` if the paragraph's
  /// opportunities cannot be searched.
  ///
  /// - Complexity: O(log opportunities).
  func opportunityNumber(ofScalar scalar: Int) -> Int? {
    guard isSearchable else { return nil }
    if opportunities.isEmpty || scalar == 0 { return scalar }
    var (low, high) = (0, opportunities.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(opportunities[middle].scalar) < scalar { low = middle + 1 } else { high = middle }
    }
    return low < opportunities.count && Int(opportunities[low].scalar) == scalar ? low : nil
  }

  /// The number of the opportunity at the end of the line that starts at `start` and is at most `width`
  /// long; `nil` if a word has to be broken, or if shaping decides.
  ///
  /// - Complexity: O(breaks on the line), or O(log scalars + last word) without a table.
  func lineEnd(fromOpportunity start: Int, width: Int, steps: inout LayoutSteps) -> Int? {
    let from = opportunity(start)
    guard !from.isOdd else { return nil }
    let limit = from.startPen + width
    return opportunities.isEmpty
      ? lastFit(amongScalarsAfter: start, limit: limit, steps: &steps)
      : lastFit(inTableAfter: start, limit: limit, steps: &steps)
  }

  /// Steps through the table, which has few opportunities on a line.
  private func lastFit(inTableAfter start: Int, limit: Int, steps: inout LayoutSteps) -> Int? {
    opportunities.withUnsafeBufferPointer { table in
      var next = start + 1
      while next < table.count, Int(table[next].pen) <= limit { next += 1 }
      let last = next - 1
      steps.breaksTried += next - start
      while next < table.count, Int(table[next].pen) <= limit + breakReach {
        if table[next].fit(limit: limit, reach: breakReach) == .isUnknown { return nil }
        next += 1
      }
      let isFound = last > start && table[last].fit(limit: limit, reach: breakReach) == .fits
      return isFound ? last : nil
    }
  }

  /// Goes back from a scalar at which the line is certainly too wide to the last opportunity that fits.
  private func lastFit(
    amongScalarsAfter start: Int, limit: Int, steps: inout LayoutSteps
  ) -> Int? {
    Self.withBuffers(pens, flags, offsets) { pens, flags, offsets in
      let last = flags.count - 1
      steps.breaksTried += 1
      if pens[last] <= limit { return last }
      var (low, high) = (start + 1, last)
      while low < high {
        let middle = (low + high) / 2
        if pens[middle] > limit + breakReach { high = middle } else { low = middle + 1 }
      }
      var number = low
      // Behind spaces that hang, a line may end far beyond the limit.
      while number < last, flags[number].contains(.hangingSpace) { number += 1 }
      while number > start {
        guard flags[number].contains(.line) || number == last else {
          number -= 1
          continue
        }
        let hangingStart = flags.hangingStart(before: number, from: start)
        let opportunity = BreakOpportunity(
          before: number, hangingStart: hangingStart, pens: pens, flags: flags, offsets: offsets)
        steps.breaksTried += 1
        switch opportunity.fit(limit: limit, reach: breakReach) {
        case .fits: return number
        case .isUnknown: return nil
        // Breaks between the spaces have the same pen.
        case .isTooWide: number = min(number - 1, hangingStart)
        }
      }
      return nil
    }
  }

  private static func withBuffers<Result>(
    _ pens: [Int], _ flags: [BreakFlags], _ offsets: [Int32],
    _ body: (
      UnsafeBufferPointer<Int>, UnsafeBufferPointer<BreakFlags>, UnsafeBufferPointer<Int32>
    ) -> Result
  ) -> Result {
    pens.withUnsafeBufferPointer { pens in
      flags.withUnsafeBufferPointer { flags in
        offsets.withUnsafeBufferPointer { body(pens, flags, $0) }
      }
    }
  }
}
