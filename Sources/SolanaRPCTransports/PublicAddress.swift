#if canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#else
    package import Darwin
#endif

/// The addresses of hosts on the public internet (IANA, IPv4 and IPv6 Special-Purpose Address Registries).
///
/// A stranger's address is looked at after its name was resolved: a name of theirs can lead to the user's router, or to a service on this machine, and
/// a request must not knock there from inside.
package enum PublicAddress {
    /// Returns true if a connection to a resolved address leaves the user's own networks.
    package static func contains(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch CInt(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                contains(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                var address = address.pointee.sin6_addr
                return withUnsafeBytes(of: &address) { contains(v6: Array($0)) }
            }
        default: return false
        }
    }

    /// Returns false for an address in digits that isn't public; true for one that is, and for a name.
    package static func mayContain(host: String) -> Bool {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return contains(v4: UInt32(bigEndian: four.s_addr)) }
        if inet_pton(AF_INET6, host, &six) == 1 { return withUnsafeBytes(of: &six) { contains(v6: Array($0)) } }
        // A name that is this machine's by its meaning (RFC 6761, 6.3).
        return host != "localhost" && !host.hasSuffix(".localhost")
    }

    /// Blocks of IPv4 that are nobody's on the internet: the first address, and how many of its bits count.
    private static let reserved: [(UInt32, UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
    ]

    private static func contains(v4 address: UInt32) -> Bool {
        reserved.allSatisfy { first, bits in (address ^ first) >> (32 - bits) != 0 }
    }

    private static func contains(v6 bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        // An IPv4 address as the last four bytes: mapped (::ffff:0:0/96), or behind a network's translator (64:ff9b::/96).
        let last = bytes[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
        let isTranslated = bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) && bytes[4..<12].allSatisfy { $0 == 0 }
        if isMapped || isTranslated { return contains(v4: last) }
        // All that is given out to hosts is in 2000::/3; in it, protocols' own blocks, 6to4 and documentation aren't.
        let isGlobal = bytes[0] & 0xE0 == 0x20
        let isProtocols = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] < 0x02
        let isDocumentation = bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || bytes.starts(with: [0x3F, 0xFF, 0x00])
        let isRelayed = bytes.starts(with: [0x20, 0x02])
        return isGlobal && !isProtocols && !isDocumentation && !isRelayed
    }
}
