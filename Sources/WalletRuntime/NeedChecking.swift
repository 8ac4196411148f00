public import JSONRPC
import Synchronization

/// A use of a method before it happens: its module, its caller and its connection.
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

/// Decides the permissions of callers: one place, and the default is no.
///
/// It is asked for every call, even if the same call was admitted a moment ago: a revocation takes effect with the next one.
public protocol PermissionManaging: Sendable {
    /// Admits or refuses a use. It may ask the user first, for as long as a prompt is open.
    ///
    /// - Throws: -32601 (`method-unknown`) for a method that doesn't exist for this caller; 4100 (`permission-refused`), and the reason why the
    ///   user couldn't be asked, for a permission that could be granted and isn't.
    func admit(_ use: MethodUse) async throws(RPCError)
}

/// Permission as the methods' manifests declare it, with no further grants.
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
    /// The error for a method that doesn't exist for a caller, even if it does for others.
    public static let methodUnknown = RPCError(.methodNotFound, .methodUnknown, "no such method")
}

/// A check of a method's needs before its module is asked.
public protocol NeedChecking: Sendable {
    /// Admits a call if the need is met.
    ///
    /// - Throws: The caller's error if it isn't met.
    func check(_ need: Need, of call: MethodCall) async throws(RPCError)
}

/// A check that meets no need: a need that nothing checks is refused.
public struct NothingMet: NeedChecking {
    public init() {}

    public func check(_ need: Need, of call: MethodCall) async throws(RPCError) {
        throw RPCError(.internalError, .internal, "nobody knows whether there is what this method needs")
    }
}

extension Need {
    /// The needs that are checked before the module is asked, in this order. The runtime meets or enforces the others itself.
    static let order: [Need] = [.connectedOrigin, .unlockedSession, .network]
}

/// The record that the user said yes within the current call; the approval queue sets it.
package final class Decision: Sendable {
    @TaskLocal package static var current: Decision?

    private let made = Mutex(false)

    init() {}

    package func make() {
        made.withLock { $0 = true }
    }

    var isMade: Bool { made.withLock { $0 } }
}
