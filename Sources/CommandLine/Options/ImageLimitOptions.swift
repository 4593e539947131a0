import ArgumentParser
package import Galley

/// The limits of images, which can only be lowered.
package struct ImageLimitOptions: ParsableArguments {
  @Option(help: "The longest file of an image, up to 64MiB; a longer image is left out.")
  var maxImageBytes = ByteCount(ImageLimits.ceiling.maximumBytes)

  @Option(help: "The most pixels of an image; one with more is left out.")
  var maxImagePixels = ImageLimits.ceiling.maximumPixels

  @Option(help: "The longest edge of an image in pixels; a longer image is left out.")
  var maxImageEdge = ImageLimits.ceiling.maximumEdge

  /// The limits.
  package var limits: ImageLimits {
    ImageLimits(
      maximumBytes: maxImageBytes.count, maximumPixels: maxImagePixels, maximumEdge: maxImageEdge)
  }

  package mutating func validate() throws {
    let most = ImageLimits.ceiling
    for (name, value, most, words) in [
      ("--max-image-bytes", maxImageBytes.count, most.maximumBytes, "64MiB"),
      ("--max-image-pixels", maxImagePixels, most.maximumPixels, "\(most.maximumPixels)"),
      ("--max-image-edge", maxImageEdge, most.maximumEdge, "\(most.maximumEdge)"),
    ] where !(1...most).contains(value) {
      throw ValidationError("\(name) is 1 to \(words)")
    }
  }

  package init() {}
}
