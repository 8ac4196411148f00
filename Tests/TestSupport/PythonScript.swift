public import Foundation

/// A script in `Tests/Support` that answers a test with what an independent implementation says.
public struct PythonScript: Sendable {
    /// Why a script gave no answer.
    public enum Failure: Error {
        case exit(ChildProcess.Ending, standardError: String)
    }

    private let path: URL

    /// Names a script by its file name in `Tests/Support`.
    public init(_ name: String) {
        path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support").appending(path: name)
    }

    /// Runs the script and gives back what it printed.
    ///
    /// `Tests/run` names the interpreter with the test's requirements in `SIDEKEY_TEST_PYTHON`; else it is `python3`.
    /// Not by Foundation's `Process`: where over 1,365 descriptors are open it reads past the end of their list and can die.
    ///
    /// - Throws: `Failure.exit` with the script's complaint, where it doesn't end with status 0.
    public func run(_ arguments: [String] = [], input: Data = Data()) throws -> Data {
        let environment = ProcessInfo.processInfo.environment
        let python = environment["SIDEKEY_TEST_PYTHON"] ?? "python3"
        let result = try ChildProcess.run(
            "/usr/bin/env", [python, path.path] + arguments, environment: environment, input: Array(input),
            within: Deadline(seconds: 900))
        guard result.ending == .exited(0) else {
            throw Failure.exit(result.ending, standardError: result.errors)
        }
        return Data(result.output)
    }
}
