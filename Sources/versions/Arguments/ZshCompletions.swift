/// Completions for zsh, from the declarations, through zsh's own `_arguments`.
enum ZshCompletions {
  static func script() -> String {
    let declarations = CommandName.declarations
    return """
      #compdef versions
      # Completions of versions for zsh, made by 'versions completions zsh'.

      _versions_commands() {
        local -a commands=(
      \(declarations.filter { !$0.isHidden }.map(description).joined(separator: "\n"))
        )
        _describe -t commands command commands
      }

      _versions_subjects() {
        _versions_commands
        local -a topics=(
      \(HelpTopic.allCases.map { "    \(quoted("\($0.rawValue):\($0.summary)"))" }
        .joined(separator: "\n"))
        )
        _describe -t topics topic topics
      }

      _versions_versions() {
        local -a selectors=(\(CompletionWords.versions.joined(separator: " "))) numbers
        numbers=(${(f)"$(_call_program versions versions list --json -n 200 -- \\
          ${(q)${(Q)line[1]}} 2>/dev/null | sed -n 's/.*"version":\\([0-9]*\\).*/\\1/p')"})
        compadd -a selectors
        compadd -V numbers -a numbers
      }

      _versions() {
        local curcontext=$curcontext state
        local -a line
        local -A opt_args
        local -a global=(
      \(GlobalOptions.all.map { optionSpecs($0, exclusive: []) }.joined(separator: "\n"))
        )
        local -a author=(
      \(optionSpecs(GlobalOptions.author.declaration, exclusive: []))
        )
        _arguments -C -s -S $global $author '1:command:_versions_commands' '*::argument:->argument'
        [[ $state == argument ]] || return
        curcontext=${curcontext%:*}-$words[1]:
        case $words[1] in
      \(declarations.map(arguments).joined(separator: "\n"))
        esac
      }

      # Run by completion itself when it lies in a folder of fpath, else loaded by source.
      if [[ $funcstack[1] == _versions ]]; then
        _versions "$@"
      else
        compdef _versions versions
      fi

      """
  }

  private static func description(_ declaration: CommandDeclaration) -> String {
    "    " + quoted("\(declaration.name):\(declaration.summary)")
  }

  private static func arguments(_ declaration: CommandDeclaration) -> String {
    var specs = declaration.options.map { option in
      optionSpecs(
        option, exclusive: declaration.exclusive.first { $0.contains(option.long) } ?? [])
    }
    for (place, operand) in declaration.operands.enumerated() {
      let position = operand.takesSeveral ? "*" : "\(place + 1)"
      let colon = operand.isRequired || operand.takesSeveral ? ":" : "::"
      specs.append(
        "    " + quoted("\(position)\(colon)\(operand.placeholder):\(action(operand.kind))"))
    }
    let author = declaration.saves ? " $author" : ""
    let lines = specs.map { " \\\n        \($0)" }.joined()
    return "    \(declaration.name))\n      _arguments -s -S $global\(author)\(lines) ;;"
  }

  /// `'(-n --limit)'{-n,--limit}'[at most N of them]:N: '`.
  private static func optionSpecs(_ option: OptionDeclaration, exclusive: [String]) -> String {
    var rest = "[\(escaped(option.help))]"
    if let value = option.value { rest += ":\(value.placeholder):\(action(value.kind))" }
    let names = [option.short.map { "-\($0)" }, option.long].compactMap { $0 }
    let isRepeatable = option.repetition == .collected
    var before = isRepeatable ? "*" : ""
    if !isRepeatable, names.count > 1 || !exclusive.isEmpty {
      let others = names + exclusive.filter { !names.contains($0) }
      before = "(\(others.joined(separator: " ")))"
    }
    // With = a value may stand in the same word: --name=value.
    let equals = option.value == nil ? "" : "="
    return names.map { name in
      let sign = name.utf8.count == 2 ? (option.value == nil ? "" : "+") : equals
      return "    " + quoted("\(before)\(name)\(sign)\(rest)")
    }.joined(separator: " ")
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .document, .newPath: "_files"
    case .folder: "_files -/"
    case .version: "_versions_versions"
    case .time: "(\(CompletionWords.times.joined(separator: " ")))"
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .helpSubject: "_versions_subjects"
    case .person, .number, .setting, .text: " "
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "[" || scalar == "]" || scalar == ":" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// A text in single quotes as the shell reads it.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
