import ApprovalQueue
import JSONRPC
import Salt
import SolanaTransactions
import TransactionReview
import WalletRuntime
import WalletState

/// Off-chain messages of the user's own, typed at a terminal: `sidekey sign-offchain-message`.
struct OffchainModule: WalletModule {
    let keys: WalletKeyring

    /// The signers as a page or the command line names them; the account that signs is one of them.
    ///
    /// - Throws: -32602 (`param-value`).
    static func signers(_ names: [String], with account: PublicKey) throws(RPCError) -> [PublicKey] {
        var signers: [PublicKey] = []
        for name in names {
            guard let signer = try? PublicKey(base58: name) else { throw refused("a signer isn't a public key") }
            signers.append(signer)
        }
        guard signers.contains(account) else { throw refused("the account isn't among the signers") }
        return signers
    }

    static func refusal(_ error: OffchainMessageError) -> RPCError {
        switch error {
        case .noSigners, .tooManySigners, .duplicateSigner, .unsortedSigners:
            refused("the signers aren't 1 to 255 different ones")
        default:
            RPCError.parameter("message", "no off-chain message can be made of it: \(error)")
        }
    }

    private static func refused(_ message: String) -> RPCError {
        RPCError.parameter("signers", message)
    }

    private static func message(
        _ text: String, version: Int, domain name: String?, _ signers: [PublicKey]
    ) throws(RPCError) -> OffchainMessage {
        guard version == 0 || name == nil else {
            throw .parameter("applicationDomain", "version 1 has no application domain")
        }
        let domain = try applicationDomain(name)
        do throws(OffchainMessageError) {
            return version == 0
                ? try OffchainMessage(applicationDomain: domain, signers: signers, text: text)
                : try OffchainMessage(signers: signers, text: text)
        } catch {
            throw refusal(error)
        }
    }

    /// The application's domain; 32 zero bytes if it has none.
    private static func applicationDomain(_ name: String?) throws(RPCError) -> PublicKey {
        guard let name else { return PublicKey() }
        guard let domain = try? PublicKey(base58: name) else {
            throw .parameter("applicationDomain", "the application domain isn't 32 bytes in base58")
        }
        return domain
    }

    /// Takes the passphrase, except for a wallet that was made by script and is unlocked: as for an approval at the terminal.
    private func proof(_ passphrase: SealedParameter?, _ call: MethodCall) async throws(RPCError) -> (
        any ApprovalProof
    )? {
        if let passphrase { return try await keys.proof(call.open(passphrase)) }
        let status = await keys.status()
        guard status.isUnattended else {
            throw RPCError(.unauthorized, .passphraseRequired, "signing here takes the passphrase")
        }
        guard status.state == .unlocked else { throw WalletKeyring.locked }
        guard await !keys.records.policy.perRequest else {
            throw RPCError(.unauthorized, .passphraseRequired, "every approval takes the passphrase")
        }
        return nil
    }

    private func sign(
        _ call: MethodCall, _ text: String, _ version: Int, _ domain: String?, _ names: [String]?, _ name: String?,
        _ passphrase: SealedParameter?, _ pin: SealedParameter?
    ) async throws(RPCError) -> JSON {
        let account = try await keys.account(named: name)
        let signers = try Self.signers(names ?? [account.base58], with: account)
        let message = try Self.message(text, version: version, domain: domain, signers)
        let proof = try await proof(passphrase, call)
        let bytes = message.encoded
        let pin = try pin.map { pin throws(RPCError) in HeldSecret(try call.open(pin)) }
        // After the proof: before the first unlock nobody knows what the user has bounded.
        try await keys.records.admit(messages: 1, by: account.base58, origin: Origin.wallet.serialized)
        guard let signature = try await keys.sign([bytes], as: account, with: proof, pin: pin).first else {
            throw RPCError(.internalError, .internal, "nothing was signed")
        }
        await keys.record(.offchainSigned, account: account.description)
        return [
            "account": .string(account.description), "message": .string(Base64.encode(bytes)),
            "signature": .string(signature.description),
        ]
    }
}

extension OffchainModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys)
    }

    static let declaration = ModuleDeclaration<OffchainModule>(
        id: "offchain",
        methods: [
            // Nobody is asked: whoever gives the text gives the passphrase with it.
            Method(
                "offchain.sign", callers: [.commandLine],
                params: .required("text"), .required("version", .integer(in: 0...1)), .optional("applicationDomain"),
                .optional("signers", .texts), .account, .terminalPassphrase,
                .devicePIN,
                result: .object([.required("account"), .required("message", .base64), .required("signature")]),
                by: OffchainModule.sign)
        ])
}
