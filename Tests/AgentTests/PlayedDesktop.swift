import Foundation
import TestSupport

/// logind and the user's systemd, played on a bus of the test's own and told what to do by words (`Tests/Support/logind.py`).
final class PlayedDesktop {
    let address: String
    private let process: ChildProcess

    init() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/logind.py").path
        process = try ChildProcess("/usr/bin/python3", [script], environment: ["PATH": "/usr/bin:/bin"])
        address = try Self.line(process.output)
        guard address.hasPrefix("unix:") else { throw TestFault("no bus: is python3-dbusmock installed?") }
    }

    /// Has something happen, and returns how many delay the machine's sleep afterwards.
    @discardableResult
    func does(_ word: String) throws -> Int? {
        try process.input.write(Array("\(word)\n".utf8))
        return Int(try Self.line(process.output))
    }

    func end() {
        process.input.close()
        _ = process.waitForEnd()
    }

    private static func line(_ output: StreamReader) throws -> String {
        var line = ""
        while let byte = try output.read(1)?.first, byte != UInt8(ascii: "\n") {
            line.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return line
    }
}
