import Devices
import Salt
public import SecurityKeys
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Serves one request for a security key on standard input and output: all that `sidekey-device` does (``SecurityKeyRequest``).
///
/// Before it reads a byte of the request or of a key, the process gives up everything but its pipes and the keys that are plugged in: it opens no
/// other file for writing, makes no socket and starts no program. So a key that takes over libfido2 reaches the PIN and the secrets of this one use.
public enum SecurityKeyServer {
    /// Serves, and ends the process.
    ///
    /// - Parameters:
    ///   - io: the way to the keys, in place of the system's.
    ///   - paths: finds the keys.
    public static func run(
        io: SecurityKeyIO? = nil, paths: () throws(SecurityKeyFault) -> [String] = SecurityKey.paths
    ) -> Never {
        signal(SIGPIPE, SIG_IGN)
        let found: Result<[String], SecurityKeyFault>
        do throws(SecurityKeyFault) { found = .success(try paths()) } catch { found = .failure(error) }
        do throws(SecurityKeyFault) {
            guard DeviceService.confine(to: (try? found.get()) ?? []) else { throw .unavailable }
            guard let bytes = DeviceService.request(),
                let request = bytes.withBytes({ SecurityKeyRequest(reading: $0) })
            else { throw .unavailable }
            let session = Session(io: io)
            DeviceService.watch { session.cancel() }
            try session.serve(request, by: try found.get())
        } catch {
            send(.fault(error))
        }
        _exit(0)
    }

    private static func send(_ reply: SecurityKeyReply) { DeviceService.send(reply.frame()) }

    /// One request and the key that serves it, which another thread may cancel.
    private final class Session: Sendable {
        private let io: SecurityKeyIO?
        private let state = Mutex((key: SecurityKey?.none, isCancelled: false))

        init(io: SecurityKeyIO?) {
            self.io = io
        }

        func cancel() {
            let key = state.withLock { state in
                state.isCancelled = true
                return state.key
            }
            key?.cancel()
        }

        /// Serves a request by the keys at these paths.
        func serve(_ request: SecurityKeyRequest, by paths: [String]) throws(SecurityKeyFault) {
            guard !paths.isEmpty else { throw .absent }
            switch request {
            case .make(let challenge, let salts, let user, let pin, let excluded):
                guard paths.count == 1 else { throw .several }
                let key = try SecurityKey(path: paths[0], io: io)
                guard !key.hasPIN || !pin.isEmpty else { throw .pinRequired(retries: key.retries) }
                try begin(with: key)
                let credential = try key.make(
                    for: SecurityKeyCredential.relyingParty, user: user, name: "Sidekey", excluding: excluded,
                    challenge: challenge, pin: pin.bytes)
                send(.made(credential))
                try use(key, 0, credential.identifier, salts, challenge, credential.isUserVerified ? pin : .none)
            case .use(let challenge, let pin, let slots):
                let (key, slot) = try find(slots, at: paths)
                guard !slots[slot].takesPIN || !pin.isEmpty else { throw .pinRequired(retries: key.retries) }
                try use(
                    key, slot, slots[slot].credential, slots[slot].salts, challenge, slots[slot].takesPIN ? pin : .none)
            }
        }

        /// Makes a key the one that is cancelled.
        private func begin(with key: SecurityKey) throws(SecurityKeyFault) {
            let isCancelled = state.withLock { state in
                state.key = key
                return state.isCancelled
            }
            guard !isCancelled else { throw .cancelled }
        }

        private func use(
            _ key: SecurityKey, _ slot: Int, _ credential: [UInt8], _ salts: [UInt8], _ challenge: [UInt8],
            _ pin: SecurityKeyPIN
        ) throws(SecurityKeyFault) {
            try begin(with: key)
            send(
                .used(
                    slot: slot,
                    try key.use(
                        credential, of: SecurityKeyCredential.relyingParty, salts: salts, challenge: challenge,
                        pin: pin.bytes)))
        }

        /// The first key that has one of the credentials. A key that can't be asked is the reason only where no other has one.
        private func find(
            _ slots: [SecurityKeyRequest.Slot], at paths: [String]
        ) throws(SecurityKeyFault) -> (SecurityKey, slot: Int) {
            var fault = SecurityKeyFault.otherKey
            for path in paths {
                do throws(SecurityKeyFault) {
                    let key = try SecurityKey(path: path, io: io)
                    for (index, slot) in slots.enumerated() {
                        let isHere = try key.holds(slot.credential, of: SecurityKeyCredential.relyingParty)
                        if isHere { return (key, index) }
                    }
                } catch {
                    fault = error
                }
            }
            throw fault
        }
    }
}
