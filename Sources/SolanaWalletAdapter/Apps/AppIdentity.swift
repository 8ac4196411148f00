/// The identity of the app that asks: its name for itself, and the page that stands for it.
///
/// Wallets show the page as a claim; nothing proves it.
public struct AppIdentity: Sendable, Hashable {
    /// The app's name, for the names of what it stores.
    public let name: String
    /// The address of the app's page, `https://…`, at most 2,048 bytes; wallets take it as `app_url`.
    public let url: String

    public init(name: String, url: String) {
        self.name = name
        self.url = url
    }
}
