public import Foundation
import Synchronization

/// A script in `Tests/Support` that answers a test with what an independent implementation says.
public struct PythonScript: Sendable {
    /// Why a script gave no answer.
    public enum Failure: Error {
        case exit(status: Int32, standardError: String)
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
    ///
    /// - Throws: `Failure.exit` with the script's complaint, where its status isn't 0.
    public func run(_ arguments: [String] = [], input: Data = Data()) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sidekey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: whoever fills a pipe that nobody empties waits for ever.
        let files = ["input", "output", "error"].map { folder.appending(path: $0) }
        try input.write(to: files[0])
        try Data().write(to: files[1])
        try Data().write(to: files[2])

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let python = ProcessInfo.processInfo.environment["SIDEKEY_TEST_PYTHON"] ?? "python3"
        process.arguments = [python, path.path] + arguments
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        // Not while a program is being copied: a child that holds its open file keeps it from being started.
        try ChildProcess.starting.withLock { _ in try process.run() }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let complaint = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
            throw Failure.exit(status: process.terminationStatus, standardError: complaint)
        }
        return try Data(contentsOf: files[1])
    }
}
