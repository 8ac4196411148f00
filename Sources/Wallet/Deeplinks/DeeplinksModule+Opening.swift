import Base58
import Deeplinks
import JSONRPC
import Pinentry
import Salt
import WalletNetwork
import WalletRuntime
import WalletState

/// The opening of a link: the app, the right to an answer, and the answer.
extension DeeplinksModule {
    /// Answers `{link}`, the link to open with the answer; with `error` beside it if the link tells an error. `{browse}` is an address to open.
    ///
    /// - Throws: The fault, if no link may tell it.
    func open(_ call: MethodCall, _ text: String, _ environment: DisplayEnvironment) async throws(RPCError) -> JSON {
        // The language alone is taken from it: whoever opens a link doesn't say where the agent asks.
        await prompts.attach(call.client.connection, environment: environment, browser: "apps")
        let request: DeeplinkRequest
        do throws(DeeplinkFault) {
            request = try DeeplinkRequest(parsing: text)
        } catch {
            return try await refuse(
                RPCError(error), to: DeeplinkRequest.returnAddress(of: text), isKnown: false)
        }
        switch request.content {
        case .browse(let url, let ref): return try await browse(url, ref, call)
        case .connect(let asked): return try await connect(asked, by: request, call)
        case .sealed(let sealed): return try await answer(sealed, by: request, call)
        }
    }

    private func browse(_ url: String, _ ref: String, _ call: MethodCall) async throws(RPCError) -> JSON {
        let page = PageContext(
            origin: .unknownApp, tab: 0, document: call.context.identifiers.next(), request: "browse")
        _ = try await call.ask("deeplink.browse", ["url": .string(url), "ref": .string(ref)], of: page)
        return ["browse": .string(url)]
    }

    private func connect(
        _ connect: DeeplinkRequest.Connect, by request: DeeplinkRequest, _ call: MethodCall
    ) async throws(RPCError) -> JSON {
        let address = DeeplinkRequest.ReturnAddress(
            base: request.base, redirect: connect.redirect, appKey: connect.appKey)
        do throws(RPCError) {
            let page = PageContext(
                origin: try Self.origin(connect.appKey), tab: 0, document: call.context.identifiers.next(),
                request: "connect")
            let answer = try await call.ask(
                "deeplink.connect",
                [
                    "url": .string(connect.appURL), "redirect": .string(connect.redirect.description),
                    "cluster": .string(JSONString(connect.cluster.deeplinkName)),
                ], of: page)
            guard let account = (answer["publicKey"]?.text).flatMap({ DeeplinkKey($0) }),
                let session = answer["session"]?.text,
                let (walletKey, box) = try await sessions.conversation(with: connect.appKey)
            else { throw RPCError(.internalError, .internal, "the session was lost") }
            let sealed = box.seal(DeeplinkAnswer.connected(publicKey: account, session: session).json)
            return link(
                .connected(walletKey: walletKey, nonce: sealed.nonce, data: sealed.data), address)
        } catch {
            // A user who decided about it has seen where the answer goes.
            return try await refuse(error, to: address, isKnown: error.code == .userRejected)
        }
    }

    private func answer(
        _ sealed: DeeplinkRequest.Sealed, by request: DeeplinkRequest, _ call: MethodCall
    ) async throws(RPCError) -> JSON {
        let address = DeeplinkRequest.ReturnAddress(
            base: request.base, redirect: sealed.redirect, appKey: sealed.appKey)
        // True if the wallet wrote the session for this app and this place: then the user has seen it.
        var isKnown = false
        do throws(RPCError) {
            let origin = try Self.origin(sealed.appKey)
            guard let id = origin.appID else { throw Self.notConnected }
            if await sessions.isUnverified {
                // Nobody is asked for a passphrase by an app that was never connected.
                guard try await sessions.list().contains(where: { $0.id == id }) else { throw Self.notConnected }
                try await vault.unlockNatively(for: call.client)
            }
            guard let (_, box) = try await sessions.conversation(with: sealed.appKey) else {
                throw WalletKeyring.locked
            }
            let asked: DeeplinkCall
            do throws(DeeplinkFault) {
                asked = try DeeplinkCall(box.open(sealed.payload, nonce: sealed.nonce), method: sealed.method)
            } catch {
                throw error == .notAuthentic ? Self.notConnected : RPCError(error)
            }
            guard let number = await sessions.number(in: asked.session, from: sealed.appKey, at: sealed.redirect) else {
                throw Self.notConnected
            }
            isKnown = true
            guard let session = await sessions.session(of: id), session.number == number else {
                throw Self.notConnected
            }
            try await nonces.take(sealed.nonce.bytes, of: id, session: number)
            try await sessions.use(id)
            let page = PageContext(
                origin: origin, tab: 0, document: Base58.encode(number), request: Base58.encode(sealed.nonce.bytes),
                app: AppClaim(url: session.appURL, redirect: session.redirect.home))
            let (method, params) = Self.method(for: asked.task)
            let result = try await call.ask(method, params, of: page)
            guard sealed.method != .disconnect else { return link(.done, address) }
            let (nonce, data) = box.seal(try Self.answer(result, to: sealed.method).json)
            return link(.sealed(nonce: nonce, data: data), address)
        } catch {
            return try await refuse(error, to: address, isKnown: isKnown)
        }
    }

    private func link(_ reply: DeeplinkReply, _ address: DeeplinkRequest.ReturnAddress) -> JSON {
        ["link": .string(reply.link(to: address.redirect, keyParameter: address.base.keyParameter))]
    }

    /// Tells the app by its link, unless that leads to a place that the opener of the first link couldn't have reached without the wallet.
    ///
    /// A page may open the wallet's links and not those of other programs: an error alone must not take it there.
    /// - Parameter isKnown: True if the user has seen for this app where its answers go.
    private func refuse(
        _ error: RPCError, to address: DeeplinkRequest.ReturnAddress?, isKnown: Bool
    ) async throws(RPCError) -> JSON {
        guard let address else { throw error }
        var mayTell = isKnown || address.redirect.isPage
        if !mayTell { mayTell = await hasHome(address) }
        guard mayTell else { throw error }
        let reply = DeeplinkReply.refused(DeeplinkError(error))
        return [
            "link": .string(reply.link(to: address.redirect, keyParameter: address.base.keyParameter)),
            "error": error.json,
        ]
    }

    /// Returns true if the named app has a session whose answers go there.
    private func hasHome(_ address: DeeplinkRequest.ReturnAddress) async -> Bool {
        guard let name = address.appKey?.description else { return false }
        return (try? await sessions.list())?.contains {
            $0.id.description == name && address.redirect.mayTakeTheAnswers(of: $0.redirect)
        } ?? false
    }

    private static func origin(_ key: DeeplinkKey) throws(RPCError) -> Origin {
        guard let id = AppID(key.description) else { throw notConnected }
        return Origin(id)
    }

    /// The method for apps that does the task in the sealed payload.
    private static func method(for task: DeeplinkCall.Task) -> (method: String, params: JSONObject) {
        switch task {
        case .disconnect: return ("deeplink.disconnect", [:])
        case .signTransaction(let transaction):
            return ("deeplink.signTransaction", ["tx": .string(Base64.encode(transaction))])
        case .signAllTransactions(let transactions):
            let encoded = transactions.map { JSON.string(Base64.encode($0)) }
            return ("deeplink.signAllTransactions", ["transactions": .array(encoded)])
        case .signMessage(let message, _):
            // The wallet decides how to show it: an app that asks for text would have bytes shown as text.
            return ("deeplink.signMessage", ["message": .string(Base64.encode(message))])
        case .signAndSendTransaction(let transaction, let options):
            var params: JSONObject = ["tx": .string(Base64.encode(transaction))]
            params["skipPreflight"] = options.skipPreflight.map { .bool($0) }
            params["preflightCommitment"] = options.preflightCommitment.map { .string(JSONString($0.rawValue)) }
            params["maxRetries"] = options.maxRetries.map { .string("\($0)") }
            params["minContextSlot"] = options.minContextSlot.map { .string("\($0)") }
            return ("deeplink.signAndSendTransaction", params)
        }
    }

    /// The app's answer, made from the answer that a page would get.
    private static func answer(_ result: JSON, to method: DeeplinkMethod) throws(RPCError) -> DeeplinkAnswer {
        func bytes(_ value: JSON?) throws(RPCError) -> [UInt8] {
            guard let text = value?.string, let bytes = try? Base64.decode(text) else {
                throw RPCError(.internalError, .internal, "what was signed was lost")
            }
            return bytes
        }
        switch method {
        case .signTransaction: return .transaction(try bytes(result["signedTransaction"]))
        case .signAllTransactions:
            var signed: [[UInt8]] = []
            for item in result["signedTransactions"]?.array ?? [] { signed.append(try bytes(item)) }
            return .transactions(signed)
        case .signMessage: return .signature(try bytes(result["signature"]))
        case .signAndSendTransaction:
            guard let text = result["signature"]?.text, let bytes = try? Base58.decode(text, count: 64) else {
                throw RPCError(.internalError, .internal, "what was sent was lost")
            }
            return .signature(bytes)
        case .connect, .disconnect, .browse: throw .methodUnknown
        }
    }

    static let notConnected = RPCError(.unauthorized, .notConnected, "this app is not connected")
}

/// The nonces of apps' requests, each good for one: a link that is opened a second time asks for nothing.
///
/// They stay in memory for as long as the agent runs, 4,096 for each session: an app that has used as many connects anew. A link from before the
/// agent's start would prompt again, and the user would decide again.
actor UsedNonces {
    static let maximumCount = 4096

    private struct Session {
        let number: [UInt8]
        var nonces: Set<[UInt8]> = []
    }

    private var sessions: [AppID: Session] = [:]

    /// Takes a nonce of a session, which is the app's only one.
    ///
    /// - Throws: -32000 (`link-used`) for one that was taken before; -32002 (`too-many-pending`) beyond ``maximumCount``.
    func take(_ nonce: [UInt8], of app: AppID, session number: [UInt8]) throws(RPCError) {
        var session = sessions[app] ?? Session(number: number)
        if session.number != number { session = Session(number: number) }
        guard session.nonces.count < Self.maximumCount else {
            throw RPCError(.tooManyPending, .tooManyPending, "the session is used up, connect anew")
        }
        guard session.nonces.insert(nonce).inserted else {
            throw RPCError(.invalidInput, .linkUsed, "this link was opened before")
        }
        sessions[app] = session
    }

    func forget(_ app: AppID) { sessions[app] = nil }
}

extension DeeplinkError {
    /// The app's form of an error: a number of Phantom's table and its text there, which tells nothing of the wallet.
    init(_ error: RPCError) {
        switch error.reason {
        case .noNetwork, .nodeUnreachable, .nodeFault, .wrongCluster: self = .disconnected
        // Nobody could be asked for the passphrase: the wallet stays locked.
        case .promptUnavailable: self = .unauthorized
        default:
            self =
                switch error.code {
                case .userRejected: .userRejected
                // A session that is over, a grant that was taken back, a wallet that nobody has unlocked.
                case .unauthorized, .locked: .unauthorized
                case .tooManyPending: .resourceNotAvailable
                case .transactionRejected: .transactionRejected
                case .methodNotFound: .methodNotFound
                case .invalidInput, .invalidParams, .invalidRequest, .parseError: .invalidInput
                case .disconnected: .disconnected
                default: .internalError
                }
        }
    }
}

extension RPCError {
    /// The fault of a link, for the client that opened it.
    init(_ fault: DeeplinkFault) {
        switch fault {
        case .methodUnknown: self = .methodUnknown
        default:
            self = .parameter("url", fault.description)
        }
    }
}
