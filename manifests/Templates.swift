/// The registrations with browsers and the desktop, from the files beside this one. They are compiled in: a program that is
/// installed alone can register itself.
public enum Template {
    /// Native-messaging manifests: `@HOST@` is the host's absolute path as it stands in JSON, `@CHROMIUM_ID@` the extension's id in Chromium.
    public static var chromium: String { text(PackageResources.chromium_json) }
    public static var firefox: String { text(PackageResources.firefox_json) }
    /// The desktop entry that takes links: `@SIDEKEY@` is the program as an `Exec` line names it.
    public static var desktopEntry: String { text(PackageResources.app_sidekey_desktop) }
    /// The extension's ids, as JSON: `chromium` and `firefox`.
    public static var extensionIDs: String { text(PackageResources.extension_ids_json) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
