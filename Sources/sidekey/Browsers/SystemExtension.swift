/// The extension where Debian's browsers look for those of every user.
enum SystemExtension {
    /// Chromium is started with `ls -dm` of the folder cut at spaces, which turns the second of two extensions into a web address unless
    /// `ls` breaks its line there. It does after 80 columns, so a name of this length is safe beside any other.
    static let chromium = "/usr/share/chromium/extensions/\(NativeManifest.firefoxID)"
    static let firefox =
        "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/\(NativeManifest.firefoxID)"
    static let all = [chromium, firefox]

    /// Stands in the installation that put the extension there, so that removing another one leaves it.
    static func mark(of installation: Installation) -> String {
        "\(installation.prefix)/lib/sidekey/extension-for-every-user"
    }

    static func isOf(_ installation: Installation) -> Bool { FileSystem.isFile(mark(of: installation)) }
}
