public import JSONRPC

/// A module's own small values, kept under its name: no module reaches another's.
public protocol ModuleStorage: Sendable {
    func value(for key: String) async throws(RPCError) -> JSON?
    func set(_ value: JSON?, for key: String) async throws(RPCError)
}
