import JSONRPC
import SidekeyAgent
import WalletRuntime

/// Tells the command line how many methods this agent has for it.
struct Count: WalletModule {
    let manifest = ModuleManifest(
        id: "count", methods: [MethodManifest("count.methods", callers: [.commandLine], params: [], result: .integer)])

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        .number(call.modules.manifests.flatMap(\.methods).count { $0.callers.contains(.commandLine) })
    }
}

// Built as `sidekey-agent` and put beside `sidekey-host`, it takes the place of the agent there.
WalletAgent.run(modules: [Count()])
