import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A non-blocking descriptor from which frames come, read a step at a time into the caller's memory.
///
/// A header is checked before a byte of its payload is read, and no read goes beyond the frame it began in. So the
/// caller always knows whether it is inside a frame, and only a header is held here.
struct FrameSource: ~Copyable {
    /// The result of one step.
    enum Step: Equatable {
        /// A frame with a payload of `count` bytes begins; 1 to `Frame.maximumCount`.
        case began(count: Int)
        /// `count` bytes of the frame were read.
        case read(count: Int)
        /// A frame of more than `Frame.maximumCount` bytes begins. The following steps read and drop its bytes.
        case tooLarge(count: Int)
        /// A frame without a byte.
        case empty
        /// Some bytes of a frame that is too large were dropped, or a part of a header came.
        case progressed
        /// There is nothing to read now.
        case waiting
        /// The stream has ended or failed.
        case ended
    }

    let descriptor: Int32
    /// The unread bytes of the current frame.
    private var remaining = 0
    private var isDropping = false
    private var header = [UInt8](repeating: 0, count: Frame.headerCount)
    private var headerCount = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// True if a frame that was announced as `began` hasn't been read to its end.
    var isInsideFrame: Bool { remaining > 0 && !isDropping }

    /// Reads once. `memory` takes the frame's bytes, and briefly those that are dropped; it must not be empty.
    mutating func step(into memory: UnsafeMutableRawBufferPointer) -> Step {
        remaining == 0 ? readHeader() : readPayload(memory)
    }

    private mutating func readHeader() -> Step {
        let have = headerCount
        let count = header.withUnsafeMutableBytes { bytes in
            read(descriptor, bytes.baseAddress.map { $0 + have }, bytes.count - have)
        }
        guard count > 0 else { return Self.failure(count) }
        headerCount += count
        guard headerCount == header.count else { return .progressed }
        headerCount = 0
        let length = header.withUnsafeBytes { Frame.count(header: $0) } ?? 0
        do throws(FrameError) {
            try Frame.check(count: length)
        } catch {
            guard length > 0 else { return .empty }
            (remaining, isDropping) = (length, true)
            return .tooLarge(count: length)
        }
        (remaining, isDropping) = (length, false)
        return .began(count: length)
    }

    private mutating func readPayload(_ memory: UnsafeMutableRawBufferPointer) -> Step {
        let count = read(descriptor, memory.baseAddress, min(memory.count, remaining))
        guard count > 0 else { return Self.failure(count) }
        remaining -= count
        guard isDropping else { return .read(count: count) }
        memory.wipe(count)
        return .progressed
    }

    private static func failure(_ count: Int) -> Step {
        guard count < 0 else { return .ended }
        switch errno {
        case EAGAIN, EWOULDBLOCK: return .waiting
        case EINTR: return .progressed
        default: return .ended
        }
    }
}
