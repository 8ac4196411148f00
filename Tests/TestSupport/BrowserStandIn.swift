import Glibc
package import JSONRPC

/// A stand-in for the browser that starts `sidekey-host` with its arguments and speaks frames over its pipes.
public final class BrowserStandIn: FrameClient {
    /// The arguments with which a browser starts a host.
    public enum Caller: Sendable {
        case chromium(extensionID: String)
        case firefox(addOn: String)
        /// Whatever a test wants to try.
        case arguments([String])

        var arguments: [String] {
            switch self {
            case .chromium(let id): ["chrome-extension://\(id)/"]
            case .firefox(let addOn): ["/usr/lib/mozilla/native-messaging-hosts/app.sidekey.host.json", addOn]
            case .arguments(let arguments): arguments
            }
        }
    }

    public let process: ChildProcess

    /// Starts the host that was built with the tests.
    ///
    /// - Parameters:
    ///   - environment: added to the home's, as a browser hands on its own.
    ///   - program: another copy of the host, to have another agent (or none) beside it.
    public init(
        _ caller: Caller, home: ScratchHome, environment: [String: String] = [:], inheriting: [Int32] = [],
        program: String = BuiltProgram.host.path
    ) throws {
        process = try ChildProcess(
            program, caller.arguments, environment: home.environment.merging(environment) { $1 },
            inheriting: inheriting)
        super.init(reader: process.output, writer: process.input)
    }

    /// The parameters of the extension's `hello`.
    package static let helloParameters: JSONObject = [
        "protocol": 1, "client": "extension", "version": "0.1.0", "profile": "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10",
        "connectionKey": "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e",
    ]

    /// The first request of the extension.
    package func hello(profile: String? = nil, connectionKey: String? = nil) throws -> Result<JSON, RPCError> {
        var parameters = Self.helloParameters
        if let profile { parameters["profile"] = .string(JSONString(profile)) }
        if let connectionKey { parameters["connectionKey"] = .string(JSONString(connectionKey)) }
        return try call("hello", parameters)
    }
}
