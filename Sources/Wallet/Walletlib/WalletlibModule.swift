import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletRuntime
import WalletState
import Walletlib

/// The requests that other extensions can make once the user has allowed them: the wallet's accounts, and signatures of payloads.
///
/// The names, params and results are those of the Safari walletlib. Every signature is decided outside the browser: another extension has no
/// surface that the wallet could believe.
struct WalletlibModule: WalletModule {
    let solana: SolanaModule
    let grants: ExtensionGrants

    private func accounts(_ call: MethodCall, _: JSONObject?) async throws(RPCError) -> JSON {
        let id = try Self.caller(of: call)
        let granted = await grants.grant(of: id)?.accounts ?? []
        var addresses: [JSON] = []
        for name in granted {
            guard let account = try? PublicKey(base58: name), await solana.keys.holds(account) else { continue }
            addresses.append(.string(Base64.encode(account.bytes)))
        }
        return ["addresses": .array(addresses)]
    }

    private func sign(
        _ call: MethodCall, _ address: [UInt8], _ payloads: [[UInt8]], _: JSONObject?
    ) async throws(RPCError) -> JSON {
        let id = try Self.caller(of: call)
        try SolanaModule.checkCount(of: payloads, "payloads")
        guard let account = try? PublicKey(bytes: address) else {
            throw .parameter("address", "the address is not 32 bytes")
        }
        try await checkGrant(of: account, to: id)
        let request = PageRequest(
            rpc: call.request,
            page: PageContext(
                origin: Origin(id), tab: 0, document: call.client.connectionKey, request: call.request.id),
            client: call.client)
        let content = request.content(account: account.description, items: payloads)
        let permit: @Sendable () async throws(RPCError) -> Void = { () throws(RPCError) in
            try await checkGrant(of: account, to: id)
        }
        let signed: [[UInt8]]
        do throws(RPCError) {
            try await solana.coordinator.checkRoom(for: content)
            try SolanaModule.checkAnswer(of: payloads)
            signed = try await solana.signPayloads(
                payloads, as: account, content, request, permit: permit)
        } catch {
            throw Self.told(error)
        }
        return ["signed_payloads": .array(signed.map { .string(Base64.encode($0)) })]
    }

    /// Checks the grant when the request comes and once more at the moment of signing: it may have been taken back meanwhile.
    ///
    /// - Throws: 4100 (`account-not-granted`).
    private func checkGrant(of account: PublicKey, to id: ExtensionID) async throws(RPCError) {
        guard let grant = await grants.grant(of: id), grant.methods.contains(SIGN_PAYLOADS_REQUEST_METHOD),
            grant.accounts.contains(account.base58), await solana.keys.holds(account)
        else {
            throw RPCError(.unauthorized, .accountNotGranted, "this extension may not use that account")
        }
    }

    /// The error for a decision that wasn't a yes, in walletlib's own word.
    private static func told(_ error: RPCError) -> RPCError {
        switch error.reason {
        case .rejected, .expired, .cancelled: RPCError(.notSigned, error.reason, "payload not signed")
        default: error
        }
    }

    private static func caller(of call: MethodCall) throws(RPCError) -> ExtensionID {
        guard case .otherExtension(let name) = call.caller, let id = ExtensionID(name) else { throw .methodUnknown }
        return id
    }
}

extension WalletlibModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(solana: SolanaModule(parts), grants: parts.grants)
    }

    static let declaration = ModuleDeclaration<WalletlibModule>(
        id: "walletlib",
        methods: [
            Method(
                GET_ACCOUNTS_REQUEST_METHOD, callers: [.otherExtension],
                params: extraData,
                result: .object([.required("addresses", .list(.base64))]), needs: [.accounts],
                by: WalletlibModule.accounts),
            Method(
                SIGN_PAYLOADS_REQUEST_METHOD, callers: [.otherExtension],
                params: .required("address", .base64), .required("payloads", .base64s),
                extraData, result: .object([.required("signed_payloads", .list(.base64))]),
                needs: [.accounts, .approval],
                limit: .seconds(420), by: WalletlibModule.sign),
        ])

    /// Anything a caller adds for other wallets. An object is accepted and ignored.
    private static let extraData = Parameter<JSONObject?>.optional("extra_data", .anyObject)
}

/// Signing of payloads, as another extension calls them: transactions, or messages.
extension SolanaModule {
    /// Asks for a decision on payloads, and signs what was approved.
    ///
    /// Bytes that parse whole as a transaction are one; all others are a message, with the rules for messages. A request has only one kind.
    ///
    /// - Parameter permit: Asks at the moment of signing whether the asker still may.
    /// - Returns: For each transaction the signed one, for each message the signature.
    /// - Throws: -32602 for both kinds at once; -32000 as `signTransaction` and `signMessage` do; the error that ended the request.
    func signPayloads(
        _ payloads: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> [[UInt8]] {
        let transactions = payloads.filter { (try? Transaction(decoding: $0)) != nil }
        guard transactions.count == payloads.count || transactions.isEmpty else {
            throw .parameter("payloads", "transactions and messages are signed one kind at a time")
        }
        let signed =
            transactions.isEmpty
            ? try await signMessages(payloads, as: account, content, request, permit: permit)
            : try await signTransactions(payloads, as: account, content, request, permit: permit)
        var items: [[UInt8]] = []
        for item in signed["signed"]?.array ?? [] {
            guard let text = item.string, let bytes = try? Base64.decode(text) else {
                throw RPCError(.internalError, .internal, "a signed payload was lost")
            }
            items.append(bytes)
        }
        return items
    }

    private func signMessages(
        _ messages: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> JSON {
        for message in messages { try Self.checkMessage(message) }
        let context = signInContext(request, account)
        let review = try Self.review(of: messages.map { MessageReview($0, signIn: context) })
        return try await coordinator.submit(content, rpc: request.rpc, review: review) {
            [keys] approved, approval throws(RPCError) in
            try await permit()
            let signatures = try await keys.sign(approved.content.items, as: account, by: approval)
            return Self.signed(signatures.map(\.bytes))
        }
    }

    private func signTransactions(
        _ items: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> JSON {
        let prepared = try await prepare(items, as: account, content, request, on: nil)
        return try await coordinator.submit(
            content, rpc: request.rpc, review: prepared.review, renew: prepared.renew, late: prepared.late
        ) {
            [self] approved, approval throws(RPCError) in
            try await permit()
            let (_, signed) = try await sign(approved, as: account, by: approval)
            return Self.signed(signed)
        }
    }

    private static func signed(_ items: [[UInt8]]) -> JSON {
        ["signed": .array(items.map { .string(Base64.encode($0)) })]
    }
}
