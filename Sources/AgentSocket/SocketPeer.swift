import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process at the other end of a Unix socket, by the kernel's word.
public struct SocketPeer: Sendable, Hashable {
    public let pid: Int32
    public let uid: UInt32

    public init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }

    /// Asks for the peer of a connected socket (`SO_PEERCRED`).
    ///
    /// - Throws: `system`.
    public init(of socket: Int32) throws(AgentSocketError) {
        var peer = platform_peer()
        let failed = platform_peer_of(socket, &peer)
        guard failed == 0 else { throw .system(.credentials, path: "the agent's socket", errno: failed) }
        self.init(pid: peer.pid, uid: peer.uid)
    }

    /// Whether the peer runs as the user of this process. Both ends ask it: the folder's permissions keep strangers
    /// out, and this holds where somebody changed them.
    public var isSameUser: Bool { uid == geteuid() }
}
