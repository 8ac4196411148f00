import JSONRPC
import SignedLists
import Sites
import SolanaRPC
import WalletNetwork
import WalletRuntime
import WalletState

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The user's lists of bad sites: read from their sources, verified, compiled, and asked where they lie in the wallet's folder.
///
/// ```
/// sites/0f3a…9c.table     one for each list (``SiteTable``), named by the first 16 bytes of its digest
/// ```
///
/// A new reading gets a file of its own, and the protected records name it once it is on the disk. So after a power cut the old one or the new one is whole.
/// What a list says can only warn: nobody who signs one makes a site look better than it does without it.
actor SiteLists {
    /// What a list says of a host.
    enum Word: Equatable {
        case listed(in: String)
        /// The list's file is gone or damaged, so that it says nothing.
        case unread(list: String)
    }

    /// A list, with the state of its file, and the reason why its last update failed.
    struct Status {
        let list: SiteList
        let isIntact: Bool
        let failure: RPCError?
    }

    /// The most bytes of a list.
    static let maximumCount = 16 << 20
    /// The age at which a list is read again by itself, and the time between two tries; in milliseconds.
    private static let (period, pause): (Int64, Int64) = (86_400_000, 3_600_000)
    /// The time limit for a file, in milliseconds: 16 MiB over a slow line.
    private static let patience = 180_000

    private let records: AuthenticatedStore
    private let folder: String
    private let fetch: FileFetch?
    private let wallClock: any WallClock
    /// The open files, by their digests. No more is in memory than their descriptors.
    private var tables: [[UInt8]: SiteTable] = [:]
    private var failures: [String: RPCError] = [:]
    /// The times of the last tries.
    private var tries: [String: Int64] = [:]
    private var underWay: Set<String> = []

    /// - Parameters:
    ///   - folder: The wallet's.
    ///   - fetch: Fetches a file; nil if this wallet reaches nothing.
    init(records: AuthenticatedStore, folder: String, fetch: FileFetch?, wallClock: any WallClock) {
        self.records = records
        self.folder = "\(folder)/sites"
        self.fetch = fetch
        self.wallClock = wallClock
    }

    /// Returns what the lists say of a host; nothing if all of them can be read and none has it.
    func words(about host: String) async -> [Word] {
        await records.siteLists.compactMap { list -> Word? in
            switch contains(host, in: list) {
            case true?: .listed(in: list.name)
            case false?: nil
            case nil: .unread(list: list.name)
            }
        }
    }

    /// All lists, by name; none before the first unlock.
    var all: [Status] {
        get async { await records.siteLists.map { status($0) } }
    }

    private func status(_ list: SiteList) -> Status {
        Status(list: list, isIntact: isIntact(list), failure: failures[list.name])
    }

    /// Returns true if the list's file can be asked.
    private func isIntact(_ list: SiteList) -> Bool { contains("localhost", in: list) != nil }

    private func contains(_ host: String, in list: SiteList) -> Bool? {
        if let found = tables[list.digest]?.contains(host: host) { return found }
        // It was never opened, or was put in place anew.
        tables[list.digest] = SiteTable(path: path(list.digest), digest: list.digest)
        return tables[list.digest]?.contains(host: host)
    }
}

/// Reads lists, and puts them in place.
extension SiteLists {
    /// A source's list, verified and compiled.
    private struct Reading {
        let compiled: SiteTable.Compiled
        let signed: UInt64

        func list(_ name: String, _ source: SiteListSource, _ key: Minisign.PublicKey, at time: Int64) -> SiteList {
            SiteList(
                name: name, source: source.text, key: key.text, digest: compiled.digest, sites: compiled.count,
                skipped: compiled.skipped, signed: signed, read: time)
        }
    }

    /// Reads and adds a list.
    ///
    /// - Throws: -32000 (`list-exists`, `too-many-lists`, `list-unread`, `list-unverified`, `list-unfit`, `no-network`), 4101, -32603 (`storage`).
    func add(_ name: String, from source: SiteListSource, by key: Minisign.PublicKey) async throws(RPCError) -> Status {
        let reading = try await read(source, by: key)
        let list = reading.list(name, source, key, at: wallClock.milliseconds)
        try place(reading.compiled)
        do throws(RPCError) {
            try await records.add(list)
        } catch {
            await drop(list.digest)
            throw error
        }
        failures[name] = nil
        tries[name] = nil
        return status(list)
    }

    /// Reads a list again. The old one stays until a newer one is verified and on the disk.
    ///
    /// - Throws: As for a new one, and -32000 (`list-unknown`, `list-older`); -32002 (`too-many-pending`) while it is being read.
    func update(_ name: String) async throws(RPCError) -> Status {
        guard let present = await records.siteLists.first(where: { $0.name == name }),
            let source = SiteListSource(present.source), let key = try? Minisign.PublicKey(present.key)
        else { throw AuthenticatedStore.unknownList }
        guard underWay.insert(name).inserted else {
            throw RPCError(.tooManyPending, .tooManyPending, "this list is being read already")
        }
        defer { underWay.remove(name) }
        tries[name] = wallClock.milliseconds
        do throws(RPCError) {
            let reading = try await read(source, by: key)
            // Before it is put in place, and once more as it is recorded. A server that shows an old list hides what was added since.
            guard reading.signed >= present.signed else { throw SiteList.older }
            let list = reading.list(name, source, key, at: wallClock.milliseconds)
            if list.digest != present.digest || !isIntact(present) { try place(reading.compiled) }
            do throws(RPCError) {
                try await records.renew(list)
            } catch {
                await drop(list.digest)
                throw error
            }
            await drop(present.digest)
            failures[name] = nil
            return status(list)
        } catch {
            failures[name] = error
            throw error
        }
    }

    /// Removes a list and its file.
    ///
    /// - Throws: -32000 (`list-unknown`), 4101, -32603 (`storage`).
    func remove(_ name: String) async throws(RPCError) {
        let digest = await records.siteLists.first { $0.name == name }?.digest
        try await records.removeSiteList(name)
        if let digest { await drop(digest) }
        failures[name] = nil
        tries[name] = nil
    }

    /// Reads the lists that are a day old from their addresses again, and those whose files are damaged from wherever they come.
    func updateWhatIsDue() async {
        for list in await records.siteLists {
            let now = wallClock.milliseconds
            let isOld = SiteListSource(list.source)?.isRemote == true && !(0..<Self.period ~= now - list.read)
            guard isOld || !isIntact(list) else { continue }
            if let tried = tries[list.name], 0..<Self.pause ~= now - tried { continue }
            // The list's state tells what failed.
            _ = try? await update(list.name)
        }
    }

    private func read(_ source: SiteListSource, by key: Minisign.PublicKey) async throws(RPCError) -> Reading {
        let signature = try await bytes(of: source.signature, atMost: Minisign.maximumCount)
        let file = try await bytes(of: source, atMost: Self.maximumCount)
        return try await Self.reading(file, signature, key)
    }

    /// Verifies and compiles a list, beside the actor: a long one takes a second, in which requests are still looked at.
    private static func reading(
        _ file: [UInt8], _ signature: [UInt8], _ key: Minisign.PublicKey
    ) async throws(RPCError) -> Reading {
        let comment: String
        do throws(Minisign.Fault) {
            comment = try Minisign.verify(signature, of: file, by: key)
        } catch {
            throw unverified(error.rawValue)
        }
        guard let signed = Minisign.time(in: comment) else { throw unverified("time") }
        guard let compiled = SiteTable.compile(file) else {
            throw RPCError(.invalidInput, .listUnfit, "the signed file names no site, or more than a million")
        }
        return Reading(compiled: compiled, signed: signed)
    }

    private static func unverified(_ fault: String) -> RPCError {
        let what =
            switch fault {
            case "form": "the signature isn't one of minisign's"
            case "other-key": "the signature was made with another key"
            case "time": "the signature doesn't say when it was made"
            default: "the signature isn't the key's over this list"
            }
        return RPCError(.invalidInput, .listUnverified, what, data: ["fault": .string(JSONString(fault))])
    }

    private func bytes(of source: SiteListSource, atMost limit: Int) async throws(RPCError) -> [UInt8] {
        switch source {
        case .address(let endpoint):
            guard let fetch, await !records.policy.network.isOff else {
                throw RPCError(.invalidInput, .noNetwork, "the wallet reaches no network")
            }
            do throws(RPCTransportError) {
                return try await fetch(FileRequest(endpoint, bytes: limit, milliseconds: Self.patience))
            } catch {
                throw RPCError(
                    .invalidInput, .listUnread, "the list can't be fetched: \(error.file)",
                    data: ["fault": .string(error.name)])
            }
        case .file(let path):
            guard let bytes = WholeFile.contents(reading: UserFile.read(path), atMost: limit) else {
                throw RPCError(
                    .invalidInput, .listUnread, "the list or its signature can't be read", data: ["fault": "file"])
            }
            return bytes
        }
    }
}

/// The files of lists.
extension SiteLists {
    private func path(_ digest: [UInt8]) -> String {
        "\(folder)/\(Hexadecimal.encode(digest.prefix(16))).table"
    }

    /// - Throws: -32603 (`storage`).
    private func place(_ compiled: SiteTable.Compiled) throws(RPCError) {
        mkdir(folder, 0o700)
        guard compiled.write(to: path(compiled.digest)) else {
            throw RPCError(.internalError, .storage, "the list can't be written")
        }
    }

    /// Removes a file that no list has any more.
    private func drop(_ digest: [UInt8]) async {
        guard await !records.siteLists.contains(where: { $0.digest == digest }) else { return }
        tables[digest] = nil
        unlink(path(digest))
    }
}

/// The source of a list: an address, or a file's absolute path. The signature lies beside it, under the same name with `.minisig` behind it.
enum SiteListSource: Sendable {
    case address(RPCEndpoint)
    case file(String)

    /// - Returns: nil if the text is neither.
    init?(_ text: String) {
        guard text.utf8.count <= SiteList.maximumSource else { return nil }
        if text.hasPrefix("/") {
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return nil }
            self = .file(text)
        } else {
            guard let endpoint = try? RPCEndpoint(text) else { return nil }
            self = .address(endpoint)
        }
    }

    /// The address; nil for a file.
    var endpoint: RPCEndpoint? {
        guard case .address(let endpoint) = self else { return nil }
        return endpoint
    }

    /// The whole address or path.
    var text: String {
        switch self {
        case .address(let endpoint): endpoint.url
        case .file(let path): path
        }
    }

    /// The same as a browser may see it: without any part that may be secret.
    var shown: String {
        switch self {
        case .address(let endpoint): endpoint.description
        case .file(let path): "…/\(path.split(separator: "/").last ?? "")"
        }
    }

    var isRemote: Bool { endpoint != nil }

    /// The source of the signature. A query stays behind the path.
    var signature: SiteListSource {
        switch self {
        case .file(let path): return .file(path + ".minisig")
        case .address(let endpoint):
            let url = endpoint.url
            let end = url.firstIndex(of: "?") ?? url.endIndex
            guard let signature = try? RPCEndpoint("\(url[..<end]).minisig\(url[end...])") else { return self }
            return .address(signature)
        }
    }
}
