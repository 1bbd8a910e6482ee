/// Completions for bash, from the declarations; they need bash 4 and nothing else.
enum BashCompletions {
  static func script() -> String {
    let declarations = CommandName.declarations
    return """
      # Completions of versions for bash, made by 'versions completions bash'.

      # Sets kind to what stands in the value of option $2 of command $1, empty for a flag.
      _versions_option_kind() {
        kind=''
        case "$1 $2" in
      \(optionKinds(declarations))
        esac
      }

      # Sets kind to what stands at place $2 among the arguments of command $1.
      _versions_operand_kind() {
        kind=''
        case "$1 $2" in
      \(operandKinds(declarations))
        esac
      }

      # Sets words to the options of command $1.
      _versions_options() {
        case $1 in
      \(optionWords(declarations))
        esac
      }

      # Completes $2 as a thing of kind $1; $3 is the document on the line.
      _versions_complete() {
        local words='' document=${3-}
        case $1 in
          file) compopt -o default ; return ;;
          folder) compopt -o dirnames ; return ;;
          command) words='\(CompletionWords.commands.joined(separator: " "))' ;;
          subject) words='\(CompletionWords.helpSubjects.joined(separator: " "))' ;;
          time) words='\(CompletionWords.times.joined(separator: " "))' ;;
          version)
            # The word as it was typed: without its quotes it is the name.
            document=${document//[\\"\\'\\\\]/}
            document=${document/#\\~\\//"$HOME/"}
            words='\(CompletionWords.versions.joined(separator: " "))'
            words+=" $(command versions list --json -n 200 -- "$document" 2>/dev/null |
              command sed -n 's/.*"version":\\([0-9]*\\).*/\\1/p')"
            compopt -o nosort 2>/dev/null
            ;;
          choice:*) words=${1#choice:} ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$2"))
      }

      _versions() {
        local cur=${COMP_WORDS[COMP_CWORD]} word command='' option='' ended='' document='' kind words
        local -i i place=0
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          # bash gives --name=value as three words.
          [[ $word == '=' ]] && continue
          if [[ $option ]]; then
            option=''
          elif [[ ! $ended && $word == -- ]]; then
            ended=1
          elif [[ ! $ended && $word == -?* ]]; then
            _versions_option_kind "$command" "$word"
            [[ $kind ]] && option=$word
          elif [[ ! $command ]]; then
            command=$word
          else
            ((place++)) || document=$word
          fi
        done
        if [[ $option ]]; then
          _versions_option_kind "$command" "$option"
          [[ $cur == '=' ]] && cur=''
          _versions_complete "$kind" "$cur" "$document"
        elif [[ ! $ended && $cur == -* ]]; then
          _versions_options "$command"
          COMPREPLY=($(compgen -W "$words" -- "$cur"))
        elif [[ ! $command ]]; then
          _versions_complete command "$cur"
        else
          _versions_operand_kind "$command" "$place"
          _versions_complete "$kind" "$cur" "$document"
        fi
      }

      complete -F _versions versions

      """
  }

  private static func optionKinds(_ declarations: [CommandDeclaration]) -> String {
    var lines: [String] = []
    for declaration in declarations {
      for option in declaration.options + (declaration.saves ? [authorOption] : []) {
        guard let value = option.value else { continue }
        let names = names(option).map { "'\(declaration.name) \($0)'" }
        lines.append("    \(names.joined(separator: " | "))) kind='\(kind(value.kind))' ;;")
      }
    }
    for option in GlobalOptions.all + [authorOption] {
      guard let value = option.value else { continue }
      let names = names(option).map { "*' \($0)'" }
      lines.append("    \(names.joined(separator: " | "))) kind='\(kind(value.kind))' ;;")
    }
    return lines.joined(separator: "\n")
  }

  private static func operandKinds(_ declarations: [CommandDeclaration]) -> String {
    var lines: [String] = []
    for declaration in declarations {
      for (place, operand) in declaration.operands.enumerated() {
        let pattern =
          operand.takesSeveral ? "'\(declaration.name) '*" : "'\(declaration.name) \(place)'"
        lines.append("    \(pattern)) kind='\(kind(operand.kind))' ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func optionWords(_ declarations: [CommandDeclaration]) -> String {
    var lines = declarations.map { declaration in
      let words = declaration.allOptions.map(\.long).joined(separator: " ")
      return "    \(declaration.name)) words='\(words)' ;;"
    }
    let words = ([authorOption] + GlobalOptions.all).map(\.long).joined(separator: " ")
    lines.append("    *) words='\(words)' ;;")
    return lines.joined(separator: "\n")
  }

  private static var authorOption: OptionDeclaration { GlobalOptions.author.declaration }

  private static func names(_ option: OptionDeclaration) -> [String] {
    [option.short.map { "-\($0)" }, option.long, option.alias].compactMap { $0 }
  }

  private static func kind(_ kind: ValueKind) -> String {
    switch kind {
    case .document, .newPath: "file"
    case .folder: "folder"
    case .version: "version"
    case .time: "time"
    case .choice(let words): "choice:" + words.joined(separator: " ")
    case .helpSubject: "subject"
    case .person, .number, .setting, .text: "text"
    }
  }
}
