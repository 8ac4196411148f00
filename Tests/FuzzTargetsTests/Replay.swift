import Foundation
import FuzzTargets
import Synchronization
import TestSupport

/// A fuzz target without its fuzzer: it is given its seeds, and inputs that are bred from them as the target's name decides.
struct Replay {
    struct Seed {
        var name: String
        var bytes: [UInt8]
    }

    var target: FuzzTarget
    var seeds: [Seed]
    /// How many inputs are bred, and how long that may take; the first ones are the same in each run.
    var bred: Int
    var limit: Duration

    private static let home =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        + "/Fuzz/Seeds"

    /// The targets that have seeds, sorted.
    static func folders() -> [String] { SystemFile.names(in: home) }

    /// The seeds of a target, sorted by their names.
    static func seeds(of name: String) -> [Seed] {
        SystemFile.names(in: "\(home)/\(name)").compactMap { seed in
            SystemFile.read("\(home)/\(name)/\(seed)").map { Seed(name: seed, bytes: $0) }
        }
    }

    /// Runs on a thread of its own, since a target may wait for others.
    ///
    /// - Returns: How many inputs there were, and each promise that wasn't kept, with its input.
    func run() async -> (inputs: Int, broken: [String]) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: runHere()) }
        }
    }

    private func runHere() -> (inputs: Int, broken: [String]) {
        let told = Told()
        BrokenPromises.tell { promise in told.add(promise) }
        var broken: [String] = []
        func check(_ input: [UInt8], from origin: String) {
            _ = target.check(input)
            broken += told.taken().map { "\($0), by \(origin), in base64: \(Data(input).base64EncodedString())" }
        }
        for seed in seeds { check(seed.bytes, from: seed.name) }
        var numbers = SeededGenerator(seed: target.name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        let end = ContinuousClock.now + limit
        for number in 0..<bred {
            guard ContinuousClock.now < end, let parent = seeds.randomElement(using: &numbers) else {
                return (seeds.count + number, broken)
            }
            let other = seeds.randomElement(using: &numbers) ?? parent
            check(child(of: parent.bytes, and: other.bytes, &numbers), from: "what was bred from \(parent.name)")
        }
        return (seeds.count + bred, broken)
    }

    /// An input with one to four changes, as libFuzzer makes them without knowing what the code does.
    private func child(of parent: [UInt8], and other: [UInt8], _ numbers: inout SeededGenerator) -> [UInt8] {
        var child = parent
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let place = Int.random(in: 0...child.count, using: &numbers)
            let end = min(child.count, place + Int.random(in: 1...16, using: &numbers))
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0 where place < child.count: child[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 1 where place < child.count:
                child[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
            case 2: child.removeSubrange(place..<end)
            case 3: child.insert(contentsOf: child[place..<end], at: place)
            case 4: child.replaceSubrange(place..., with: other.dropFirst(place))
            default: child.insert(.random(in: 0...255, using: &numbers), at: place)
            }
        }
        return child
    }
}

/// What was told since it was last taken, from any thread.
private final class Told: Sendable {
    private let promises = Mutex<Set<String>>([])

    func add(_ promise: String) { promises.withLock { _ = $0.insert(promise) } }

    func taken() -> [String] {
        promises.withLock { promises in
            defer { promises = [] }
            return promises.sorted()
        }
    }
}
