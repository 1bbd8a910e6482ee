import Files
import Git

/// The program `ssh-keygen`, which signs bytes with an SSH key and checks such signatures
/// (PROTOCOL.sshsig of OpenSSH), in the namespace that git uses for commits.
struct SecureShellKeys: Sendable {
  private let program: FilePath
  private let environment: [String]

  /// Finds the program; nil where it is not installed.
  init?(_ surroundings: Surroundings) {
    guard let program = ChildProcess.find("ssh-keygen", in: surroundings.programFolders) else {
      return nil
    }
    self.program = program
    // Nothing may ask for a passphrase: a key that needs one is used through its agent.
    environment =
      surroundings.agentEnvironment + [
        "LC_ALL=C", "TZ=UTC", "SSH_ASKPASS=/bin/false", "SSH_ASKPASS_REQUIRE=force", "DISPLAY=none",
        "PATH=/usr/local/bin:/usr/bin:/bin",
      ]
  }

  /// Signs bytes.
  /// - Returns: The signature as text, or why there is none.
  func sign(_ bytes: [UInt8], with key: FilePath) -> (signature: [UInt8]?, reason: String) {
    let (status, output, errors) = run(["-Y", "sign", "-n", "git", "-f"], [key.bytes], bytes)
    if status == 0, output.starts(with: "-----BEGIN SSH SIGNATURE-----".utf8) {
      return (output, "")
    }
    return (nil, SecureShellKeys.firstLine(errors))
  }

  /// Who, of some allowed signers, may have made a signature: all whose key it names and counts at a
  /// time, in seconds since 1970.
  func principals(
    ofSignatureIn file: FilePath, allowed: FilePath, at seconds: Int64
  ) -> [[UInt8]] {
    let words = [
      SecureShellKeys.time(seconds), Array("-s".utf8), file.bytes, Array("-f".utf8), allowed.bytes,
    ]
    let (status, output, _) = run(["-Y", "find-principals", "-O"], words, [])
    guard status == 0 else { return [] }
    return output.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ",") }.map(Array.init)
  }

  /// Whether a signature is one of these bytes by a person whose key counts at a time.
  func verify(
    _ bytes: [UInt8], signatureIn file: FilePath, principal: [UInt8], allowed: FilePath,
    at seconds: Int64
  ) -> Bool {
    let words = [
      SecureShellKeys.time(seconds), Array("-s".utf8), file.bytes, Array("-f".utf8), allowed.bytes,
      Array("-I".utf8), principal,
    ]
    return run(["-Y", "verify", "-n", "git", "-O"], words, bytes).status == 0
  }

  /// Whether a signature is one of these bytes, whoever made it.
  func isSignature(in file: FilePath, of bytes: [UInt8]) -> Bool {
    run(["-Y", "check-novalidate", "-n", "git", "-s"], [file.bytes], bytes).status == 0
  }

  /// The option that says when a key must count, in the form that git uses: the clock is UTC's.
  private static func time(_ seconds: Int64) -> [UInt8] {
    let date = CalendarDate(seconds: seconds, offset: 0)
    let digits = (date.date + date.clock).utf8.filter { (0x30...0x39).contains($0) }
    return Array("verify-time=".utf8) + digits
  }

  private func run(
    _ words: [String], _ rest: [[UInt8]], _ input: [UInt8]
  ) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    var output: [UInt8] = []
    var left: [UInt8]? = input
    let child = ChildProcess(
      program, words.map { Array($0.utf8) } + rest, environment: environment)
    do throws(SystemError) {
      let outcome = try child.run(
        input: {
          defer { left = nil }
          return left ?? []
        }
      ) { bytes in
        output.append(contentsOf: bytes)
        return true
      }
      return (outcome.status, output, outcome.errors)
    } catch {
      return (-1, [], Array("\(error.code)".utf8))
    }
  }

  private static func firstLine(_ text: [UInt8]) -> String {
    let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return line.isEmpty ? "ssh-keygen gave no signature" : String(decoding: line, as: UTF8.self)
  }
}
