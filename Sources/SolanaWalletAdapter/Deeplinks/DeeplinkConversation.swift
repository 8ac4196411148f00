internal import Deeplinks
internal import Salt
internal import SolanaTransactions

/// Requests to one deeplink wallet and the reading of its replies.
struct DeeplinkConversation {
    let options: DeeplinkWalletOptions
    let fetcher: DeeplinkFetcher

    func connect(app: AppIdentity, cluster: Cluster) async throws(WalletAdapterError) -> DeeplinkConnection {
        // A key for this connection alone: no wallet can tell by it that two are one app's.
        let pair = SaltBox.KeyPair()
        let secretKey = StoredSecret(pair.secretKey.clone())
        guard let appKey = try? DeeplinkKey(bytes: pair.publicKey) else { throw .weakKey }
        let reply = try await fetch { redirect throws(DeeplinkFault) in
            .connect(
                try DeeplinkRequest.Connect(
                    appURL: app.url, appKey: appKey, redirect: redirect, cluster: cluster))
        }
        guard case .connected(let walletKey, let nonce, let data) = reply else {
            throw .reply(.missing(options.keyParameter))
        }
        let box: DeeplinkBox
        do throws(SaltError) {
            box = try DeeplinkBox(theirKey: walletKey, secretKey: secretKey.bytes)
        } catch {
            throw .weakKey
        }
        guard case .connected(let account, let session) = try Self.answer(data, nonce, in: box, to: .connect),
            let publicKey = try? PublicKey(bytes: account.bytes)
        else { throw .reply(.value("public_key")) }
        let connection = try DeeplinkConnection(
            secretKey: secretKey, walletKey: walletKey, publicKey: publicKey,
            session: StoredSecret(SecretBytes(copying: Array(session.utf8))))
        _ = connection.nonces.use(nonce)
        return connection
    }

    /// Tells the wallet. Some wallets answer with nothing, some with sealed content that doesn't matter.
    func disconnect(_ connection: DeeplinkConnection) async throws(WalletAdapterError) {
        switch try await send(.disconnect, over: connection) {
        case .done: return
        case .refused(let error): throw .refused(error)
        case .sealed(let nonce, let data), .connected(_, let nonce, let data):
            do throws(DeeplinkFault) {
                _ = try connection.box.open(data, nonce: nonce)
            } catch {
                throw .reply(error)
            }
            guard connection.nonces.use(nonce) else { throw .nonceReplayed }
        }
    }

    /// Sends a request that has an answer.
    func ask(
        _ task: DeeplinkCall.Task, over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> DeeplinkAnswer {
        let reply = try await send(task, over: connection)
        let method = DeeplinkCall(session: "", task: task).method
        switch reply {
        case .refused(let error): throw .refused(error)
        case .done: throw .reply(.missing("data"))
        case .connected(let walletKey, _, _) where walletKey != connection.walletKey: throw .foreignKey
        case .connected(_, let nonce, let data), .sealed(let nonce, let data):
            let answer = try Self.answer(data, nonce, in: connection.box, to: method)
            guard connection.nonces.use(nonce) else { throw .nonceReplayed }
            return answer
        }
    }

    func browse(_ url: String, from app: AppIdentity) async throws(WalletAdapterError) {
        let request = DeeplinkRequest(base: options.base, content: .browse(url: url, ref: app.url))
        // Composing checks nothing of it, reading does.
        let link = try Self.checked(request)
        try await fetcher.open(link)
    }

    private func send(
        _ task: DeeplinkCall.Task, over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> DeeplinkReply {
        let call = DeeplinkCall(session: connection.token, task: task)
        let (nonce, payload) = connection.box.seal(call.json)
        // One's own request, sent back, opens under the same key: its nonce is used up before it leaves.
        _ = connection.nonces.use(nonce)
        return try await fetch { redirect throws(DeeplinkFault) in
            .sealed(
                DeeplinkRequest.Sealed(
                    call.method, appKey: connection.appKey, nonce: nonce, redirect: redirect, payload: payload))
        }
    }

    private func fetch(
        _ content: @Sendable (RedirectLink) throws(DeeplinkFault) -> DeeplinkRequest.Content
    ) async throws(WalletAdapterError) -> DeeplinkReply {
        let callback = try await fetcher.fetch { [options] redirect throws(WalletAdapterError) in
            let request: DeeplinkRequest
            do throws(DeeplinkFault) {
                request = DeeplinkRequest(base: options.base, content: try content(RedirectLink(redirect)))
            } catch {
                throw .request(error)
            }
            return try Self.checked(request)
        }
        let reply: DeeplinkReply
        do throws(DeeplinkFault) {
            reply = try DeeplinkReply(
                parsing: callback.link, to: RedirectLink(callback.redirect), keyParameter: options.keyParameter)
        } catch {
            throw .reply(error)
        }
        if case .refused(let error) = reply { throw .refused(error) }
        return reply
    }

    /// The link of a request that the wallet can read.
    private static func checked(_ request: DeeplinkRequest) throws(WalletAdapterError) -> String {
        let link = request.link
        do throws(DeeplinkFault) {
            _ = try DeeplinkRequest(parsing: link)
        } catch {
            throw .request(error)
        }
        return link
    }

    private static func answer(
        _ data: [UInt8], _ nonce: Nonce, in box: DeeplinkBox, to method: DeeplinkMethod
    ) throws(WalletAdapterError) -> DeeplinkAnswer {
        do throws(DeeplinkFault) {
            return try DeeplinkAnswer(box.open(data, nonce: nonce), to: method)
        } catch {
            throw .reply(error)
        }
    }
}
