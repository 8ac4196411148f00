import AgentSocket

/// The location of the programs that were installed together, and of their other files.
struct Installation {
    /// The folder that contains the others: `bin` and `lib` below it, manual and completions below `share`.
    let prefix: String
    /// The folder of the programs.
    let programs: String

    /// - Parameter prefix: An absolute path.
    init(prefix: String) {
        self.prefix = prefix
        programs = "\(prefix)/bin"
    }

    private init(programs: String) {
        self.programs = programs
        prefix = FileSystem.parent(of: programs)
    }

    /// The installation that this program was started from; nil if it can't be found.
    static var current: Installation? {
        guard let agent = try? AgentProgram.besideThisProgram().path, agent.contains("/") else { return nil }
        return Installation(programs: FileSystem.parent(of: agent))
    }

    var host: String { "\(programs)/sidekey-host" }
    var program: String { "\(programs)/sidekey" }
    /// The extension's own files, for loading by hand.
    var `extension`: String { "\(prefix)/lib/sidekey/extension" }

    /// True if it is one of the system's, whose desktop entries every user has.
    var isForEveryUser: Bool { ["/usr", "/usr/local"].contains(prefix) }
}

/// The extension in the place where Debian's browsers look for extensions of every user.
enum SystemExtension {
    /// The path for Chromium, which is started with the output of `ls -dm` on the folder, cut at spaces. That turns the second of two
    /// extensions into a web address unless `ls` breaks its line there. It does after 80 columns, so a name of this length is safe
    /// beside any other.
    static let chromium = "/usr/share/chromium/extensions/\(NativeManifest.firefoxID)"
    static let firefox =
        "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/\(NativeManifest.firefoxID)"
    static let all = [chromium, firefox]

    /// Returns the file that marks the installation which put the extension there, so that removing another installation leaves it.
    static func mark(of installation: Installation) -> String {
        "\(installation.prefix)/lib/sidekey/extension-for-every-user"
    }

    static func isOf(_ installation: Installation) -> Bool { FileSystem.isFile(mark(of: installation)) }
}
