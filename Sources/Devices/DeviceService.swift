import AgentSocket
import CPlatform
package import Salt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The steps that all kinds of `sidekey-device` share: give up what isn't needed, read the one request, answer.
public enum DeviceService {
    /// The most bytes of memory.
    private static let memory = 768 << 20
    /// The most seconds of computing.
    private static let seconds: UInt32 = 30
    /// The files that libraries and the loader may still look for.
    private static let readable = ["/etc", "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/dev/urandom"]

    /// Takes everything from this process but its pipes and the files of these devices: it opens no other file for writing, makes no socket and starts
    /// no program.
    package static func confine(to devices: [String]) -> Bool {
        guard platform_harden() == 0, platform_limit(memory, seconds) == 0 else { return false }
        var held = platform_confinement()
        return CStringArray(readable).withPointer { readable in
            CStringArray(devices).withPointer { devices in
                platform_confine(PLATFORM_REACH_DEVICES, readable, devices, &held) == 0
            }
        }
    }

    /// Reads the request on standard input, without its count; nil if there is none whole.
    package static func request() -> SecretBytes? {
        guard let head = read(4), let count = head.withBytes({ DeviceFrame.count($0) }) else { return nil }
        return read(count)
    }

    /// Waits on a thread of its own for the agent to cancel, or to end.
    package static func watch(_ cancel: @escaping @Sendable () -> Void) {
        let held = Unmanaged.passRetained(Watch(cancel))
        let failed = platform_begin_thread(
            {
                let watch = Unmanaged<Watch>.fromOpaque($0).takeRetainedValue()
                // Whatever follows a request ends it.
                _ = DeviceService.read(1)
                watch.cancel()
            }, held.toOpaque(), 1 << 19)
        if failed != 0 { held.release() }
    }

    /// Writes a frame, with its count, to standard output.
    package static func send(_ frame: borrowing SecretBytes) {
        frame.withBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = write(STDOUT_FILENO, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
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

    private final class Watch: Sendable {
        let cancel: @Sendable () -> Void

        init(_ cancel: @escaping @Sendable () -> Void) {
            self.cancel = cancel
        }
    }
}
