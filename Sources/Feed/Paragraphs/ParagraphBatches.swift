/// Reads plain paragraphs in batches, each of enough text to be worth a worker's turn.
package final class ParagraphBatches {
  private let reader: ParagraphReader
  private var failure: (any Error)?

  /// Makes a reader of batches.
  package init(_ reader: ParagraphReader) { self.reader = reader }

  /// Returns the next batch, of at most 32 paragraphs; `nil` at the end.
  package func next() throws -> [ParagraphElement]? {
    if let failure { throw failure }
    var batch: [ParagraphElement] = []
    var byteCount = 0
    do {
      while batch.count < 32, byteCount < 16 << 10, let element = try reader.next() {
        if case .paragraph(let paragraph) = element { byteCount += paragraph.text.utf8.count }
        batch.append(element)
      }
    } catch {
      guard !batch.isEmpty else { throw error }
      failure = error
    }
    return batch.isEmpty ? nil : batch
  }
}
