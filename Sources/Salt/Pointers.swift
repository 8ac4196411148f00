/// The pointers that libsodium's declarations ask for: never null, not even for no bytes.
extension UnsafeRawBufferPointer {
    var octets: UnsafePointer<UInt8> {
        UnsafePointer((baseAddress ?? nowhere).assumingMemoryBound(to: UInt8.self))
    }

    var characters: UnsafePointer<CChar> {
        UnsafePointer((baseAddress ?? nowhere).assumingMemoryBound(to: CChar.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    var octets: UnsafeMutablePointer<UInt8> {
        (baseAddress ?? UnsafeMutableRawPointer(mutating: nowhere)).assumingMemoryBound(to: UInt8.self)
    }
}

/// Where a buffer without bytes points to; nothing is read or written there.
private nonisolated(unsafe) let nowhere = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
