import GalleyHandles
package import GalleyPNG
import GalleyPrimitives
import GalleyRaster

extension Picture {
  /// Encodes some pixel rows.
  package func encoded(_ rows: Range<Int>, with encoder: StripEncoder) -> Strip {
    withPixels { bytes, stride in
      bytes.withUnsafeBytes {
        encoder.encode($0, stride: stride, width: size.width, rows: rows)
      }
    }
  }

  /// Appends some pixel rows.
  package func append(_ rows: Range<Int>, to result: inout [UInt32]) {
    withPixels { bytes, stride in
      bytes.withUnsafeBytes { bytes in
        let pixels = bytes.bindMemory(to: UInt32.self)
        result.append(
          contentsOf: pixels[rows.lowerBound * stride / 4..<rows.upperBound * stride / 4])
      }
    }
  }
}
