import Foundation

/// fprintd with one sensor, played on a bus of its own (`fprint.py`), which is told what the sensor sees.
public final class PlayedSensor {
    /// The bus's address.
    public let address: String
    private let process: ChildProcess

    public init() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/fprint.py").path
        process = try ChildProcess("/usr/bin/python3", [script], environment: ["PATH": "/usr/bin:/bin"])
        address = try Self.line(process.output)
        guard address.hasPrefix("unix:") else { throw TestFault("no bus: is python3-dbusmock installed?") }
    }

    deinit { process.input.close() }

    /// Has something happen, and returns the calls that the sensor has got.
    @discardableResult
    public func does(_ word: String) throws -> [String] {
        try process.input.write(Array("\(word)\n".utf8))
        return try Self.line(process.output).split(separator: " ").map(String.init)
    }

    private static func line(_ output: StreamReader) throws -> String {
        var line = ""
        while let byte = try output.read(1)?.first, byte != UInt8(ascii: "\n") {
            line.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return line
    }
}
