import Glibc

/// A script in `Tests/Support` that goes on running; it ends with this object.
public final class PythonProcess {
    private let process: ChildProcess

    /// Starts a script by its file name.
    public init(_ name: String, _ arguments: [String] = []) throws {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let python = getenv("SIDEKEY_TEST_PYTHON").map { String(cString: $0) } ?? "python3"
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        process = try ChildProcess(
            "/usr/bin/env", [python, "\(tests)/Support/\(name)"] + arguments, environment: ["PATH": path])
    }

    /// The next line that it prints, without its line feed.
    ///
    /// - Throws: `TestFault` with its complaint where it has ended.
    public func line(within deadline: Deadline = Deadline(seconds: 60)) throws -> String {
        var bytes: [UInt8] = []
        while let byte = try process.output.read(1, within: deadline) {
            if byte[0] == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes += byte
        }
        let complaint = try process.errors.readToEnd(within: deadline)
        throw TestFault("the script ended: \(String(decoding: complaint, as: UTF8.self))")
    }

    /// The same, and holds no thread meanwhile: what makes the script say it may need one, and waits for one behind other tests.
    public func nextLine(within deadline: Deadline = Deadline(seconds: 300)) async throws -> String {
        while deadline.milliseconds > 0, try process.output.isQuiet(for: 0) {
            try await Task.sleep(for: .milliseconds(20))
        }
        return try line(within: deadline)
    }
}
