import JSONRPC
import Pinentry
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

// Parameters that more than one module declares stand here, so that their checks do too.

/// A seed phrase with its own passphrase, both sealed.
struct SealedPhrase: Sendable {
    let phrase: SealedParameter
    let passphrase: SealedParameter?

    /// Opens both.
    ///
    /// - Throws: As ``MethodCall/open(_:)``, and -32000 for words that are no phrase.
    func open(_ call: MethodCall) throws(RPCError) -> VaultSecret {
        try WalletKeyring.secret(phrase: call.open(phrase), passphrase: call.open(passphrase))
    }
}

extension Parameter where Value == SealedParameter? {
    /// The passphrase in place of a session; for the command line alone, since a browser has other ways to unlock.
    static var terminalPassphrase: Self { .optional("passphrase", .sealed, callers: .terminal) }

    /// The PIN of the device with the account's key; for the command line alone, since no browser learns it.
    static var devicePIN: Self { .optional("devicePIN", .sealed, callers: .terminal) }
}

/// The user's permission for a change that a browser can't make by itself.
struct ChangeProof: Sendable {
    /// The passphrase, on the command line.
    let passphrase: SealedParameter?
    /// True if the extension says that the user may be asked outside the browser.
    let isNative: Bool
}

extension Parameter where Value == ChangeProof {
    static var changeProof: Self {
        .combining(
            .terminalPassphrase, .optional("native", .boolean, default: false, callers: .screens)
        ) { passphrase, isNative in ChangeProof(passphrase: passphrase, isNative: isNative) }
    }
}

extension WalletKeyring {
    /// Takes the passphrase on the command line for a change, except in a wallet that was made by script and is unlocked.
    ///
    /// - Parameter reason: The error's message if there is none.
    /// - Throws: 4100 (`passphrase-required`, `wrong-passphrase`), 4101.
    func prove(
        _ passphrase: SealedParameter?, of call: MethodCall, else reason: String
    ) async throws(RPCError) {
        if let passphrase {
            try await prove(call.open(passphrase))
            return
        }
        let status = await status()
        guard status.isUnattended else { throw RPCError(.unauthorized, .passphraseRequired, reason) }
        guard status.state == .unlocked else { throw Self.locked }
    }
}

extension Parameter where Value == SealedPhrase {
    static var sealedPhrase: Self {
        .combining(.required("phrase", .sealed), .optional("seedPassphrase", .sealed)) { phrase, passphrase in
            SealedPhrase(phrase: phrase, passphrase: passphrase)
        }
    }
}

extension ParameterForm where Value == DisplayEnvironment {
    /// The variables of an environment that say where a prompt can appear, and in which language.
    static var environment: Self {
        ParameterForm<JSONObject>.anyObject.map { variables, _ in DisplayEnvironment(variables) }
    }
}

extension Parameter where Value == String? {
    /// The account that is meant; without it the first one that the caller may use.
    static var account: Self { .optional("account") }
}

extension Parameter where Value == Cluster? {
    /// The cluster that is meant; without it the one that the user prefers.
    static var cluster: Self { .optional("cluster", .cluster) }
}

extension ParameterForm where Value == Cluster {
    /// A cluster's name.
    static var cluster: Self {
        ParameterForm<String>.text.map { text, name throws(RPCError) in
            guard let cluster = Cluster(rawValue: text) else { throw .parameter(name, "no such cluster") }
            return cluster
        }
    }
}

extension ParameterForm where Value == PublicKey {
    /// An address in base58.
    static var address: Self {
        ParameterForm<String>.text.map { text, name throws(RPCError) in
            guard let address = try? PublicKey(base58: text) else { throw .parameter(name, "no address") }
            return address
        }
    }
}

extension ParameterForm where Value == String {
    /// The user's own name for an address: a line of 1 to 64 bytes in which nothing is hidden.
    static var label: Self {
        ParameterForm<String>.text.map { text, name throws(RPCError) in try checkedLabel(text, name) }
    }

    /// - Throws: -32602 (`param-value`).
    static func checkedLabel(_ label: String, _ name: String) throws(RPCError) -> String {
        // A label that ends as a name does would be taken for that name, or hide it.
        guard Contact.isLabel(label), !SolanaName.isMeant(by: label) else {
            throw .parameter(
                name, "a label is a line of 1 to 64 bytes with nothing hidden, and neither an address nor a name")
        }
        return label
    }
}

extension ParameterForm where Value == [PublicKey] {
    /// Addresses in base58, at least one.
    static var addresses: Self {
        ParameterForm<[String]>.texts.map { texts, name throws(RPCError) in
            var addresses: [PublicKey] = []
            for text in texts {
                guard let address = try? PublicKey(base58: text) else { throw .parameter(name, "no address") }
                addresses.append(address)
            }
            guard !addresses.isEmpty else { throw .parameter(name, "at least one address") }
            return addresses
        }
    }
}

extension ParameterForm where Value == DerivationPath {
    /// A path of BIP-32 in its one spelling.
    static var path: Self {
        ParameterForm<String>.text.map { text, name throws(RPCError) in try DerivationPath(parameter: text, name) }
    }
}

extension Parameter where Value == [DerivationPath] {
    /// The paths of accounts, at least one; the first account's if none is named.
    static var paths: Self {
        .optional(
            "paths",
            ParameterForm<[String]>.texts.map { texts, name throws(RPCError) in
                var paths: [DerivationPath] = []
                for text in texts { paths.append(try DerivationPath(parameter: text, name)) }
                guard !paths.isEmpty else { throw .parameter(name, "at least one path") }
                return paths
            }, default: [.firstSolanaAccount])
    }
}

extension DerivationPath {
    /// - Throws: -32602 if the text is no path.
    fileprivate init(parameter text: String, _ name: String) throws(RPCError) {
        guard let path = DerivationPath(text) else { throw .parameter(name, "no such path") }
        self = path
    }
}
