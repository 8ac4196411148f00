public import Salt

/// What can be asked.
extension PinentryConversation {
    /// Numbers of libgpg-error.
    private enum Code {
        static let timeout: UInt16 = 62
        static let cancelled: UInt16 = 99
        static let notConfirmed: UInt16 = 114
        static let fullyCancelled: UInt16 = 198
    }

    /// How long nobody can have seen a window after it was asked for, let alone read it. pinentry tells neither when it has drawn it nor when it has the
    /// keyboard: half a second for the eye, as in the popup, and a quarter for the window.
    public static let unseen: Duration = .milliseconds(750)
    /// How often a question is asked that is answered too soon: then somebody leans on a key, or no window appears at all.
    public static let attempts = 4

    /// Asks for yes or no. Which button the Enter key stands for differs between pinentries.
    ///
    /// An answer that comes too soon to be one to this question doesn't count: the question is asked again, and says so.
    ///
    /// - Throws: ``PinentryError``; what isn't thrown and isn't yes is no as well.
    public func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
        try await run { process throws(PinentryError) in
            try process.askUntilSeen(question) { process throws(PinentryError) in
                try Self.answer(to: try process.ask("CONFIRM"))
            } ?? .cancelled
        }
    }

    /// Shows something that there is nothing to decide about: yes, or cancelled where the window was closed.
    public func show(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
        try await run { process throws(PinentryError) in
            try process.prepare(question)
            let response = try process.ask("MESSAGE")
            if response.code == nil, response.isClosed { return .cancelled }
            return try Self.answer(to: response)
        }
    }

    /// Asks for a secret, which nobody sees; what was typed too soon is asked for again, as by ``confirm(_:)``.
    public func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret {
        let answered = try await run { process throws(PinentryError) -> (PinentryAnswer, SecretAnswer)? in
            try process.askUntilSeen(question) { process throws(PinentryError) in
                let (response, secret) = try process.askSecret("GETPIN")
                return (try Self.answer(to: response), secret)
            }
        }
        guard let (answer, secret) = answered else { return .cancelled }
        switch answer {
        case .yes: return .given(secret.bytes.clone())
        case .timedOut: return .timedOut
        case .no, .cancelled: return .cancelled
        }
    }

    /// Sets the description of the next questions to a text that nobody else may read, such as words of a seed phrase.
    ///
    /// - Throws: `fault(.lineTooLong)`, and whatever a question throws.
    public func describe(_ text: consuming SecretBytes) async throws(PinentryError) {
        let text = SecretAnswer(text)
        _ = try await run { process throws(PinentryError) in
            try process.command("RESET")
            try process.describe(text.bytes)
            return true
        }
    }

    private static func answer(to response: PinentryProcess.Response) throws(PinentryError) -> PinentryAnswer {
        switch response.code {
        case nil: return .yes
        case Code.notConfirmed: return .no
        case Code.cancelled, Code.fullyCancelled: return .cancelled
        case Code.timeout: return .timedOut
        case let code?: throw .refused(code: code)
        }
    }
}

extension PinentryProcess {
    fileprivate func describe(_ text: borrowing SecretBytes) throws(PinentryError) {
        let description: AssuanCommand
        do throws(AssuanFault) { description = try AssuanCommand("SETDESC", text) } catch { throw .fault(error) }
        try command(description)
    }

    /// Asks, again where the answer came before the window can have been seen; nil where that doesn't end.
    fileprivate func askUntilSeen<Answer>(
        _ question: PinentryQuestion, _ ask: (PinentryProcess) throws(PinentryError) -> Answer
    ) throws(PinentryError) -> Answer? {
        var question = question
        for _ in 0..<PinentryConversation.attempts {
            try prepare(question)
            let asked = ContinuousClock.now
            let answer = try ask(self)
            guard let note = question.tooSoon, ContinuousClock.now - asked < PinentryConversation.unseen else {
                return answer
            }
            // A text that nobody else may read stays as it is: it isn't ours to add to.
            question.description =
                question.description.flatMap { text in
                    text.hasSuffix(note) ? text : PromptPage.adding(note, to: text)
                } ?? question.description
        }
        return nil
    }

    /// Sets everything that the next prompt says, and nothing of the one before.
    fileprivate func prepare(_ question: PinentryQuestion) throws(PinentryError) {
        if let description = question.description {
            try command("RESET")
            try command("SETDESC", description)
        }
        try command("SETTITLE", question.title)
        try command("SETTIMEOUT", String(secondsLeft))
        try command("SETOK", question.ok)
        try command("SETCANCEL", question.cancel)
        if let notOK = question.notOK { try command("SETNOTOK", notOK) }
        if let prompt = question.prompt { try command("SETPROMPT", prompt) }
        if let error = question.error { try command("SETERROR", error) }
        if let repetition = question.repetition {
            try command("SETREPEAT", repetition)
            try command("SETREPEATERROR", "The two are not the same.")
        }
    }
}
