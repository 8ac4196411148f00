import CPublicSuffix
package import WalletRuntime

/// The registered part of a host name, by the public suffix list: `a.b.example.co.uk` belongs to `example.co.uk`.
package enum RegistrableDomain {
    /// Returns the site under which an origin's requests are counted: its registrable domain. On this machine, where each port is another program, it
    /// is host and port.
    package static func site(of origin: Origin) -> String {
        isThisMachine(origin.host) ? origin.authority : of(host: origin.host)
    }

    /// Returns true for two pages of one site: the same scheme, and the same registrable domain or host ("schemefully same site", HTML, section
    /// 7.1.1).
    package static func isSame(_ one: Origin, _ other: Origin) -> Bool {
        one.isHTTPS == other.isHTTPS && of(host: one.host) == of(host: other.host)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "[::1]"
            || host.hasPrefix("127.") && isAddress(host)
    }

    /// Returns the registrable domain; the host itself if it has none (an address, `localhost`, a public suffix).
    package static func of(host: String) -> String {
        guard !isAddress(host) else { return host }
        // The list answers with a pointer into the name it was given.
        return host.withCString { name in
            guard let list = psl_builtin(), let domain = psl_registrable_domain(list, name) else { return host }
            return String(cString: domain)
        }
    }

    /// Returns true if a host is an IP address. In any other host that a browser has parsed, the last label isn't a number (WHATWG URL, section 3.5).
    ///
    /// The list treats `127.0.0.1` as a host of `0.1`, which it would share with other machines' addresses.
    private static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true
    }
}
