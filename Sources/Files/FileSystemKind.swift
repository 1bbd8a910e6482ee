/// A kind of file system, by the number that `statfs` gives it on Linux.
public struct FileSystemKind: RawRepresentable, Hashable, Sendable {
  /// The number, 0 where the system does not tell.
  public let rawValue: UInt64

  /// Makes a kind of its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Its name where other machines can write to it unseen: there are no events for what they do.
  public var nameOfShared: String? { FileSystemKind.shared[rawValue] }

  // The numbers are those of linux/magic.h and of statfs(2). A file system in user space may be
  // a local one: it tells what this machine does, and nobody knows of the rest.
  private static let shared: [UInt64: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "CIFS",
    0x6573_5546: "FUSE", 0x0102_1997: "9P", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS",
    0x6B41_4653: "AFS", 0x7375_7245: "Coda", 0x564C: "NCP", 0x786F_4256: "vboxsf",
    0xBACB_ACBC: "vmhgfs", 0x7C7C_6673: "prl_fs", 0x0BD0_0BD0: "Lustre", 0x0116_1970: "GFS2",
    0x7461_636F: "OCFS2", 0x4750_4653: "GPFS",
  ]
}
