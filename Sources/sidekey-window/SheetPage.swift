#if Window
    import CGtk4
    import JSONRPC
    import NativeMessaging
    import Screens

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A recovery sheet on A4, drawn as PDF to standard output: its texts may have any letters, which the fonts of this machine have and the file embeds.
    ///
    /// The same sheet makes the same bytes on the same machine.
    final class SheetPage {
        private static let (width, height, margin) = (595.276, 841.89, 48.0)
        /// The side of a QR code with its quiet zone.
        private static let codeSide = 76.0
        private static let (columns, lineCount) = (4, 24)

        private let sheet: RecoverySheet
        private let phrases: [SecretText]
        private let cairo: OpaquePointer
        private var y = margin

        /// Reads one sheet from standard input and draws it; false for what is none, or if it can't be written.
        static func draw() -> Bool {
            var reader = FrameReader()
            var phrases: [SecretText] = []
            while true {
                let count = reader.fill { read(STDIN_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                while let event = reader.next() {
                    guard case .frame = event else { return false }
                    let isSecret = reader.withFrame { frame in
                        guard frame.first == 0 else { return false }
                        let text = SecretText()
                        text.take(frame.dropFirst())
                        phrases.append(text)
                        return true
                    }
                    if isSecret { continue }
                    guard let message = try? reader.withFrame({ try JSON(parsing: JSONSource(copying: $0)) }),
                        message["method"]?.text == ScreenMethod.sheet, let params = message["params"]?.object,
                        let sheet = try? RecoverySheet(params), sheet.phrases == phrases.count
                    else { return false }
                    return draw(sheet, phrases)
                }
            }
        }

        private static func draw(_ sheet: RecoverySheet, _ phrases: [SecretText]) -> Bool {
            let surface = cairo_pdf_surface_create_for_stream(
                { _, bytes, count in
                    var rest = UnsafeRawBufferPointer(start: bytes, count: Int(count))
                    while !rest.isEmpty {
                        let written = write(STDOUT_FILENO, rest.baseAddress, rest.count)
                        if written < 0, errno == EINTR { continue }
                        guard written > 0 else { return CAIRO_STATUS_WRITE_ERROR }
                        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                    }
                    return CAIRO_STATUS_SUCCESS
                }, nil, width, height)
            guard let surface, let cairo = cairo_create(surface) else { return false }
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, sheet.title)
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Sidekey")
            // Else the time of day would make two sheets of one wallet differ.
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "\(sheet.date)T00:00:00")
            let page = SheetPage(sheet, phrases, on: cairo)
            page.draw()
            cairo_destroy(cairo)
            cairo_surface_finish(surface)
            let isDrawn = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
            cairo_surface_destroy(surface)
            return isDrawn
        }

        private init(_ sheet: RecoverySheet, _ phrases: [SecretText], on cairo: OpaquePointer) {
            self.sheet = sheet
            self.phrases = phrases
            self.cairo = cairo
        }

        private func draw() {
            text(sheet.title, size: 19, isBold: true)
            text(sheet.date, size: 9)
            space(4)
            for paragraph in sheet.texts { text(paragraph, size: 9.5) }
            space(6)
            for row in sheet.rows { text("\(row.name): \(row.value)", size: 9.5) }
            heading(sheet.stepsTitle)
            for (index, step) in sheet.steps.enumerated() { text("\(index + 1). \(step)", size: 9.5) }
            heading(sheet.accountsTitle)
            for account in sheet.accounts { draw(account) }
            if !sheet.more.isEmpty { text(sheet.more, size: 9.5) }
            // The words stay together: half of them on another page would be lost.
            fit(190)
            heading(sheet.wordsTitle)
            text(sheet.wordsMeans, size: 9.5)
            space(8)
            if phrases.isEmpty { lines() }
            for phrase in phrases { draw(phrase) }
        }

        /// A label, where it comes from and its address in groups, beside its code.
        private func draw(_ account: RecoverySheet.Account) {
            fit(Self.codeSide + 6)
            let top = y
            draw(codeOf: account, at: top)
            let left = Self.margin + Self.codeSide + 12
            y = top + 8
            text(account.label, size: 11, from: left, isBold: true)
            text(account.path, size: 9, from: left)
            space(4)
            text(Self.grouped(account.address), size: 9.5, from: left, family: "monospace")
            y = max(y, top + Self.codeSide + 6)
        }

        private static func grouped(_ address: String) -> String {
            var groups: [Substring] = []
            var rest = address[...]
            while !rest.isEmpty {
                groups.append(rest.prefix(4))
                rest = rest.dropFirst(4)
            }
            return groups.joined(separator: " ")
        }

        private func draw(codeOf account: RecoverySheet.Account, at top: Double) {
            // With the quiet zone of four modules on each side.
            let module = Self.codeSide / Double(account.size + 8)
            for (index, dark) in account.modules.utf8.enumerated() where dark == UInt8(ascii: "1") {
                let (row, column) = index.quotientAndRemainder(dividingBy: account.size)
                // A little larger than it is: no reader may see lines between modules.
                cairo_rectangle(
                    cairo, Self.margin + Double(column + 4) * module, top + Double(row + 4) * module, module + 0.02,
                    module + 0.02)
            }
            cairo_fill(cairo)
        }

        /// Numbered lines on which the words are written by hand.
        private func lines() {
            let side = (Self.width - 2 * Self.margin) / Double(Self.columns)
            let top = y
            for index in 0..<Self.lineCount {
                let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
                let left = Self.margin + Double(column) * side
                y = top + Double(row) * 22
                text("\(index + 1)", size: 9, from: left)
                cairo_set_line_width(cairo, 0.5)
                cairo_move_to(cairo, left + 18, y - 1)
                cairo_line_to(cairo, left + side - 10, y - 1)
                cairo_stroke(cairo)
            }
        }

        /// The words of a phrase in the same grid.
        private func draw(_ phrase: SecretText) {
            fit(150)
            let side = (Self.width - 2 * Self.margin) / Double(Self.columns)
            let top = y
            var index = 0
            phrase.lend { words in
                for word in words.split(separator: 0x20) {
                    let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
                    let left = Self.margin + Double(column) * side
                    y = top + Double(row) * 20
                    text("\(index + 1)", size: 9, from: left)
                    y = top + Double(row) * 20
                    text(
                        UnsafeRawBufferPointer(rebasing: word), size: 11, from: left + 20, family: "monospace",
                        width: side)
                    index += 1
                }
            }
            space(14)
        }

        // MARK: Texts

        private func heading(_ text: String) {
            space(10)
            fit(40)
            self.text(text, size: 12, isBold: true)
            space(2)
        }

        private func text(
            _ text: String, size: Double, from left: Double = margin, family: String = "sans", isBold: Bool = false
        ) {
            var text = text
            text.withUTF8 {
                self.text(
                    UnsafeRawBufferPointer($0), size: size, from: left, family: family, isBold: isBold,
                    width: Self.width - Self.margin - left)
            }
        }

        private func text(
            _ text: UnsafeRawBufferPointer, size: Double, from left: Double, family: String, isBold: Bool = false,
            width: Double
        ) {
            guard let base = text.baseAddress, let layout = pango_cairo_create_layout(cairo),
                let font = pango_font_description_from_string(family)
            else { return }
            defer {
                pango_font_description_free(font)
                g_object_unref(UnsafeMutableRawPointer(layout))
            }
            pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
            if isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
            pango_layout_set_font_description(layout, font)
            pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            pango_layout_set_text(layout, base.assumingMemoryBound(to: CChar.self), Int32(text.count))
            var (across, down) = (Int32(0), Int32(0))
            pango_layout_get_size(layout, &across, &down)
            fit(Double(down) / Double(PANGO_SCALE))
            cairo_move_to(cairo, left, y)
            pango_cairo_show_layout(cairo, layout)
            y += Double(down) / Double(PANGO_SCALE) + 2
        }

        private func space(_ height: Double) { y += height }

        /// Goes on to another page if so much has no room on this one.
        private func fit(_ height: Double) {
            guard y + height > Self.height - Self.margin, y > Self.margin else { return }
            cairo_show_page(cairo)
            y = Self.margin
        }
    }
#endif
