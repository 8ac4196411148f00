import DisplayText
public import SolanaTransactions

/// A module's part in every transaction review: the programs that it can read, and its findings.
///
/// It only adds. The review doesn't know what an added program changes, so the transaction stays incomplete and without a bound. A finding joins
/// those of the wallet's own rules and removes none of them.
public protocol ReviewExtension: Sendable {
    /// The programs whose instructions it can read. Programs that the wallet reads itself are ignored.
    var programs: [any Program.Type] { get }

    /// Looks for findings in a transaction.
    ///
    /// The wallet calls it with the contents of the bytes, and again if the contents of lookup tables, from a node, change the transaction.
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
    /// The whole sentence, which every surface shows unchanged.
    public let sentence: String

    public init(rule: String, level: ReviewLevel, sentence: String) {
        self.rule = rule
        self.level = level
        self.sentence = sentence
    }
}

/// The additions of an agent's modules to its reviews.
public struct ReviewExtensions: Sendable {
    /// The programs that a review can read: the wallet's own, and those that modules add.
    public let programs: ProgramSet
    private let extensions: [(module: String, part: any ReviewExtension)]

    /// Gathers the modules' additions, each under its module's id.
    public init(_ extensions: KeyValuePairs<String, any ReviewExtension> = [:]) {
        self.init(extensions.map { ($0.key, $0.value) })
    }

    package init(_ extensions: [(module: String, part: any ReviewExtension)]) {
        self.extensions = extensions
        programs = extensions.flatMap(\.part.programs).reduce(ProgramSet.registered) { set, program in
            ProgramSet.known.name(of: program.id) == nil ? set.adding(program) : set
        }
    }

    /// Returns each rule's finding under the name `MODULE.RULE`, which none of the wallet's own rules has.
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
