/// Why there is no `sidekey-rpc` to ask, or why it was ended. Append-only.
public enum GatewayFault: Error, Sendable, Hashable {
    /// The program can't be started, for this `errno`.
    case notStarted(errno: Int32)
    /// It has ended.
    case ended
    /// It said what doesn't belong here: no frame, no answer to a question, or more than may come.
    case unfit
    /// It didn't answer in the time that a question has, and some seconds more.
    case hangs
    /// It was told to end.
    case closed
}
