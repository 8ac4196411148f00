public import JSONRPC
import Synchronization

/// One use of a method, about to be made: of which module, by whom, over which connection.
public struct MethodUse: Sendable {
    public let method: MethodManifest
    public let module: ModuleManifest
    public let caller: Caller
    public let client: Client

    public init(method: MethodManifest, module: ModuleManifest, caller: Caller, client: Client) {
        self.method = method
        self.module = module
        self.caller = caller
        self.client = client
    }
}

/// Decides who may call what: one place, and the default is no.
///
/// It is asked for every call, also where the same was let through a moment ago: what was taken back is over with the next one.
public protocol PermissionManaging: Sendable {
    /// Lets a use through, or doesn't; may ask the user first, for as long as a prompt stands.
    ///
    /// - Throws: -32601 (`method-unknown`) for what doesn't exist for this caller; 4100 (`permission-refused`) and what kept the user from being
    ///   asked for what could be granted and isn't.
    func admit(_ use: MethodUse) async throws(RPCError)
}

/// Permission as the methods' manifests declare it, with nothing granted beyond.
public struct ManifestPermissions: PermissionManaging {
    public init() {}

    public func admit(_ use: MethodUse) async throws(RPCError) {
        guard use.method.callers.contains(use.caller.kind) else { throw .methodUnknown }
        switch use.caller {
        // The class may use it; this extension, or this session, was granted nothing.
        case .otherExtension, .deeplink: throw .methodUnknown
        case .page, .walletExtension, .commandLine: return
        }
    }
}

extension RPCError {
    /// What a caller hears of a method that isn't there for it, whether there is one or not.
    public static let methodUnknown = RPCError(.methodNotFound, .methodUnknown, "no such method")
}

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

/// Whether somebody said yes within the call that goes on now; the approval queue notes it.
package final class Decision: Sendable {
    @TaskLocal package static var current: Decision?

    private let made = Mutex(false)

    init() {}

    package func make() {
        made.withLock { $0 = true }
    }

    var isMade: Bool { made.withLock { $0 } }
}
