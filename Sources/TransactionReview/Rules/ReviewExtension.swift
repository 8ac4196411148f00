import DisplayText
public import SolanaTransactions

/// A module's part in every transaction review: programs that it can read, and findings.
///
/// It only adds. What an added program changes isn't known here, so the transaction stays incomplete and without a bound. A finding stands beside those of the
/// wallet's own rules and takes none of them away.
public protocol ReviewExtension: Sendable {
    /// Programs whose instructions it can read. One that the wallet reads itself is passed over.
    var programs: [any Program.Type] { get }

    /// Looks for findings in a transaction.
    ///
    /// The wallet calls it with what the bytes say, and again once a node has told what the lookup tables hold.
    func findings(in subject: ReviewSubject) -> [ModuleFinding]
}

extension ReviewExtension {
    public var programs: [any Program.Type] { [] }

    public func findings(in subject: ReviewSubject) -> [ModuleFinding] { [] }
}

/// A finding of a module's rule. Its text is never markup.
public struct ModuleFinding: Hashable, Sendable {
    /// The rule's name in its module.
    public let rule: String
    public let level: ReviewLevel
    /// The whole sentence. Every surface shows it unchanged.
    public let sentence: String

    public init(rule: String, level: ReviewLevel, sentence: String) {
        self.rule = rule
        self.level = level
        self.sentence = sentence
    }
}

/// Everything that the modules of an agent add to its reviews.
public struct ReviewExtensions: Sendable {
    /// The programs that a review can read: the wallet's own, and those that modules add.
    public let programs: ProgramSet
    private let extensions: [(module: String, part: any ReviewExtension)]

    /// Gathers what modules add, each under its module's id.
    public init(_ extensions: KeyValuePairs<String, any ReviewExtension> = [:]) {
        self.init(extensions.map { ($0.key, $0.value) })
    }

    package init(_ extensions: [(module: String, part: any ReviewExtension)]) {
        self.extensions = extensions
        programs = extensions.flatMap(\.part.programs).reduce(ProgramSet.known) { set, program in
            set.name(of: program.id) == nil ? set.adding(program) : set
        }
    }

    /// Each rule's finding is called `MODULE.RULE`, which no rule of the wallet's own is.
    func findings(in subject: ReviewSubject) -> [Finding] {
        extensions.flatMap { module, part in
            part.findings(in: subject).map { found in
                Finding(
                    id: "\(module).\(found.rule)", level: found.level,
                    sentence: VisibleText.spellingOut(found.sentence, keepingLines: false))
            }
        }
    }
}
