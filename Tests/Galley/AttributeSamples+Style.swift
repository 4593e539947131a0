import Galley

extension AttributeSample {
  /// Features of fonts, outlines of letters, and ways to wrap lines.
  static let styleSamples = [
    AttributeSample(name: "attribute-stroke") { text in
      text.write("1234567890 ") { $0.fontFeatures = [FontFeature("onum")] }
      text.write("Small Capitals ") { $0.fontFeatures = [FontFeature("smcp")] }
      text.write("1/2 3/4\n") { $0.fontFeatures = [FontFeature("frac")] }
      func write(_ string: String, _ stroke: TextStroke) {
        text.write(string) {
          $0.font = Font(size: 34, weight: 800)
          $0.color = SampleWriter.blue
          $0.stroke = stroke
        }
      }
      write("Out", TextStroke(width: 1.5, keepsFill: false))
      write("line ", TextStroke(width: 3, color: SampleWriter.red, keepsFill: false))
      write("Filled", TextStroke(width: 1.5, color: SampleWriter.ink))
    },
    AttributeSample(name: "attribute-wrap") { text in
      func write(
        _ string: String, language: String? = nil, _ change: (inout ParagraphStyle) -> Void
      ) {
        var style = ParagraphStyle()
        style.paragraphSpacing = 8
        change(&style)
        text.write(string) {
          $0.paragraphStyle = style
          $0.language = language
        }
      }
      for wrap in ParagraphStyle.Wrap.allCases {
        write("\(wrap): a title that is a little longer, thus\n") {
          $0.wrap = wrap
          $0.alignment = .center
        }
      }
      for wordBreak in ParagraphStyle.WordBreak.allCases {
        write("모든 인간은 태어날 때부터 자유로우며 존엄과 권리에 있어 동등하다\n", language: "ko") {
          $0.wordBreak = wordBreak
        }
      }
      write("Least and greatest heights of lines keep 😀 and हिन्दी and 中文 at one distance.") {
        ($0.minimumLineHeight, $0.maximumLineHeight) = (22, 22)
      }
    },
    AttributeSample(name: "attribute-edges") { text in
      func write(
        _ string: String, language: String = "ja", _ change: (inout ParagraphStyle) -> Void
      ) {
        var style = ParagraphStyle()
        style.paragraphSpacing = 8
        (style.firstLineHeadIndent, style.headIndent, style.tailIndent) = (18, 18, -18)
        change(&style)
        text.write(string) {
          $0.paragraphStyle = style
          $0.language = language
        }
      }
      for autospace in ParagraphStyle.Autospace.allCases {
        write("第3回のCSS勉強会は5月2日、Galleyの話です\n") { $0.autospace = autospace }
      }
      for hangs in [false, true] {
        write(
          "“Quotation marks stand before the first line, and behind the last one.”\n",
          language: "en"
        ) {
          $0.hangsOpening = hangs
          $0.hangsClosing = hangs
        }
      }
      for hangs in [false, true] {
        write("吾輩は猫である。名前はまだ無い、魚の味、布団の味、夢の味は知っている。\n") {
          $0.hangsStops = hangs
          $0.alignment = .justify
        }
      }
    },
    AttributeSample(name: "attribute-kashida") { text in
      for kashida in [0.0, 1.5] {
        var style = ParagraphStyle(alignment: .justify)
        style.paragraphSpacing = 10
        style.kashida = kashida
        text.write("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا\n") {
          $0.paragraphStyle = style
          $0.language = "ar"
          $0.font = Font(size: 20)
        }
      }
    },
  ]
}
