import AgentSocket

/// Where the programs that were installed together are, and what belongs to them.
struct Installation {
    /// The folder that the others are in: `bin` and `lib` below it, manual and completions below `share`.
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

    /// The one that this program was started from; nil where that can't be found.
    static var current: Installation? {
        guard let agent = try? AgentProgram.besideThisProgram().path, agent.contains("/") else { return nil }
        return Installation(programs: FileSystem.parent(of: agent))
    }

    var host: String { "\(programs)/sidekey-host" }
    var program: String { "\(programs)/sidekey" }
    /// The extension's own files, to be loaded by hand.
    var `extension`: String { "\(prefix)/lib/sidekey/extension" }

    /// Whether it is one of the system's, whose desktop entries every user has.
    var isForEveryUser: Bool { ["/usr", "/usr/local"].contains(prefix) }
}

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
