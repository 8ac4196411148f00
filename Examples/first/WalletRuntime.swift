import JSONRPC
import Salt
import WalletRuntime

/// A module with one method, for the command line alone.
struct Greeter: WalletModule {
    let manifest = ModuleManifest(
        id: "greeter",
        methods: [MethodManifest("greet", callers: [.commandLine], params: [.required("name")], result: .string)])

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        return .string("hello, \(try parameters.string("name", maximumCount: 64))")
    }
}

/// Nobody seals anything to this program.
struct NothingSealed: SecretOpening {
    func open(_ parameter: SealedParameter, of method: String) throws(RPCError) -> SecretBytes {
        throw RPCError(.invalidInput, .sealedInvalid, "there is no key to open it with")
    }
}

let router = MethodRouter(registry: try ModuleRegistry([Greeter()]))
func ask(_ params: JSONObject, as kind: ConnectionClass) async {
    do throws(RPCError) {
        let request = RPCRequest(id: "1", method: "greet", params: params)
        let client = Client(connection: ConnectionID(1))
        print(try await router.answer(request, from: client, as: kind, secrets: NothingSealed()).text ?? "")
    } catch {
        print(error.code.rawValue, error.message)
    }
}
await ask(["name": "Ada"], as: .commandLine)
await ask(["nome": "Ada"], as: .commandLine)
await ask(["name": "Ada"], as: .walletExtension)
