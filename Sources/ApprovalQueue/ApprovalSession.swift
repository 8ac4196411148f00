public import JSONRPC

/// The session that an approval signs in, as the queue sees it.
public protocol ApprovalSession: Sendable {
    /// Checks that the keys can be used now.
    ///
    /// - Throws: 4101 where the session has ended; the request goes on waiting then, and its surface asks to unlock.
    func checkOpen() async throws(RPCError)

    /// Counts the session from now, because its user has approved something. A session that is over stays so.
    func use() async
}
