import Deeplinks
import Salt

// The app asks to be connected.
let appKeys = SaltBox.KeyPair()
let redirect = try RedirectLink("rent://answers")
let asked = try DeeplinkRequest(
    base: .scheme("sidekey"),
    content: .connect(
        DeeplinkRequest.Connect(
            appURL: "https://rent.example", appKey: DeeplinkKey(bytes: appKeys.publicKey), redirect: redirect)))

// The wallet reads the link, asks its user, and seals what it answers.
guard case .connect(let connect) = try DeeplinkRequest(parsing: asked.link).content else {
    throw DeeplinkFault.methodUnknown
}
print("\(connect.appURL) wants its answer at \(connect.redirect)")
let walletKeys = SaltBox.KeyPair()
let walletBox = try DeeplinkBox(theirKey: connect.appKey, secretKey: walletKeys.secretKey)
let account = try DeeplinkKey(bytes: [UInt8](repeating: 7, count: 32))
let (nonce, data) = walletBox.seal(DeeplinkAnswer.connected(publicKey: account, session: "session").json)
let answer = DeeplinkReply.connected(walletKey: try DeeplinkKey(bytes: walletKeys.publicKey), nonce: nonce, data: data)
let keyParameter = "sidekey_encryption_public_key"
let link = answer.link(to: connect.redirect, keyParameter: keyParameter)

// The app reads that link.
if case .connected(let key, let nonce, let data) = try DeeplinkReply(
    parsing: link, to: redirect, keyParameter: keyParameter)
{
    let box = try DeeplinkBox(theirKey: key, secretKey: appKeys.secretKey)
    if case .connected(let account, _) = try DeeplinkAnswer(try box.open(data, nonce: nonce), to: .connect) {
        print("connected to \(account)")
    }
}
