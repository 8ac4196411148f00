import AgentSocket

/// Whether the programs stand together.
enum ProgramCheck {
    /// The programs that are installed together, in one folder.
    static let names = ["sidekey", "sidekey-host", "sidekey-agent"]

    static func run() -> [Diagnosis] {
        guard let folder else {
            return [.failure("programs", "the folder of this program can't be found out", hint: nil)]
        }
        let missing = names.filter { !FileSystem.isExecutable("\(folder)/\($0)") }
        guard missing.isEmpty else {
            return [
                .failure(
                    "programs", "\(folder) lacks \(missing.joined(separator: " and "))", hint: "run ./install.sh again")
            ]
        }
        return [.ok("programs", "Sidekey \(Release.version), protocol \(Release.protocolNumber), in \(folder)")]
    }

    /// The folder that this program was started from.
    static var folder: String? {
        guard let agent = try? AgentProgram.besideThisProgram().path, let slash = agent.lastIndex(of: "/") else {
            return nil
        }
        return String(agent[..<slash])
    }
}
