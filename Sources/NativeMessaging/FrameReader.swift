internal import CPlatform

/// A reader that cuts a stream of bytes into frames, however it was split or joined on its way.
///
/// ```swift
/// var reader = FrameReader()
/// var rest = received                                  // an UnsafeRawBufferPointer
/// while !rest.isEmpty {
///     rest = UnsafeRawBufferPointer(rebasing: rest[reader.append(rest)...])
///     while let event = reader.next() {
///         if case .frame = event { reader.withFrame { source = JSONSource(copying: $0) } }
///     }
/// }
/// ```
///
/// It holds one frame at most, and no more memory than the bytes that have come: a header alone reserves nothing. A
/// frame is overwritten as soon as the next one is asked for, because passphrases pass through here. A frame that is
/// too large is announced when its header is read, and its bytes are dropped as they come.
public struct FrameReader: ~Copyable, @unchecked Sendable {
    /// The next event in the stream.
    public enum Event: Sendable, Hashable {
        /// A frame with a payload of `count` bytes; ``FrameReader/withFrame(_:)`` shows them until the next ``FrameReader/next()``.
        case frame(count: Int)
        /// A frame of more than ``Frame/maximumCount`` bytes, which are dropped as they come.
        case tooLarge(count: Int)
        /// A frame without a byte.
        case empty
    }

    private static let smallCapacity = 16_384
    private static let maximumCapacity = Frame.headerCount + Frame.maximumCount

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The bytes that have come and aren't consumed: `memory[start..<end]`.
    private var start = 0
    private var end = 0
    /// The bytes of the announced frame with its header, at `start`.
    private var announced = 0
    /// The bytes of a too large frame that haven't come yet. While there are any, nothing else is held.
    private var toSkip = 0

    /// Makes a reader that holds no memory yet.
    public init() {}

    deinit {
        wipe(memory)
        memory.deallocate()
    }

    /// True if the stream is inside a frame, so that its end would cut the frame.
    public var isInsideFrame: Bool { end - start > announced || toSkip > 0 }

    /// Takes bytes from the stream.
    ///
    /// - Returns: The number of bytes taken: all, or as many as there was room for. After ``next()`` has returned
    ///   `nil`, at least one. The caller wipes its own copy.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        let skipped = min(toSkip, bytes.count)
        toSkip -= skipped
        let rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
        guard rest.count > 0 else { return skipped }
        makeRoom(for: rest.count)
        let count = min(rest.count, memory.count - end)
        UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
        end += count
        return skipped + count
    }

    /// Takes bytes straight from a system call, without a copy in between.
    ///
    /// - Parameter read: Fills the start of the memory it is given and returns the number of bytes written. The memory
    ///   has at least one byte after ``next()`` has returned `nil`, and usually several thousand.
    /// - Returns: The closure's result.
    public mutating func fill<Failure: Error>(
        _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        makeRoom(for: Self.smallCapacity)
        let count = try read(UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
        end += max(0, min(count, memory.count - end))
        skip()
        return count
    }

    /// Announces the next event, and wipes the frame announced before.
    ///
    /// - Returns: `nil` if more bytes are needed.
    public mutating func next() -> Event? {
        consume(announced)
        announced = 0
        let held = UnsafeRawBufferPointer(rebasing: memory[start..<end])
        guard let count = Frame.count(header: held) else { return nil }
        guard count > 0 else {
            consume(Frame.headerCount)
            return .empty
        }
        guard count <= Frame.maximumCount else {
            consume(Frame.headerCount)
            toSkip = count
            skip()
            return .tooLarge(count: count)
        }
        guard held.count >= Frame.headerCount + count else { return nil }
        announced = Frame.headerCount + count
        return .frame(count: count)
    }

    /// Calls the closure with the payload of the frame that ``next()`` announced, or with no bytes if it announced none.
    public func withFrame<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withEncodedFrame { frame throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: frame.dropFirst(Frame.headerCount)))
        }
    }

    /// Calls the closure with header and payload of the frame that ``next()`` announced, so that they can be copied on unchanged.
    public func withEncodedFrame<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: memory[start..<start + announced]))
    }
}

extension FrameReader {
    private func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        platform_wipe(base, bytes.count)
    }

    /// Wipes `count` bytes at the front. If nothing is left, frees the memory that a large frame needed.
    private mutating func consume(_ count: Int) {
        wipe(UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count]))
        start += count
        guard start == end else { return }
        (start, end) = (0, 0)
        if memory.count > Self.smallCapacity {
            memory.deallocate()
            memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
    }

    /// Drops the bytes of a frame that is too large.
    private mutating func skip() {
        let count = min(toSkip, end - start)
        toSkip -= count
        consume(count)
    }

    /// Makes room after `end`. It moves the held bytes to the front and grows with the bytes that have come, never with
    /// the length that a header promises.
    private mutating func makeRoom(for count: Int) {
        guard memory.count - end < count else { return }
        let held = end - start
        let wanted = min(max(held + count, Self.smallCapacity), Self.maximumCapacity)
        if wanted > memory.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: min(max(wanted, memory.count * 2), Self.maximumCapacity), alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
            wipe(UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]))
            memory.deallocate()
            memory = larger
        } else if start > 0 {
            memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
            wipe(UnsafeMutableRawBufferPointer(rebasing: memory[max(held, start)..<end]))
        }
        (start, end) = (0, held)
    }
}
