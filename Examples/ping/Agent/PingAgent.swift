import JSONRPC
import SidekeyAgent
import SolanaTransactions
import Synchronization
import TransactionReview
import WalletRuntime
import Walletlib

/// The name of the method, the same in ping.js.
let MY_CUSTOM_PING_RPC_METHOD = "MY_CUSTOM_PING_RPC_METHOD"

struct MyCustomPingRequestParams: Decodable {
    let pingParam1: String
    let pingParam2: [String]
}

struct MyCustomPingRequestResult: Encodable {
    let pong: String
}

/// The number of pongs, and the last one.
final class Pongs: Sendable {
    private let said = Mutex<(count: Int, last: String?)>((0, nil))

    /// Says a pong.
    func say(_ words: String) -> String {
        said.withLock { said in
            said.count += 1
            said.last = words
        }
        return words
    }

    /// The module's page: the popup and the terminal draw it.
    var page: ModulePage {
        let said = said.withLock { $0 }
        var facts = [ModulePage.Fact("Pings answered", "\(said.count)")]
        if let last = said.last { facts.append(ModulePage.Fact("Last pong", last)) }
        return ModulePage(
            facts: facts,
            actions: [ModulePage.Action("ping", "Ping", inputs: [ModulePage.Input("words", "Say")])])
    }
}

/// Answers a ping with what it said.
struct PingHandler: WalletlibHandling {
    let pongs: Pongs

    func beginRequest(with context: WalletlibContext) {
        guard context.requestMethod() == MY_CUSTOM_PING_RPC_METHOD else {
            return context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
        }
        guard let params = context.decodeRpcRequestParameter(toType: MyCustomPingRequestParams.self) else {
            return context.completeRpcRequestWith(error: WalletlibRpcErrors.invalidParams)
        }
        guard params.pingParam1 != "quiet" else {
            return context.completeRpcRequestWith(errorCode: 1, errorMessage: "nobody says pong to quiet")
        }
        let words = ([params.pingParam1] + params.pingParam2).joined(separator: " ")
        context.completeRpcRequestWith(result: MyCustomPingRequestResult(pong: pongs.say(words)))
    }
}

/// A program on the chain whose instructions the module can read: one that says something.
enum PingProgram: Program {
    static let id = PublicKey("Ping111111111111111111111111111111111111111")
    static let name = "Ping"
    static let instructions = [
        InstructionLayout(
            "Ping", discriminator: [], accounts: [.signer("speaker").rest], fields: [Field("words", .text(.rest))])
    ]
}

/// The module: a method for other extensions, a command of `sidekey`, a screen of the popup, and what it adds to reviews.
struct PingModule: WalletModule {
    private let pongs = Pongs()
    private let requests: WalletlibHandlerModule
    let manifest: ModuleManifest

    init() {
        requests = WalletlibHandlerModule(
            id: "ping", methods: [MY_CUSTOM_PING_RPC_METHOD], handler: PingHandler(pongs: pongs))
        manifest = ModuleManifest(
            id: "ping", methods: requests.manifest.methods,
            extensionPoints: ExtensionPoints(
                commands: [ModuleCommand("ping", summary: "says pong", usage: "WORD...")],
                screens: [ModuleScreen("ping", title: "Ping")]))
    }

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        try await requests.answer(call)
    }

    func run(_ command: String, _ arguments: [String], for call: MethodCall) async throws(RPCError) -> ModulePage {
        guard !arguments.isEmpty else { throw RPCError(.invalidParams, nil, "say something: sidekey ping WORD...") }
        _ = pongs.say(arguments.joined(separator: " "))
        return pongs.page
    }

    func page(_ screen: String, for call: MethodCall) async throws(RPCError) -> ModulePage { pongs.page }

    func perform(
        _ action: String, on screen: String, _ values: [String: String], for call: MethodCall
    ) async throws(RPCError) -> ModulePage {
        guard action == "ping", let words = values["words"], values.count == 1 else { throw .methodUnknown }
        _ = pongs.say(words)
        return pongs.page
    }
}

extension PingModule: ReviewExtension {
    var programs: [any Program.Type] { [PingProgram.self] }

    /// A ping that shouts is warned of.
    func findings(in subject: ReviewSubject) -> [ModuleFinding] {
        subject.review.instructions.enumerated().compactMap { index, instruction in
            guard instruction.program == PingProgram.id,
                instruction.fields.contains(where: { $0.name == "words" && $0.value.hasSuffix("!") })
            else { return nil }
            return ModuleFinding(
                rule: "loud", level: .warning, sentence: "Instruction \(index + 1) shouts at the Ping program.")
        }
    }
}

/// Sidekey's agent with one module more.
@main enum PingAgent {
    static func main() {
        WalletAgent.run(modules: [PingModule()])
    }
}
