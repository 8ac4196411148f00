import JSONRPC
import Salt
import WalletKeys
import WalletRuntime

/// What is open between two calls about passkeys: challenges, the passphrase's permission, and registrations that were begun.
///
/// All of it ends after two minutes, at most one of each is there for a connection, and each is taken once.
actor PasskeyCeremonies {
    static let life = Duration.seconds(120)
    private static let challengeCount = 32

    /// A registration that was begun: what the browser was asked to make.
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

    /// Draws what the next assertion of this connection has to answer; an earlier one of it counts no longer.
    func drawChallenge(for connection: ConnectionID) -> [UInt8] {
        let challenge = Salt.randomBytes(count: Self.challengeCount)
        challenges[connection] = limited(challenge)
        return challenge
    }

    /// The challenge that is open for a connection, which closes it.
    func takeChallenge(of connection: ConnectionID) -> [UInt8]? {
        forget()
        return challenges.removeValue(forKey: connection)?.value
    }

    /// Keeps what the passphrase proved, for one change of the passkeys.
    func permit(_ proof: PassphraseProven) {
        permission = limited(proof)
    }

    /// What the passphrase proved, if that was within two minutes and for nothing else.
    func takePermission() -> PassphraseProven? {
        forget()
        defer { permission = nil }
        return permission?.value
    }

    /// Begins a registration; an earlier one of this connection is given up.
    func begin(_ name: String, by proof: PassphraseProven, for connection: ConnectionID) -> Registration {
        let registration = Registration(
            name: name, challenge: Salt.randomBytes(count: Self.challengeCount), salts: .random(), proof: proof)
        registrations[connection] = limited(registration)
        return registration
    }

    /// The registration that a connection began, which ends it.
    func takeRegistration(of connection: ConnectionID) -> Registration? {
        forget()
        return registrations.removeValue(forKey: connection)?.value
    }

    /// A proof holds the vault's key: none stays longer than it is good for, whether somebody asks for it or not.
    private func limited<Value>(_ value: Value) -> Limited<Value> {
        let end = clock.now + Self.life
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
