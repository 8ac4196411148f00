import JSONRPC
import WalletRuntime

/// The nonces of apps' requests, each good for one: a link that is opened a second time asks for nothing.
///
/// Kept in memory for as long as the agent runs, 4,096 of a session: an app that has used as many connects anew. A link from before the agent's
/// start would be asked about again, and decided by the user again.
actor UsedNonces {
    static let maximumCount = 4096

    private struct Session {
        let number: [UInt8]
        var nonces: Set<[UInt8]> = []
    }

    private var sessions: [AppID: Session] = [:]

    /// Takes a nonce of a session, which is the app's only one.
    ///
    /// - Throws: -32000 (`link-used`) for one that was taken before; -32002 (`too-many-pending`) beyond ``maximumCount``.
    func take(_ nonce: [UInt8], of app: AppID, session number: [UInt8]) throws(RPCError) {
        var session = sessions[app] ?? Session(number: number)
        if session.number != number { session = Session(number: number) }
        guard session.nonces.count < Self.maximumCount else {
            throw RPCError(.tooManyPending, .tooManyPending, "the session is used up, connect anew")
        }
        guard session.nonces.insert(nonce).inserted else {
            throw RPCError(.invalidInput, .linkUsed, "this link was opened before")
        }
        sessions[app] = session
    }

    func forget(_ app: AppID) { sessions[app] = nil }
}
