package import Sites
package import WalletRuntime

/// The site that an origin belongs to.
extension RegistrableDomain {
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
}
