import CFido2

/// How the reports of a key come and go, in place of the system's own way: 64 bytes each, of CTAPHID (CTAP 2.1, section 11.2).
///
/// `write` gets 65 bytes, the first of which is 0; `read` gives 64 within its milliseconds, or -1.
public struct SecurityKeyIO: Sendable {
    let functions: fido_dev_io_t

    /// Takes libfido2's four functions.
    public init(
        open: @escaping @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?,
        close: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
        read: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int, Int32) -> Int32,
        write: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32
    ) {
        functions = fido_dev_io_t(open: open, close: close, read: read, write: write)
    }
}
