import Files
import VersionStore
let folder = FilePath("/tmp/lib1")
let s = Surroundings(app: "try 1")
let lib = try (Library.folder(above: folder) == nil ? Library.create(folder, surroundings: s) : Library(folder, surroundings: s))
let p = DocumentPath("a.txt")!
print(try lib.save(p, as: .autosave, label: nil))
print(try lib.save(p, as: .save, label: "hello"))
print(try lib.save(p, as: .save, label: "hello2"))
var h = try lib.history(of: lib.document(p))
while let v = try h.next() { print(v.number, v.event, v.label ?? "-", v.size ?? 0, v.type ?? "") }
