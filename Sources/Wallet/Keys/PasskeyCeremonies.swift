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
