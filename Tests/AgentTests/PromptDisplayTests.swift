import Glibc
import JSONRPC
import TestSupport
import Testing

/// The real agent, a user's X server and one that a program of theirs has started to press Approve there; logind and the user's systemd are played.
@Suite(.serialized) struct PromptDisplayTests {
    private static let title = "^Sidekey$"

    private let users: VirtualDisplay
    private let programs: VirtualDisplay
    private let desktop: PlayedDesktop
    private let wallet: WalletFixture

    init() async throws {
        users = try VirtualDisplay()
        programs = try VirtualDisplay()
        desktop = try PlayedDesktop()
        wallet = try await WalletFixture()
        try desktop.does("away")
    }

    /// A host that the program has started on its own display, with an open session to press in.
    private func host(_ environment: [String: String] = [:]) throws -> BrowserStandIn {
        try wallet.home.startAgent(environment: ["SIDEKEY_DESKTOP": desktop.address].merging(environment) { $1 })
        let host = try BrowserStandIn(
            .walletInFirefox, home: wallet.home,
            environment: [
                "DISPLAY": programs.name, "XDG_SESSION_TYPE": "x11", "DBUS_SESSION_BUS_ADDRESS": desktop.address,
            ])
        _ = try host.hello().get()
        return host
    }

    private func unlock(at display: VirtualDisplay?) throws {
        try wallet.sidekey(
            ["unlock", "--passphrase-file", wallet.home.path + "/passphrase"],
            environment: display.map { ["DISPLAY": $0.name] } ?? [:])
    }

    private func ask(_ host: BrowserStandIn, request: String = "1") throws -> String {
        _ = try host.begin("connect", WalletFixture.page(document: "document-\(request)", request: request))
        let (id, digest, review) = try host.waiting()
        return try host.begin(
            "approvals.native", ["id": .string(id), "digest": .string(digest), "review": .string(review)])
    }

    private func appears(on display: VirtualDisplay, notOn other: VirtualDisplay) throws {
        #expect(try Deadline().wait { try display.shows(title: Self.title) })
        #expect(try !other.shows(title: Self.title))
        // Right after the keyboard came, no press counts.
        try display.focus()
        sleep(1)
    }

    @Test func `a prompt appears on the display of the user's session, whoever asks`() throws {
        let host = try host()
        try desktop.does("x11 \(users.name)")
        // What any program can change says nothing where logind names the display.
        try desktop.does(
            "environment DISPLAY=\(programs.name) XAUTHORITY=/evil DBUS_SESSION_BUS_ADDRESS=unix:path=/evil")
        try unlock(at: nil)
        let asked = try ask(host)
        try appears(on: users, notOn: programs)
        // There the user alone presses: from Reject, where the keyboard is, to Approve.
        try programs.press("Tab", "Return")
        #expect(try users.shows(title: Self.title))
        try users.press("Tab", "Return")
        #expect(try host.answer(to: asked).get()["state"]?.text == "answered")
    }

    @Test func `a session without a seat is nobody's screen, whatever it calls itself`() throws {
        let host = try host()
        try desktop.does("far \(programs.name)")
        try unlock(at: users)
        let asked = try ask(host)
        try appears(on: users, notOn: programs)
        try users.press("Tab", "Return")
        #expect(try host.answer(to: asked).get()["state"]?.text == "answered")
    }

    @Test func `what any program can change of the user's systemd is not enough for a press`() throws {
        let host = try host()
        try desktop.does("wayland")
        try desktop.does("environment DISPLAY=\(programs.name) GTK_MODULES=evil")
        try unlock(at: users)
        let asked = try ask(host)
        try appears(on: programs, notOn: users)
        try programs.press("Tab", "Return")
        sleep(1)
        try programs.press("Escape")
        #expect(try Deadline().wait { try !programs.shows(title: Self.title) })
        #expect((try? host.answer(to: asked).get()["state"]?.text) != "answered")
        let granted = try host.call("origins.list").get()["origins"]?.array
        #expect(granted == [])
    }

    @Test func `what the user's systemd names is believed where the passphrase was proven there`() throws {
        let host = try host()
        try desktop.does("wayland")
        try desktop.does("environment DISPLAY=\(users.name)")
        try unlock(at: users)
        let asked = try ask(host)
        try appears(on: users, notOn: programs)
        try users.press("Tab", "Return")
        #expect(try host.answer(to: asked).get()["state"]?.text == "answered")
    }

    @Test func `where the system names no display, it is where the passphrase was proven, else a terminal`() throws {
        let host = try host()
        expect(try host.call("vault.unlock", ["native": true]), .invalidInput, .promptUnavailable)
        try unlock(at: users)
        let asked = try ask(host)
        try appears(on: users, notOn: programs)
        try users.press("Tab", "Return")
        #expect(try host.answer(to: asked).get()["state"]?.text == "answered")
        try unlock(at: nil)
        expect(try host.call("vault.unlock", ["native": true]), .invalidInput, .promptUnavailable)
        #expect(try !programs.shows(title: Self.title))
    }

    @Test func `an agent reads no bus address from its environment`() throws {
        try desktop.does("x11 \(programs.name)")
        let host = try host([
            "SIDEKEY_DESKTOP": "", "DBUS_SYSTEM_BUS_ADDRESS": desktop.address,
            "DBUS_SESSION_BUS_ADDRESS": desktop.address,
        ])
        _ = try host.begin("vault.unlock", ["native": true])
        sleep(2)
        #expect(try !programs.shows(title: Self.title))
    }
}
