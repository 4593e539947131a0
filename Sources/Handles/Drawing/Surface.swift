internal import CCairo
public import GalleyPrimitives

/// A Cairo image surface of premultiplied ARGB32 pixels with exactly one owner.
///
/// A surface is drawn by a worker and then handed on; there is no second reference to it, so its
/// next owner is alone with it. ``freeze()`` turns it into a picture that can be shared.
///
/// Invariant: this value alone has the pointers to the pixels and to Cairo's handle. It cannot be copied,
/// drawing needs `mutating` access, and borrowing access only reads.
public struct Surface: ~Copyable, @unchecked Sendable {
  private let pool: SurfacePool
  private let block: PixelBlock
  private let handle: OpaquePointer
  /// The edges, in device pixels.
  public let size: PixelSize
  /// Whether all pixels are opaque; the code that draws sets it.
  public package(set) var isOpaque = false

  /// A surface of `size` with undefined pixels, which `pool` counts under a reuse identifier; `nil` where Cairo
  /// or memory refuse it.
  ///
  /// - Complexity: O(1) where `pool` has memory of about this size.
  package init?(_ size: PixelSize, pool: SurfacePool, reuseIdentifier: String = "") {
    // Cairo 1.16 accepts 0 and takes 32,767 as its largest edge.
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else { return nil }
    let stride = size.width * 4
    guard let block = pool.take(stride * size.height, for: reuseIdentifier) else { return nil }
    let handle = cairo_image_surface_create_for_data(
      block.base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
      Int32(size.height), Int32(stride))
    guard let handle, cairo_surface_status(handle) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      pool.give(block)
      return nil
    }
    self.pool = pool
    self.block = block
    self.handle = handle
    self.size = size
  }

  deinit {
    cairo_surface_finish(handle)
    cairo_surface_destroy(handle)
    pool.give(block)
  }

  /// Lends the pixels, row-major from the top, while `body` runs.
  ///
  /// Rows are `stride` bytes apart. A pixel is a native-endian `UInt32`, `0xAARRGGBB`.
  public borrowing func withPixels<Result, Failure: Error>(
    _ body: (_ bytes: RawSpan, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let stride = size.width * 4
    let bytes = UnsafeRawBufferPointer(start: block.base, count: stride * size.height)
    return try body(bytes.bytes, stride)
  }

  /// Lends the pixels for drawing while `body` runs; the target must not outlive it.
  package mutating func withTarget<Result, Failure: Error>(
    _ body: (borrowing PixelTarget) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cairo_surface_flush(handle)
    defer { cairo_surface_mark_dirty(handle) }
    let target = PixelTarget(
      pixels: block.base.assumingMemoryBound(to: UInt32.self), width: size.width,
      height: size.height)
    return try body(target)
  }

  /// Ends drawing, and makes a picture that can be shared.
  public consuming func freeze() -> Picture {
    cairo_surface_flush(handle)
    return Picture(self)
  }
}

/// A finished raster: shared, and never drawn to again.
public final class Picture: Sendable {
  private let surface: Surface

  fileprivate init(_ surface: consuming Surface) { self.surface = surface }

  /// The edges, in device pixels.
  public var size: PixelSize { surface.size }
  /// Whether no pixel lets anything show through.
  public var isOpaque: Bool { surface.isOpaque }

  /// Lends the pixels, row-major from the top, while `body` runs.
  ///
  /// Rows are `stride` bytes apart. A pixel is a native-endian `UInt32`, `0xAARRGGBB`, premultiplied.
  public func withPixels<Result, Failure: Error>(
    _ body: (_ bytes: RawSpan, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try surface.withPixels(body)
  }
}
