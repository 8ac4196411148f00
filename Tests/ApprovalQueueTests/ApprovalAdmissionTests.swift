import ApprovalQueue
import JSONRPC
import Logging
import Synchronization
import Testing
import WalletRuntime

/// The queue by itself: it asks whoever admits and writes to whoever records, and knows neither database nor policy.
@Suite struct ApprovalAdmissionTests {
    /// Lets through what it is told to, and keeps what it was asked in order.
    private final class Rules: ApprovalAdmission, RequestRecording {
        let asked = Mutex<[String]>([])
        let refused: Bool

        init(refusing refused: Bool = false) { self.refused = refused }

        private func note(_ what: String) { asked.withLock { $0.append(what) } }

        func checkLimits(of content: RequestContent, _ review: RequestReview) async throws(RPCError) { note("limits") }

        func admit(
            _ request: ApprovalRequest, by factor: ApprovalFactor?, on surface: ApprovalSurface
        ) async throws(RPCError) {
            note("admit \(surface.rawValue)")
            if refused { throw RPCError(.invalidInput, .policyRefused, "a limit refuses it") }
        }

        func queued(_ request: ApprovalRequest) async throws(RPCError) { note("queued") }
        func approved(_ request: ApprovalRequest, on surface: ApprovalSurface) async throws(RPCError) {
            note("approved")
        }
        func progressed(_ request: ApprovalRequest, _ progress: RequestProgress) async throws(RPCError) {}
        func reviewed(_ request: ApprovalRequest) async throws(RPCError) { note("reviewed") }

        func ended(
            _ request: ApprovalRequest, as state: RequestState, response: RPCResponse, on surface: ApprovalSurface?
        ) async throws(RPCError) { note("ended \(state.rawValue)") }
    }

    private func ask(_ rules: Rules, _ answer: ApprovalAnswer) async throws -> Result<JSON, RPCError> {
        let coordinator = ApprovalCoordinator(
            context: RuntimeContext(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }), journal: rules,
            events: WalletEvents(), admission: rules)
        await coordinator.setApprovalHandler { _ in answer }
        let client = Client(connection: ConnectionID(1), profile: "profile", connectionKey: "key")
        await coordinator.connectionOpened(client.connection)
        let content = RequestContent(
            client: client,
            page: PageContext(origin: try Origin("https://dapp.example"), tab: 1, document: "document", request: "1"),
            method: "signMessage", account: "account", items: [[1, 2, 3]])
        do throws(RPCError) {
            return .success(
                try await coordinator.submit(
                    content, rpc: RPCRequest(id: "rpc", method: "signMessage", params: ["message": "AQID"]),
                    review: RequestReview(kind: .messages, items: ["item"], isComplete: true)
                ) { _, _ in ["signature": "AQ=="] })
        } catch {
            return .failure(error)
        }
    }

    @Test func `a yes is admitted and written down before anything is signed`() async throws {
        let rules = Rules()
        #expect(try await ask(rules, .approve()).get() == ["signature": "AQ=="])
        #expect(rules.asked.withLock(\.self) == ["limits", "queued", "admit prompt", "approved", "ended answered"])
    }

    @Test func `what isn't admitted is never written down as approved`() async throws {
        let rules = Rules(refusing: true)
        guard case .failure(let error) = try await ask(rules, .approve()) else {
            Issue.record("it was signed")
            return
        }
        #expect(error.reason == .policyRefused)
        #expect(rules.asked.withLock(\.self) == ["limits", "queued", "admit prompt", "ended rejected"])
    }

    @Test func `a no asks nobody`() async throws {
        let rules = Rules()
        guard case .failure(let error) = try await ask(rules, .reject) else {
            Issue.record("it was signed")
            return
        }
        #expect(error.code == .userRejected)
        #expect(rules.asked.withLock(\.self) == ["limits", "queued", "ended rejected"])
    }
}
