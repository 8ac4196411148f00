import JSONRPC
import Pinentry

/// The first frame of a host: which program started it, on whose behalf.
///
/// Written by `sidekey-host` itself, so that nothing which the browser sends later can change who is calling.
struct HostAttachment {
    static let method = "host.attach"

    /// `chrome-extension://ID/` or the Firefox add-on id.
    let caller: String
    /// The host's own version.
    let version: String
    /// The part of its environment that the browser gave the host. Its language counts; where a prompt appears, the asker doesn't say.
    let environment: DisplayEnvironment

    /// - Throws: -32602 where the members don't fit; they are listed in docs/protocol.md.
    init(_ params: JSONObject) throws(RPCError) {
        var parameters = RPCParameters(params)
        caller = try parameters.string("caller")
        _ = try parameters.array("arguments")
        _ = try parameters.string("browser")
        environment = DisplayEnvironment(try parameters.object("environment"))
        version = try parameters.string("version")
        try parameters.finish()
    }
}
