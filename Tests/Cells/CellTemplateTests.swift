import Foundation
import GalleyCells
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("CellTemplate", .timeLimit(.minutes(15)))
struct CellTemplateTests {
  @Test("stacks every part at the theme's distances")
  func stack() throws {
    let cell = try layout(Sample.full)
    #expect(cell.card == Rect(x: 10, y: 5, width: 355, height: cell.size.height - 10))
    #expect(cell.parts.map(\.kind) == [.avatar, .author, .time, .title, .body, .image])
    let avatar = try cell.part(.avatar)
    #expect(avatar.rect == Rect(x: 22, y: 17, width: 36, height: 36))
    let (author, time) = (try cell.part(.author).rect, try cell.part(.time).rect)
    #expect(author.minX == 67 && time.minX == 67)
    #expect(time.minY == author.maxY)
    // The two lines are centred on the avatar, to the pixel.
    #expect(abs((author.minY - 17) - (53 - time.maxY)) <= 0.5)
    let title = try cell.part(.title).rect
    #expect(title.origin == Point(x: 22, y: 63))
    let body = try cell.part(.body).rect
    #expect(body.origin == Point(x: 22, y: title.maxY + 6))
    let image = try cell.part(.image).rect
    #expect(image == Rect(x: 22, y: body.maxY + 10, width: 120, height: 80))
    #expect(cell.size == Size(width: 375, height: image.maxY + 12 + 5))
  }

  @Test(
    "a number of a template, theme or image that is out of bounds throws an error with its name",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func badNumbers(number: Double) throws {
    typealias Change = (inout CellTemplate, inout CardContent) -> Void
    let changes: [(String, Change)] = [
      ("width", { template, _ in template.width = number }),
      ("scale", { template, _ in template.scale = number }),
      ("padding", { template, _ in template.theme.padding.left = number }),
      ("cardInsets", { template, _ in template.theme.cardInsets.bottom = number }),
      ("gap", { template, _ in template.theme.gap = number }),
      ("pictureGap", { template, _ in template.theme.pictureGap = number }),
      ("avatarSize", { template, _ in template.theme.avatarSize = number }),
      ("avatarGap", { template, _ in template.theme.avatarGap = number }),
      ("borderWidth", { template, _ in template.theme.borderWidth = number }),
      ("borderDashes", { template, _ in template.theme.borderDashes = [1, number] }),
      ("borderPhase", { template, _ in template.theme.borderPhase = number }),
      ("cornerRadii", { template, _ in template.theme.cornerRadii.topLeft = number }),
      ("imageAspect", { template, _ in template.theme.imageAspect = number }),
      ("imageRadii", { template, _ in template.theme.imageRadii.topLeft = number }),
      ("image", { _, content in content.image?.size.width = number }),
      ("avatar", { _, content in content.avatar?.size.height = number }),
    ]
    let typesetter = Typesetter(try FontLibrary(.noto))
    for (name, change) in changes {
      var (template, content) = (CellTemplate(), Sample.full)
      change(&template, &content)
      do throws(LayoutError) {
        _ = try template.layout(content, with: typesetter)
        Issue.record("took \(name)")
      } catch {
        guard case .invalidNumber(name, let found) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(found == number || found.isNaN && number.isNaN)
      }
    }
  }

  @Test(
    "leaves no gap for missing parts, in all combinations",
    arguments: [Theme.light, .plain], 0..<64)
  func combinations(theme: Theme, mask: Int) throws {
    var content = Sample.full
    if mask & 1 == 0 { content.title = nil }
    if mask & 2 == 0 { content.body = "" }
    if mask & 4 == 0 { content.author = nil }
    if mask & 8 == 0 { content.time = nil }
    if mask & 16 == 0 { content.avatar = nil }
    if mask & 32 == 0 { content.image = nil }
    let cell = try layout(content, theme: theme)
    var bottom = theme.cardInsets.top + theme.padding.top
    for (index, block) in cell.blocks(of: theme).enumerated() {
      #expect(block.rect.minY == bottom + (index == 0 ? 0 : block.gapAbove), "\(block)")
      bottom = block.rect.maxY
    }
    let height = bottom + theme.padding.bottom + theme.cardInsets.bottom
    #expect(cell.size.height == (height * 2).rounded(.up) / 2)
    for part in cell.parts {
      #expect(part.rect.minX >= 22 && part.rect.maxX <= 353, "\(part.kind)")
    }
  }

  @Test("treats white space as a text, but not as a name with initials")
  func whiteSpace() throws {
    let cell = try layout(CardContent(title: "  ", body: "\n", author: " "))
    #expect(cell.parts.map(\.kind) == [.author, .title, .body])
    #expect(try cell.part(.author).rect.minX == 22)
  }

  @Test(
    "shows the first letters of a name's first and last words",
    arguments: [
      ("Ada Lovelace", "AL"), ("ada", "A"), (" Ada  King Lovelace ", "AL"), ("a b\tc", "AC"),
      ("Élise d'Arc", "ÉD"), ("R2 D2", "RD"), ("4 Kids", "4"), (":blob: Ada :b_2: L :x:", "AL"),
      (":blob:", "B"), ("a:b: c", "AC"), ("(Ada) L.", "AL"), ("王小明", "王"),
    ])
  func initials(name: String, shown: String) throws {
    let text = try layout(CardContent(author: name)).part(.initials).text
    let expected = try layout(CardContent(author: shown)).part(.author).text
    // Sizes may differ, but glyphs may not.
    #expect(text?.glyphs.map(\.id) == expected?.glyphs.map(\.id))
  }

  @Test("shows custom emoji in place of their codes in author and title", arguments: [true, false])
  func emoji(isTop: Bool) throws {
    var card = CardContent(title: "a :wide: b", author: "Ann :blob:", time: "now")
    let plain = try layout(card)
    card.emojis = [
      CardEmoji(
        code: ":blob:", image: CellImage(name: "blob.png", size: Size(width: 9, height: 9))),
      CardEmoji(code: ":wide:", image: CellImage(name: "w.png", size: Size(width: 40, height: 20))),
    ]
    var theme = Theme.light
    theme.byline = isTop ? .top : .bottom
    let cell = try layout(card, theme: theme)
    for (kind, name, ratio) in [(CellPart.Kind.author, "blob.png", 1.0), (.title, "w.png", 2)] {
      let text = try #require(try cell.part(kind).text)
      let attachment = try #require(text.attachments.first?.attachment)
      #expect(text.attachments.count == 1 && attachment.content == .image(name: name))
      #expect(attachment.size.width == attachment.size.height * ratio)
    }
    #expect(plain.parts.allSatisfy { $0.text?.attachments.isEmpty != false })
  }

  @Test("looks for custom emoji in rows of flags in linear time")
  func emojiInFlags() {
    let flags = AttributedText(
      String(repeating: "\u{1F1E9}", count: 32_000),
      attributes: TextAttributes(font: Font(size: 14)))
    let image = CellImage(name: "e.png", size: Size(width: 9, height: 9))
    let emojis = (0..<64).map { CardEmoji(code: ":e\($0):", image: image) }
    let time = ContinuousClock().measure { #expect(flags.showing(emojis) == flags) }
    #expect(time < .seconds(20), "\(time)")
  }

  @Test(
    "shrinks images to the available width, crops those that are too high, and enlarges none",
    arguments: [
      (Size(width: 100, height: 50), Size(width: 100, height: 50)),
      (Size(width: 331, height: 360), Size(width: 331, height: 360)),
      (Size(width: 662, height: 200), Size(width: 331, height: 100)),
      (Size(width: 100, height: 720), Size(width: 100, height: 360)),
      (Size(width: 662, height: 2648), Size(width: 331, height: 360)),
      (Size(width: 4096, height: 4096), Size(width: 331, height: 331)),
      (Size(width: 1, height: 4096), Size(width: 1, height: 360)),
    ])
  func images(natural: Size, shown: Size) throws {
    let image = CellImage(name: "a", size: natural)
    #expect(try layout(CardContent(image: image)).part(.image).rect.size == shown)
  }

  @Test(
    "skips an image without extent", arguments: [Size.zero, Size(width: 9, height: 0)])
  func emptyImage(size: Size) throws {
    let cell = try layout(CardContent(body: "b", image: CellImage(name: "a", size: size)))
    #expect(cell.parts.map(\.kind) == [.body])
  }

  @Test(
    "keeps one row of a long name, and reports it as truncated", arguments: [Theme.light, .plain])
  func longName(theme: Theme) throws {
    let short = try layout(CardContent(author: "A", time: "now"), theme: theme)
    let name = String(repeating: "Bartholomew ", count: 20)
    let cell = try layout(CardContent(author: name, time: "yesterday"), theme: theme)
    #expect(cell.size.height == short.size.height)
    let author = try cell.part(.author)
    #expect(author.text?.isTruncated == true)
    #expect(author.text?.rowCount == 1)
    #expect(cell.isTruncated)
    #expect(author.rect.maxX <= 353)
    if theme.byline == .bottom { #expect(author.rect.maxX <= (try cell.part(.time).rect.minX)) }
  }

  @Test("lays out the footer of theme plain: name at the start, time at the end of one row")
  func footer() throws {
    let cell = try layout(Sample.full, theme: .plain)
    #expect(cell.parts.map(\.kind) == [.title, .body, .image, .time, .author])
    let (author, time) = (try cell.part(.author), try cell.part(.time))
    #expect(author.rect.minX == 22)
    #expect(author.rect.minY == time.rect.minY)
    let edge = time.rect.minX + (time.text?.boundingRect.maxX ?? 0)
    #expect(edge <= 353 && edge > 352.5)
    #expect(author.rect.minY == (try cell.part(.image).rect.maxY) + 6)
  }

  @Test(
    "puts edges on whole device pixels", arguments: [1, 1.5, 2, 3],
    [Theme.light, .dark, .plain])
  func pixels(scale: Double, theme: Theme) throws {
    var theme = theme
    // At scale 1.5 only even lengths are whole pixels.
    if scale == 1.5 {
      theme.cardInsets = EdgeInsets(top: 4, left: 10, bottom: 4, right: 10)
      theme.padding = EdgeInsets(all: 12)
      theme.avatarGap = 10
    }
    for content in [Sample.full, Sample.hebrew, CardContent(body: "y")] {
      let cell = try layout(content, theme: theme, width: 376, scale: scale)
      for rect in cell.parts.map(\.rect) + [
        cell.card, Rect(x: 0, y: 0, width: cell.size.width, height: cell.size.height),
      ] {
        for edge in [rect.minX, rect.minY, rect.maxX, rect.maxY] {
          let pixels = edge * scale
          #expect(abs(pixels - pixels.rounded()) < 1e-6, "\(rect)")
        }
      }
    }
  }

  @Test("breaks lines independently of the scale", arguments: [1, 1.5, 3, 4])
  func scales(scale: Double) throws {
    let (one, other) = (try layout(Sample.full, scale: 2), try layout(Sample.full, scale: scale))
    #expect(one.parts.map { $0.text?.lines } == other.parts.map { $0.text?.lines })
  }

  @Test("gives the same layout on each typesetter, also after other layouts")
  func repeatable() throws {
    let typesetter = Typesetter(try FontLibrary())
    let template = CellTemplate()
    let first = try template.layout(Sample.full, with: typesetter)
    _ = try template.layout(Sample.hebrew, with: typesetter)
    #expect(try template.layout(Sample.full, with: typesetter) == first)
    #expect(try layout(Sample.full) == first)
  }

  @Test("counts each repair once")
  func repairs() throws {
    let content = CardContent(title: "a\0b", body: "\0\0", author: "c\0", time: "\0")
    #expect(try layout(content).repairCount == 5)
    #expect(try layout(content, theme: .plain).repairCount == 5)
  }
}

/// The contents of the tests.
enum Sample {
  static let full = CardContent(
    title: "The ferry runs again", body: "After eleven weeks in dry dock. Bring a bicycle 🚲.",
    author: "Mara Lindqvist", time: "9 min",
    avatar: CellImage(name: "mara", size: Size(width: 144, height: 144)),
    image: CellImage(name: "harbour", size: Size(width: 120, height: 80)))

  static let hebrew = CardContent(
    title: "ספרייה ברחוב", body: "מישהו הציב ארון ספרים ישן ליד תחנת האוטובוס.", author: "נועה ברק",
    time: "10:00", image: CellImage(name: "harbour", size: Size(width: 120, height: 80)))
}

func layout(
  _ content: CardContent, theme: Theme = .light, width: Double = 375, scale: Double = 2
) throws -> CellLayout {
  try CellTemplate(theme: theme, width: width, scale: scale)
    .layout(content, with: Typesetter(try FontLibrary()))
}

extension CellLayout {
  /// Returns the only part of a kind.
  func part(_ kind: CellPart.Kind) throws -> CellPart {
    let found = parts.filter { $0.kind == kind }
    #expect(found.count <= 1)
    return try #require(found.first, "no \(kind)")
  }

  /// Returns the parts from top to bottom, a byline as one part, with the gap above each.
  func blocks(of theme: Theme) -> [(rect: Rect, gapAbove: Double)] {
    var result: [(rect: Rect, gapAbove: Double)] = []
    var isLastByline = false
    var isLastPicture = false
    for part in parts {
      let isByline = [.author, .time, .avatar, .initials].contains(part.kind)
      let isPicture = [.avatar, .initials, .image].contains(part.kind)
      if isByline, isLastByline, let last = result.popLast() {
        result.append((last.rect.union(part.rect), last.gapAbove))
        isLastPicture = isLastPicture || isPicture
      } else {
        result.append((part.rect, isPicture || isLastPicture ? theme.pictureGap : theme.gap))
        isLastPicture = isPicture
      }
      isLastByline = isByline
    }
    return result
  }
}
