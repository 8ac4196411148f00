/// The reason why a frame couldn't be read or written. Append-only.
public enum FrameError: Error, Sendable, Hashable {
    /// A payload of no bytes.
    case empty
    /// A payload of more than ``Frame/maximumCount`` bytes.
    case tooLarge(count: Int)
    /// The other end closed the stream between two frames.
    case closed
    /// The other end closed the stream inside a frame.
    case truncated
    /// The other end no longer reads.
    case brokenPipe
    /// The deadline passed. A part of the frame may be written: the stream can't be written to any more.
    case timedOut
    /// The system refused to read, write or wait, for this `errno`.
    case system(errno: Int32)
}
