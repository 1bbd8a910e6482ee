import Files
import VersionStore

/// `versions verify`: whether the library is what it promises to be.
struct VerifyCommand: Command {
  static let files = Flag("--files", "also compare each file with its latest version")
  static let repair = Flag("--repair", "mend what can be mended without guessing")
  static let against = ValueOption(
    "--against", "FILE", .document, "also hold all histories against the digest in FILE")
  static let signatures = Flag("--signatures", "also check who signed each version")

  static let declaration = CommandDeclaration(
    "verify", .library, "check the whole library for damage",
    discussion: [
      """
      Every object is read and compared with its name, every reference is followed, and every \
      version is looked at: its form, its number, its path, its label. One line says what was found; \
      the exit code is 1 where something is damaged. Nothing is changed, and others may save \
      meanwhile.
      """,
      """
      --repair removes locks of processes that are gone, lets a history that has lost its reference \
      go on from its newest whole version, writes damaged objects anew where their bytes are found, \
      and lets paths find their histories again. References that 'packed-refs' has lost are found again \
      from the objects where these leave no doubt. A store that cannot be opened gets back its 'HEAD', its \
      'refs' and its 'config'; where that has lost the library's identifier, it gets a new one, and what \
      was set besides is said to be lost. It says what it did and deletes nothing: what stood \
      in the way is moved into 'versions/quarantine' in the store. Then it checks again.
      """,
      """
      --against names every version that was changed since 'versions log --digest' wrote FILE, or \
      that is gone without a record.
      """,
      """
      --signatures checks versions that were signed with an SSH key, as 'versions config signingKey' \
      lets each save do, against the people in 'versions config allowedSigners', as they count at the \
      version's time. A signature that is wrong, or by nobody who counts, is damage; that another of \
      them signed than the author, and that a version is not signed, is noted.
      """,
    ],
    options: [files, repair, against, signatures], pages: false,
    examples: [
      .init("versions verify", "is everything whole?"),
      .init("versions verify --files", "and are all files saved?"),
      .init("versions verify --repair", "mend what can be mended"),
      .init("versions verify --against ~/library.digest", "was anything changed since?"),
    ],
    synonyms: ["fsck", "check", "doctor"])

  let files: Bool
  let repair: Bool
  let against: [UInt8]?
  let signatures: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments[Self.files]
    repair = arguments[Self.repair]
    against = try arguments[Self.against]
    signatures = arguments[Self.signatures]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let digest = try against.map { try workplace.digest($0) }
    var report = FindingReport(context)
    let verification: Verification
    do {
      if repair {
        let steps = try Library.repairStore(
          of: try workplace.libraryFolder(), surroundings: workplace.surroundings)
        for step in steps { try report.write(step) }
      }
      let library = try workplace.library()
      var first = try Verification(library)
      if repair {
        for step in try library.repair(first) { try report.write(step) }
        // As everybody finds it now.
        first = try Verification(try workplace.library())
      }
      if files { try first.checkFiles() }
      if let digest { try first.check(against: digest) }
      if signatures { try first.checkSignatures() }
      verification = first
    } catch let error as StoreError where error.kind == .damaged {
      // So damaged that nothing more can be looked at.
      try report.write(Finding(.store, error.message))
      throw ReportedFailure(code: .no)
    }
    for finding in verification.findings { try report.write(finding) }
    try report.finish(verification.summary)
    if report.hasDamage { throw ReportedFailure(code: .no) }
  }
}
