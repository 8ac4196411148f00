import Glibc
import JSONRPC
import TestSupport
import Testing

/// A wallet whose agent runs under an ``Interposer``: it can be killed at one exact step, its disk can fail, and its clocks
/// can be moved. One page is connected.
final class InterposedWallet {
    let wallet: WalletFixture
    let interposer: Interposer
    private(set) var agent: ChildProcess

    init() async throws {
        wallet = try await WalletFixture()
        interposer = try Interposer(in: wallet.home.path)
        agent = try wallet.home.startAgent(environment: interposer.environment)
        _ = try unlockedBrowser().connectPage()
    }

    /// Starts the next agent after one that was killed.
    func restart() throws {
        interposer.disarm()
        agent = try wallet.home.startAgent(environment: interposer.environment)
    }

    func unlockedBrowser() throws -> BrowserStandIn {
        let browser = try wallet.browser()
        _ = try browser.unlock().get()
        return browser
    }

    /// The lines of the activity log that are newer than `sequence`, the oldest first.
    func activity(after sequence: Int) throws -> [JSON] {
        let entries = try wallet.home.commandLine().call("activity.list", ["limit": 100]).get()["entries"]?.array ?? []
        return entries.filter { ($0["sequence"]?.int ?? 0) > sequence }.reversed()
    }
}

/// What came of a page's request and the user's yes to it.
struct Course {
    /// What the page was answered; nil where the connection ended before.
    var page: Result<JSON, RPCError>?
    /// What the approval was answered; nil where none was given.
    var approval: Result<JSON, RPCError>?
    /// True if the connection ended in the middle.
    var isCut = false

    var signature: String? { (try? page?.get())?["signature"]?.text }
}

extension BrowserStandIn {
    /// Has a message signed, with the approval given as soon as the request is announced, whatever goes wrong meanwhile.
    func sign(_ message: String = "aGVsbG8=", request: String = "2") throws -> Course {
        var course = Course()
        do {
            let sign = try begin(
                "signMessage", WalletFixture.page(["message": .string(message)], request: request))
            var (get, approve): (String?, String?)
            while course.page == nil || get != nil && course.approval == nil {
                switch try receiveMessage() {
                case .notification(let announced) where announced.method == "com.wallet.request":
                    get = try begin("approvals.get", ["id": try #require(announced.params["id"])])
                case .response(let response) where response.id == sign: course.page = response.outcome
                case .response(let response) where response.id == approve: course.approval = response.outcome
                case .response(let response) where response.id == get:
                    guard case .success(let shown) = response.outcome else {
                        course.approval = response.outcome
                        continue
                    }
                    approve = try begin(
                        "approvals.approve",
                        [
                            "id": try #require(shown["summary"]?["id"]), "review": try #require(shown["reviewHash"]),
                            "digest": try #require(shown["summary"]?["digest"]),
                        ])
                default: continue
                }
            }
        } catch is TestFault {
            course.isCut = true
        }
        return course
    }
}
