import ApprovalQueue
import Fingerprints
import JSONRPC
import Pinentry
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The machine's fingerprint sensor, which lets the agent go on with the key that it keeps after a proof (``SessionLock/claimKey()``).
///
/// The sensor doesn't say who waits for a finger. So it waits only after a press in Sidekey's own window, which says so: a hijacked extension could
/// otherwise have it wait at the moment when its user touches it for something else, such as the lock of the screen.
actor FingerprintPresence {
    /// The command that does the same in a terminal.
    private static let command = "sidekey unlock --fingerprint"
    /// The time for which it is believed that a finger can be asked for, where it is only a question of what to show.
    private static let memory: Duration = .seconds(20)

    private let sensor: FingerprintReader?
    private let keys: WalletKeyring
    private let prompts: PromptQueue
    /// The unlocking that is under way, and the connection that began it.
    private var unlocking: (connection: ConnectionID, cancel: @Sendable () -> Void)?
    /// The wait of the sensor.
    private var waiting: (@Sendable () -> Void)?
    private var known: (isReady: Bool, at: ContinuousClock.Instant)?

    /// - Parameter sensor: nil if nothing asks for fingers.
    init(_ sensor: FingerprintReader?, keys: WalletKeyring, prompts: PromptQueue) {
        self.sensor = sensor
        self.keys = keys
        self.prompts = prompts
    }

    /// Checks that a finger could be asked for.
    ///
    /// - Throws: 4100 with the fault of the sensor.
    func checkReady() async throws(RPCError) {
        guard let sensor else { throw RPCError(FingerprintFault.absent) }
        do throws(FingerprintFault) { try await sensor.checkReady() } catch {
            known = (false, .now)
            throw RPCError(error)
        }
        known = (true, .now)
    }

    /// True if a finger would be of use now, as far as is known without asking the sensor each time.
    var isUsable: Bool {
        get async {
            guard sensor != nil, await keys.lock.missesLeft != nil else { return false }
            if let known, known.at.duration(to: .now) < Self.memory { return known.isReady }
            return (try? await checkReady()) != nil
        }
    }

    /// What a finger can prove of an approval; nothing while no key is kept.
    var factors: [ApprovalFactor] {
        get async { await isUsable ? [.fingerprint] : [] }
    }

    /// Opens a session by a finger, once a press in Sidekey's window began to wait for it. At a terminal of a machine without a display, the command
    /// itself does.
    ///
    /// - Throws: 4001 if the user closed the window; 4100 with the fault of the sensor, or the reason that no key is kept; -32000
    ///   (`prompt-unavailable`) if there is no window for a browser; -32002 (`too-many-pending`) while another is under way.
    func unlock(_ call: MethodCall) async throws(RPCError) {
        guard unlocking == nil else { throw Self.busy }
        let task = Task { () -> Result<Void, RPCError> in
            do throws(RPCError) { return .success(try await self.reopen(call)) } catch { return .failure(error) }
        }
        unlocking = (call.client.connection, { task.cancel() })
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        unlocking = nil
        try result.get()
    }

    private func reopen(_ call: MethodCall) async throws(RPCError) {
        let claim = try await keys.claimKey()
        try await checkReady()
        let connection = call.client.connection
        let isTerminal = call.caller == .commandLine
        // A terminal has no host that would name it; its window appears where the system says that the user sits.
        if isTerminal { await prompts.attach(connection, environment: DisplayEnvironment([]), browser: "sidekey") }
        let isPresent: Bool?
        do throws(RPCError) {
            isPresent = try await prompts.converse(
                for: connection, about: "fingerprint", command: Self.command, limit: .seconds(180)
            ) { dialog throws(RPCError) in
                try await UnlockScreen(dialog) { () throws(RPCError) in try await self.verify() }.ask()
            }
        } catch {
            guard isTerminal, error.reason == .promptUnavailable else { throw error }
            try await verify()
            isPresent = true
        }
        guard isPresent == true else { throw .declined }
        try await keys.unlock(claim)
    }

    /// Opens a session in a window that asks for the passphrase, and takes a finger as well.
    ///
    /// - Parameter lines: What the window says below its question.
    /// - Returns: nil if the user closed it.
    func unlock(in dialog: PromptDialog, _ lines: [String]) async throws(RPCError) -> Bool? {
        let claim = try await keys.claimKey()
        let outcome = try await UnlockScreen(
            dialog, lines: lines,
            passphrase: { [keys] passphrase throws(RPCError) in try await keys.unlock(passphrase) },
            finger: { () throws(RPCError) in try await self.verify() }
        ).run()
        if outcome == .present { try await keys.unlock(claim) }
        return outcome.map { _ in true }
    }

    /// Has a finger prove one approval, which Sidekey's window shows. No session is opened.
    ///
    /// The sensor signs nothing that names the request: the window showed it, and the agent takes the two together.
    ///
    /// - Throws: as ``unlock(_:)``.
    func prove(_ subject: ApprovalSubject) async throws(RPCError) -> ProvenApproval {
        let claim = try await keys.claimKey()
        try await verify()
        return ProvenApproval(subject: subject, factor: .fingerprint, proof: try await keys.proof(claim))
    }

    /// Waits for a finger, 30 seconds at most, one at a time. One that doesn't match is counted.
    ///
    /// - Throws: 4100 with the fault of the sensor, and `data.retries` for a finger that doesn't match; `fingerprint-tries` at the last of them.
    func verify() async throws(RPCError) {
        guard let sensor else { throw RPCError(FingerprintFault.absent) }
        guard waiting == nil else { throw Self.busy }
        let task = Task { () -> Result<Void, FingerprintFault> in
            do throws(FingerprintFault) { return .success(try await sensor.verify()) } catch { return .failure(error) }
        }
        waiting = { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        waiting = nil
        do throws(FingerprintFault) { try result.get() } catch {
            guard error == .noMatch else { throw RPCError(error) }
            let left = await keys.lock.countMiss()
            guard left > 0 else { throw RPCError(WalletKeyError.keyNotKept(.missed)) }
            throw RPCError(.unauthorized, .fingerprintNoMatch, "\(error)", data: ["retries": .number(left)])
        }
    }

    /// Ends the unlocking that a connection began.
    func cancel(for connection: ConnectionID) {
        guard let unlocking, unlocking.connection == connection else { return }
        unlocking.cancel()
    }

    /// Has the sensor wait no longer, whoever asked: the wallet or the screen is being locked.
    func stop() {
        unlocking?.cancel()
        waiting?()
    }

    private static let busy = RPCError(.tooManyPending, .tooManyPending, "a finger is waited for already")
}

/// The kept key, with the protocol's errors.
extension WalletKeyring {
    /// - Throws: 4100 with the reason that no key is kept.
    func claimKey() async throws(RPCError) -> KeptKeyClaim {
        // Before the first unlock the rules aren't known, and nothing is kept either.
        let isAllowed = await records.policy.fingerprint
        let isKnown = await records.trust != .unverified
        guard isAllowed || !isKnown else {
            throw RPCError(.unauthorized, .fingerprintOff, "the user lets no finger reopen the wallet")
        }
        do throws(WalletKeyError) { return try await lock.claimKey() } catch { throw RPCError(error) }
    }

    /// Opens a session with the kept key. A finger was there, and nobody knows what it was for.
    func unlock(_ claim: KeptKeyClaim) async throws(RPCError) {
        do throws(WalletKeyError) { try await lock.unlock(claim) } catch { throw await fault(error) }
        try await opened(by: .fingerprint)
    }

    /// Opens the keys for one approval with the kept key, without a session.
    func proof(_ claim: KeptKeyClaim) async throws(RPCError) -> any ApprovalProof {
        let signer: ProofSigner
        do throws(WalletKeyError) { signer = try await lock.proof(claim) } catch { throw await fault(error) }
        return try await proven(signer, by: .fingerprint)
    }
}

extension RPCError {
    /// The protocol's error for a finger that proved nothing.
    init(_ fault: FingerprintFault) {
        let reason: RPCReason =
            switch fault {
            case .noMatch: .fingerprintNoMatch
            case .timedOut: .fingerprintTimeout
            case .cancelled: .fingerprintCancelled
            case .absent: .fingerprintAbsent
            case .notEnrolled: .fingerprintUnenrolled
            case .busy: .fingerprintBusy
            case .refused: .fingerprintRefused
            case .gone: .fingerprintRemoved
            case .failed: .fingerprintFault
            }
        self.init(.unauthorized, reason, "no finger: \(fault)")
    }
}
