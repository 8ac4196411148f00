import JSONRPC
import WalletRuntime

/// The protocol's first request: what the client is, and whether both sides speak the same version.
struct Hello {
    static let method = "hello"

    enum ClientName: String {
        case `extension`
        case commandLine = "cli"
    }

    let name: ClientName
    let version: String
    let profile: String
    let connectionKey: String

    /// - Parameter spoken: the number of the protocol that this program speaks.
    /// - Throws: -32602; -32600 (`protocol-mismatch`) with the side that has to be updated.
    init(_ params: JSONObject, spoken: Int) throws(RPCError) {
        var parameters = RPCParameters(params)
        let number = try parameters.int("protocol")
        guard number == spoken else {
            throw RPCError(
                .invalidRequest, .protocolMismatch, "the two sides speak different versions of the protocol",
                data: [
                    "update": .string(number < spoken ? "extension" : "agent"),
                    "protocol": .number(spoken),
                ])
        }
        guard let name = ClientName(rawValue: try parameters.string("client")) else {
            throw RPCError(.invalidParams, .paramValue, "no such client", data: ["name": "client"])
        }
        self.name = name
        version = try parameters.string("version")
        switch name {
        case .extension:
            profile = try Self.uuid(parameters.string("profile"), "profile")
            connectionKey = try Self.uuid(parameters.string("connectionKey"), "connectionKey")
        case .commandLine:
            profile = ""
            connectionKey = ""
        }
        try parameters.finish()
    }

    private static func uuid(_ text: String, _ name: String) throws(RPCError) -> String {
        let bytes = Array(text.utf8)
        let dashes = [8, 13, 18, 23]
        let hexadecimal = Set("0123456789abcdef".utf8)
        guard bytes.count == 36,
            bytes.indices.allSatisfy({
                dashes.contains($0) ? bytes[$0] == UInt8(ascii: "-") : hexadecimal.contains(bytes[$0])
            })
        else {
            throw RPCError(
                .invalidParams, .paramValue, "\(name) is not a lower-case uuid", data: ["name": .string(name)])
        }
        return text
    }
}
