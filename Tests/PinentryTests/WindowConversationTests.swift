import Glibc
import Pinentry
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
}
