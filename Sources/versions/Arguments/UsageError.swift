/// What is wrong with a command line, kept apart from how it is worded. Each one ends with exit code 2.
enum UsageError: Error, Equatable, Sendable {
  case missingCommand
  case unknownCommand([UInt8])
  /// A name that is kept for a command to come.
  case reservedCommand(String)
  case unknownTopic([UInt8])
  /// An option that the command does not have, with the whole word in which it stands; `command` is
  /// nil before the command's name.
  case unknownOption([UInt8], word: [UInt8], command: String?)
  /// The start of the full names of one or several options.
  case abbreviatedOption([UInt8], full: [String])
  case missingValue(option: String, placeholder: String)
  case unexpectedValue(option: String, value: [UInt8])
  case repeatedOption(String)
  case exclusiveOptions(String, String)
  /// An option that means nothing without another argument.
  case lonelyOption(String, needs: String)
  case missingOperand(String, command: String)
  /// None of several options of which there must be one.
  case missingChoice([String], command: String)
  case unexpectedOperand([UInt8], command: String)
  case emptyPath(ArgumentPlace)
  case emptyValue(ArgumentPlace)
  /// A name with a NUL, which no file can have.
  case nulInPath([UInt8])
  case notANumber(ArgumentPlace, [UInt8])
  case numberOutOfRange(ArgumentPlace, [UInt8], ClosedRange<Int>)
  case notOneOf(ArgumentPlace, [UInt8], [String])
  case notUTF8(ArgumentPlace, [UInt8])
  case severalLines(ArgumentPlace)
  /// A text of more bytes than may be: how many it has, how many it may have.
  case tooLong(ArgumentPlace, Int, Int)
  case notAPerson(ArgumentPlace, [UInt8])
  /// What is to be a range of lines; `example` is how one is written.
  case notLines(ArgumentPlace, [UInt8], example: String)
  /// What is to be a length of time that makes sense in its place.
  case notADuration(ArgumentPlace, [UInt8])
  case notASpan(ArgumentPlace, [UInt8])
  case notAPointer(ArgumentPlace, [UInt8])
  /// A pattern that git's attributes forbid.
  case negativePattern([UInt8])
}
