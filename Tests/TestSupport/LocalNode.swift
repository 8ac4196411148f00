import Glibc
package import JSONRPC

/// A Solana node in memory (`Tests/Support/node`) on free ports of 127.0.0.1, which ends with this object.
///
/// ```swift
/// let node = try LocalNode()
/// let alice = try node.seeded("accounts", "alice", "publicKey")
/// try node.control(["fault": "slow", "method": "getBalance", "ms": 3000])
/// try node.control(["advance": 150])
/// ```
public final class LocalNode {
    /// One way to the chain; each has faults of its own.
    public struct Endpoint: Sendable {
        public let port: Int
        /// Where it takes JSON-RPC: `http://127.0.0.1:PORT`, or `https` with a certificate.
        public let url: String
        /// Where it takes subscriptions: the port after that of `url`.
        public let webSocket: String
    }

    /// What the node said at its start: `endpoints`, `accounts`, `mints`, `tokenAccounts`, `lookupTable`, `genesisHash`.
    package let description: JSON
    public let endpoints: [Endpoint]
    private let process: ChildProcess

    /// Starts a node whose slots pass only when a control says so.
    ///
    /// - Parameters:
    ///   - options: further ones, as `Tests/Support/node/README.md` lists them; `--slot-ms 400` lets slots pass by themselves.
    ///   - deadline: until which it must have started.
    /// - Throws: `TestFault` with the node's complaint.
    public init(_ options: [String] = [], within deadline: Deadline = Deadline(seconds: 60)) throws {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let script = tests + "/Support/local_node.py"
        let arguments = [script, "--json", "--controlled", "--port", "0", "--slot-ms", "0"]
        process = try ChildProcess(
            "/usr/bin/env", [Self.variable("SIDEKEY_TEST_PYTHON") ?? "python3"] + arguments + options,
            environment: ["PATH": Self.variable("PATH") ?? "/usr/bin:/bin"])
        description = try Self.line(of: process, within: deadline)
        endpoints = try (description["endpoints"]?.array ?? []).map { each in
            guard let port = each["port"]?.int, let url = each["url"]?.text, let socket = each["websocket"]?.text else {
                throw TestFault("the node said nothing of an endpoint")
            }
            return Endpoint(port: port, url: url, webSocket: socket)
        }
        guard !endpoints.isEmpty else { throw TestFault("the node has no endpoints") }
    }

    /// A text that the node said at its start, by the names on the way to it.
    public func seeded(_ path: String...) throws -> String {
        guard let text = path.reduce(description as JSON?, { $0?[$1] })?.text else {
            throw TestFault("the node has no \(path.joined(separator: "."))")
        }
        return text
    }

    /// Has an endpoint do something, and returns how it is then (`Tests/Support/node/control.py`).
    ///
    /// - Throws: `TestFault` with the node's reason where it refuses.
    @discardableResult
    package func control(
        _ wanted: JSONObject, endpoint: Int = 0, within deadline: Deadline = Deadline(seconds: 120)
    ) throws -> JSON {
        var wanted = wanted
        wanted["endpoint"] = .number(endpoint)
        try process.input.write(JSON.object(wanted).serialized() + [UInt8(ascii: "\n")], within: deadline)
        let answer = try Self.line(of: process, within: deadline)
        if let reason = answer["error"]?.text { throw TestFault("the node refused: \(reason)") }
        return answer
    }

    /// Kills the node, as a machine that dies does.
    public func kill() { process.send(signal: SIGKILL) }

    private static func line(of process: ChildProcess, within deadline: Deadline) throws -> JSON {
        var bytes: [UInt8] = []
        while let byte = try process.output.read(1, within: deadline) {
            if byte[0] == UInt8(ascii: "\n") { return try JSON(parsing: JSONSource(bytes)) }
            bytes += byte
        }
        let complaint = try process.errors.readToEnd(within: deadline)
        throw TestFault("the node ended: \(String(decoding: complaint, as: UTF8.self))")
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
