public import JSONRPC

/// Knows whether what a method needs is there, before its module is asked.
public protocol NeedChecking: Sendable {
    /// Lets a call through that finds what it needs.
    ///
    /// - Throws: What the caller is told where it isn't.
    func check(_ need: Need, of call: MethodCall) async throws(RPCError)
}

/// Has nothing: what nobody looks after is refused.
public struct NothingMet: NeedChecking {
    public init() {}

    public func check(_ need: Need, of call: MethodCall) async throws(RPCError) {
        throw RPCError(.internalError, .internal, "nobody knows whether there is what this method needs")
    }
}

extension Need {
    /// Those that are looked for before the module is asked, in this order. The others the runtime meets or enforces itself.
    static let order: [Need] = [.connectedOrigin, .unlockedSession, .network]
}
