import JSONRPC
import Salt
import SealedSecrets
import WalletKeys
import WalletRuntime
import WalletState

/// Shows phrases and imported keys again: for the command line alone, after the passphrase, and sealed to a key of the command's own.
struct RevealModule: WalletModule {
    let keys: WalletKeyring

    static let method = "vault.reveal"

    /// The command's own key, to which the secrets are sealed.
    private static let sealingKey = ParameterForm<[UInt8]>.base64.map { bytes, name throws(RPCError) in
        do throws(SealingError) { return try SealingPublicKey(bytes) } catch {
            throw RPCError.parameter(name, "\(error)")
        }
    }

    /// The kind of a secret, and the words of a phrase or the bytes of an imported key.
    private static func sealed(_ secret: VaultSecret, to key: SealingPublicKey) throws(RPCError) -> JSON {
        if let privateKey = secret.privateKey() {
            return ["kind": "key", "key": try seal(privateKey, as: "key", to: key)]
        }
        guard let phrase = try secret.shownPhrase() else { throw RPCError(WalletKeyError.vaultForged) }
        var object: JSONObject = ["kind": "phrase"]
        object["phrase"] = try seal(phrase, as: "phrase", to: key)
        if let passphrase = secret.phrasePassphrase() {
            object["seedPassphrase"] = try seal(passphrase, as: "seedPassphrase", to: key)
        }
        return .object(object)
    }

    private static func seal(
        _ secret: borrowing SecretBytes, as name: String, to key: SealingPublicKey
    ) throws(RPCError) -> JSON {
        do throws(SealingError) {
            let sealed = try key.seal(secret, for: SealingPurpose(method: method, parameter: name))
            return [
                "enc": .string(Base64.encode(sealed.encapsulatedKey)),
                "ciphertext": .string(Base64.encode(sealed.ciphertext)),
            ]
        } catch {
            throw .parameter("key", "\(error)")
        }
    }

    private func reveal(
        _ call: MethodCall, _ passphrase: SealedParameter, _ key: SealingPublicKey
    ) async throws(RPCError) -> JSON {
        // Tried before the passphrase is: whoever names a point of small order wants the words in clear text.
        _ = try Self.seal(SecretBytes(count: 0) { _ in }, as: "phrase", to: key)
        let proof = try await keys.prove(call.open(passphrase))
        await keys.record(.phraseShown)
        var secrets: [JSON] = []
        for secret in try proof.shownSecrets() { secrets.append(try Self.sealed(secret, to: key)) }
        return ["secrets": .array(secrets)]
    }
}

extension RevealModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys)
    }

    static let declaration = ModuleDeclaration<RevealModule>(
        id: "reveal",
        methods: [
            // The secrets are in the answer: no browser has them, so none may ask.
            Method(
                method, callers: [.commandLine], params: .required("passphrase", .sealed), .required("key", sealingKey),
                result: .object([
                    .required(
                        "secrets",
                        .list(
                            .object([
                                .required("kind"), .optional("phrase", .sealed), .optional("seedPassphrase", .sealed),
                                .optional("key", .sealed),
                            ])))
                ]), by: RevealModule.reveal)
        ])
}
