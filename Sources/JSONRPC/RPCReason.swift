/// The exact reason of an error: its `data.reason`, as in the table at the end of `docs/protocol.md`. Append-only.
public struct RPCReason: RawRepresentable, Sendable, Hashable {
    /// The word on the wire.
    public let rawValue: String

    /// Creates a reason from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

// -32700: not JSON
extension RPCReason {
    /// The text breaks the grammar, or ends too early.
    public static let jsonSyntax = RPCReason(rawValue: "json-syntax")
    /// The bytes aren't UTF-8.
    public static let jsonUTF8 = RPCReason(rawValue: "json-utf8")
    /// A name occurs twice in one object.
    public static let jsonDuplicate = RPCReason(rawValue: "json-duplicate")
    /// More than 16 levels of nesting.
    public static let jsonDepth = RPCReason(rawValue: "json-depth")
    /// An escape names half of a surrogate pair.
    public static let jsonSurrogate = RPCReason(rawValue: "json-surrogate")
    /// Something follows the value.
    public static let jsonTrailing = RPCReason(rawValue: "json-trailing")
}

// -32600: not a request
extension RPCReason {
    /// A frame is longer than 1 MiB.
    public static let frameTooLarge = RPCReason(rawValue: "frame-too-large")
    /// A frame has no bytes.
    public static let frameEmpty = RPCReason(rawValue: "frame-empty")
    /// Several messages in one frame.
    public static let batch = RPCReason(rawValue: "batch")
    /// The members aren't those of a message.
    public static let notARequest = RPCReason(rawValue: "not-a-request")
    /// The `id` isn't a string of 1 to 128 bytes.
    public static let idInvalid = RPCReason(rawValue: "id-invalid")
    /// A request came before `hello`.
    public static let helloFirst = RPCReason(rawValue: "hello-first")
    /// A second `hello`.
    public static let helloTwice = RPCReason(rawValue: "hello-twice")
    /// The client's name doesn't match its connection.
    public static let wrongClient = RPCReason(rawValue: "wrong-client")
    /// The two sides speak different protocols; `data.update` says which is older.
    public static let protocolMismatch = RPCReason(rawValue: "protocol-mismatch")
    /// This caller isn't served.
    public static let callerRefused = RPCReason(rawValue: "caller-refused")
}

// -32601: no such method for this caller
extension RPCReason {
    /// There is no such method for this caller.
    public static let methodUnknown = RPCReason(rawValue: "method-unknown")
}

// -32602: params don't fit the method
extension RPCReason {
    /// A parameter that the method doesn't have.
    public static let paramUnknown = RPCReason(rawValue: "param-unknown")
    /// A required parameter is left out.
    public static let paramMissing = RPCReason(rawValue: "param-missing")
    /// A parameter has the wrong JSON type.
    public static let paramType = RPCReason(rawValue: "param-type")
    /// A parameter has the right type but a wrong value.
    public static let paramValue = RPCReason(rawValue: "param-value")
}

// -32603: a fault inside the agent
extension RPCReason {
    /// A fault inside the agent.
    public static let `internal` = RPCReason(rawValue: "internal")
    /// The agent couldn't read or write its files.
    public static let storage = RPCReason(rawValue: "storage")
    /// The disk is full: nothing can be written.
    public static let diskFull = RPCReason(rawValue: "disk-full")
    /// The disk is read-only.
    public static let diskReadOnly = RPCReason(rawValue: "disk-read-only")
    /// The agent couldn't be reached or started.
    public static let agentUnavailable = RPCReason(rawValue: "agent-unavailable")
    /// The module that answers the method exceeded its time limit; `data.limit` in milliseconds.
    public static let moduleTimedOut = RPCReason(rawValue: "module-timed-out")
}

// -32000: invalid input, or expired
extension RPCReason {
    /// The origin may not ask for anything.
    public static let originRefused = RPCReason(rawValue: "origin-refused")
    /// The message is a whole transaction or transaction message.
    public static let messageIsTransaction = RPCReason(rawValue: "message-is-transaction")
    /// The message is an off-chain message with its own envelope.
    public static let messageIsOffchain = RPCReason(rawValue: "message-is-offchain")
    /// The transaction doesn't decode completely.
    public static let transactionInvalid = RPCReason(rawValue: "transaction-invalid")
    /// The account isn't a required signer of the transaction.
    public static let notASigner = RPCReason(rawValue: "not-a-signer")
    /// The answer doesn't fit into a frame.
    public static let answerTooLarge = RPCReason(rawValue: "answer-too-large")
    /// The digest isn't that of the request.
    public static let digestMismatch = RPCReason(rawValue: "digest-mismatch")
    /// The hash isn't that of the request's review.
    public static let reviewMismatch = RPCReason(rawValue: "review-mismatch")
    /// The request was decided, is gone, or never existed.
    public static let notPending = RPCReason(rawValue: "not-pending")
    /// The request's connection is lost.
    public static let connectionLost = RPCReason(rawValue: "connection-lost")
    /// The request expired without a decision.
    public static let expired = RPCReason(rawValue: "expired")
    /// The caller cancelled the request.
    public static let cancelled = RPCReason(rawValue: "cancelled")
    /// A wallet already exists.
    public static let vaultExists = RPCReason(rawValue: "vault-exists")
    /// There is no wallet yet.
    public static let vaultMissing = RPCReason(rawValue: "vault-missing")
    /// The vault file can't be read.
    public static let vaultDamaged = RPCReason(rawValue: "vault-damaged")
    /// The recovery phrase isn't valid.
    public static let phraseInvalid = RPCReason(rawValue: "phrase-invalid")
    /// The passphrase can't be used.
    public static let passphraseInvalid = RPCReason(rawValue: "passphrase-invalid")
    /// There is no such record.
    public static let recordUnknown = RPCReason(rawValue: "record-unknown")
    /// There is no such account.
    public static let accountUnknown = RPCReason(rawValue: "account-unknown")
    /// The policy refuses the request.
    public static let policyRefused = RPCReason(rawValue: "policy-refused")
    /// The vault can't be changed in this way; the message says why.
    public static let changeRefused = RPCReason(rawValue: "change-refused")
    /// Something else changed the vault meanwhile.
    public static let vaultChanged = RPCReason(rawValue: "vault-changed")
    /// The sealed parameter can't be opened.
    public static let sealedInvalid = RPCReason(rawValue: "sealed-invalid")
    /// The sealed parameter was received before.
    public static let sealedReplayed = RPCReason(rawValue: "sealed-replayed")
    /// The connection's key has opened as many secrets as it can tell apart.
    public static let sealingExhausted = RPCReason(rawValue: "sealing-exhausted")
    /// No prompt can be shown outside the browser.
    public static let promptUnavailable = RPCReason(rawValue: "prompt-unavailable")
    /// The request is too long for a prompt.
    public static let promptTooLong = RPCReason(rawValue: "prompt-too-long")
    /// The message signs in to a site other than the one that asks.
    public static let signInForeign = RPCReason(rawValue: "sign-in-foreign")
    /// No network is configured, so nothing can be sent.
    public static let noNetwork = RPCReason(rawValue: "no-network")
    /// No node of the cluster answers.
    public static let nodeUnreachable = RPCReason(rawValue: "node-unreachable")
    /// The node's answer doesn't fit the question.
    public static let nodeFault = RPCReason(rawValue: "node-fault")
    /// The endpoint belongs to another cluster.
    public static let wrongCluster = RPCReason(rawValue: "wrong-cluster")
    /// The text isn't an address.
    public static let addressInvalid = RPCReason(rawValue: "address-invalid")
    /// No node answers, and the balance was never read.
    public static let balanceUnknown = RPCReason(rawValue: "balance-unknown")
    /// No node answers, and the balance was read seven days ago or earlier, or at an unknown time.
    public static let balanceTooOld = RPCReason(rawValue: "balance-too-old")
    /// The cluster has no faucet for SOL.
    public static let noFaucet = RPCReason(rawValue: "no-faucet")
    /// The address or the label belongs to a contact already.
    public static let contactExists = RPCReason(rawValue: "contact-exists")
    /// No contact has this address.
    public static let contactUnknown = RPCReason(rawValue: "contact-unknown")
    /// The address book is full.
    public static let tooManyContacts = RPCReason(rawValue: "too-many-contacts")
    /// The amount isn't valid for the asset to send.
    public static let amountInvalid = RPCReason(rawValue: "amount-invalid")
    /// The funds don't cover the amount to send and the costs of sending it; `data.needed` and `data.available`.
    public static let fundsMissing = RPCReason(rawValue: "funds-missing")
    /// An account would keep or receive less than it needs to exist; `data.minimum`.
    public static let belowRent = RPCReason(rawValue: "below-rent")
    /// The wallet sends nothing to an address like this; `data.finding` gives the reason.
    public static let recipientRefused = RPCReason(rawValue: "recipient-refused")
    /// A text that ends as a name does isn't one; `data.fault`.
    public static let nameInvalid = RPCReason(rawValue: "name-invalid")
    /// A name stands for nothing: nobody has it, or its time is over.
    public static let nameUnknown = RPCReason(rawValue: "name-unknown")
    /// What a name stands for can't be told, or isn't verified; `data.fault`.
    public static let nameUnresolved = RPCReason(rawValue: "name-unresolved")
    /// Two nodes say different things about a name; `data.addresses`.
    public static let nameDisputed = RPCReason(rawValue: "name-disputed")
    /// A name stands for another address than the one that was shown; `data.address`.
    public static let nameMoved = RPCReason(rawValue: "name-moved")
    /// The wallet builds no transactions for a token like this; `data.fault` gives the reason.
    public static let tokenRefused = RPCReason(rawValue: "token-refused")
    /// None of the user's token accounts, or of those named, has a delegate.
    public static let nothingToRevoke = RPCReason(rawValue: "nothing-to-revoke")
    /// The signed transaction can't be made void; `data.fault` is the reason.
    public static let voidRefused = RPCReason(rawValue: "void-refused")
    /// The app's link was opened before; each link is valid for one request.
    public static let linkUsed = RPCReason(rawValue: "link-used")
    /// None of the user's token accounts, or of those named, can be closed.
    public static let nothingToReclaim = RPCReason(rawValue: "nothing-to-reclaim")
    /// The account holds no tokens of this mint that could be burned.
    public static let nothingToBurn = RPCReason(rawValue: "nothing-to-burn")
    /// The token is one that Sidekey knows; it is burned only if the caller says so. `data.symbol`.
    public static let tokenKnown = RPCReason(rawValue: "token-known")
    /// 1,000 tokens are hidden already.
    public static let tooManyHidden = RPCReason(rawValue: "too-many-hidden")
    /// The stake can't be deactivated or withdrawn like this; `data.fault` gives the reason.
    public static let stakeRefused = RPCReason(rawValue: "stake-refused")
    /// Less than the cluster's minimum can't be delegated; `data.minimum`.
    public static let stakeTooSmall = RPCReason(rawValue: "stake-too-small")
    /// Nothing is delegated to this validator; `data.fault` gives the reason.
    public static let validatorRefused = RPCReason(rawValue: "validator-refused")
    /// The vote on a multisig's proposal can't be given; `data.fault` gives the reason.
    public static let voteRefused = RPCReason(rawValue: "vote-refused")
    /// A list of bad sites can't be fetched or read; `data.fault`.
    public static let listUnread = RPCReason(rawValue: "list-unread")
    /// A list of bad sites doesn't have the signature of its key; `data.fault`.
    public static let listUnverified = RPCReason(rawValue: "list-unverified")
    /// A list of bad sites was signed before the one that is here.
    public static let listOlder = RPCReason(rawValue: "list-older")
    /// A signed file names no site, or more than a million.
    public static let listUnfit = RPCReason(rawValue: "list-unfit")
    /// There is a list of bad sites with this name already.
    public static let listExists = RPCReason(rawValue: "list-exists")
    /// No list of bad sites has this name.
    public static let listUnknown = RPCReason(rawValue: "list-unknown")
    /// There are 8 lists of bad sites already.
    public static let tooManyLists = RPCReason(rawValue: "too-many-lists")
    /// This build names no list of releases.
    public static let releaseUnnamed = RPCReason(rawValue: "release-unnamed")
    /// The list of releases can't be fetched; `data.fault`.
    public static let releaseUnread = RPCReason(rawValue: "release-unread")
    /// The list of releases has the signature of neither key; `data.fault`.
    public static let releaseUnverified = RPCReason(rawValue: "release-unverified")
    /// The signed file isn't a list of releases that this version reads; `data.fault`.
    public static let releaseUnfit = RPCReason(rawValue: "release-unfit")
    /// The list of releases is older than one that was here.
    public static let releaseOlder = RPCReason(rawValue: "release-older")
    /// The list of releases has the counter of the one that is here, and says something else.
    public static let releaseChanged = RPCReason(rawValue: "release-changed")
    /// The account is watch-only: the wallet has no key for it.
    public static let accountWatchOnly = RPCReason(rawValue: "account-watch-only")
    /// The account's key is on a device: it can't be used or taken from the vault.
    public static let keyOutside = RPCReason(rawValue: "key-outside")
    /// No version of the Ledger's Solana app signs this: a transaction of version 1, or a message without an off-chain envelope.
    public static let ledgerUnsupported = RPCReason(rawValue: "ledger-unsupported")
    /// It is too large for the Ledger's Solana app.
    public static let ledgerTooLarge = RPCReason(rawValue: "ledger-too-large")
    /// The Ledger's Solana app couldn't read it, or found another signer in it.
    public static let ledgerRefused = RPCReason(rawValue: "ledger-refused")
    /// The address or the label belongs to an account already.
    public static let accountExists = RPCReason(rawValue: "account-exists")
    /// 64 addresses are watched already.
    public static let tooManyWatched = RPCReason(rawValue: "too-many-watched")
    /// The account holds no NFT with this address, as far as the nodes say.
    public static let nftUnknown = RPCReason(rawValue: "nft-unknown")
    /// The NFT names no picture that could be fetched.
    public static let pictureNone = RPCReason(rawValue: "picture-none")
    /// The NFT's file or its picture can't be fetched; `data.host` is the server, and `data.fault` says why.
    public static let pictureUnread = RPCReason(rawValue: "picture-unread")
    /// The picture is neither PNG, JPEG, WebP nor GIF.
    public static let pictureKind = RPCReason(rawValue: "picture-kind")
    /// The NFT's file or its picture is longer than is read, or has more pixels than are decoded.
    public static let pictureTooLarge = RPCReason(rawValue: "picture-too-large")
    /// The picture can't be decoded.
    public static let pictureDamaged = RPCReason(rawValue: "picture-damaged")
    /// No process on this system could safely decode a picture.
    public static let pictureUnavailable = RPCReason(rawValue: "picture-unavailable")
    /// There is no wallet of this id beside the open one.
    public static let walletUnknown = RPCReason(rawValue: "wallet-unknown")
    /// That wallet's files can't be used, so that it isn't opened; the message says why.
    public static let walletUnusable = RPCReason(rawValue: "wallet-unusable")
    /// A conversation in Sidekey's window is going on, which a switch would cut off.
    public static let walletBusy = RPCReason(rawValue: "wallet-busy")
    /// Another wallet has this name already.
    public static let walletExists = RPCReason(rawValue: "wallet-exists")
    /// There are 16 wallets already.
    public static let tooManyWallets = RPCReason(rawValue: "too-many-wallets")
    /// The file is damaged, or is neither an offline request nor its signature; `data.fault` and `data.offset` say why.
    public static let fileInvalid = RPCReason(rawValue: "file-invalid")
    /// The signature isn't that of the request that was exported.
    public static let signatureRefused = RPCReason(rawValue: "signature-refused")
    /// The account has no nonce to sign over; `data.fault` says why.
    public static let nonceMissing = RPCReason(rawValue: "nonce-missing")
}

// -32003: transaction rejected by the node
extension RPCReason {
    /// The node refused the transaction; `data` has its code, message and logs.
    public static let nodeRejected = RPCReason(rawValue: "node-rejected")
    /// The transaction would fail, and was neither signed nor sent.
    public static let simulationFailed = RPCReason(rawValue: "simulation-failed")
    /// No node could simulate the transaction, so it was neither signed nor sent.
    public static let simulationMissing = RPCReason(rawValue: "simulation-missing")
    /// The transaction's blockhash has expired.
    public static let blockhashExpired = RPCReason(rawValue: "blockhash-expired")
    /// The transaction was sent but not seen confirmed before its blockhash expired; it can no longer be executed.
    public static let unconfirmed = RPCReason(rawValue: "unconfirmed")
    /// The transaction was executed without success; its fee is paid.
    public static let transactionFailed = RPCReason(rawValue: "transaction-failed")
    /// The transaction was sent, but its outcome is unknown; it may still be executed.
    public static let outcomeUnknown = RPCReason(rawValue: "outcome-unknown")
    /// The transaction was signed but not sent, since one that had to be executed before it wasn't.
    public static let notSent = RPCReason(rawValue: "not-sent")
}

// -32002: too many pending
extension RPCReason {
    /// Too many requests are waiting.
    public static let tooManyPending = RPCReason(rawValue: "too-many-pending")
    /// The site is blocked for a while after several rejections; `data.retryAfter` in milliseconds.
    public static let blockedAfterRejections = RPCReason(rawValue: "blocked-after-rejections")
    /// A prompt was closed, and the next must wait; `data.retryAfter` in milliseconds.
    public static let promptCooldown = RPCReason(rawValue: "prompt-cooldown")
}

// 4001: user rejected
extension RPCReason {
    /// The user rejected the request.
    public static let rejected = RPCReason(rawValue: "rejected")
    /// The user approved it here and rejected it on the Ledger.
    public static let ledgerRejected = RPCReason(rawValue: "ledger-rejected")
}

// 4100: unauthorized
extension RPCReason {
    /// The origin has no grant.
    public static let notConnected = RPCReason(rawValue: "not-connected")
    /// The origin has no grant for this account.
    public static let accountNotGranted = RPCReason(rawValue: "account-not-granted")
    /// The decision must be made outside the browser.
    public static let nativeOnly = RPCReason(rawValue: "native-only")
    /// The files of this copy of the extension aren't known, and Sidekey's window decides everything that it asks for.
    public static let extensionUnverified = RPCReason(rawValue: "extension-unverified")
    /// The request must not be signed and can't be approved.
    public static let reviewForbidden = RPCReason(rawValue: "review-forbidden")
    /// The action requires the passphrase, for example an approval after the review found a danger.
    public static let passphraseRequired = RPCReason(rawValue: "passphrase-required")
    /// The browser doesn't give an extension its own passkeys.
    public static let passkeyUnsupported = RPCReason(rawValue: "passkey-unsupported")
    /// The passphrase is wrong.
    public static let wrongPassphrase = RPCReason(rawValue: "wrong-passphrase")
    /// The passkey can't open the vault.
    public static let wrongPasskey = RPCReason(rawValue: "wrong-passkey")
    /// The user has permanently blocked the site.
    public static let siteBlocked = RPCReason(rawValue: "site-blocked")
    /// The page can't connect before the user has clicked or typed in it; made by the extension.
    public static let untouched = RPCReason(rawValue: "untouched")
    /// Another extension lacks permission for its request; `data.retryAfter` in milliseconds if the user rejected it just before.
    public static let permissionRefused = RPCReason(rawValue: "permission-refused")
}

// 4101: session is locked
extension RPCReason {
    /// The session is locked.
    public static let locked = RPCReason(rawValue: "locked")
}

// 4900: disconnected
extension RPCReason {
    /// The host isn't installed.
    public static let hostMissing = RPCReason(rawValue: "host-missing")
    /// The host has gone.
    public static let hostGone = RPCReason(rawValue: "host-gone")
}
