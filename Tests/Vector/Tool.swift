import Foundation
import TestSupport

/// A program that reads documents, for comparison; tests without it are skipped by name.
enum Tool: String {
  case pdftotext, pdftocairo, pdfinfo
  case rsvgConvert = "rsvg-convert"

  var path: String { "/usr/bin/" + rawValue }
  var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Runs the program; returns its standard output.
  func run(_ arguments: String...) throws -> String {
    let run = try runProgram(path, arguments)
    guard run.status == 0 else { throw Failure(name: rawValue) }
    return String(decoding: run.output, as: UTF8.self)
  }

  struct Failure: Error { var name: String }
}

extension DecodedPNG {
  /// The mean difference of the colour channels to another picture of the same size, 0…255.
  func meanDifference(to other: DecodedPNG) -> Double {
    guard width == other.width, height == other.height else { return 255 }
    let (step, otherStep) = (pixels.count / (width * height), other.pixels.count / (width * height))
    var sum = 0
    for index in 0..<width * height {
      for channel in 0..<3 {
        sum += abs(
          Int(pixels[index * step + channel]) - Int(other.pixels[index * otherStep + channel]))
      }
    }
    return Double(sum) / Double(3 * width * height)
  }
}

extension String {
  /// The words, without marks of direction, which readers of documents add.
  var words: [Substring] {
    let marks =
      "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"
    return String(unicodeScalars.filter { !marks.unicodeScalars.contains($0) })
      .split(whereSeparator: \.isWhitespace)
  }
}
