import JSONRPC
import Synchronization
import WalletRuntime

/// What other extensions can be granted: the methods whose manifests admit them, by module.
///
/// Set once the modules are installed; until then it is nothing.
final class OfferedMethods: Sendable {
    private let modules = Mutex<[ModuleManifest]>([])

    func set(_ installed: [ModuleManifest]) {
        modules.withLock { $0 = installed }
    }

    /// The names, in their order.
    var names: [String] {
        modules.withLock { $0.flatMap(\.methods).filter(\.isForOtherExtensions).map(\.name).sorted() }
    }
}

extension ModuleManifest {
    /// What is granted together: the module's methods for other extensions, in their order.
    var methodsForOtherExtensions: [String] {
        methods.filter(\.isForOtherExtensions).map(\.name)
    }
}

extension MethodManifest {
    fileprivate var isForOtherExtensions: Bool { callers.contains(.otherExtension) }
}
