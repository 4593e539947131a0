package import GalleyRendering

extension RenderRecord {
  /// Reads the files of this record, which are complete, and writes it to the file of `--metadata`.
  ///
  /// - Throws: ``UnreadableRecordedFile``, the error of a file that cannot be written.
  package mutating func write(to path: String) throws {
    try finish()
    let output = try RecordWriter(path: path)
    output.write(words: String(decoding: try json(), as: UTF8.self))
    try output.finish()
  }
}

extension UnreadableRecordedFile: ExitingError {
  package var status: ExitStatus { .ioError }
}
