import CSystem
import Files

/// What is gathered while all objects of a store are read; each thread fills one of its own.
public protocol ObjectFacts: Sendable {
  /// Takes an object whose bytes are those that its name says.
  /// - Parameters:
  ///   - stored: Bytes that it takes in its pack, or its file.
  ///   - isPacked: Whether it is in a pack.
  mutating func take(
    _ id: ObjectID, _ kind: ObjectKind, _ bytes: [UInt8], stored: Int, isPacked: Bool)
  /// Takes the name of an object that cannot be trusted.
  /// - Parameter pack: The pack it is in, nil where it has a file of its own.
  mutating func takeDamaged(_ id: ObjectID, reason: String, pack: String?)
  /// Takes a file that cannot be trusted, by its path in the folder of objects.
  mutating func takeDamagedFile(_ path: String, reason: String)
}

/// The reading of every object there is, each once and in the order of the packs, by all
/// processors, every name checked against the bytes.
public struct ObjectSweep: Sendable {
  private let folder: FilePath
  private let threads: Int

  /// Prepares to read the objects below a folder.
  public init(folder: FilePath, threads: Int = Threads.processors) {
    self.folder = folder
    self.threads = threads
  }

  /// Reads everything.
  /// - Parameter make: Makes what one thread gathers its part in.
  /// - Returns: What was gathered, in parts.
  public func run<Facts: ObjectFacts>(_ make: @escaping @Sendable () -> Facts) throws(GitError)
    -> [Facts]
  {
    var first = make()
    var jobs: [Job] = []
    let packs = folder.appending("pack")
    var names: [[UInt8]] = []
    if try files({ () throws(SystemError) in try FileStatus.find(packs) }) != nil {
      names = try files { () throws(SystemError) in try Folder.entries(of: packs).map(\.name) }
    }
    for name in names where name.ends(with: ".idx") && name.starts(with: "pack-".utf8) {
      let path = FilePath(packs.appending(name).bytes.dropLast(4))
      jobs += try plan(path, into: &first)
    }
    for name in names where name.ends(with: ".pack") && name.starts(with: "pack-".utf8) {
      let index = Array(name.dropLast(5)) + Array(".idx".utf8)
      if !names.contains(index) {
        first.takeDamagedFile(
          "pack/" + String(decoding: index, as: UTF8.self), reason: "it is missing")
      }
    }
    for name in names where name.ends(with: ".rev") || name.ends(with: ".bitmap") {
      jobs.append(.trailer(packs.appending(name)))
    }
    let loose = try ObjectDatabase(folder: folder).looseNames()
    let part = max(64, loose.count / (threads * 4) + 1)
    for start in stride(from: 0, to: loose.count, by: part) {
      jobs.append(.loose(Array(loose[start..<min(start + part, loose.count)])))
    }
    let folder = folder
    return [first]
      + Threads.map(jobs, atOnce: threads) { job in
        var facts = make()
        switch job {
        case .checksums(let path): ObjectSweep.checkSums(of: path, into: &facts)
        case .trailer(let path): ObjectSweep.checkTrailer(of: path, into: &facts)
        case .roots(let plan, let roots): PackReading(plan)?.read(roots, into: &facts)
        case .loose(let ids): ObjectSweep.readLoose(ids, in: folder, into: &facts)
        }
        return facts
      }
  }

  private enum Job: Sendable {
    /// The checksums of a pack, by its path without the ending.
    case checksums(FilePath)
    /// The checksum at the end of a file that only makes reading a pack faster.
    case trailer(FilePath)
    /// Some roots of a pack with all that builds on them.
    case roots(PackPlan, ArraySlice<Int32>)
    /// Objects in files of their own.
    case loose([ObjectID])
  }

  private func plan(
    _ path: FilePath, into facts: inout some ObjectFacts
  ) throws(GitError) -> [Job] {
    let name = "pack/" + String(decoding: path.lastComponent, as: UTF8.self)
    do throws(GitError) {
      let index = try PackIndex(FilePath(path.bytes + Array(".idx".utf8)))
      do throws(PackIndex.Damage) {
        try index.check()
      } catch {
        facts.takeDamagedFile(name + ".idx", reason: error.reason)
        return []
      }
      let file = FilePath(path.bytes + Array(".pack".utf8))
      let pack = try files { () throws(SystemError) in try MappedFile(file) }
      let plan: PackPlan
      do throws(PackIndex.Damage) {
        plan = try pack.withBytes { (bytes) throws(PackIndex.Damage) in
          guard bytes.count >= 12, Int(bytes.word(8)) == index.count else {
            throw PackIndex.Damage(reason: "it does not hold what its index says")
          }
          return try PackPlan(path, index, bytes)
        }
      } catch {
        facts.takeDamagedFile(name + ".pack", reason: error.reason)
        for number in 0..<index.count {
          facts.takeDamaged(index.name(number), reason: "its pack cannot be read", pack: name)
        }
        return []
      }
      for (id, reason) in plan.damages { facts.takeDamaged(id, reason: reason, pack: name) }
      let part = max(256, plan.roots.count / (threads * 8) + 1)
      return [.checksums(path)]
        + stride(from: 0, to: plan.roots.count, by: part).map {
          .roots(plan, plan.roots[$0..<min($0 + part, plan.roots.count)])
        }
    } catch {
      guard case .system(let cause) = error else { throw error }
      if cause.code == .permissionDenied { throw error }
      facts.takeDamagedFile(
        name + ".pack", reason: cause.code == .noSuchFile ? "it is missing" : "\(cause.code)")
      return []
    }
  }

  /// The checksum at the end of a pack, and the one that its index has of it.
  private static func checkSums(of path: FilePath, into facts: inout some ObjectFacts) {
    let name = "pack/" + String(decoding: path.lastComponent, as: UTF8.self)
    guard let pack = try? MappedFile(FilePath(path.bytes + Array(".pack".utf8))),
      let index = try? PackIndex(FilePath(path.bytes + Array(".idx".utf8)))
    else { return }
    pack.withBytes { bytes in
      let digest = ObjectID.digest(of: UnsafeRawBufferPointer(rebasing: bytes.dropLast(20)))
      let own = ObjectID(bytes: bytes.suffix(20))
      if own != digest {
        facts.takeDamagedFile(name + ".pack", reason: "its checksum is wrong")
      } else if own != index.checksumOfPack() {
        facts.takeDamagedFile(name + ".idx", reason: "it belongs to another pack")
      }
    }
  }

  /// The checksum at the end of a file beside a pack.
  private static func checkTrailer(of path: FilePath, into facts: inout some ObjectFacts) {
    guard let file = try? MappedFile(path) else { return }
    file.withBytes { bytes in
      let digest = ObjectID.digest(of: UnsafeRawBufferPointer(rebasing: bytes.dropLast(20)))
      if digest != ObjectID(bytes: bytes.suffix(20)) {
        facts.takeDamagedFile(
          "pack/" + String(decoding: path.lastComponent, as: UTF8.self),
          reason: "its checksum is wrong")
      }
    }
  }

  private static func readLoose(
    _ ids: [ObjectID], in folder: FilePath, into facts: inout some ObjectFacts
  ) {
    for id in ids {
      do throws(SystemError) {
        let file = try File(LooseObject.path(of: id, in: folder))
        let bytes = try file.readToEnd(expecting: Int(try file.status().size))
        do throws(LooseObject.Damage) {
          let object = try LooseObject.decodeStrictly(bytes)
          if ObjectDatabase.name(of: object.kind, object.bytes) == id {
            facts.take(id, object.kind, object.bytes, stored: bytes.count, isPacked: false)
          } else {
            facts.takeDamaged(id, reason: "its bytes are those of another object", pack: nil)
          }
        } catch {
          facts.takeDamaged(id, reason: error.reason, pack: nil)
        }
      } catch {
        // Packed and removed by git's upkeep a moment ago: in its pack, or told as missing.
        if error.code == .noSuchFile { continue }
        facts.takeDamaged(id, reason: "\(error.code)", pack: nil)
      }
    }
  }
}

/// The reading of a planned pack.
private final class PackReading {
  private let plan: PackPlan
  private let pack: MappedFile
  private let inflater: PackInflater
  private let name: String

  init?(_ plan: PackPlan) {
    guard let pack = try? MappedFile(FilePath(plan.path.bytes + Array(".pack".utf8))),
      let inflater = PackInflater()
    else { return nil }
    self.plan = plan
    self.pack = pack
    self.inflater = inflater
    name = "pack/" + String(decoding: plan.path.lastComponent, as: UTF8.self)
  }

  func read(_ roots: ArraySlice<Int32>, into facts: inout some ObjectFacts) {
    // Bases whose deltas are yet to be read, the deepest last.
    var open: [(bytes: [UInt8], kind: ObjectKind, next: Int32)] = []
    for root in roots {
      let entry = plan.entries[Int(root)]
      guard let kind = entry.kind else { continue }
      guard let bytes = inflate(entry) else {
        takeDamaged(root, "its bytes are damaged", &facts)
        continue
      }
      take(entry, kind, bytes, &facts)
      open.append((bytes, kind, entry.firstDelta))
      while let last = open.last {
        guard last.next >= 0 else {
          open.removeLast()
          continue
        }
        let entry = plan.entries[Int(last.next)]
        guard let delta = inflate(entry), let bytes = PackDelta.apply(delta, to: last.bytes) else {
          takeDamaged(last.next, "its bytes are damaged", &facts)
          open[open.count - 1].next = entry.nextDelta
          continue
        }
        take(entry, kind, bytes, &facts)
        open[open.count - 1].next = entry.nextDelta
        if entry.firstDelta >= 0 { open.append((bytes, kind, entry.firstDelta)) }
      }
    }
  }

  private func inflate(_ entry: PackPlan.Entry) -> [UInt8]? {
    pack.withBytes { bytes in
      guard entry.end <= bytes.count else { return nil }
      return inflater.inflate(
        UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.end]), to: entry.size)
    }
  }

  private func take(
    _ entry: PackPlan.Entry, _ kind: ObjectKind, _ bytes: [UInt8], _ facts: inout some ObjectFacts
  ) {
    if ObjectDatabase.name(of: kind, bytes) == entry.id {
      facts.take(
        entry.id, kind, bytes, stored: entry.end - entry.start + entry.headerLength,
        isPacked: true)
    } else {
      facts.takeDamaged(entry.id, reason: "its bytes are damaged", pack: name)
    }
  }

  /// An object that cannot be read, and all that builds on it.
  private func takeDamaged(_ number: Int32, _ reason: String, _ facts: inout some ObjectFacts) {
    var rest = [number]
    while let next = rest.popLast() {
      let entry = plan.entries[Int(next)]
      facts.takeDamaged(
        entry.id, reason: next == number ? reason : "what it builds on is damaged", pack: name)
      var delta = entry.firstDelta
      while delta >= 0 {
        rest.append(delta)
        delta = plan.entries[Int(delta)].nextDelta
      }
    }
  }
}
