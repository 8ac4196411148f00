/// What the protected records are once the vault has its next key, while it hasn't.
struct StagedContents: Sendable {
    let authenticator: any PolicyAuthenticator
    let contents: AuthenticatedContents
    let sequence: UInt64

    /// The same for records that were changed meanwhile.
    func following(_ contents: AuthenticatedContents, sequence: UInt64) -> StagedContents {
        var contents = contents
        contents.endSessions()
        return StagedContents(authenticator: authenticator, contents: contents, sequence: sequence)
    }
}
