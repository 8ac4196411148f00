public import WalletRuntime

/// What a page asked for, complete: everything a decision is about.
public struct RequestContent: Sendable, Hashable {
    public let client: Client
    public let page: PageContext
    public let method: String
    /// The base58 public key that will sign; `nil` for `connect`, whose accounts the user chooses.
    public let account: String?
    public let cluster: String?
    /// How it is to be sent, as the method writes it down; `nil` for what isn't sent.
    public let options: String?
    /// The exact bytes of each message or transaction, in the order of the request.
    public let items: [[UInt8]]

    public init(
        client: Client, page: PageContext, method: String, account: String? = nil, cluster: String? = nil,
        options: String? = nil, items: [[UInt8]] = []
    ) {
        self.client = client
        self.page = page
        self.method = method
        self.account = account
        self.cluster = cluster
        self.options = options
        self.items = items
    }
}
