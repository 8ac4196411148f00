import ApprovalQueue
import JSONRPC
import Logging
import WalletRuntime

/// Admits everything and prints what is written. A wallet asks its user's policy, and writes to a disk.
struct Everything: ApprovalAdmission, RequestRecording {
    func checkLimits(of content: RequestContent, _ review: RequestReview) async throws(RPCError) {}
    func admit(
        _ request: ApprovalRequest, by factor: ApprovalFactor?, on surface: ApprovalSurface
    ) async throws(RPCError) {}

    func queued(_ request: ApprovalRequest) async throws(RPCError) { print("queued", request.content.method) }
    func approved(_ request: ApprovalRequest, on surface: ApprovalSurface) async throws(RPCError) { print("approved") }
    func progressed(_ request: ApprovalRequest, _ progress: RequestProgress) async throws(RPCError) {}
    func reviewed(_ request: ApprovalRequest) async throws(RPCError) {}

    func ended(
        _ request: ApprovalRequest, as state: RequestState, response: RPCResponse, on surface: ApprovalSurface?
    ) async throws(RPCError) { print("ended", state.rawValue) }
}

let logger = Logger(label: "queue") { _ in SwiftLogNoOpLogHandler() }
let queue = ApprovalCoordinator(
    context: RuntimeContext(logger: logger), journal: Everything(), events: WalletEvents(), admission: Everything())
// The approval surface: here it always says yes.
await queue.setApprovalHandler { _ in .approve() }

let client = Client(connection: ConnectionID(1), profile: "profile", connectionKey: "key")
await queue.connectionOpened(client.connection)
let page = PageContext(origin: try Origin("https://dapp.example"), tab: 1, document: "document", request: "1")
let answer = try await queue.submit(
    RequestContent(client: client, page: page, method: "signMessage", account: "account", items: [[1, 2, 3]]),
    rpc: RPCRequest(id: "1", method: "signMessage", params: ["message": "AQID"]),
    review: RequestReview(kind: .messages, items: ["the bytes 1, 2, 3"], isComplete: true)
) { _, _ in ["signature": "made here"] }
print(answer["signature"]?.text ?? "-")
