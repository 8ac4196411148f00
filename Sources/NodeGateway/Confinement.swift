public import AgentSocket
import CPlatform

/// What keeps `sidekey-rpc` from everything but the network.
public struct Confinement: Sendable, Hashable {
    /// The version of Landlock that shuts it out of the file system; 0 where the kernel has none.
    public let landlock: Int
    /// Whether a seccomp filter refuses it Unix sockets, other processes and changes to the file system.
    public let hasFilter: Bool

    package init(landlock: Int, hasFilter: Bool) {
        self.landlock = landlock
        self.hasFilter = hasFilter
    }

    /// What TLS and the resolver read: configuration, certificates, and the libraries that `nsswitch.conf` names.
    ///
    /// All of `/etc`, not `resolv.conf` alone: a rule holds for the file that it was made for, and a laptop that comes to
    /// another network gets another file in its place.
    ///
    /// `/proc`, because libdispatch ends the program where it can't read its threads' state there. What needs the right to
    /// trace a process (its memory, variables and descriptors) stays closed: Landlock gives nobody that right over a process outside.
    private static let readable = [
        "/proc", "/etc", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/connman", "/usr/lib",
        "/usr/lib64", "/lib", "/lib64", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
        "/usr/share/pki", "/var/lib/ca-certificates",
    ]

    /// Takes from this process, for good, what it doesn't need. Call it first of all, while there is one thread.
    ///
    /// - Parameter certificates: Files with certificates that it is to read besides.
    /// - Throws: `system`; nothing may be done for anybody then.
    public static func take(certificates: [String] = []) throws(AgentSocketError) -> Confinement {
        var failed = platform_harden()
        var held = platform_confinement()
        if failed == 0 {
            failed = CStringArray(readable + certificates).withPointer { platform_confine($0, &held) }
        }
        guard failed == 0 else { throw .system(.harden, path: "sidekey-rpc", errno: failed) }
        return Confinement(landlock: Int(held.landlock), hasFilter: held.filter)
    }
}
