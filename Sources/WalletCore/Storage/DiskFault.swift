import CPlatform
public import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A state of the disk in which nothing can be written, and which the user can mend.
public enum DiskFault: Sendable, Hashable {
    case full
    case readOnly

    /// What a failed call says of the disk; nil where it says something else.
    public init?(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        default: return nil
        }
    }

    /// What keeps a folder from being written now; nil where nothing does, or something else.
    init?(writingTo folder: String) { self.init(errno: platform_write_fault(folder)) }
}

extension RPCError {
    /// The protocol's error for what the disk is in.
    public init(_ fault: DiskFault) {
        switch fault {
        case .full: self.init(.internalError, .diskFull, "the disk is full")
        case .readOnly: self.init(.internalError, .diskReadOnly, "the disk is read-only")
        }
    }
}
