/// What opens a link with the program that the system has for it.
public protocol LinkOpening: Sendable {
    /// Opens a link. Returns once that is done or in other hands; where the caller is cancelled, at once.
    ///
    /// - Throws: `noOpener`, `openerFailed`, `notALink`.
    func open(_ link: String) async throws(WalletAdapterError)
}
