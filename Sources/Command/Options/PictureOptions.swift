import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine

/// The format of pictures.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The format of pictures: \(names(of: PictureFormat.Kind.self)); without it the output's extension \
      decides.
      """, valueName: "format"))
  var format: PictureFormat.Kind?

  @Option(
    help: ArgumentHelp(
      """
      The colours of PNGs: color, or gray1, gray2, gray4 or gray8 for greys of so many bits, of which \
      the first three are dithered.
      """, valueName: "colors"))
  var colors: PictureFormat.PNGColors?

  @Option(
    help: ArgumentHelp(
      "The quality of JPEG, 90 by default, or of WebP, which is without loss by default: 1 to 100.",
      valueName: "1...100"))
  var quality: Int?

  @OptionGroup var profile: ProfileOptions

  mutating func validate() throws {
    guard (1...100).contains(quality ?? 1) else { throw ValidationError("--quality is 1 to 100") }
  }

  /// The format of an output with this name.
  ///
  /// - Throws: `ValidationError` for an unknown extension, and for options that contradict each other.
  func picture(for output: String) throws -> PictureFormat {
    let kind = try kind(for: output)
    guard colors == nil || kind == .png else {
      throw ValidationError("--colors goes with PNG, not with \(kind.rawValue)")
    }
    guard quality == nil || kind == .jpeg || kind == .webp else {
      throw ValidationError("--quality goes with JPEG and WebP; \(kind.rawValue) has no loss")
    }
    return switch kind {
    case .png: .png(colors ?? .color)
    case .jpeg: .jpeg(quality: quality ?? 90)
    case .webp: .webp(quality: quality)
    case .pdf: .pdf
    case .svg: .svg
    }
  }

  /// The format by `--format` or the extension; PNG without either.
  private func kind(for output: String) throws -> PictureFormat.Kind {
    let found = (output as NSString).pathExtension
    let named = PictureFormat.Kind(extension: found)
    if let format {
      guard named == nil || named == format else {
        throw ValidationError("-o \(output) and --format \(format.rawValue) are two formats")
      }
      return format
    }
    guard let kind = named ?? (found.isEmpty ? .png : nil) else {
      let all = PictureFormat.Kind.allCases.flatMap(\.extensions).map { "." + $0 }
      throw ValidationError(
        """
        -o \(output) ends in .\(found), which is no format of pictures: \
        \(all.joined(separator: ", ")); --format names the format of other names
        """)
    }
    return kind
  }
}
