public import JSONRPC

/// A client's connection as the wallet sees it: something frames can be sent to.
public protocol WalletConnection: AnyObject, Sendable {
    var id: ConnectionID { get }

    /// Queues one JSON-RPC message; never blocks, keeps the order, and is without effect once the connection is closed.
    func send(_ payload: [UInt8])

    /// Closes the connection after what was queued has been sent.
    func close()
}

/// The process at the other end of a connection, as the kernel names it.
public struct PeerProcess: Sendable, Equatable {
    public let pid: Int32
    public let uid: UInt32

    public init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }
}

/// Why bytes on a connection were dropped before they became a message.
public enum FrameRefusal: Sendable, Equatable {
    /// A frame of more than 1 MiB; its length in bytes.
    case tooLarge(Int)
    /// A frame of length 0.
    case empty
}

/// What answers the frames of connections: the wallet, seen from the socket.
public protocol ConnectionService: Sendable {
    /// Takes a connection that was made.
    func opened(_ connection: any WalletConnection, peer: PeerProcess) async

    /// Takes one message; returns when it was accepted. The answer comes through `WalletConnection.send`.
    func received(_ payload: JSONSource, on connection: ConnectionID) async

    /// Hears that bytes were dropped before they became a message.
    func refused(_ refusal: FrameRefusal, on connection: ConnectionID) async

    /// Hears that a connection is gone.
    func closed(_ connection: ConnectionID) async

    /// True while the session is locked and no request is unfinished: the agent may leave.
    var isIdle: Bool { get async }

    /// Cancels what is unfinished, locks, and returns when everything is written.
    func shutDown() async
}
