import Galley
import GalleyFrames
import GalleyPictures
import GalleyRowHeights
package import GalleyTrials

extension HeightTrial {
  /// Makes a trial of a table that remembers heights as `caching` says and finds them as `sizing` says.
  package init(_ caching: HeightCaching, _ sizing: CellSizing) {
    self.init(demand: HeightDemand(caching, sizing)) {
      let sizer = CellSizer(sizing)
      return { content, renderer in
        let template = renderer.shop.template
        var fitting = CellFitting(tableWidth: template.width, scale: template.scale)
        fitting.hasSeparator = false
        _ = try sizer.fit(content, fitting) { try renderer.layOut($0, width: $1) }
      }
    }
  }
}
