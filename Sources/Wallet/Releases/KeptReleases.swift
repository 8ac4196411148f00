import JSONRPC
import Salt
import SignedLists
import SolanaRPC
import WalletRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The list of releases: fetched when the user has it fetched, verified, and kept where no wallet's own database lies.
///
/// ```
/// releases    {"counter": "12", "digest": "9f…", "tried": ms, "looked": ms, "list": text, "signature": text}
/// ```
///
/// It is one file in the agent's folder, for all wallets, and is replaced whole. Each start verifies the list in it anew. The counter stays even
/// if the list doesn't, so that no older list is taken after the keys of a package have changed.
/// Nothing is installed: a list only tells of a version.
actor KeptReleases {
    /// The state of what is known about releases.
    struct Status {
        let source: ReleaseSource
        let list: ReleaseList?
        /// The time of the last look that ended well, in milliseconds since 1970.
        let looked: Int64?
        /// The reason why the last look failed.
        let failure: RPCError?
    }

    /// The name of the setting, among those that a browser may change, and its values; the first is the default.
    static let setting = "updates"
    static let choices = ["off", daily]
    private static let daily = "daily"

    /// The time between two looks that nobody asked for, in milliseconds.
    private static let period: Int64 = 86_400_000
    /// The time limit for a file, in milliseconds.
    private static let patience = 60_000
    /// The most bytes of the kept file: a list and its signature, with every character escaped.
    private static let maximumCount = 1 << 19

    private let source: ReleaseSource
    private let path: String
    private let fetch: FileFetch?
    private let wallClock: any WallClock
    private var kept: Kept
    private var failure: RPCError?
    private var isLooking = false

    /// - Parameters:
    ///   - folder: The agent's own, above all wallets.
    ///   - fetch: Fetches a file; nil if this wallet reaches nothing.
    init(_ source: ReleaseSource, folder: String, fetch: FileFetch?, wallClock: any WallClock) {
        self.source = source
        path = "\(folder)/releases"
        self.fetch = fetch
        self.wallClock = wallClock
        kept = Kept(at: path, atMost: Self.maximumCount, by: source.place?.keys ?? [])
    }

    var status: Status { Status(source: source, list: kept.list, looked: kept.looked, failure: failure) }

    /// Returns true if the user has Sidekey look for updates.
    static func isWanted(_ settings: any ModuleStorage) async -> Bool {
        // A setting that can't be read may have been turned off.
        (try? await settings.value(for: setting))?.text == daily
    }

    /// Fetches and verifies the list, and keeps it if it isn't older than the one that is here.
    ///
    /// - Parameter isOff: True if the user has turned the network off.
    /// - Throws: -32000 (`release-unnamed`, `release-unread`, `release-unverified`, `release-unfit`, `release-older`, `release-changed`,
    ///   `no-network`), -32002 (`too-many-pending`), -32603 (`storage`).
    func look(isOff: Bool) async throws(RPCError) -> Status {
        guard !isLooking else {
            throw RPCError(.tooManyPending, .tooManyPending, "the list of releases is being read already")
        }
        isLooking = true
        defer { isLooking = false }
        do throws(RPCError) {
            try await renew(isOff)
            failure = nil
        } catch {
            failure = error
            throw error
        }
        return status
    }

    /// Looks if the last try is a day old; a try that failed counts.
    func lookIfDue(isOff: Bool) async {
        guard source.place != nil, !isOff else { return }
        if let tried = kept.tried, 0..<Self.period ~= wallClock.milliseconds - tried { return }
        // The status tells what failed.
        _ = try? await look(isOff: isOff)
    }

    private func renew(_ isOff: Bool) async throws(RPCError) {
        guard let place = source.place, let address = try? RPCEndpoint(place.address),
            let beside = SiteListSource.address(address).signature.endpoint
        else { throw RPCError(.invalidInput, .releaseUnnamed, "this build names no list of releases") }
        guard fetch != nil, !isOff else {
            throw RPCError(.invalidInput, .noNetwork, "the wallet reaches no network")
        }
        // Before anything is asked: a server that never answers isn't asked more often for it.
        kept.tried = wallClock.milliseconds
        try kept.write(to: path)
        let signature = try await bytes(at: beside, atMost: Minisign.maximumCount)
        let file = try await bytes(at: address, atMost: ReleaseList.maximumCount)
        do throws(Minisign.Fault) {
            try ReleaseList.verify(signature, of: file, byOneOf: place.keys)
        } catch {
            throw Self.fault(.releaseUnverified, "the list of releases isn't signed by one of its keys", error.rawValue)
        }
        let list: ReleaseList
        do throws(ReleaseList.Fault) { list = try ReleaseList(file) } catch {
            throw Self.fault(.releaseUnfit, "the signed file isn't a list of releases", error.rawValue)
        }
        var next = kept
        try next.take(list, file, signature, from: place)
        next.looked = wallClock.milliseconds
        try next.write(to: path)
        kept = next
    }

    private func bytes(at address: RPCEndpoint, atMost limit: Int) async throws(RPCError) -> [UInt8] {
        do throws(RPCTransportError) {
            guard let fetch else { throw .unreachable }
            return try await fetch(FileRequest(address, bytes: limit, milliseconds: Self.patience))
        } catch {
            throw Self.fault(.releaseUnread, "the list of releases can't be fetched: \(error.file)", error.name)
        }
    }

    private static func fault(_ reason: RPCReason, _ message: String, _ fault: String) -> RPCError {
        RPCError(.invalidInput, reason, message, data: ["fault": .string(JSONString(fault))])
    }
}

extension KeptReleases {
    /// The contents of the kept file.
    private struct Kept {
        /// The highest counter that was seen, and the digest of the list that had it.
        var counter: UInt64 = 0
        var digest: String?
        var tried: Int64?
        var looked: Int64?
        var list: ReleaseList?
        /// List and signature as they came.
        var texts: (list: String, signature: String)?

        /// Reads the file; one that is missing or damaged has seen nothing, and the package's own counter counts.
        init(at path: String, atMost limit: Int, by keys: [Minisign.PublicKey]) {
            guard let bytes = WholeFile.contents(of: path, atMost: limit),
                let json = try? JSON(parsing: JSONSource(bytes), maximumDepth: 2)
            else { return }
            counter = json["counter"]?.text.flatMap { UInt64($0) } ?? 0
            digest = json["digest"]?.text
            tried = Self.time(json["tried"])
            looked = Self.time(json["looked"])
            guard let text = json["list"]?.text, let signature = json["signature"]?.text else { return }
            texts = (text, signature)
            let file = Array(text.utf8)
            // What lies on the disk is only a claim.
            guard (try? ReleaseList.verify(Array(signature.utf8), of: file, byOneOf: keys)) != nil else { return }
            list = try? ReleaseList(file)
        }

        /// A time before the year 10000: no surface could show another as a date.
        private static func time(_ value: JSON?) -> Int64? {
            value?.int.flatMap { (0..<253_402_300_800_000).contains($0) ? Int64($0) : nil }
        }

        /// Takes a verified list.
        ///
        /// - Throws: -32000 (`release-older`, `release-changed`, `release-unfit`).
        mutating func take(
            _ list: ReleaseList, _ file: [UInt8], _ signature: [UInt8], from place: ReleaseSource.Place
        ) throws(RPCError) {
            // A server that shows an old list hides the version that closes a hole.
            guard list.counter >= max(counter, place.counter) else {
                throw RPCError(.invalidInput, .releaseOlder, "the list of releases is older than one that was here")
            }
            let digest = Hexadecimal.encode(SaltHash.sha256(file))
            // Two lists with one counter: somebody shows different people different ones.
            guard list.counter != counter || self.digest == nil || self.digest == digest else {
                throw RPCError(
                    .invalidInput, .releaseChanged, "another list of releases with this counter was here before")
            }
            guard let text = String(validating: file, as: UTF8.self),
                let signature = String(validating: signature, as: UTF8.self)
            else { throw KeptReleases.fault(.releaseUnfit, "the signed file isn't a list of releases", "form") }
            (self.counter, self.digest, self.list, texts) = (list.counter, digest, list, (text, signature))
        }

        /// Replaces the file, so that the old one or the new one is whole.
        ///
        /// - Throws: -32603 (`storage`).
        func write(to path: String) throws(RPCError) {
            var json: JSONObject = ["counter": .string("\(counter)")]
            json["digest"] = digest.map { .string(JSONString($0)) }
            json["tried"] = tried.map { .number(JSONNumber($0)) }
            json["looked"] = looked.map { .number(JSONNumber($0)) }
            json["list"] = texts.map { .string(JSONString($0.list)) }
            json["signature"] = texts.map { .string(JSONString($0.signature)) }
            let bytes = JSON.object(json).serialized()
            let new = path + ".new"
            unlink(new)
            let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            var isWritten = file >= 0
            if isWritten {
                isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
                close(file)
                isWritten = isWritten && rename(new, path) == 0
            }
            guard isWritten else {
                unlink(new)
                throw RPCError(.internalError, .storage, "the list of releases can't be kept")
            }
        }
    }
}
