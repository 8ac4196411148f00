import SolanaWalletAdapter

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A pipe with a name, by which the process that the desktop has started for a link tells the one that waits for it. A link is a line.
struct LinkPipe: Sendable {
    let path: String

    /// Makes the pipe and hands each link that comes to the library, as long as the program runs.
    func handOn() {
        mkfifo(path, 0o600)
        // For writing too: else the end of the first writer would be the end of the pipe.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Reading(descriptor))
        pthread_create(
            &thread, nil,
            { reading in
                if let reading { Unmanaged<Reading>.fromOpaque(reading).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
    }

    /// Gives a link to whoever reads; false where nobody does.
    func write(_ link: String) -> Bool {
        // Without waiting for a reader that never comes; a long link waits for the one that is there.
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, 0) == 0 else { return false }
        defer { close(descriptor) }
        var line = Array((link + "\n").utf8)
        while !line.isEmpty {
            let count = systemWrite(descriptor, line, line.count)
            guard count > 0 else { return false }
            line.removeFirst(count)
        }
        return true
    }

    private final class Reading: Sendable {
        private let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        func run() {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { return }
                bytes += chunk[..<count]
                while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                    SolanaWalletAdapter.handleOnOpenURL(String(decoding: bytes[..<end], as: UTF8.self))
                    bytes.removeFirst(end + 1)
                }
            }
        }
    }
}

// `LinkPipe` has a `write` of its own, which hides the system's.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write
