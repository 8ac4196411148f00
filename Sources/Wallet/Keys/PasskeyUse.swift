import JSONRPC
import WalletKeys
import WalletRuntime

/// A passkey's assertion as a parameter, with both outputs sealed.
///
/// ```
/// {"credential": base64, "authenticatorData": base64, "clientData": base64, "signature": base64, "present": sealed, "next": sealed}
/// ```
struct PasskeyUse {
    let credential: [UInt8]
    private let assertion: PasskeyAssertion
    private let present: SealedParameter
    private let next: SealedParameter

    /// - Parameter path: the name of the parameter, with that of the object before it whose member it is.
    init(_ object: JSONObject, at path: String) throws(RPCError) {
        var members = RPCParameters(object)
        credential = try members.base64("credential")
        assertion = PasskeyAssertion(
            authenticatorData: try members.base64("authenticatorData"), clientData: try members.base64("clientData"),
            signature: try members.base64("signature"))
        present = try members.sealed("present", in: path)
        next = try members.sealed("next", in: path)
        try members.finish()
    }

    /// Checks the assertion against the challenge, and only then opens the outputs.
    ///
    /// - Throws: -32000 (`change-refused`), 4100 (`wrong-passkey`), and as `MethodCall.open(_:)`.
    func proof(
        for call: MethodCall, challenge: [UInt8], among passkeys: [Passkey]
    ) throws(RPCError) -> PasskeyProof {
        guard let passkey = passkeys.first(where: { $0.credential == credential }) else {
            throw RPCError(WalletKeyError.passkeyUnknown)
        }
        let origin = try PasskeyOrigin(of: call.client)
        // A passkey of another browser's extension isn't ours to ask for, whatever the assertion says.
        guard passkey.relyingParty == origin.relyingParty else { throw RPCError(WalletKeyError.passkeyUnknown) }
        do throws(PasskeyError) {
            let key = try PasskeyPublicKey(algorithm: passkey.algorithm, subjectPublicKeyInfo: passkey.publicKey)
            try assertion.verify(
                by: key, challenge: challenge, origin: origin.serialized, relyingParty: origin.hashed)
        } catch {
            throw RPCError(error)
        }
        return PasskeyProof(credential: credential, output: try call.open(present), nextOutput: try call.open(next))
    }
}

/// Where an extension's passkeys belong: its own origin, whose pages nobody else serves.
struct PasskeyOrigin {
    /// As the browser writes it into the client data.
    let serialized: String
    /// The rp id: the host of that origin.
    let relyingParty: String
    /// What the authenticator's data has the hash of. For an extension Chromium hashes not the rp id but the whole origin, so that no site whose
    /// host is spelled like an extension's id could ask for its passkeys.
    var hashed: String { serialized }

    /// - Throws: 4100 (`passkey-unsupported`) where the browser gives an extension no such origin, as Firefox: its is drawn anew for
    ///   each profile, and no rp id goes with it.
    init(of client: Client) throws(RPCError) {
        guard let host = Self.host(of: client) else {
            throw RPCError(.unauthorized, .passkeyUnsupported, "there are no passkeys in this browser")
        }
        serialized = Self.scheme + host
        relyingParty = host
    }

    /// The rp id of a client's own pages, where it can have one.
    static func host(of client: Client) -> String? {
        guard let caller = client.caller, caller.hasPrefix(scheme), caller.hasSuffix("/") else { return nil }
        return String(caller.dropFirst(scheme.count).dropLast())
    }

    private static let scheme = "chrome-extension://"
}

extension RPCError {
    /// The protocol's error for an assertion that doesn't count.
    init(_ error: PasskeyError) {
        self.init(.unauthorized, .wrongPasskey, "\(error)")
    }
}
