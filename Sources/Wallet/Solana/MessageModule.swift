import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletRuntime

/// Messages of the user's own, given at a terminal: `sidekey sign-message`. The queue, the review and the rules are those of a page's `signMessage`.
struct MessageModule: WalletModule {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let context: RuntimeContext

    private func sign(_ call: MethodCall, _ message: [UInt8], _ name: String?) async throws(RPCError) -> JSON {
        let account = try await keys.account(named: name)
        let page = PageContext(origin: .wallet, tab: 0, document: context.identifiers.next(), request: "1")
        let content = RequestContent(
            client: call.client, page: page, method: "signMessage", account: account.base58, cluster: nil, options: nil,
            items: [message])
        try await coordinator.checkRoom(for: content)
        try SolanaModule.checkAnswer(of: [message])
        try SolanaModule.checkMessage(message)
        // The wallet is no site: a sign-in, whichever site it names, is signed for that site alone.
        let signIn = SignInContext(
            origin: Origin.wallet.serialized, account: account, now: context.wallClock.milliseconds)
        let review = try SolanaModule.review(of: [MessageReview(message, signIn: signIn)])
        let signed = try await coordinator.submit(content, rpc: call.request, review: review) {
            [keys] approved, approval throws(RPCError) in
            guard await keys.holds(account) else {
                throw RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet any more")
            }
            let items = approved.content.items
            guard let signature = try await keys.sign(items, as: account, by: approval).first else {
                throw RPCError(.internalError, .internal, "nothing was signed")
            }
            return ["signature": .string(signature.description)]
        }
        return [
            "account": .string(account.base58), "message": .string(Base64.encode(message)),
            "signature": signed["signature"] ?? .null,
        ]
    }
}

extension MessageModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, coordinator: parts.coordinator, context: parts.context)
    }

    static let declaration = ModuleDeclaration<MessageModule>(
        id: "message",
        methods: [
            Method(
                "message.sign", callers: [.commandLine],
                params: .required("message", .base64), .account,
                result: .object([.required("account"), .required("message", .base64), .required("signature")]),
                needs: [.approval], limit: .deciding, by: MessageModule.sign)
        ])
}
