package import GalleyHandles

extension AttributedText {
  /// Returns the text with other font families for the letters of some scripts.
  ///
  /// A character of no script belongs to the script before it; an opening bracket or quotation mark, and characters
  /// before the first script of a paragraph, to the script behind it. Clusters stay whole. `replacement` returns the
  /// family for a script in place of that of the attributes; `nil` keeps it.
  ///
  /// - Complexity: O(text + runs).
  package func replacingFamilies(
    _ replacement: (UnicodeScript, TextAttributes) -> String?
  ) -> AttributedText {
    let stretches = scriptStretches
    var result: [AttributeRun] = []
    result.reserveCapacity(runs.count + stretches.count)
    var index = 0
    for run in runs {
      var start = run.range.lowerBound
      while start < run.range.upperBound {
        while stretches[index].end <= start { index += 1 }
        let end = min(run.range.upperBound, stretches[index].end)
        var part = run.clamped(to: start..<end)
        if let script = stretches[index].script,
          let family = replacement(script, run.attributes)
        {
          part.attributes.font.family = family
        }
        if let last = result.last, last.isLike(part) {
          result[result.count - 1].range = last.range.lowerBound..<end
        } else {
          result.append(part)
        }
        start = end
      }
    }
    guard !result.isEmpty else { return self }
    return AttributedText(
      repaired: string, repairs: repairs, runs: result, paragraphStyle: paragraphStyle)
  }

  /// The scripts of the text, each with the offset at which it ends; `nil` for a stretch without letters.
  private var scriptStretches: [(end: Int, script: UnicodeScript?)] {
    var stretches: [(end: Int, script: UnicodeScript?)] = []
    var script: UnicodeScript?
    var offset = 0
    // The beginning of characters that belong to the script behind them.
    var waiting: Int? = 0
    func end(at place: Int) {
      if place > stretches.last?.end ?? 0 { stretches.append((place, script)) }
    }
    for character in string {
      let length = character.utf8.count
      if let own = Self.script(of: character) {
        if own != script {
          end(at: waiting ?? offset)
          script = own
        }
        waiting = nil
      } else if character.isNewline {
        end(at: offset + length)
        script = nil
        waiting = offset + length
      } else if waiting == nil, Self.opens(character) {
        waiting = offset
      }
      offset += length
    }
    end(at: offset)
    return stretches
  }

  /// The script of the first character of a cluster that has one.
  private static func script(of cluster: Character) -> UnicodeScript? {
    for scalar in cluster.unicodeScalars {
      let script = UnicodeScript(of: scalar.value)
      if script != .common, script != .inherited { return script }
    }
    return nil
  }

  private static func opens(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation?, .initialPunctuation?: true
    default: false
    }
  }
}
