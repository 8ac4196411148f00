import SolanaRPC
import Synchronization
import Testing

/// Repeated questions: which, when, and to which node.
@Suite struct RetryingTests {
    private func waits(
        _ errors: [RPCTransportError], isRepeatable: Bool = true, policy: RetryPolicy = RetryPolicy()
    ) async -> (waits: [Duration], asked: Int, outcome: Result<[UInt8], RPCTransportError>) {
        let node = ScriptedNode(errors.map(ScriptedNode.failing) + [ScriptedNode.text("ok")])
        let slept = Mutex<[Duration]>([])
        let transport = RetryingTransport(node, policy) { wait in slept.withLock { $0.append(wait) } }
        let outcome: Result<[UInt8], RPCTransportError>
        do throws(RPCTransportError) {
            outcome = .success(try await transport.send(Array("{}".utf8), isRepeatable: isRepeatable))
        } catch {
            outcome = .failure(error)
        }
        return (slept.withLock { $0 }, node.asked.count, outcome)
    }

    @Test func `what may be repeated is, with longer waits, until the attempts are used up`() async {
        let (waits, asked, outcome) = await waits([.timedOut, .cut, .status(503), .unreachable])
        #expect(asked == 4)
        #expect(outcome == .failure(.unreachable))
        #expect(waits.count == 3)
        for (number, wait) in waits.enumerated() {
            let whole = Duration.milliseconds(250) * (1 << number)
            #expect(wait > whole / 2 - .milliseconds(1) && wait <= whole)
        }
    }

    @Test(arguments: [RPCTransportError.timedOut, .cut, .status(500)])
    func `what may have been done isn't done twice`(_ error: RPCTransportError) async {
        let (_, asked, outcome) = await waits([error], isRepeatable: false)
        #expect(asked == 1)
        #expect(outcome == .failure(error))
    }

    @Test(arguments: [
        RPCTransportError.unreachable, .tooManyRequests(retryAfter: 2), .tooManyRequests(retryAfter: nil),
    ])
    func `what never reached a node is sent again, whatever it is`(_ error: RPCTransportError) async {
        let (waits, asked, outcome) = await waits([error], isRepeatable: false)
        #expect(asked == 2)
        #expect(outcome == .success(Array("ok".utf8)))
        if error == .tooManyRequests(retryAfter: 2) { #expect(waits[0] >= .seconds(2) && waits[0] < .seconds(3)) }
    }

    @Test(arguments: [
        RPCTransportError.tooManyRequests(retryAfter: 11), .certificate(.expired), .tooLarge(limit: 1), .notAnAnswer,
        .status(403), .cancelled,
    ])
    func `what a second time wouldn't help isn't tried`(_ error: RPCTransportError) async {
        let (_, asked, outcome) = await waits([error])
        #expect(asked == 1)
        #expect(outcome == .failure(error))
    }

    @Test func `no wait is longer than the longest, however often it was doubled, and none is negative`() {
        let policy = RetryPolicy(attempts: .max, longestWait: .seconds(1))
        for attempt in [1, 2, 10, 64, 1000] {
            for random in [0, 512, 1023, -1, .max] {
                let wait = policy.wait(after: .cut, attempt: attempt, isRepeatable: true, random: random)
                #expect(wait.map { $0 > .zero && $0 <= .seconds(1) } == true)
            }
        }
        #expect(
            policy.wait(after: .tooManyRequests(retryAfter: .min), attempt: 1, isRepeatable: true, random: 0) == .zero)
    }

    @Test func `another node is asked where the first is no use, and kept`() async throws {
        let bad = ScriptedNode([ScriptedNode.failing(.certificate(.untrusted))])
        let good = ScriptedNode([ScriptedNode.text("1"), ScriptedNode.text("2")])
        let transport = FailoverTransport([bad, good])
        #expect(try await transport.send(Array("{}".utf8), isRepeatable: false) == Array("1".utf8))
        #expect(try await transport.send(Array("{}".utf8), isRepeatable: false) == Array("2".utf8))
        #expect(bad.asked.count == 1 && good.asked.count == 2)
    }

    @Test func `what the first node may have done isn't asked of the second`() async {
        let first = ScriptedNode([ScriptedNode.failing(.timedOut)])
        let second = ScriptedNode([ScriptedNode.text("1")])
        let transport = FailoverTransport([first, second])
        await #expect(throws: RPCTransportError.timedOut) {
            try await transport.send(Array("{}".utf8), isRepeatable: false)
        }
        #expect(second.asked.isEmpty)
    }
}
