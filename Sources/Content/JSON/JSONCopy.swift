extension JSONDocument {
  /// Copies the value at a pointer into another document, at the same pointer.
  ///
  /// A value that is there already is replaced; a member that is not is added, and so is an element
  /// right behind the last one. Where the target's objects on the way are missing, or a key stands
  /// twice, the copy is refused.
  public func copy(
    _ pointer: JSONPointer, into target: JSONDocument
  ) throws(PartCopyError) -> PartCopy {
    let node: Node
    do throws(JSONPointerError) {
      node = try self.node(at: pointer)
    } catch {
      throw .sourceHasNoPlace(error)
    }
    let value = tree(node)
    var editor = JSONEditor(target)
    do throws(JSONPointerError) {
      if let present = try target.present(at: pointer) {
        let isSame = withView { mine in
          target.withView { theirs in
            JSONEquality.areEqual(node.index, mine, present.index, theirs)
          }
        }
        if !isSame { editor.replace(present, with: value) }
        return PartCopy(editor)
      }
      var parent = pointer
      let last = parent.tokens.removeLast()
      let holder = try target.node(at: parent)
      switch target.kind(of: holder) {
      case .object: editor.add(last, value, to: holder)
      case .array:
        let count = target.elements(of: holder).count
        guard JSONPointer.index(last) == count else { throw .notThere(pointer) }
        editor.insert(value, at: count, of: holder)
      default: throw .notThere(pointer)
      }
    } catch {
      throw .targetHasNoPlace(error)
    }
    return PartCopy(editor)
  }

  /// Copies the value at a pointer between the bytes of two documents.
  public static func copy(
    _ pointer: JSONPointer, from source: [UInt8], into target: [UInt8]
  ) throws(PartCopyError) -> PartCopy {
    let from: JSONDocument
    let into: JSONDocument
    do throws(JSONError) { from = try JSONDocument(parsing: source) } catch {
      throw .sourceIsNotJSON(error)
    }
    do throws(JSONError) { into = try JSONDocument(parsing: target) } catch {
      throw .targetIsNotJSON(error)
    }
    return try from.copy(pointer, into: into)
  }

  /// The value at a pointer, `nil` where only its last step leads nowhere.
  private func present(at pointer: JSONPointer) throws(JSONPointerError) -> Node? {
    do throws(JSONPointerError) {
      return try node(at: pointer)
    } catch {
      if error == .notThere(pointer), !pointer.tokens.isEmpty { return nil }
      throw error
    }
  }
}
