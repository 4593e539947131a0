import GalleyPrimitives
import Testing

@Suite("CornerRadii", .timeLimit(.minutes(15)))
struct CornerRadiiTests {
  @Test(
    "shrinks overlapping corners together",
    arguments: [
      (CornerRadii(all: 8), Size(width: 100, height: 100), CornerRadii(all: 8)),
      (CornerRadii(all: 8), Size(width: 8, height: 100), CornerRadii(all: 4)),
      (CornerRadii(all: -1), Size(width: 8, height: 8), CornerRadii.zero),
      (CornerRadii(all: .nan), Size(width: 8, height: 8), CornerRadii.zero),
      (CornerRadii(all: 8), Size(width: 0, height: 0), CornerRadii.zero),
    ])
  func fits(radii: CornerRadii, size: Size, expected: CornerRadii) {
    #expect(radii.fitted(to: size) == expected)
  }
}

@Suite("Color", .timeLimit(.minutes(15)))
struct ColorTests {
  @Test(
    "reads hexadecimal notation",
    arguments: [
      ("#fff", Color.white), ("#102030", Color(rgb: 0x102030)),
      ("#10203040", Color(red: 16, green: 32, blue: 48, alpha: 64)),
      ("#0f08", Color(red: 0, green: 255, blue: 0, alpha: 136)),
    ])
  func reads(hex: String, expected: Color) {
    #expect(Color(hex: hex) == expected)
  }

  @Test("refuses anything else", arguments: ["", "#", "fff", "#ggg", "#12345", "#é12"])
  func refuses(hex: String) {
    #expect(Color(hex: hex) == nil)
  }

  @Test("premultiplies exactly")
  func premultiplies() {
    #expect(Color(red: 255, green: 128, blue: 0, alpha: 128).premultipliedPixel == 0x8080_4000)
    #expect(Color(rgb: 0x123456).premultipliedPixel == 0xFF12_3456)
  }
}
