import Glibc
import Pinentry
import Screens
import Synchronization
import TestSupport
import Testing

/// A conversation with a program in the place of `sidekey-window`.
@Suite struct WindowConversationTests {
    private static let display = DisplayEnvironment([("DISPLAY", ":0")])

    /// Opens a window as a task, so that it can be called off.
    private func opening(_ program: PinentryProgram) -> Task<PinentryError?, Never> {
        Task {
            do throws(PinentryError) {
                let conversation = try await WindowConversation.open(
                    program, display: Self.display, limit: .seconds(20))
                await conversation.close()
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `a window that is called off while it opens has ended`() async throws {
        let fake = try FakePinentry("time.sleep(60)")
        let opening = opening(fake.program)
        #expect(await comesTrue { fake.pid != nil })
        let pid = try #require(fake.pid)
        opening.cancel()
        #expect(await opening.value == .cancelled)
        #expect(kill(pid, 0) != 0)
    }

    @Test func `a window that was called off before it opened doesn't stay`() async throws {
        let fake = try FakePinentry("time.sleep(60)")
        let opening = opening(fake.program)
        opening.cancel()
        #expect(await opening.value == .cancelled)
        // It may have been ended before it came to write its number down.
        if let pid = fake.pid { #expect(kill(pid, 0) != 0) }
    }

    @Test(
        arguments: [
            ("", .noDisplay), ("sys.exit(69)", .noDisplay),
            ("os.write(1, b'\\2\\0\\0\\0{}'); time.sleep(60)", .fault(.malformedLine)),
            ("os.write(1, b'a' * 100); time.sleep(60)", .fault(.lineTooLong)),
        ] as [(String, PinentryError)])
    func `a window that ends has no display, and one that says what is no frame is at fault`(
        script: String, expected: PinentryError
    ) async throws {
        let fake = try FakePinentry(script)
        #expect(await opening(fake.program).value == expected)
    }

    /// Takes screens until the second, answers the first, and then the one that is shown.
    private static let late = """
        import json, struct

        def tell(method, params):
            body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
            os.write(1, struct.pack("<I", len(body)) + body)

        def told():
            count = struct.unpack("<I", os.read(0, 4))[0]
            body = b""
            while len(body) < count: body += os.read(0, count - len(body))
            return json.loads(body)["params"]["number"]

        body = json.dumps({"jsonrpc": "2.0", "method": "ready"}).encode()
        os.write(1, struct.pack("<I", len(body)) + body)
        first, second = told(), told()
        for screen, button in ((first, "stale"), (second, "approve")):
            tell("answer", {"screen": screen, "button": button, "secrets": 0, "values": {}})
        time.sleep(60)
        """

    @Test func `a screen that takes another's place is the one that is answered`() async throws {
        let fake = try FakePinentry(Self.late)
        let conversation = try await WindowConversation.open(fake.program, display: Self.display, limit: .seconds(20))
        let turns = Mutex(0)
        let screen = { @Sendable (number: Int) in
            Screen(
                number: number, title: "Sidekey", parts: [], buttons: [.init(id: "approve", label: "Approve")],
                tooSoon: "")
        }
        let answer = try await conversation.ask(
            replacing: {
                turns.withLock { turns in
                    turns += 1
                    return turns == 1 ? screen : nil
                }
            }, screen)
        await conversation.close()
        #expect(answer.button == "approve" && answer.screen == 2)
    }
}
