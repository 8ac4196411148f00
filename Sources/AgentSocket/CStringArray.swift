#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A zero-terminated array of C strings, as `exec` takes it.
package struct CStringArray: ~Copyable {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    package init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }

    package func withPointer<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        // The array holds at least the nil that ends it, so it has an address.
        pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return withUnsafePointer(to: nil, body) }
            return body(base)
        }
    }
}
