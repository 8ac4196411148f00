import AgentSocket
import Wording

/// Whether the programs stand together.
enum ProgramCheck {
    /// The programs that are installed together, in one folder.
    static let names = ["sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc"]

    static func run() -> [Diagnosis] {
        guard let folder = Installation.current?.programs else {
            return [.failure("programs", .foundNoFolder)]
        }
        let missing = names.filter { !FileSystem.isExecutable("\(folder)/\($0)") }
        guard missing.isEmpty else {
            return [
                .failure(
                    "programs", .foundProgramsMissing,
                    ["folder": folder, "names": missing.joined(separator: say(.listAnd))])
            ]
        }
        return [
            .ok(
                "programs", .foundPrograms,
                ["version": Release.version, "number": "\(Release.protocolNumber)", "folder": folder])
        ]
    }
}
