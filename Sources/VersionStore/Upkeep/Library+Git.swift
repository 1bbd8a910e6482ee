import Files
import Git

extension Library {
  /// The program git for this store, nil where it is not installed.
  func gitProcess() -> GitProcess? {
    guard let program = ChildProcess.find("git", in: surroundings.programFolders) else {
      return nil
    }
    var process = GitProcess(program, repository: store)
    process.isStopped = surroundings.isStopped
    return process
  }

  /// The program git for this store.
  /// - Parameter purpose: What it is needed for, as in "to forget versions for good".
  /// - Throws: `gitMissing` where it is not installed.
  func requireGit(_ purpose: String) throws(StoreError) -> GitProcess {
    if let process = gitProcess() { return process }
    throw StoreError(
      .gitMissing, "git is needed \(purpose), and is not installed",
      hints: ["install it, for example with: apt install git"])
  }
}
