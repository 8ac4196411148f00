#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Overwrites memory with zeros in a way that the optimiser may not leave out.
func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let base = memory.baseAddress, memory.count > 0 else { return }
    #if canImport(Darwin)
        _ = memset_s(base, memory.count, 0, memory.count)
    #else
        explicit_bzero(base, memory.count)
    #endif
}

/// Whether two pieces of memory of the same size are equal. It takes longer where they agree longer: not for secrets.
@inline(__always)
func haveSameBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    return memcmp(leftBase, rightBase, left.count) == 0
}
