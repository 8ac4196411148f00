import JSONRPC
import WalletRuntime

/// One connection to the agent: who is there, and what it has asked.
struct ClientSession {
    let connection: any WalletConnection
    let peer: PeerProcess
    /// What the client seals its secrets to.
    let secrets = ConnectionSecrets()
    /// Set by `host.attach`, or by `hello` where no host stands before the client.
    var kind: ConnectionClass?
    /// What the host was told of its caller. Set by `host.attach`.
    var caller: String?
    /// The host's own version. Set by `host.attach`.
    var hostVersion: String?
    /// Set by `hello`.
    var client: Client?
    /// Whether a frame has arrived: `host.attach` must be the first.
    var hasSpoken = false
    /// The JSON-RPC ids that wait for their answers; told apart by their bytes, as the client tells them apart.
    var unanswered: Set<JSONString> = []

    /// More unanswered requests than the queue holds can only be a flood of quick ones.
    static let maximumUnanswered = 1000

    init(connection: any WalletConnection, peer: PeerProcess) {
        self.connection = connection
        self.peer = peer
    }
}
