/// What an app that asks by links has said of itself when it connected, and where its answers go.
///
/// The first is the app's word, which nobody has checked; the second is what the wallet does.
public struct AppClaim: Sendable, Hashable {
    /// The address of the page that the app says it stands for.
    public let url: String
    /// The scheme, or the origin of the page, that answers lead to.
    public let redirect: String

    public init(url: String, redirect: String) {
        self.url = url
        self.redirect = redirect
    }
}
