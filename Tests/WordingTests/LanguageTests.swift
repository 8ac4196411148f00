import Foundation
import JSONRPC
import TestSupport
import Testing
import Wording

@Suite struct LanguageTests {
    @Test(arguments: [
        ("en", Language.english), ("en_US.UTF-8", .english), ("pt_BR.UTF-8", .brazilianPortuguese),
        ("pt-BR", .brazilianPortuguese), ("pt", .brazilianPortuguese), ("pt_PT@euro", .brazilianPortuguese),
        ("el_GR.utf8", .greek), ("EL", .greek), ("tr", .turkish), ("tr-TR", .turkish),
    ])
    func `a tag and a locale name a language`(tag: String, language: Language) {
        #expect(Language(tag) == language)
    }

    @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "ptx", "e", "elx_GR", "t", "../tr", "ttr", "ελ"])
    func `what isn't spoken is none`(tag: String) {
        #expect(Language(tag) == nil)
    }

    @Test(
        arguments: [
            ([:], Language.english), (["LANG": "el_GR.UTF-8"], .greek),
            (["LANG": "el_GR", "LC_MESSAGES": "tr_TR"], .turkish),
            (["LANG": "el_GR", "LC_MESSAGES": "tr_TR", "LC_ALL": "pt_BR"], .brazilianPortuguese),
            (["LANG": "el_GR", "LC_ALL": ""], .greek), (["LANG": "el_GR", "LC_ALL": "C"], .english),
            (["LANG": "de_DE.UTF-8"], .english), (["LC_CTYPE": "el_GR.UTF-8"], .english),
        ] as [([String: String], Language)])
    func `the first variable that is set decides`(environment: [String: String], language: Language) {
        #expect(Language { environment[$0] } == language)
    }

    /// By `babel` of PyPI, which carries Unicode's own table.
    @Test(arguments: Language.allCases) func `a number takes the form that Unicode says`(language: Language) throws {
        let numbers: [UInt64] =
            Array(0...220) + [1000, 1001, 999_999, 1_000_000, 1_000_001, 4_294_967_297, 18_446_744_073_709_551_615]
        let input: JSON = [
            "language": .string(JSONString(language.rawValue)),
            "numbers": .array(numbers.map { .string(JSONString("\($0)")) }),
        ]
        let answer = try PythonScript("plural_forms.py").run(input: Data(input.serialized()))
        let forms = try JSON(parsing: JSONSource(Array(answer))).array ?? []
        #expect(forms.count == numbers.count)
        let words = Phrasebook(language)
        let pair = words.forms(.totalsMore)
        for (number, form) in zip(numbers, forms) {
            // `many` is the form of `um milhão de`, in words; digits take the other.
            let expected = form.text == "one" ? pair.one : pair.other
            let said = words(.totalsMore, "\(number)") { "{\($0)}" }
            #expect(said == expected.replacing("{count}", with: "\(number)"), "\(number)")
        }
    }
}
