import AgentSocket
import JSONRPC
import NativeMessaging

/// `host.attach`, the first frame on the socket: for whom the host stands, said before a byte of the browser's.
enum AttachNotification {
    /// What of the browser's environment the agent may see: what a prompt needs to appear on the user's screen.
    static let variables = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_RUNTIME_DIR",
        "LANG", "LC_ALL", "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// The notification as a frame.
    ///
    /// - Throws: `tooLarge`, which the bounds of arguments and variables keep from happening.
    static func frame(for caller: BrowserCaller, environment: ProcessEnvironment) throws(FrameError) -> [UInt8] {
        var variables: JSONObject = [:]
        for (name, value) in environment.selecting(Self.variables) where value.utf8.count <= 4096 {
            variables[name] = .string(JSONString(value))
        }
        let notification = RPCNotification(
            method: "host.attach",
            params: [
                "arguments": .array(caller.arguments.map { .string(JSONString($0)) }),
                "browser": .string(JSONString(caller.browser.rawValue)),
                "caller": .string(JSONString(caller.name)),
                "environment": .object(variables),
                "version": .string(JSONString(Release.version)),
            ])
        return try Frame.encode(notification.serialized())
    }
}
