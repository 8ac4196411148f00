import WalletRuntime

/// The wallet's own extension, as each browser names it to the host.
///
/// The Chromium id follows from the public `key` in the extension's manifest. manifests/extension-ids.json holds the
/// same two for the installer, and a test compares all three.
package enum WalletExtension {
    package static let chromium = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"
    package static let firefox = "wallet@sidekey.app"

    static let ids: Set<String> = [chromium, firefox]

    /// Whether an id is the wallet's own, which is granted nothing as another's.
    static func isOwn(_ id: ExtensionID) -> Bool { ids.contains { ExtensionID($0) == id } }
}
