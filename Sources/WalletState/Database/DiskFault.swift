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

    /// Reads a failed call's number; nil where it says something else.
    public init?(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        default: return nil
        }
    }

    /// Tries whether a folder can be written now; nil where it can, or where something else keeps it.
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
