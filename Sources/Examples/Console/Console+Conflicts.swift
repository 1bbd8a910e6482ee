import Documents

extension Console {
  /// Says when another program has changed a document's file, for as long as its states are told: no
  /// line of a session is to blame for it.
  @MainActor
  public static func tellOfConflicts(of document: Document, _ program: String) async {
    var wasInConflict = false
    for await state in document.documentStates {
      let isInConflict = state.contains(.inConflict)
      if isInConflict, !wasInConflict {
        complain(
          program,
          UsageError(
            "another program changed '\(document.localizedName)'; what this session holds is kept as a "
              + "version, see: versions list"))
      }
      wasInConflict = isInConflict
    }
  }
}
