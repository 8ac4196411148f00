import AgentSocket
import CPlatform
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
    /// The most bytes of memory.
    private static let memory = 768 << 20
    /// The most seconds of computing.
    private static let seconds: UInt32 = 30
    /// The files that libcrypto and the loader may still look for.
    private static let readable = ["/etc", "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/dev/urandom"]

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
            guard confine(to: (try? found.get()) ?? []) else { throw .unavailable }
            guard let request = request() else { throw .unavailable }
            let session = Session(io: io)
            watch(session)
            try session.serve(request, by: try found.get())
        } catch {
            send(.fault(error))
        }
        _exit(0)
    }

    /// Takes everything from this process but its pipes and the files of keys.
    package static func confine(to keys: [String]) -> Bool {
        guard platform_harden() == 0, platform_limit(memory, seconds) == 0 else { return false }
        var held = platform_confinement()
        return CStringArray(readable).withPointer { readable in
            CStringArray(keys).withPointer { keys in
                platform_confine(PLATFORM_REACH_DEVICES, readable, keys, &held) == 0
            }
        }
    }

    private static func request() -> SecurityKeyRequest? {
        guard let head = read(4), let count = head.withBytes({ SecurityKeyReply.count($0) }), let body = read(count)
        else { return nil }
        return body.withBytes { SecurityKeyRequest(reading: $0) }
    }

    /// Waits on a thread of its own for the agent to cancel, or to end.
    private static func watch(_ session: Session) {
        let held = Unmanaged.passRetained(session)
        let failed = platform_begin_thread(
            {
                let session = Unmanaged<Session>.fromOpaque($0).takeRetainedValue()
                // Whatever follows a request ends it.
                _ = SecurityKeyServer.read(1)
                session.cancel()
            }, held.toOpaque(), 1 << 19)
        if failed != 0 { held.release() }
    }

    /// Reads so many bytes into closed memory; nil if there are fewer.
    private static func read(_ count: Int) -> SecretBytes? {
        var filled = 0
        let bytes = SecretBytes(count: count) { buffer in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                #if canImport(Glibc)
                    let part = Glibc.read(STDIN_FILENO, rest.baseAddress, rest.count)
                #elseif canImport(Musl)
                    let part = Musl.read(STDIN_FILENO, rest.baseAddress, rest.count)
                #else
                    let part = Darwin.read(STDIN_FILENO, rest.baseAddress, rest.count)
                #endif
                if part < 0, errno == EINTR { continue }
                guard part > 0 else { return }
                filled += part
            }
        }
        guard filled == count else { return nil }
        return bytes
    }

    private static func send(_ reply: SecurityKeyReply) {
        reply.frame().withBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = write(STDOUT_FILENO, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

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
