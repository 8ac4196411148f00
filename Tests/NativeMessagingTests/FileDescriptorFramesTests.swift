import Foundation
import NativeMessaging
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Two connected descriptors, closed at the end.
private final class Ends: Sendable {
    let near: Int32
    let far: Int32

    init(_ pair: (Int32, Int32)) {
        (near, far) = pair
    }

    static func sockets() -> Ends {
        var pair: (Int32, Int32) = (-1, -1)
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let status = withUnsafeMutableBytes(of: &pair) {
            socketpair(AF_UNIX, type, 0, $0.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        #expect(status == 0)
        return Ends(pair)
    }

    /// The near end is read from, the far one written to.
    static func pipe() -> Ends {
        var pair: [Int32] = [-1, -1]
        #expect(systemPipe(&pair) == 0)
        return Ends((pair[0], pair[1]))
    }

    deinit {
        close(near)
        close(far)
    }
}

private func systemPipe(_ pair: inout [Int32]) -> Int32 { pipe(&pair) }

private func onThread(_ body: @escaping @Sendable () -> Void) {
    Thread(block: body).start()
}

@Suite("Frames on file descriptors") struct FileDescriptorFramesTests {
    private var soon: ContinuousClock.Instant { .now + .seconds(20) }

    @Test("a frame goes through a socket and comes back", arguments: [1, 3, 65_536, 1_048_576])
    func socket(count: Int) throws {
        let ends = Ends.sockets()
        onThread {
            var frames = FileDescriptorFrames(reading: ends.far, writing: ends.far)
            guard let payload = try? frames.readFrame() else { return }
            try? frames.writeFrame(payload)
        }
        var frames = FileDescriptorFrames(reading: ends.near, writing: ends.near)
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        try payload.withUnsafeBytes { try frames.writeFrame($0, deadline: soon) }
        #expect(try frames.readFrame(deadline: soon) == payload)
    }

    @Test("a frame goes through a pipe, which send doesn't know", arguments: [1, 65_536, 1_048_576])
    func pipe(count: Int) throws {
        let ends = Ends.pipe()
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        onThread {
            let frames = FileDescriptorFrames(reading: -1, writing: ends.far)
            try? frames.writeFrame(payload)
        }
        var frames = FileDescriptorFrames(reading: ends.near, writing: -1)
        #expect(try frames.readFrame(deadline: soon) { Array($0) } == payload)
    }

    @Test("descriptors that don't block work as well")
    func nonBlocking() throws {
        let ends = Ends.sockets()
        for end in [ends.near, ends.far] {
            #expect(fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) == 0)
        }
        let payload = [UInt8](repeating: 8, count: 1_000_000)
        onThread {
            let frames = FileDescriptorFrames(reading: -1, writing: ends.far)
            try? frames.writeFrame(payload)
        }
        var frames = FileDescriptorFrames(reading: ends.near, writing: -1)
        #expect(try frames.readFrame(deadline: soon) == payload)
    }

    @Test("reading gives up at the deadline")
    func readDeadline() {
        let ends = Ends.sockets()
        let start = ContinuousClock.now
        #expect(throws: FrameError.timedOut) {
            var frames = FileDescriptorFrames(reading: ends.near, writing: ends.near)
            _ = try frames.readFrame(deadline: start + .milliseconds(50))
        }
        #expect(start.duration(to: .now) >= .milliseconds(50))
        #expect(start.duration(to: .now) < .seconds(15))
    }

    @Test("a deadline that has passed is no wait at all")
    func pastDeadline() {
        let ends = Ends.sockets()
        #expect(throws: FrameError.timedOut) {
            var frames = FileDescriptorFrames(reading: ends.near, writing: ends.near)
            _ = try frames.readFrame(deadline: .now - .seconds(1_000_000))
        }
    }

    @Test("writing to one that doesn't read gives up at the deadline, on sockets and pipes")
    func writeDeadline() {
        let payload = [UInt8](repeating: 8, count: Frame.maximumCount)
        for ends in [Ends.sockets(), Ends.pipe()] {
            #expect(throws: FrameError.timedOut) {
                let frames = FileDescriptorFrames(reading: -1, writing: ends.far)
                try frames.writeFrame(payload, deadline: .now + .milliseconds(50))
            }
        }
    }

    @Test("a trickle doesn't prolong the deadline")
    func trickle() {
        let ends = Ends.sockets()
        let isDone = Mutexed(false)
        onThread {
            _ = Frame.header(count: 1000).withUnsafeBytes { write(ends.far, $0.baseAddress, 4) }
            while !isDone.value {
                _ = [UInt8(1)].withUnsafeBytes { send(ends.far, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
                usleep(20_000)
            }
        }
        let start = ContinuousClock.now
        #expect(throws: FrameError.timedOut) {
            var frames = FileDescriptorFrames(reading: ends.near, writing: ends.near)
            _ = try frames.readFrame(deadline: start + .milliseconds(200))
        }
        isDone.value = true
        #expect(start.duration(to: .now) < .seconds(15))
    }

    @Test("an end between frames is told from an end inside one")
    func ends() throws {
        for (bytes, error) in [([], .closed), ([1], .truncated), ([2, 0, 0, 0, 7], .truncated)]
            as [([UInt8], FrameError)]
        {
            let ends = Ends.sockets()
            _ = bytes.withUnsafeBytes { write(ends.far, $0.baseAddress, $0.count) }
            shutdown(ends.far, Int32(SHUT_WR))
            #expect(throws: error) {
                var frames = FileDescriptorFrames(reading: ends.near, writing: ends.near)
                _ = try frames.readFrame(deadline: soon)
            }
        }
    }

    @Test("writing to a socket whose other end is gone is an error and not a signal")
    func brokenPipe() {
        let ends = Ends.sockets()
        shutdown(ends.far, Int32(SHUT_RD))
        #expect(throws: FrameError.brokenPipe) {
            let frames = FileDescriptorFrames(reading: ends.near, writing: ends.near)
            try frames.writeFrame([1, 2, 3], deadline: soon)
        }
    }

    @Test("empty and too large payloads are refused before a byte is written")
    func refused() {
        let large = [UInt8](repeating: 0, count: Frame.maximumCount + 1)
        func write(_ payload: [UInt8]) throws(FrameError) {
            try FileDescriptorFrames(reading: -1, writing: -1).writeFrame(payload, deadline: soon)
        }
        #expect(throws: FrameError.empty) { try write([]) }
        #expect(throws: FrameError.tooLarge(count: large.count)) { try write(large) }
        #expect(throws: FrameError.system(errno: EBADF)) { try write([1]) }
    }

    @Test("after an empty and a too large frame the next one is read")
    func inStep() throws {
        let ends = Ends.sockets()
        let count = Frame.maximumCount + 5
        let stream =
            Frame.header(count: 0) + Frame.header(count: count) + [UInt8](repeating: 1, count: count)
            + Frame.header(count: 2) + [1, 2]
        onThread {
            stream.withUnsafeBytes { bytes in
                var rest = bytes
                while !rest.isEmpty {
                    rest = UnsafeRawBufferPointer(
                        rebasing: rest[max(0, write(ends.far, rest.baseAddress, rest.count))...])
                }
            }
        }
        var frames = FileDescriptorFrames(reading: ends.near, writing: -1)
        var errors: [FrameError] = []
        for _ in 0..<2 {
            do throws(FrameError) {
                _ = try frames.readFrame(deadline: soon)
            } catch {
                errors.append(error)
            }
        }
        #expect(errors == [.empty, .tooLarge(count: count)])
        #expect(try frames.readFrame(deadline: soon) == [1, 2])
    }

    @Test("signals that interrupt the wait don't end it")
    func interrupted() throws {
        let ends = Ends.sockets()
        signal(SIGUSR1) { _ in }
        let thread = ThreadHandle(id: pthread_self())
        onThread {
            for _ in 0..<5 {
                usleep(10_000)
                pthread_kill(thread.id, SIGUSR1)
            }
            try? FileDescriptorFrames(reading: -1, writing: ends.far).writeFrame([4, 2])
        }
        var frames = FileDescriptorFrames(reading: ends.near, writing: -1)
        #expect(try frames.readFrame(deadline: soon) == [4, 2])
    }
}

private struct ThreadHandle: @unchecked Sendable {
    let id: pthread_t
}

private final class Mutexed: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Bool
    init(_ value: Bool) { stored = value }
    var value: Bool {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
