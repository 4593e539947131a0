package import GalleyPNG

/// The format of written pictures.
public enum PictureFormat: Hashable, Sendable {
  /// PNG; without loss, unless it has few greys.
  case png(PNGColors = .color)
  /// JPEG with a quality from 1 to 100, and with full resolution of colours; opaque.
  case jpeg(quality: Int = 90)
  /// WebP: without loss, or with a quality from 1 to 100.
  case webp(quality: Int? = nil)
  /// PDF: paths, images and texts instead of pixels, with the used letters of the fonts.
  case pdf
  /// SVG: as PDF, but with the names of fonts, which the viewer has to have.
  case svg

  /// The colours of a PNG.
  public enum PNGColors: String, Hashable, Sendable, CaseIterable, Codable {
    /// Red, green and blue; with alpha, if the picture is transparent.
    case color
    /// Black and white, dithered.
    case gray1
    /// Four greys, dithered.
    case gray2
    /// Sixteen greys, dithered: the levels of most screens of electronic ink.
    case gray4
    /// 256 greys.
    case gray8
  }

  /// A format without its settings.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    case png, jpeg, webp, pdf, svg

    /// The extensions of its files, the usual one first.
    public var extensions: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      case .webp: ["webp"]
      case .pdf: ["pdf"]
      case .svg: ["svg"]
      }
    }

    /// The format of files with this extension, in any case of letters; `nil` if there is none.
    public init?(extension name: String) {
      let name = name.lowercased()
      guard let kind = Self.allCases.first(where: { $0.extensions.contains(name) }) else {
        return nil
      }
      self = kind
    }

    /// Whether files of the format have paths and texts instead of pixels.
    public var isVector: Bool { self == .pdf || self == .svg }
  }

  /// The format without its settings.
  public var kind: Kind {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    case .pdf: .pdf
    case .svg: .svg
    }
  }

  /// Whether pictures in this format can be transparent.
  public var hasAlpha: Bool {
    switch self {
    case .png(let colors): colors == .color
    case .jpeg: false
    case .webp, .pdf, .svg: true
    }
  }

  /// The colour type of PNGs, and of the frames of a scroll.
  package func colorType(isTransparent: Bool) -> PNGColorType {
    switch self {
    case .png(.gray1): .gray1
    case .png(.gray2): .gray2
    case .png(.gray4): .gray4
    case .png(.gray8): .gray8
    case .png(.color), .jpeg, .webp, .pdf, .svg: isTransparent ? .rgba : .rgb
    }
  }
}
