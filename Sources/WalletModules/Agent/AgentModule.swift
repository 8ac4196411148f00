import JSONRPC
import Salt
import WalletCore
import WalletRuntime

/// The agent about itself, for `sidekey doctor` and for stopping it.
struct AgentModule: WalletModule {
    let identity: AgentIdentity
    let coordinator: ApprovalCoordinator
    let log: ActivityLog
    let database: WalletDatabase
    let clock: any MonotonicClock
    let started: Duration

    let manifest = ModuleManifest(
        id: "agent",
        methods: ["agent.status", "agent.stop"].map { MethodManifest($0, callers: [.commandLine]) })

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        let method = call.request.method
        try call.parameters.finish()
        guard method == "agent.status" else {
            identity.stop()
            return [:]
        }
        var status: JSONObject = [
            "version": .string(identity.version), "protocol": .number(identity.protocolNumber),
            "pid": .number(identity.pid), "uptime": .number((clock.now - started).milliseconds),
            "connections": .number(identity.connections.value), "requests": .number(await coordinator.count),
            "sodium": .string(Salt.version), "sqlite": .string(try await database.libraryVersion()),
            "memoryLocked": .bool(SecretBytes.memoryLocked), "desktopWatched": .bool(identity.desktop.isWatched),
        ]
        // A chain that doesn't hold says where, so that whoever looks knows up to which line it can be trusted.
        if let sequence = try await log.firstBreak() { status["activityBreak"] = .number(sequence) }
        return .object(status)
    }
}
