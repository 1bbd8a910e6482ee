import struct Content.ComparisonOptions

@testable import versions

/// A command with what it was given, on one line: `list document=a.txt limit=5`.
func described(_ command: any Command) -> String {
  ([type(of: command).declaration.name] + properties(command)).joined(separator: " ")
}

private func properties(_ value: Any) -> [String] {
  var texts: [String] = []
  for (label, child) in Mirror(reflecting: value).children {
    guard let text = text(child) else { continue }
    let isNested = child is VersionFilter || child is LogFilter || child is ListCommand
    texts.append(contentsOf: isNested ? properties(child) : ["\(label ?? "")=\(text)"])
  }
  return texts
}

/// Nil for what says nothing: no value, false, an empty list.
private func text(_ value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    return mirror.children.first.flatMap { text($0.value) }
  }
  switch value {
  // An empty array of anything can be cast to this one.
  case let bytes as [UInt8] where type(of: value) == [UInt8].self: return VisibleText.string(bytes)
  case let list as [[UInt8]] where type(of: value) == [[UInt8]].self:
    return list.isEmpty ? nil : list.map { VisibleText.string($0) }.joined(separator: ",")
  case let list as [VersionFilter.Event]:
    return list.isEmpty ? nil : list.map(\.rawValue).joined(separator: ",")
  case let list as [LogFilter.Event]:
    return list.isEmpty ? nil : list.map(\.rawValue).joined(separator: ",")
  case let flag as Bool: return flag ? "yes" : nil
  case let selection as ListCommand.Selection: return selection == .all ? nil : "\(selection)"
  case let options as ComparisonOptions: return text(options)
  case let action as ConfigCommand.Action:
    switch action {
    case .list: return "list"
    case .print(let name): return "print:" + VisibleText.string(name)
    case .set(let name, let value):
      return "set:" + VisibleText.string(name) + ":" + VisibleText.string(value)
    case .add(let name, let value):
      return "add:" + VisibleText.string(name) + ":" + VisibleText.string(value)
    case .unset(let name): return "unset:" + VisibleText.string(name)
    }
  default: return "\(value)"
  }
}

/// What is not as it is without options.
private func text(_ options: ComparisonOptions) -> String? {
  var texts: [String] = []
  if options.context != 3 { texts.append("context:\(options.context)") }
  if options.whitespace != .exact { texts.append("\(options.whitespace)") }
  if options.ignoresBlankLines { texts.append("blankLines") }
  if options.algorithm == .patience { texts.append("patience") }
  return texts.isEmpty ? nil : texts.joined(separator: ",")
}

/// What the options of every command said, as far as they said something.
func described(_ globals: GlobalArguments) -> String {
  var texts: [String] = []
  if let library = globals.library { texts.append("library=" + VisibleText.string(library)) }
  if globals.json { texts.append("json") }
  if globals.endsNamesWithNull { texts.append("null") }
  if let author = globals.author { texts.append("author=\(author.name)/\(author.mail)") }
  if globals.colour != .auto { texts.append("colour=\(globals.colour)") }
  if !globals.usesPager { texts.append("no-pager") }
  return texts.joined(separator: " ")
}

/// What a command line asks for, on one line.
func described(_ request: CommandLineParser.Request) -> String {
  switch request {
  case .help(let type): return "help" + (type.map { " " + $0.declaration.name } ?? "")
  case .version(let json): return json ? "version json" : "version"
  case .run(let command, let globals):
    let rest = described(globals)
    return described(command) + (rest.isEmpty ? "" : " | " + rest)
  }
}
