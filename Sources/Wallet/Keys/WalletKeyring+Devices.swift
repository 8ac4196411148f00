import ApprovalQueue
import JSONRPC
import Ledger
import Salt
import SolanaTransactions
import WalletKeys
import WalletRuntime

/// Accounts whose key is on a device: what it can sign, what it will show, and whether it is ready.
extension WalletKeyring {
    /// Signs what was approved, as ``sign(_:as:with:pin:)`` does.
    func sign(_ messages: [[UInt8]], as account: PublicKey, by approval: Approval) async throws(RPCError) -> [Signature]
    {
        try await sign(messages, as: account, with: approval.proof, pin: approval.devicePIN)
    }

    /// Signs each of the messages with one account: by the vault's key, in the open session or on the strength of an approval's proof; or by the
    /// device that has the key. The vault opens for a device too, so that a path that somebody wrote into the file signs nothing.
    ///
    /// - Parameter pin: The device's, if it asks for one.
    /// - Throws: 4101 if there is neither session nor proof; -32603 if a signature of the vault's didn't verify; 4001 (`ledger-rejected`) and 4100 with
    ///   the fault of the device.
    func sign(
        _ messages: [[UInt8]], as account: PublicKey, with proof: (any ApprovalProof)?, pin: HeldSecret? = nil
    ) async throws(RPCError) -> [Signature] {
        if let proof = proof as? KeyProof {
            return try await sign(messages, as: account, by: proof.signer, pin)
        }
        return try await sign(messages, as: account, by: lock.signer, pin)
    }

    private func sign<Vault: VaultSigner>(
        _ messages: [[UInt8]], as account: PublicKey, by vault: Vault, _ pin: HeldSecret?
    ) async throws(RPCError) -> [Signature] {
        let device: ReleasedAccount?
        do throws(WalletKeyError) {
            device = try await vault.release(account)
            guard device != nil else { return try await vault.sign(messages: messages, as: account) }
        } catch {
            throw RPCError(error)
        }
        guard let device else { throw RPCError(WalletKeyError.keyOutside) }
        let signatures = try await sign(messages, with: device.account, pin)
        // What a session was locked over isn't handed out, as with the vault's keys.
        guard await device.isStillAllowed() else { throw Self.locked }
        return signatures
    }

    private func sign(
        _ messages: [[UInt8]], with account: VaultAccount, _ pin: HeldSecret?
    ) async throws(RPCError) -> [Signature] {
        if let token = account.token {
            let pin = try HardwareTokenReader.pin(pin)
            return try await HardwareTokenSigner(reader: tokens, token: token, pin: pin)
                .sign(messages: messages, as: account.publicKey)
        }
        guard let path = LedgerPath(account.path) else { throw RPCError(WalletKeyError.keyOutside) }
        return try await LedgerSigner(reader: ledger, path: path).sign(messages: messages, as: account.publicKey)
    }

    /// Stops the wait for a device, whoever waits.
    func closeDevices() async {
        await ledger.turns.close()
        await tokens.turns.close()
    }

    /// The account of this address whose key is on a device; nil if it is the vault's, or nobody's. While locked this is the file's claim.
    func deviceAccount(_ name: String?) async -> VaultAccount? {
        guard let name else { return nil }
        return await status().accounts.first { $0.signer != .vault && $0.publicKey.base58 == name }
    }

    /// The kind of the device that a request waits for: it was approved, and its user has to confirm it there. Nil if it waits for none.
    func device(awaitedBy summary: RequestSummary) async -> String? {
        guard summary.state == .approved else { return nil }
        return await deviceAccount(summary.content.account)?.signer.rawValue
    }

    /// The account with the way to its token, as the vault's seal vouches for it; nil if its key isn't on one.
    ///
    /// - Parameter proof: An approval's; nil in an open session.
    /// - Throws: 4101 if there is neither session nor proof.
    func vouched(
        _ account: PublicKey, by proof: (any ApprovalProof)?
    ) async throws(RPCError) -> (account: VaultAccount, token: VaultToken)? {
        do throws(WalletKeyError) {
            let found =
                if let proof = proof as? KeyProof {
                    try proof.signer.deviceAccount(account)
                } else {
                    try await lock.signer.deviceAccount(account)
                }
            return found.flatMap { found in found.token.map { (found, $0) } }
        } catch {
            throw RPCError(error)
        }
    }

    /// True if a person reads and confirms on a device before it signs for this account.
    func isShownOnDevice(_ account: PublicKey) async -> Bool {
        await deviceAccount(account.base58)?.signer == .ledger
    }

    func reasons(for content: RequestContent) async -> Set<RequestRisk.Reason> {
        guard await deviceAccount(content.account)?.signer == .hardwareToken else { return [] }
        return [.hardwareToken]
    }

    func checkSigner(of content: RequestContent) async throws(RPCError) {
        for request in await ledgerRequests(for: content.items, of: content.account) {
            do throws(LedgerFault) { try request.check() } catch { throw RPCError(error) }
        }
    }

    func checkReady(_ request: ApprovalRequest, by approval: Approval) async throws(RPCError) {
        if request.review.signs, let claimed = await deviceAccount(request.content.account),
            let (account, token) = try await vouched(claimed.publicKey, by: approval.proof)
        {
            // Refused in any case, and before a library is loaded for it.
            guard approval.surface != .browser else {
                throw RPCError(.unauthorized, .nativeOnly, "this request is decided outside the browser")
            }
            return try await tokens.checkReady(account.publicKey, on: token, pin: approval.devicePIN)
        }
        let requests = await ledgerRequests(
            for: request.review.signing(request.content.items), of: request.content.account)
        guard !requests.isEmpty else { return }
        let app = try await ledger.presentApp()
        for request in requests {
            do throws(LedgerFault) {
                if let content = request.content { try app.check(content) }
                if let fault = LedgerPreview(request, app: app)?.fault(of: app) { throw fault }
            } catch {
                throw RPCError(error)
            }
        }
    }

    /// The device that signs a request, and what it will show of it, by the app that was found on it last; nil if the vault's key signs.
    func signer(of request: ApprovalRequest) async -> JSON? {
        guard let account = await deviceAccount(request.content.account) else { return nil }
        var signer: JSONObject = ["kind": .string(JSONString(account.signer.rawValue))]
        if let token = account.token {
            // It signs whatever it is given, and shows none of it.
            signer["token"] = .string(JSONString(token.label))
            return .object(signer)
        }
        signer["path"] = .string(JSONString(account.path.description))
        let app = await ledger.app
        let requests = await ledgerRequests(
            for: request.review.signing(request.content.items), of: request.content.account)
        let previews = requests.compactMap { LedgerPreview($0, app: app) }
        guard let shown = previews.first(where: \.isBlind) ?? previews.first else { return .object(signer) }
        signer["shows"] = .string(JSONString(shown.display.name))
        signer["because"] = shown.reason.map { .string(JSONString($0.name)) }
        let leftOut = Set(previews.flatMap(\.leftOut)).map(\.base58).sorted()
        if !leftOut.isEmpty { signer["leftOut"] = .array(leftOut.map { .string($0) }) }
        return .object(signer)
    }

    /// What a Ledger is asked to sign for these items of a request: a transaction's message, or a message as it stands.
    private func ledgerRequests(for items: [[UInt8]], of name: String?) async -> [LedgerRequest] {
        guard let account = await deviceAccount(name), let path = LedgerPath(account.path) else { return [] }
        return items.map { item in
            let message = (try? Transaction(decoding: item))?.messageBytes ?? item
            return LedgerRequest(signing: message, as: account.publicKey, at: path)
        }
    }
}

extension LedgerPreview.Display {
    /// Its name on the wire. Append-only.
    fileprivate var name: String {
        switch self {
        case .details: "details"
        case .text: "text"
        case .hash: "hash"
        }
    }
}
