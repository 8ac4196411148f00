import Foundation
import Glibc
import Synchronization
import TestSupport

/// The wires between processor and TPM, with somebody who reads them: a socket that passes on all bytes of one connection, and keeps them.
final class TPMBus: Sendable {
    let path: String
    private let listener: Int32
    private let seen = Mutex<[UInt8]>([])
    private let asked = Mutex<[UInt32]>([])

    init(to tpm: SoftwareTPM) throws {
        path = try ScratchRoot.newFolder() + "/bus"
        listener = try UnixSocketEnd.listen(path)
        let target = tpm.path
        Thread.detachNewThread { [self] in carry(to: target) }
    }

    /// All bytes so far, in the order in which they came by.
    var bytes: [UInt8] { seen.withLock { $0 } }

    /// The numbers of the commands so far (TPM 2.0 Library, Part 2, section 6.5.2). Each is written whole.
    var commands: [UInt32] { asked.withLock { $0 } }

    private func carry(to target: String) {
        let client = accept(listener, nil, nil)
        guard client >= 0, let tpm = UnixSocketEnd.connect(target) else { return }
        defer {
            close(client)
            close(tpm)
        }
        var room = [UInt8](repeating: 0, count: 8192)
        while true {
            var entries = [client, tpm].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&entries, 2, 60_000) > 0 else { return }
            for (from, to) in [(0, tpm), (1, client)] where entries[from].revents != 0 {
                let count = read(entries[from].fd, &room, room.count)
                guard count > 0 else { return }
                seen.withLock { $0 += room[..<count] }
                if from == 0, count >= 10 {
                    asked.withLock { $0.append(room[6..<10].reduce(0) { $0 << 8 | UInt32($1) }) }
                }
                guard write(to, room, count) == count else { return }
            }
        }
    }
}
