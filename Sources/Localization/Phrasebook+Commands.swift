/// What the command line says: each table has its own keys, so that none of them grows past what a person reads.
extension Phrasebook {
    public func callAsFunction(_ key: FaultKey, _ values: KeyValuePairs<String, String> = [:]) -> String {
        filled(text(key), values)
    }

    public func callAsFunction(_ key: CeremonyKey, _ values: KeyValuePairs<String, String> = [:]) -> String {
        filled(text(key), values)
    }

    public func callAsFunction(_ key: CommandKey, _ values: KeyValuePairs<String, String> = [:]) -> String {
        filled(text(key), values)
    }

    public func callAsFunction(_ key: DoctorKey, _ values: KeyValuePairs<String, String> = [:]) -> String {
        filled(text(key), values)
    }

    public func callAsFunction(_ key: HelpKey) -> String { text(key) }

    public func callAsFunction(_ key: EntryKey) -> String { text(key) }

    /// Every text of the command line but those with a number in them and the agent's refusals, as it stands.
    package var commandTexts: [(key: String, text: String)] {
        FaultKey.allCases.map { ($0.rawValue, text($0)) } + CeremonyKey.allCases.map { ($0.rawValue, text($0)) }
            + CommandKey.allCases.map { ($0.rawValue, text($0)) } + DoctorKey.allCases.map { ($0.rawValue, text($0)) }
            + HelpKey.allCases.map { ($0.rawValue, text($0)) } + EntryKey.allCases.map { ($0.rawValue, text($0)) }
    }

    /// A text taken apart, for whoever puts it together where no `String` may hold it.
    public func pieces(_ key: CeremonyKey) -> [TextPiece] { TextPiece.pieces(of: text(key)) }

    /// Why the agent refused a request.
    ///
    /// - Parameters:
    ///   - reason: `data.reason` of the error; one that isn't known here says what the agent says.
    ///   - message: The agent's own words, in English, which are all that is said in English.
    public func refusal(_ reason: String?, message: String) -> String {
        let key = reason.flatMap { ReasonKey(rawValue: $0) } ?? .reasonOther
        return text(key).map { filled($0, ["message": message]) } ?? message
    }

    package func text(_ key: FaultKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    package func text(_ key: CeremonyKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    package func text(_ key: CommandKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    package func text(_ key: DoctorKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    package func text(_ key: HelpKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    package func text(_ key: EntryKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    /// Nil in English, which the agent speaks itself.
    package func text(_ key: ReasonKey) -> String? {
        switch language {
        case .english: nil
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    private func filled(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
        Self.filled(TextPiece.pieces(of: text)) { name in values.first { $0.key == name }?.value }
    }
}
