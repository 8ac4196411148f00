import CPlatform
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One direction of the host: frames are read from a descriptor, checked, and written to another through a buffer of
/// fixed size. If the reader at the far end is slow, the buffer fills and no more is read: back-pressure goes through.
struct FrameCopy: ~Copyable {
    /// An event of the copying.
    enum Event: Equatable {
        /// Everything that can be done for now is done.
        case settled
        /// A frame was left out of the copy; the stream goes on after it.
        case tooLarge(count: Int)
        case empty
        /// The source has ended; the bytes in the buffer can still be written.
        case sourceEnded
        /// The reader of the output is gone.
        case sinkEnded
    }

    /// The capacity of a pipe.
    static let capacity = 65536

    private var source: FrameSource
    private let sink: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    /// The bytes that wait to be written: `buffer[start..<end]`.
    private var start = 0
    private var end = 0

    init(from source: Int32, to sink: Int32) {
        self.source = FrameSource(source)
        self.sink = sink
    }

    deinit {
        buffer.wipe(buffer.count)
        buffer.deallocate()
    }

    /// True if bytes wait to be written.
    var isWaitingToWrite: Bool { start < end }
    /// True if there is room for a header and a byte after it.
    var hasRoom: Bool { buffer.count - end > Frame.headerCount }
    /// True if a part of a frame has been copied and a part has not.
    var isInsideFrame: Bool { source.isInsideFrame }

    /// Puts a whole frame between those that are copied.
    ///
    /// - Returns: True if it was taken, which needs a place between two frames and enough room.
    mutating func insert(_ frame: [UInt8]) -> Bool {
        guard !isInsideFrame, frame.count <= buffer.count - end else { return false }
        append(frame)
        return true
    }

    /// The extent to which a source is read.
    enum Extent {
        case nothing
        /// To the end of the frame that has begun.
        case frame
        /// As far as there is input, and room for it.
        case all
    }

    /// Reads from the source, then writes as much as the sink takes.
    mutating func advance(reading extent: Extent) -> Event {
        let event = fill(extent)
        return drain() ? event : .sinkEnded
    }

    private mutating func fill(_ extent: Extent) -> Event {
        while hasRoom, extent == .all || extent == .frame && isInsideFrame {
            switch source.step(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...])) {
            case .began(let count): append(Frame.header(count: count))
            case .read(let count): end += count
            case .progressed: continue
            case .waiting: return .settled
            case .tooLarge(let count): return .tooLarge(count: count)
            case .empty: return .empty
            case .ended: return .sourceEnded
            }
        }
        return .settled
    }

    private mutating func append(_ bytes: [UInt8]) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyBytes(from: bytes)
        end += bytes.count
    }

    /// Writes as much as the sink takes, and wipes it. If the reader is gone, drops the rest and returns false.
    private mutating func drain() -> Bool {
        while start < end {
            let waiting = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
            let count = write(sink, waiting.baseAddress, waiting.count)
            guard count > 0 else {
                switch errno {
                case EINTR: continue
                case EAGAIN, EWOULDBLOCK: return true
                default:
                    UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end]).wipe(end - start)
                    (start, end) = (0, 0)
                    return false
                }
            }
            UnsafeMutableRawBufferPointer(rebasing: buffer[start...]).wipe(count)
            start += count
        }
        (start, end) = (0, 0)
        return true
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the first `count` bytes: passphrases pass through the host.
    func wipe(_ count: Int) {
        guard let baseAddress, count > 0 else { return }
        platform_wipe(baseAddress, Swift.min(count, self.count))
    }
}
