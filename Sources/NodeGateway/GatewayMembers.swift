import JSONRPC

/// The members of a frame between the agent and `sidekey-rpc`, each of them named, none besides.
struct GatewayMembers: ~Copyable {
    private var members: RPCParameters

    init(_ frame: JSONSource) throws(GatewayFault) {
        guard let object = (try? JSON(parsing: frame, maximumDepth: 72))?.object else { throw .unfit }
        self.init(object)
    }

    init(_ object: JSONObject) { members = RPCParameters(object) }

    func contains(_ name: String) -> Bool { members.contains(name) }

    /// The number of a question.
    mutating func number(_ name: String) throws(GatewayFault) -> UInt64 {
        guard let number = members.optionalValue(name)?.number?.uint64(), number > 0 else { throw .unfit }
        return number
    }

    mutating func text(_ name: String) throws(GatewayFault) -> String {
        guard let text = members.optionalValue(name)?.text else { throw .unfit }
        return text
    }

    mutating func int(_ name: String, in range: ClosedRange<Int>) throws(GatewayFault) -> Int {
        guard let int = members.optionalValue(name)?.int, range.contains(int) else { throw .unfit }
        return int
    }

    mutating func bool(_ name: String) throws(GatewayFault) -> Bool {
        guard let bool = members.optionalValue(name)?.bool else { throw .unfit }
        return bool
    }

    mutating func bytes(_ name: String) throws(GatewayFault) -> [UInt8] {
        guard let string = members.optionalValue(name)?.string, let bytes = try? Base64.decode(string) else {
            throw .unfit
        }
        return bytes
    }

    mutating func value(_ name: String) throws(GatewayFault) -> JSON {
        guard let value = members.optionalValue(name) else { throw .unfit }
        return value
    }

    func finish() throws(GatewayFault) {
        do throws(RPCError) { try members.finish() } catch { throw .unfit }
    }
}
