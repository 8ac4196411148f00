import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import WalletRuntime
import WalletState

/// The agent's facts about itself: its parts for every client, its state for the command line, and a way to stop it.
struct AgentModule: WalletModule {
    let identity: AgentIdentity
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let log: ActivityLog
    let database: WalletDatabase
    let clock: any MonotonicClock
    let started: Duration

    /// The facts that an extension may know: versions, and the wallet's protections here. No path and no process number.
    private func about(_ call: MethodCall) async throws(RPCError) -> JSON {
        var about = try await parts()
        if let host = call.client.hostVersion { about["host"] = .string(JSONString(host)) }
        // On any display, as `sidekey doctor` asks: whether there is a program for it at all.
        let pinentries = PinentryProgram.installed(for: DisplayEnvironment([("DISPLAY", ":0")]))
        about["promptWindow"] = .bool(PinentryProgram.ownWindow != nil || !pinentries.isEmpty)
        return .object(about)
    }

    private func status(_ call: MethodCall) async throws(RPCError) -> JSON {
        var status = try await parts()
        status["pid"] = .number(identity.pid)
        status["landlock"] = .number(identity.landlock)
        status["filter"] = .bool(identity.hasFilter)
        status["reader"] = .bool(identity.hasReader())
        status["uptime"] = .number((clock.now - started).milliseconds)
        status["connections"] = .number(identity.connections.value)
        status["requests"] = .number(await coordinator.count)
        // A chain that doesn't hold says where, so that whoever looks knows up to which line it can be trusted.
        if let sequence = try await log.verify().firstBreak { status["activityBreak"] = .number(sequence) }
        return .object(status)
    }

    /// The number of calls of each method and their duration in microseconds. None of it leaves the machine.
    private func metrics(_ call: MethodCall) async throws(RPCError) -> JSON {
        let metrics = call.modules.metrics
        return [
            "uptime": .number((clock.now - started).milliseconds), "unknown": .number(metrics.unknown),
            "methods": .array(
                metrics.entries.map { entry in
                    [
                        "method": .string(entry.method), "count": .number(entry.count),
                        "errors": .number(entry.errors), "running": .number(entry.running),
                        "median": .number(entry.median.microseconds), "maximum": .number(entry.maximum.microseconds),
                    ]
                }),
        ]
    }

    private func parts() async throws(RPCError) -> JSONObject {
        [
            "version": .string(identity.version), "protocol": .number(identity.protocolNumber),
            "sodium": .string(Salt.version), "sqlite": .string(try await database.libraryVersion()),
            "memoryLocked": .bool(SecretBytes.memoryLocked), "desktopWatched": .bool(identity.desktop.isWatched),
        ]
    }

    /// Closes the keys before the answer, so that the log has it whatever becomes of the agent.
    private func stop(_ call: MethodCall) async throws(RPCError) -> JSON {
        await keys.close()
        identity.stop()
        return [:]
    }
}

extension AgentModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            identity: parts.identity, keys: parts.keys, coordinator: parts.coordinator, log: parts.log,
            database: parts.database,
            clock: parts.context.clock, started: parts.context.clock.now)
    }

    static let declaration = ModuleDeclaration<AgentModule>(
        id: "agent",
        methods: [
            Method(
                "agent.about", callers: .owner,
                result: .object(parts + [.optional("host"), .required("promptWindow", .boolean)]), by: AgentModule.about
            ),
            Method(
                "agent.status", callers: [.commandLine],
                result: .object(
                    parts + [
                        .required("pid", .integer), .required("uptime", .integer), .required("connections", .integer),
                        .required("requests", .integer), .required("landlock", .integer), .required("filter", .boolean),
                        .required("reader", .boolean),
                        .optional("activityBreak", .integer),
                    ]), by: AgentModule.status),
            Method(
                "agent.metrics", callers: [.commandLine],
                result: .object([
                    .required("uptime", .integer), .required("unknown", .integer),
                    .required(
                        "methods",
                        .list(
                            .object([
                                .required("method"), .required("count", .integer), .required("errors", .integer),
                                .required("running", .integer), .required("median", .integer),
                                .required("maximum", .integer),
                            ]))),
                ]), by: AgentModule.metrics),
            Method("agent.stop", callers: [.commandLine], result: .object([]), by: AgentModule.stop),
        ])

    private static let parts: [ParameterManifest] = [
        .required("version"), .required("protocol", .integer), .required("sodium"), .required("sqlite"),
        .required("memoryLocked", .boolean), .required("desktopWatched", .boolean),
    ]
}
