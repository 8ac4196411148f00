public import JSONRPC

/// A part of the wallet that answers methods.
public protocol WalletModule: Sendable {
    var manifest: ModuleManifest { get }

    /// Answers one call. The runtime has checked that the manifest lists the method, admits the caller, and takes such params,
    /// and that the method's needs are met.
    func answer(_ call: MethodCall) async throws(RPCError) -> JSON

    /// Runs the module's own work while the wallet is open; it is cancelled when the wallet closes.
    func run(_ context: ModuleContext) async

    /// Runs a command of ``ExtensionPoints/commands``, with the words after its name in the terminal.
    func run(_ command: String, _ arguments: [String], for call: MethodCall) async throws(RPCError) -> ModulePage

    /// Returns the page of a screen of ``ExtensionPoints/screens``.
    func page(_ screen: String, for call: MethodCall) async throws(RPCError) -> ModulePage

    /// Performs an action of a page, and returns the page as it is then.
    ///
    /// - Parameter values: The person's input, by the inputs' names. It comes from the browser: an action or a name
    ///   that the page doesn't have is refused.
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
    /// The JSON-RPC request as it came, which a record keeps.
    public let request: RPCRequest
    public let caller: Caller
    public let client: Client
    /// The request's params, without the page's context if the caller is a page.
    public let params: JSONObject
    /// The opener of the secrets among them.
    let secrets: any SecretOpening
    /// The module's own context, and nothing of another's.
    public let context: ModuleContext
    /// The other modules, as far as the caller may use them.
    public var modules: ModuleDirectory { ModuleDirectory(call: self) }
    let router: MethodRouter
    /// The number of modules that have asked each other on the way here.
    let depth: Int

    /// A reader of the params, which has read none of them yet.
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
    /// Returns the same call with another module's context.
    func handed(to module: any WalletModule) -> MethodCall {
        MethodCall(
            request: request, caller: caller, client: client, params: params, secrets: secrets,
            context: router.context(of: module), router: router, depth: depth + 1)
    }

    /// Asks a method for apps in the name of the app whose link this call has brought. It has an app's permissions, and none of the caller's.
    package func ask(_ method: String, _ params: JSONObject, of app: PageContext) async throws(RPCError) -> JSON {
        try await router.answer(
            RPCRequest(id: request.id, method: method, params: params), within: self, of: app)
    }
}

/// The client of a connection, known from its `hello`.
public struct Client: Sendable, Hashable {
    public let connection: ConnectionID
    /// The browser profile's UUID; empty for the command line.
    public let profile: String
    /// The key under which a restarted background rejoins its requests; empty for the command line.
    public let connectionKey: String
    /// The caller as the browser named it to the host: `chrome-extension://ID/` or a Firefox add-on id; `nil` without a host.
    public let caller: String?
    /// The version of the host in front of the connection; `nil` without a host.
    public let hostVersion: String?

    /// True for the command line: only who reaches the agent's socket is that, and no page or extension does.
    public var isCommandLine: Bool { profile.isEmpty && connectionKey.isEmpty }

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
