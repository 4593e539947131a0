package import GalleyLive
package import GalleySimulation

extension LiveTable {
  /// The rows, as a simulation needs them; rows without a layout are left out.
  ///
  /// - Complexity: O(rows).
  package var simulatedRows: [SimulatedRow] {
    var simulated: [SimulatedRow] = []
    simulated.reserveCapacity(rowCount)
    forEachLaidOutRow { key, height, work, maskedPixels in
      simulated.append(
        SimulatedRow(key: key, height: height, work: work, maskedPixels: maskedPixels))
    }
    return simulated
  }
}
