package import GalleyPrimitives

/// The rows around a viewport, of which a ``PictureDemand`` decides.
package struct DemandInput: Sendable {
  /// A row of the table.
  package struct Row: Sendable {
    /// Whether the row is laid out; if not, its height is an estimate, and it has no pictures.
    package var isLaidOut = true
    /// The key of the row's content.
    package var key: ContentKey
    /// The y of the row's top in the table, in device pixels.
    package var y: Int
    /// The height in device pixels.
    package var height: Int
    /// The work of the whole row.
    package var work: WorkAmount
    /// The number of device pixels of the layers that masks clip.
    package var maskedPixels: Int
    /// The older picture of an edited row, which is kept until the current one is complete.
    package var older: Older?

    /// Makes a row.
    package init(
      key: ContentKey, y: Int, height: Int, work: WorkAmount, maskedPixels: Int = 0,
      older: Older? = nil
    ) {
      self.key = key
      self.y = y
      self.height = height
      self.work = work
      self.maskedPixels = maskedPixels
      self.older = older
    }
  }

  /// An older picture of a row.
  package struct Older: Hashable, Sendable {
    package var key: ContentKey
    package var height: Int

    /// Makes the description of a picture.
    package init(key: ContentKey, height: Int) {
      self.key = key
      self.height = height
    }
  }

  /// The rows of `preload`, in order.
  package var rows: [Row] = []
  /// The rows with at least one visible pixel.
  package var visible: Range<Int>
  /// The rows whose pictures are wanted; empty, or within `preload` and around `visible`.
  package var display: Range<Int>
  /// The rows whose layouts are wanted.
  package var preload: Range<Int>
  /// The visible pixel rows of the table.
  package var visibleBand: Range<Int>
  /// The pixel rows of the table whose pictures are wanted.
  package var displayBand: Range<Int>
  /// The direction in which the viewport moves.
  package var direction: ScrollDirection
  /// The time until the next frame.
  package var time: Duration

  /// Makes an input without rows.
  package init(
    visible: Range<Int>, display: Range<Int>, preload: Range<Int>, visibleBand: Range<Int>,
    displayBand: Range<Int>, direction: ScrollDirection, time: Duration
  ) {
    self.visible = visible
    self.display = display
    self.preload = preload
    self.visibleBand = visibleBand
    self.displayBand = displayBand
    self.direction = direction
    self.time = time
  }

  subscript(row: Int) -> Row { rows[row - preload.lowerBound] }
}
