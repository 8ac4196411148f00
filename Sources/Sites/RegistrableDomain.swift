import CPublicSuffix

/// The registered part of a host name, by the public suffix list: `a.b.example.co.uk` belongs to `example.co.uk`.
package enum RegistrableDomain {
    /// Returns the registrable domain; the host itself if it has none (an address, `localhost`, a public suffix).
    package static func of(host: String) -> String {
        guard !isAddress(host) else { return host }
        // The list answers with a pointer into the name it was given.
        return host.withCString { name in
            guard let list = psl_builtin(), let domain = psl_registrable_domain(list, name) else { return host }
            return String(cString: domain)
        }
    }

    /// Returns true for a name under which different people register theirs: `co.uk`, `github.io`.
    static func isSuffix(_ host: String) -> Bool {
        !isAddress(host)
            && host.withCString { name in psl_builtin().map { psl_is_public_suffix($0, name) != 0 } ?? false }
    }

    /// Returns true if a host is an IP address. In any other host that a browser has parsed, the last label isn't a number (WHATWG URL, section 3.5).
    ///
    /// The list treats `127.0.0.1` as a host of `0.1`, which it would share with other machines' addresses.
    package static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true
    }
}
