/// Decides who may call what: one place, and the default is no.
public protocol PermissionManaging: Sendable {
    func permits(_ method: MethodManifest, to caller: Caller) -> Bool
}

/// Permission as the methods' manifests declare it.
public struct ManifestPermissions: PermissionManaging {
    public init() {}

    public func permits(_ method: MethodManifest, to caller: Caller) -> Bool {
        switch caller {
        // Neither has been granted anything yet: an extension by its id, a deeplink by its session.
        case .otherExtension, .deeplink: false
        case .page, .walletExtension, .commandLine: method.callers.contains(caller.kind)
        }
    }
}
