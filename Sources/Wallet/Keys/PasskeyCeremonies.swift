import JSONRPC
import Salt
import WalletKeys
import WalletRuntime

/// The state between two calls about passkeys: challenges, the passphrase's permission, and registrations that were begun.
///
/// Each ends after two minutes and is taken once. A connection has at most one challenge and one registration; the permission is one for all.
actor PasskeyCeremonies {
    static let lifetime = Duration.seconds(120)
    private static let challengeCount = 32

    /// A registration that was begun: the credential that the browser was asked to make.
    struct Registration {
        let name: String
        let challenge: [UInt8]
        let salts: PasskeySalts
        let proof: PassphraseProven
    }

    private struct Limited<Value> {
        let value: Value
        let end: Duration
    }

    private let clock: any MonotonicClock
    private var challenges: [ConnectionID: Limited<[UInt8]>] = [:]
    private var registrations: [ConnectionID: Limited<Registration>] = [:]
    private var permission: Limited<PassphraseProven>?

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    /// Draws the challenge for the next assertion of this connection; an earlier one no longer counts.
    func drawChallenge(for connection: ConnectionID) -> [UInt8] {
        let challenge = Salt.randomBytes(count: Self.challengeCount)
        challenges[connection] = limited(challenge)
        return challenge
    }

    /// Returns the open challenge of a connection, and closes it.
    func takeChallenge(of connection: ConnectionID) -> [UInt8]? {
        forget()
        return challenges.removeValue(forKey: connection)?.value
    }

    /// Keeps the passphrase's proof for one change of the passkeys.
    func permit(_ proof: PassphraseProven) {
        permission = limited(proof)
    }

    /// Returns the passphrase's proof, if it is at most two minutes old and unused.
    func takePermission() -> PassphraseProven? {
        forget()
        defer { permission = nil }
        return permission?.value
    }

    /// Begins a registration; gives up an earlier one of this connection.
    func begin(_ name: String, by proof: PassphraseProven, for connection: ConnectionID) -> Registration {
        let registration = Registration(
            name: name, challenge: Salt.randomBytes(count: Self.challengeCount), salts: .random(), proof: proof)
        registrations[connection] = limited(registration)
        return registration
    }

    /// Returns the registration that a connection began, and ends it.
    func takeRegistration(of connection: ConnectionID) -> Registration? {
        forget()
        return registrations.removeValue(forKey: connection)?.value
    }

    /// Limits the time of a value. A proof holds the vault's key, so none stays longer than it is good for, even if no call takes it.
    private func limited<Value>(_ value: Value) -> Limited<Value> {
        let end = clock.now + Self.lifetime
        Task { [weak self, clock] in
            try? await clock.sleep(until: end)
            await self?.forget()
        }
        return Limited(value: value, end: end)
    }

    private func forget() {
        let now = clock.now
        challenges = challenges.filter { now < $0.value.end }
        registrations = registrations.filter { now < $0.value.end }
        if let permission, now >= permission.end { self.permission = nil }
    }
}

/// A passkey's assertion as a parameter, with both outputs sealed.
///
/// ```
/// {"credential": base64, "authenticatorData": base64, "clientData": base64, "signature": base64, "present": sealed, "next": sealed}
/// ```
struct PasskeyUse: Sendable {
    let credential: [UInt8]
    fileprivate let assertion: PasskeyAssertion
    fileprivate let present: SealedParameter
    fileprivate let next: SealedParameter

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

extension ParameterForm where Value == PasskeyUse {
    static var passkeyUse: Self {
        .object(
            .required("credential", .base64), .required("authenticatorData", .base64),
            .required("clientData", .base64), .required("signature", .base64), .required("present", .sealed),
            .required("next", .sealed)
        ) { credential, authenticatorData, clientData, signature, present, next in
            PasskeyUse(
                credential: credential,
                assertion: PasskeyAssertion(
                    authenticatorData: authenticatorData, clientData: clientData, signature: signature),
                present: present, next: next)
        }
    }
}

/// The origin to which an extension's passkeys belong: its own, whose pages no one else serves.
struct PasskeyOrigin {
    /// As the browser writes it into the client data.
    let serialized: String
    /// The rp id: the host of that origin.
    let relyingParty: String
    /// The text whose hash is in the authenticator's data. For an extension Chromium hashes the whole origin instead of the rp id. So a site whose
    /// host is spelled like an extension's id can't ask for its passkeys.
    var hashed: String { serialized }

    /// - Throws: 4100 (`passkey-unsupported`) if the browser gives an extension no such origin. Firefox draws it anew for each profile, and no rp id
    ///   goes with it.
    init(of client: Client) throws(RPCError) {
        guard let host = Self.host(of: client) else {
            throw RPCError(.unauthorized, .passkeyUnsupported, "there are no passkeys in this browser")
        }
        serialized = Self.scheme + host
        relyingParty = host
    }

    /// The rp id of a client's own pages; nil if it can't have one.
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
