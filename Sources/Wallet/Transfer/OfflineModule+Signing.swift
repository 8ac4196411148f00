import ApprovalQueue
import JSONRPC
import OfflineSigning
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// Both ends of a signature: given without a network, and sent with one.
extension OfflineModule {
    /// Reviews a request with what its file says of the chain, and signs it once it was approved. No node is asked.
    ///
    /// - Throws: -32000 (`file-invalid`, `not-a-signer`), and the errors of the queue.
    func sign(_ call: MethodCall, _ file: [UInt8]) async throws(RPCError) -> JSON {
        let request: OfflineRequest
        do throws(OfflineFault) {
            request = try OfflineRequest(decoding: OfflineText.decode(file, as: .request))
        } catch {
            throw RPCError(error)
        }
        let own = await keys.own
        guard let transaction = request.transaction, let account = request.signers.first(where: own.contains) else {
            throw SolanaModule.notASigner
        }
        let content = RequestContent(
            client: call.client, page: transfers.page(.offlineFile), method: "signTransaction",
            account: account.base58, cluster: request.cluster.rawValue, options: nil,
            items: [transaction.encoded()])
        let coordinator = transfers.coordinator
        try await coordinator.checkRoom(for: content)
        let facts = ChainFacts(
            carriedBy: request, for: TransactionReview(transaction, programs: transfers.extensions.programs))
        let review = { @Sendable [transfers] () in
            let reviews = [TransactionReview(transaction, programs: transfers.extensions.programs)]
            return RequestReview(
                transactions: reviews, signer: account,
                known: await transfers.knownAddresses.now(beside: reviews, of: account, [facts]), facts: [facts],
                signIn: SignInContext(
                    origin: Origin.offlineFile.serialized, account: account,
                    now: transfers.context.wallClock.milliseconds),
                extensions: transfers.extensions)
        }
        // Once more just before it is signed: before the first unlock nobody knows the contacts and the rules.
        let renew: ApprovalRequest.Renewal = { _ throws(RPCError) in await review() }
        let signed = try await coordinator.submit(content, rpc: call.request, review: await review(), renew: renew) {
            [keys, transfers] approved, approval throws(RPCError) in
            guard await keys.holds(account) else {
                throw RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet any more")
            }
            // Decoded again: nothing from before the approval is signed.
            guard let item = approved.content.items.first else { throw SolanaModule.notASigner }
            let transaction = try SolanaModule.transaction(item, signedBy: account)
            let signatures = try await keys.sign([transaction.messageBytes], as: account, by: approval)
            guard let signature = signatures.first, let placed = try? transaction.placing(signature, for: account)
            else { throw SolanaModule.notASigner }
            try await transfers.outstanding.note(approved, [placed], by: account)
            return ["signature": .string(signature.base58)]
        }
        guard let text = signed["signature"]?.text, let signature = try? Signature(base58: text) else {
            throw RPCError(.internalError, .internal, "nothing was signed")
        }
        let answer = OfflineSignature(
            of: transaction.messageBytes, [OfflineSignature.Entry(signer: account, signature: signature)])
        return [
            "hash": .string(JSONString(Hexadecimal.encode(answer.hash))), "account": .string(account.base58),
            "cluster": .string(request.cluster.rawValue), "signature": .string(signature.base58),
            "file": .string(JSONString(OfflineText.encode(answer.encoded, as: .signature))),
        ]
    }

    /// Takes a signature for an exported request, has the transaction approved here once more, and sends it.
    ///
    /// - Throws: -32000 (`file-invalid`, `record-unknown`, `signature-refused`), and the errors of a transfer.
    func take(_ call: MethodCall, _ file: [UInt8]) async throws(RPCError) -> JSON {
        let signature: OfflineSignature
        do throws(OfflineFault) {
            signature = try OfflineSignature(decoding: OfflineText.decode(file, as: .signature))
        } catch {
            throw RPCError(error)
        }
        let exports = try OfflineExports(call)
        let hash = Hexadecimal.encode(signature.hash)
        let export = try await exports.export(hash)
        guard let message = try? Message(decoding: export.message),
            let transaction = try? Transaction(
                message: message, signatures: (0..<message.header.requiredSignatures).map { _ in Signature() }),
            let signed = signature.signing(transaction), !signed.signatures.contains(Signature()),
            signed.requiredSigners.contains(export.account)
        else {
            throw RPCError(
                .invalidInput, .signatureRefused, "that isn't the signature of the request that was exported")
        }
        var answer: JSONObject = [
            "hash": .string(JSONString(hash)), "account": .string(export.account.base58),
            "cluster": .string(export.cluster.rawValue),
        ]
        do throws(RPCError) {
            answer["signature"] = try await transfers.submit(
                signed: signed, by: export.account, call, export.cluster)["signature"]
        } catch {
            // It was executed, so that its nonce is another one.
            if error.reason == .transactionFailed { try await exports.set(nil, for: hash) }
            throw error
        }
        try await exports.set(nil, for: hash)
        return .object(answer)
    }
}

extension ChainFacts {
    /// The facts in a request's file; their source names the other machine.
    ///
    /// Three kinds could make a review look better than the bytes do, and stay unknown: lookup tables; token accounts whose owner can't be told from
    /// the address, as a liar would call a stranger's account the user's own, and the payment a move between two of them; and mints, unless the
    /// transaction names the same decimals where the chain compares them, as a liar would make a thousand tokens look like one.
    init(carriedBy request: OfflineRequest, for review: TransactionReview) {
        let enforced = KnownTokens.enforced(in: review)
        let source = ChainSource(toldBy: request.node, slot: request.slot)
        self.init(
            accounts: request.accounts.reduce(into: [:]) { facts, account in
                let state = AccountState(account.state)
                guard state.isHarmless(at: account.address, enforced) else { return }
                facts[account.address] = ChainFact(state, source)
            })
        isCarried = true
    }
}

extension ChainSource {
    /// A node that another machine asked, which is that machine's word.
    fileprivate init(toldBy node: String, slot: UInt64) {
        self.init(node: "other machine: \(node)", slot: slot)
    }
}

extension AccountState {
    /// True unless a lie about it could hide where something goes.
    fileprivate func isHarmless(at address: PublicKey, _ enforced: [MessageAccount.Source: UInt8]) -> Bool {
        guard case .present(let account) = self else { return true }
        switch account.contents {
        case .lookupTable: return false
        case .mint(let mint): return enforced[.address(address)] == mint.decimals
        case .token(let token):
            return AssociatedTokenProgram.address(owner: token.owner, mint: token.mint, program: account.program)
                == address
        default: return true
        }
    }

    fileprivate init(_ state: OfflineAccount.State) {
        switch state {
        case .absent: self = .absent
        case .present(let lamports, let owner, let isProgram, let data):
            self = .present(
                ChainAccount(lamports: lamports, program: owner, isExecutable: isProgram, data: ByteSlice(data)))
        }
    }
}
