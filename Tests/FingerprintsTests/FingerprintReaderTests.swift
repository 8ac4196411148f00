import Fingerprints
import Foundation
import TestSupport
import Testing

/// fprintd, played on a bus of the test's own (`Tests/Support/fprint.py`).
@Suite(.timeLimit(.minutes(5))) struct FingerprintReaderTests {
    private let sensor: PlayedSensor
    private let reader: FingerprintReader

    init() throws {
        sensor = try PlayedSensor()
        reader = FingerprintReader(bus: sensor.address)
    }

    /// Asks for a finger, and has something happen once the sensor waits.
    private func verify(_ words: String..., limit: Duration = .seconds(20)) async -> FingerprintFault? {
        let (waiting, begun) = AsyncStream.makeStream(of: Void.self)
        let asked = Task { [reader] () -> FingerprintFault? in
            defer { begun.finish() }
            do throws(FingerprintFault) {
                try await reader.verify(within: limit) { begun.yield() }
                return nil
            } catch {
                return error
            }
        }
        for await _ in waiting {
            for word in words { _ = try? sensor.does(word) }
            break
        }
        return await asked.value
    }

    @Test func `a finger that matches is one, and the sensor is let go`() async throws {
        try await reader.checkReady()
        #expect(await verify("match") == nil)
        #expect(await verify("retry", "match") == nil)
        #expect(
            try sensor.does("-") == [
                "Claim", "VerifyStart", "VerifyStop", "Release", "Claim", "VerifyStart", "VerifyStop", "Release",
            ])
    }

    @Test(arguments: [("no-match", FingerprintFault.noMatch), ("pulled", .gone), ("die", .gone)])
    func `anything else isn't`(word: String, fault: FingerprintFault) async {
        #expect(await verify(word) == fault)
    }

    @Test(arguments: ["forged", "elsewhere"])
    func `a match that a stranger sends, or that is of another sensor, counts for nothing`(word: String) async {
        #expect(await verify(word, limit: .seconds(2)) == .timedOut)
    }

    @Test func `without a finger, a free sensor or a right to it nothing is waited for`() async throws {
        for (word, fault) in [("busy", FingerprintFault.busy), ("refuse", .refused)] {
            try sensor.does(word)
            #expect(await verify() == fault)
        }
        try sensor.does("free")
        try sensor.does("forget")
        #expect(await verify() == .notEnrolled)
        await #expect(throws: FingerprintFault.notEnrolled) { try await reader.checkReady() }
        try sensor.does("die")
        await #expect(throws: FingerprintFault.absent) { try await reader.checkReady() }
        await #expect(throws: FingerprintFault.absent) {
            try await FingerprintReader(bus: "unix:path=/nonexistent").checkReady()
        }
    }

    @Test func `a wait that is cancelled ends, and the sensor is let go`() async throws {
        let (waiting, begun) = AsyncStream.makeStream(of: Void.self)
        let asked = Task { [reader] () -> FingerprintFault? in
            do throws(FingerprintFault) {
                try await reader.verify { begun.yield() }
                return nil
            } catch {
                return error
            }
        }
        for await _ in waiting { break }
        asked.cancel()
        #expect(await asked.value == .cancelled)
        #expect(try sensor.does("-") == ["Claim", "VerifyStart", "VerifyStop", "Release"])
    }
}
