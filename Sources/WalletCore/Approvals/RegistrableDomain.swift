import CPublicSuffix

/// The part of a host name that somebody registered, by the public suffix list: `a.b.example.co.uk` is `example.co.uk`'s.
enum RegistrableDomain {
    /// The registrable domain; the host itself where it has none (an address, `localhost`, a public suffix).
    static func of(host: String) -> String {
        // The list answers with a pointer into the name it was given.
        host.withCString { name in
            guard let list = psl_builtin(), let domain = psl_registrable_domain(list, name) else { return host }
            return String(cString: domain)
        }
    }
}
