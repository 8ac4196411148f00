/// What the protected records are once the vault has its next key, while it hasn't.
struct ProtectedSuccessor: Sendable {
    let authenticator: any PolicyAuthenticator
    let contents: ProtectedContents
    let sequence: UInt64

    /// The same for records that were changed meanwhile.
    func following(_ contents: ProtectedContents, sequence: UInt64) -> ProtectedSuccessor {
        var contents = contents
        contents.endSessions()
        return ProtectedSuccessor(authenticator: authenticator, contents: contents, sequence: sequence)
    }
}
