import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletRuntime
import WalletState
import Walletlib

/// What other extensions can ask of the wallet once the user has allowed it: its accounts, and signatures of payloads.
///
/// The names, params and results are those of the Safari walletlib. Every signature is decided outside the browser: another extension has no
/// surface that the wallet could believe.
struct WalletlibModule: WalletModule {
    let solana: SolanaModule
    let grants: ExtensionGrants

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        guard case .otherExtension(let name) = call.caller, let id = ExtensionID(name) else { throw .methodUnknown }
        switch call.request.method {
        case GET_ACCOUNTS_REQUEST_METHOD: return try await accounts(call, id)
        case SIGN_PAYLOADS_REQUEST_METHOD: return try await sign(call, id)
        default: throw .methodUnknown
        }
    }

    private func accounts(_ call: MethodCall, _ id: ExtensionID) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        _ = try parameters.optionalObject("extra_data")
        try parameters.finish()
        let granted = await grants.grant(of: id)?.accounts ?? []
        var addresses: [JSON] = []
        for name in granted {
            guard let account = try? PublicKey(base58: name), await solana.keys.holds(account) else { continue }
            addresses.append(.string(Base64.encode(account.bytes)))
        }
        return ["addresses": .array(addresses)]
    }

    private func sign(_ call: MethodCall, _ id: ExtensionID) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let address = try parameters.base64("address")
        let payloads = try parameters.base64s("payloads")
        _ = try parameters.optionalObject("extra_data")
        try parameters.finish()
        try SolanaModule.checkCount(of: payloads, "payloads")
        guard let account = try? PublicKey(bytes: address) else {
            throw RPCError(
                .invalidParams, .paramValue, "the address is not 32 bytes", data: ["name": "address"])
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

    /// Asked when the request comes and once more at the moment of signing: what was granted may have been taken back meanwhile.
    ///
    /// - Throws: 4100 (`account-not-granted`).
    private func checkGrant(of account: PublicKey, to id: ExtensionID) async throws(RPCError) {
        guard let grant = await grants.grant(of: id), grant.methods.contains(SIGN_PAYLOADS_REQUEST_METHOD),
            grant.accounts.contains(account.base58), await solana.keys.holds(account)
        else {
            throw RPCError(.unauthorized, .accountNotGranted, "this extension may not use that account")
        }
    }

    /// A decision that wasn't a yes, in walletlib's own word for it.
    private static func told(_ error: RPCError) -> RPCError {
        switch error.reason {
        case .rejected, .expired, .cancelled: RPCError(.notSigned, error.reason, "payload not signed")
        default: error
        }
    }
}
