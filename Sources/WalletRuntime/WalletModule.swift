public import JSONRPC

/// A part of the wallet that answers methods.
public protocol WalletModule: Sendable {
    var manifest: ModuleManifest { get }

    /// Answers one call. The runtime has checked that the manifest lists the method, admits the caller, and takes such params,
    /// and that what the method needs is there.
    func answer(_ call: MethodCall) async throws(RPCError) -> JSON

    /// What the module does by itself while the wallet is open; it is cancelled as that closes.
    func run(_ context: ModuleContext) async

    /// Runs a command of ``ExtensionPoints/commands``, with what follows its name in the terminal.
    func run(_ command: String, _ arguments: [String], for call: MethodCall) async throws(RPCError) -> ModulePage

    /// Gives the page of a screen of ``ExtensionPoints/screens``.
    func page(_ screen: String, for call: MethodCall) async throws(RPCError) -> ModulePage

    /// Does what a page's action says, and gives the page as it is then.
    ///
    /// - Parameter values: What the person typed, by the inputs' names. It comes from the browser: an action or a name that the page doesn't have is refused.
    func perform(
        _ action: String, on screen: String, _ values: [String: String], for call: MethodCall
    ) async throws(RPCError) -> ModulePage
}

extension WalletModule {
    public func run(_ context: ModuleContext) async {}

    public func run(
        _ command: String, _ arguments: [String], for call: MethodCall
    ) async throws(RPCError) -> ModulePage { throw .methodUnknown }

    public func page(_ screen: String, for call: MethodCall) async throws(RPCError) -> ModulePage {
        throw .methodUnknown
    }

    public func perform(
        _ action: String, on screen: String, _ values: [String: String], for call: MethodCall
    ) async throws(RPCError) -> ModulePage { throw .methodUnknown }
}

/// One accepted request on its way to a module.
public struct MethodCall: Sendable {
    /// The JSON-RPC request as it came; it is what a record keeps.
    public let request: RPCRequest
    public let caller: Caller
    public let client: Client
    /// The request's params, without the page's context where the caller is a page.
    public let params: JSONObject
    /// Opens the secrets among them.
    let secrets: any SecretOpening
    /// What the module is given, and nothing of another's.
    public let context: ModuleContext
    /// The other modules, as far as the caller may use them.
    public var modules: ModuleDirectory { ModuleDirectory(call: self) }
    let router: MethodRouter
    /// How many modules have asked each other on the way here.
    let depth: Int

    /// The params to be read, none of them read yet.
    public var parameters: RPCParameters { RPCParameters(params) }

    init(
        request: RPCRequest, caller: Caller, client: Client, params: JSONObject, secrets: any SecretOpening,
        context: ModuleContext, router: MethodRouter, depth: Int = 0
    ) {
        self.request = request
        self.caller = caller
        self.client = client
        self.params = params
        self.secrets = secrets
        self.context = context
        self.router = router
        self.depth = depth
    }
}

extension MethodCall {
    /// The same call with what another module is given.
    func handed(to module: any WalletModule) -> MethodCall {
        MethodCall(
            request: request, caller: caller, client: client, params: params, secrets: secrets,
            context: router.context(of: module), router: router, depth: depth + 1)
    }

    /// Asks a method for apps in the name of the app whose link this call has brought; it may do what apps may, and nothing that the caller may.
    package func ask(_ method: String, _ params: JSONObject, of app: PageContext) async throws(RPCError) -> JSON {
        try await router.answer(
            RPCRequest(id: request.id, method: method, params: params), within: self, of: app)
    }
}

/// The client behind a connection after its `hello`.
public struct Client: Sendable, Hashable {
    public let connection: ConnectionID
    /// The browser profile's UUID; empty for the command line.
    public let profile: String
    /// The key under which a restarted background joins its requests; empty for the command line.
    public let connectionKey: String
    /// What the browser told the host of its caller: `chrome-extension://ID/` or a Firefox add-on id; `nil` without a host.
    public let caller: String?
    /// The version of the host that stands before the connection; `nil` without a host.
    public let hostVersion: String?

    public init(
        connection: ConnectionID, profile: String = "", connectionKey: String = "", caller: String? = nil,
        hostVersion: String? = nil
    ) {
        self.connection = connection
        self.profile = profile
        self.connectionKey = connectionKey
        self.caller = caller
        self.hostVersion = hostVersion
    }
}
