import GalleyCells
import GalleyPrimitives

/// Gathers the bytes that a content key hashes; different contents have different bytes.
struct KeyBytes {
  var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  mutating func append(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Int) { append(UInt64(bitPattern: Int64(number))) }

  /// Appends a number by its bits.
  mutating func append(_ number: Double) { append(number.bitPattern) }

  /// Appends a tuple of numbers of eight bytes at once, which takes as long as one of them.
  mutating func append<Words: BitwiseCopyable>(words: Words) {
    withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func append(_ text: String?) {
    // The length before each text separates fields; an absent text differs from an empty one.
    guard var text else { return append(UInt64.max) }
    append(UInt64(text.utf8.count))
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a text whose length is known from the bytes before it.
  mutating func append(measured text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ bytes: [UInt8]) {
    append(bytes.count)
    self.bytes += bytes
  }

  mutating func append(_ card: CardContent) {
    append(card.title)
    append(card.body)
    append(card.author)
    append(card.time)
    append(card.language)
    append(card.avatar)
    append(card.image)
    // Each of the further parts begins like no image.
    if let words = card.imageDescription {
      append(UInt64.max - 3)
      append(words)
    }
    if !card.furtherPictures.isEmpty {
      append(UInt64.max - 4)
      append(card.furtherPictures.count)
      append(card.hiddenPictureCount)
      for picture in card.furtherPictures {
        append(picture.image)
        append(picture.description)
      }
    }
    if !card.emojis.isEmpty {
      append(UInt64.max - 5)
      append(card.emojis.count)
      for emoji in card.emojis {
        append(emoji.code)
        append(emoji.image)
      }
    }
    guard let html = card.bodyHTML else { return }
    append(UInt64.max - 2)
    append(html)
    append(card.inlineImages.count)
    for image in card.inlineImages { append(image) }
  }

  private mutating func append(_ image: CellImage?) {
    append(image?.name)
    append(image?.size.width.bitPattern ?? 0)
    append(image?.size.height.bitPattern ?? 0)
    // A placement other than the usual one follows; no text field begins like it.
    guard let image, image.fit != .cover || image.focus != .center else { return }
    append(UInt64.max - 1)
    append(image.fit.rawValue)
    append(image.focus.x)
    append(image.focus.y)
  }
}
