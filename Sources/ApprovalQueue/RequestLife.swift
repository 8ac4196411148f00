/// How long what a request would send can still be executed, as far as is known.
public enum RequestLife: Sendable, Hashable {
    /// So many blocks more, which take so long at least.
    case blocks(UInt64, remaining: Duration)
    /// Until somebody moves a nonce on.
    case nonce
    /// It can't be executed any more.
    case expired
}
