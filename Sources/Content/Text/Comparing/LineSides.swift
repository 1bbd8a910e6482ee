import Glibc

/// Two sequences of numbered lines, and which of them have changed.
///
/// Equal lines have equal numbers below `classes`. The marks have a false before the first and after
/// the last line, so that a walk along a run of changes needs no other end.
final class LineSides {
  /// One of the two sequences.
  struct Side {
    let ids: UnsafeMutablePointer<Int32>
    let changed: UnsafeMutablePointer<Bool>
    let count: Int

    fileprivate init(count: Int) {
      self.count = count
      ids = .allocate(capacity: max(1, count))
      let marks = UnsafeMutablePointer<Bool>.allocate(capacity: count + 2)
      marks.initialize(repeating: false, count: count + 2)
      changed = marks + 1
    }

    fileprivate func free() {
      ids.deallocate()
      (changed - 1).deallocate()
    }
  }

  let old: Side
  let new: Side
  private(set) var classes = 0

  /// Numbers the lines of two texts.
  init(old oldView: LineView, new newView: LineView, whitespace: ComparisonOptions.Whitespace) {
    old = Side(count: oldView.count)
    new = Side(count: newView.count)
    if whitespace == .exact {
      numberExactly(oldView, newView)
    } else {
      var interner = LineInterner(expecting: oldView.count, keepsCopies: true)
      for (view, side) in [(oldView, old), (newView, new)] {
        var reduced: [UInt8] = []
        for line in 0..<view.count {
          reduced.removeAll(keepingCapacity: true)
          whitespace.reduce(view.bytes(line), into: &reduced)
          // An empty array may have no address, so a byte is added to each alike.
          reduced.append(0)
          side.ids[line] = reduced.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { interner.intern($0, bytes.count) } ?? 0
          }
        }
      }
      classes = interner.count
    }
  }

  /// Takes numbers given elsewhere.
  init(
    old oldIDs: some RandomAccessCollection<Int32>, new newIDs: some RandomAccessCollection<Int32>,
    classes: Int
  ) {
    old = Side(count: oldIDs.count)
    new = Side(count: newIDs.count)
    self.classes = classes
    for (index, id) in oldIDs.enumerated() { old.ids[index] = id }
    for (index, id) in newIDs.enumerated() { new.ids[index] = id }
  }

  deinit {
    old.free()
    new.free()
  }

  private func numberExactly(_ oldView: LineView, _ newView: LineView) {
    var interner = LineInterner(expecting: oldView.count + 16)
    // Where a number first occurs, or -1 where it occurs again.
    var places = [Int32](repeating: 0, count: oldView.count)
    places.withUnsafeMutableBufferPointer { places in
      for line in 0..<oldView.count {
        let before = interner.count
        let id = interner.intern(oldView.pointer(line), oldView.length(line))
        old.ids[line] = id
        places[Int(id)] = interner.count > before ? Int32(truncatingIfNeeded: line) : -1
      }
      let oldClasses = interner.count
      // Most lines of the new text follow one another as in the old one: look there before hashing.
      var expected = 0
      for line in 0..<newView.count {
        let pointer = newView.pointer(line)
        let length = newView.length(line)
        if expected < oldView.count, oldView.length(expected) == length,
          memcmp(oldView.pointer(expected), pointer, length) == 0
        {
          new.ids[line] = old.ids[expected]
          expected += 1
          continue
        }
        let id = interner.intern(pointer, length)
        new.ids[line] = id
        if Int(id) < oldClasses, places[Int(id)] >= 0 {
          expected = Int(places[Int(id)]) + 1
        } else if Int(id) < oldClasses {
          expected += 1
        }
      }
    }
    classes = interner.count
  }

  /// The runs of changed lines, in order.
  var changes: [LineChange] {
    var result: [LineChange] = []
    var oldLine = 0
    var newLine = 0
    while oldLine < old.count || newLine < new.count {
      if !old.changed[oldLine], !new.changed[newLine] {
        oldLine += 1
        newLine += 1
        continue
      }
      let oldStart = oldLine
      let newStart = newLine
      while old.changed[oldLine] { oldLine += 1 }
      while new.changed[newLine] { newLine += 1 }
      result.append(LineChange(old: oldStart..<oldLine, new: newStart..<newLine))
    }
    return result
  }
}
