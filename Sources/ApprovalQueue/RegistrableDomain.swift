import CPublicSuffix
package import WalletRuntime

/// The part of a host name that somebody registered, by the public suffix list: `a.b.example.co.uk` is `example.co.uk`'s.
package enum RegistrableDomain {
    /// What an origin's requests are counted by: its registrable domain, and on this machine, where each port is another program, host and port.
    package static func site(of origin: Origin) -> String {
        isThisMachine(origin.host) ? origin.authority : of(host: origin.host)
    }

    /// Returns true for two pages of one site: the same scheme, and the same registrable domain or host ("schemefully same site", HTML, section 7.1.1).
    package static func isSame(_ one: Origin, _ other: Origin) -> Bool {
        one.isHTTPS == other.isHTTPS && of(host: one.host) == of(host: other.host)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "[::1]"
            || host.hasPrefix("127.") && isAddress(host)
    }

    /// The registrable domain; the host itself where it has none (an address, `localhost`, a public suffix).
    package static func of(host: String) -> String {
        guard !isAddress(host) else { return host }
        // The list answers with a pointer into the name it was given.
        return host.withCString { name in
            guard let list = psl_builtin(), let domain = psl_registrable_domain(list, name) else { return host }
            return String(cString: domain)
        }
    }

    /// Whether a host is an IP address: of a host that a browser has read, the last label of none other is a number (WHATWG URL, section 3.5).
    ///
    /// The list takes `127.0.0.1` for a host of `0.1`, which it would share with other machines' addresses.
    private static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true
    }
}
