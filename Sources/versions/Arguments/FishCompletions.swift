/// Completions for fish, from the declarations.
enum FishCompletions {
  static func script() -> String {
    let declarations = CommandName.declarations
    var lines = [prologue(declarations), "complete -c versions -f"]
    let before = "__versions_at ''"
    for declaration in declarations where !declaration.isHidden {
      lines.append(
        "complete -c versions -n \(quoted(before)) -a \(declaration.name) "
          + "-d \(quoted(declaration.summary))")
    }
    for option in GlobalOptions.all { lines.append(option.fish(condition: nil)) }
    let saving = declarations.filter(\.saves).map(\.name).joined(separator: " ")
    lines.append(
      GlobalOptions.author.declaration.fish(condition: "__versions_uses '' \(saving)"))
    for declaration in declarations {
      for option in declaration.options {
        lines.append(option.fish(condition: "__versions_uses \(declaration.name)"))
      }
      for (place, operand) in declaration.operands.enumerated() {
        guard let words = operand.kind.fishWords else { continue }
        let position = operand.takesSeveral ? "" : " \(place)"
        lines.append(
          "complete -c versions -n \(quoted("__versions_at \(declaration.name)\(position)")) "
            + words)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Functions that look at the line: which command, how many arguments, which document.
  private static func prologue(_ declarations: [CommandDeclaration]) -> String {
    let options = declarations.flatMap(\.allOptions).filter { $0.value != nil }
    var names: [String] = []
    for option in options {
      for name in [option.short.map { "-\($0)" }, option.long].compactMap({ $0 })
      where !names.contains(name) {
        names.append(name)
      }
    }
    return """
      # Completions of versions for fish, made by 'versions completions fish'.

      # The command, and then its arguments without options, one a line.
      function __versions_words
          set -l skip 0
          set -l ended 0
          for word in (commandline -opc)[2..-1]
              if test $skip = 1
                  set skip 0
              else if test $ended = 0; and test "$word" = --
                  set ended 1
              else if test $ended = 0; and string match -q -- '-?*' "$word"
                  if contains -- "$word" \(names.joined(separator: " "))
                      set skip 1
                  end
              else
                  printf '%s\\n' "$word"
              end
          end
      end

      # Whether the line has one of these commands, '' for none yet.
      function __versions_uses
          set -l words (__versions_words)
          contains -- "$words[1]" $argv
      end

      # Whether the cursor is at argument $argv[2] of command $argv[1].
      function __versions_at
          set -l words (__versions_words)
          test "$words[1]" = "$argv[1]"; or return 1
          test (count $argv) -lt 2; or test (count $words) -eq (math $argv[2] + 1)
      end

      # The versions of the document on the line.
      function __versions_versions
          printf '%s\\n' \(CompletionWords.versions.joined(separator: " "))
          set -l words (__versions_words)
          command versions list --json -n 200 -- "$words[2]" 2>/dev/null |
              string replace -rf '.*"version":([0-9]+).*' '$1'
      end

      """
  }

  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}

extension OptionDeclaration {
  fileprivate func fish(condition: String?) -> String {
    var line = "complete -c versions"
    if let condition { line += " -n \(FishCompletions.quoted(condition))" }
    if let short { line += " -s \(short)" }
    line += " -l \(long.dropFirst(2))"
    if let value {
      let words = value.kind.fishWords
      // Files are offered too where -x is missing.
      line += words == "-F" ? " -r" : " -x"
      if let words { line += " " + words }
    }
    return line + " -d \(FishCompletions.quoted(help))"
  }
}

extension ValueKind {
  /// What fish offers for it; nil for nothing.
  fileprivate var fishWords: String? {
    switch self {
    case .document, .newPath: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    case .version: "-k -a '(__versions_versions)'"
    case .time: "-a \(FishCompletions.quoted(CompletionWords.times.joined(separator: " ")))"
    case .choice(let words): "-a \(FishCompletions.quoted(words.joined(separator: " ")))"
    case .helpSubject:
      "-a \(FishCompletions.quoted(CompletionWords.helpSubjects.joined(separator: " ")))"
    case .person, .number, .setting, .text: nil
    }
  }
}
