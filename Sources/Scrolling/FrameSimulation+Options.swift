import GalleyCellRendering
import GalleyCells
import GalleyFrames
import GalleyLive
import GalleyPictures
import GalleySimulation
import GalleyTrials

extension FrameSimulation {
  /// Makes a simulation of a scroll through `table`.
  init(_ table: LiveTable, _ options: ScrollOptions) {
    self.init(
      rows: table.simulatedRows, size: options.frameSize, script: options.script,
      model: options.costModel)
    scale = options.rendering.template.scale
    budget = options.budget
    mode = options.rendering.mode
    workerCount = options.workerCount
    policy = options.policy
    crossFade = options.crossFade
    ranges = options.ranges
    isWarm = options.isWarm
    pictureByteLimit = options.pictureByteLimit
    capsPictures = options.capsPictures
    recordsSpans = options.recordsTrace
    encodesPictures = options.encodesPictures
    faults = options.faults
    heightDemand = options.heightTrial?.demand
  }
}
