import Files

/// A file that a person named to be read whole, which may be a pipe that somebody is yet to fill.
enum GivenFile {
  /// Reads it; a signal ends the waiting.
  static func read(_ path: FilePath) throws -> [UInt8] {
    // A pipe is opened without waiting for its writer, as nothing would end that.
    let file = try File(path, [.read, .nonBlocking])
    var bytes: [UInt8] = []
    while true {
      _ = Waiting.wait(for: file.descriptor)
      try Interruption.checkpoint()
      do throws(SystemError) {
        let piece = try file.read(atMost: 1 << 16)
        if piece.isEmpty { return bytes }
        bytes += piece
      } catch {
        guard error.code == .wouldBlock else { throw error }
      }
    }
  }
}
