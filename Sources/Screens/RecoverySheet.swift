public import JSONRPC

/// A sheet of paper with what somebody needs to have a wallet again, as `sidekey-window sheet` draws it.
///
/// It has no secret. Phrases that are to be on it come before it, each in a frame of its own that begins with a zero, as ``phrases`` says.
///
/// ```json
/// {"title", "date", "texts": ["…"], "stepsTitle", "steps": ["…"], "rows": [{"name", "value"}], "accountsTitle", "more": "…",
///  "accounts": [{"label", "path", "address", "size": 33, "modules": "0110…"}], "wordsTitle", "wordsMeans", "phrases": 0}
/// ```
public struct RecoverySheet: Hashable, Sendable {
    /// The most accounts of a sheet: its frame has an end.
    public static let maximumCount = 200

    public struct Row: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public struct Account: Hashable, Sendable {
        public let label: String
        /// The derivation path, or a text that says there is none.
        public let path: String
        public let address: String
        /// The modules in a row of the address's QR code, and whether each is dark, as `accounts.qr` tells them.
        public let size: Int
        public let modules: String

        public init(label: String, path: String, address: String, size: Int, modules: String) {
            self.label = label
            self.path = path
            self.address = address
            self.size = size
            self.modules = modules
        }
    }

    public let title: String
    /// Year, month and day.
    public let date: String
    /// Paragraphs below the title.
    public let texts: [String]
    public let stepsTitle: String
    /// Numbered.
    public let steps: [String]
    public let rows: [Row]
    public let accountsTitle: String
    public let accounts: [Account]
    /// The line about accounts that don't fit on the sheet; empty if all fit.
    public let more: String
    public let wordsTitle: String
    public let wordsMeans: String
    /// The number of phrases that come with it; 0 for lines on which the words are written by hand.
    public let phrases: Int

    public init(
        title: String, date: String, texts: [String], stepsTitle: String, steps: [String], rows: [Row],
        accountsTitle: String, accounts: [Account], more: String, wordsTitle: String, wordsMeans: String, phrases: Int
    ) {
        self.title = title
        self.date = date
        self.texts = texts
        self.stepsTitle = stepsTitle
        self.steps = steps
        self.rows = rows
        self.accountsTitle = accountsTitle
        self.accounts = accounts
        self.more = more
        self.wordsTitle = wordsTitle
        self.wordsMeans = wordsMeans
        self.phrases = phrases
    }

    public var json: JSON {
        [
            "title": .string(title), "date": .string(date), "texts": .array(texts.map { .string($0) }),
            "stepsTitle": .string(stepsTitle), "steps": .array(steps.map { .string($0) }),
            "rows": .array(rows.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "accountsTitle": .string(accountsTitle),
            "accounts": .array(
                accounts.map {
                    [
                        "label": .string($0.label), "path": .string($0.path), "address": .string($0.address),
                        "size": .number($0.size), "modules": .string($0.modules),
                    ]
                }), "more": .string(more), "wordsTitle": .string(wordsTitle), "wordsMeans": .string(wordsMeans),
            "phrases": .number(phrases),
        ]
    }

    /// - Throws: -32602 for members that don't fit.
    public init(_ json: JSONObject) throws(RPCError) {
        var members = RPCParameters(json)
        title = try members.string("title")
        date = try members.string("date")
        texts = try Self.list(members.array("texts"), "texts")
        stepsTitle = try members.string("stepsTitle")
        steps = try Self.list(members.array("steps"), "steps")
        var rows: [Row] = []
        for row in try members.array("rows") {
            guard let name = row["name"]?.text, let value = row["value"]?.text else {
                throw .parameter("rows", "not a row")
            }
            rows.append(Row(name: name, value: value))
        }
        self.rows = rows
        accountsTitle = try members.string("accountsTitle")
        var accounts: [Account] = []
        for row in try members.array("accounts") {
            guard let label = row["label"]?.text, let path = row["path"]?.text, let address = row["address"]?.text,
                let size = row["size"]?.int, let modules = row["modules"]?.text, (1...177).contains(size),
                modules.utf8.count == size * size, accounts.count < Self.maximumCount
            else { throw .parameter("accounts", "not an account") }
            accounts.append(Account(label: label, path: path, address: address, size: size, modules: modules))
        }
        self.accounts = accounts
        more = try members.string("more")
        wordsTitle = try members.string("wordsTitle")
        wordsMeans = try members.string("wordsMeans")
        phrases = try members.int("phrases")
        try members.finish()
        guard (0...Self.maximumCount).contains(phrases) else { throw .parameter("phrases", "too many") }
    }

    private static func list(_ json: [JSON], _ name: String) throws(RPCError) -> [String] {
        let texts = json.compactMap(\.text)
        guard texts.count == json.count else { throw .parameter(name, "not texts") }
        return texts
    }
}
