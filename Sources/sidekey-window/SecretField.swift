#if Window
    import CGtk4
    import CPlatform

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A field for a passphrase or a word of a phrase, whose text is nowhere but in locked memory.
    ///
    /// It is no `GtkEntry`: a program of the same user reads the text of one through the accessibility bus, and GTK leaves copies of it in the
    /// heap. This one is a drawing area with the role and the name of a field, which gives nobody its text. A passphrase is drawn as dots; a word is
    /// drawn as it is, for a person copies it from paper.
    final class SecretField {
        /// The most bytes of a passphrase, as pinentry has them.
        static let maximumCount = 2048

        let widget: Widget?
        /// The words that may be meant; nil for a passphrase.
        let list: [[UInt8]]?
        /// Called when the text changed, when Enter was pressed in it, and when the next field is meant.
        var changed: () -> Void = {}
        var entered: () -> Void = {}
        var next: () -> Void = {}
        /// Takes a text that was pasted.
        var pasted: ((UnsafeRawBufferPointer) -> Void)?
        /// A zero, and the text behind it: as it goes to the agent.
        private let memory: UnsafeMutableRawBufferPointer
        private var count = 0
        private let input: UnsafeMutablePointer<GtkIMContext>?

        init(label: String, list: [[UInt8]]? = nil) {
            self.list = list
            let page = max(sysconf(Int32(_SC_PAGESIZE)), 4096)
            memory = .allocate(byteCount: page, alignment: page)
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            mlock(memory.baseAddress, memory.count)
            widget = gtk4_secret_area()
            // Dead keys and Compose; an input method's own process would learn the passphrase.
            input = gtk_im_context_simple_new()
            guard let widget, let input else { return }
            // Until this object goes, whose text it draws.
            g_object_ref_sink(UnsafeMutableRawPointer(widget))
            gtk_widget_add_css_class(widget, "secret")
            // Has room for the longest word.
            if list != nil { gtk_widget_add_css_class(widget, "word-field") }
            gtk_drawing_area_set_content_height(gtk4_drawing(widget), 36)
            gtk_widget_set_hexpand(widget, 1)
            gtk4_set_name(widget, label)
            let this = Unmanaged.passUnretained(self).toOpaque()
            gtk_drawing_area_set_draw_func(
                gtk4_drawing(widget),
                { area, cairo, width, height, data in
                    guard let data, let cairo else { return }
                    Unmanaged<SecretField>.fromOpaque(data).takeUnretainedValue().draw(cairo, width, height)
                }, this, nil)
            Signal.text(UnsafeMutableRawPointer(input), "commit") { [weak self] text in
                self?.append(UnsafeRawBufferPointer(start: text, count: strlen(text)))
            }
            let keys = gtk_event_controller_key_new()
            gtk_event_controller_key_set_im_context(keys, input)
            gtk_widget_add_controller(widget, keys)
            Signal.key(UnsafeMutableRawPointer(keys)) { [weak self] key, state in self?.press(key, state) ?? false }
            let click = gtk_gesture_click_new()
            gtk_widget_add_controller(widget, click)
            Signal.click(UnsafeMutableRawPointer(click), "pressed") { [weak self] in
                if let widget = self?.widget { gtk_widget_grab_focus(widget) }
            }
            let focus = gtk_event_controller_focus_new()
            gtk_widget_add_controller(widget, focus)
            Signal.plain(UnsafeMutableRawPointer(focus), "leave") { [weak self] in self?.complete() }
            gtk_im_context_set_client_widget(input, widget)
        }

        deinit {
            // The widget may be drawn once more before it goes.
            if let widget {
                gtk_drawing_area_set_draw_func(gtk4_drawing(widget), nil, nil, nil)
                g_object_unref(UnsafeMutableRawPointer(widget))
            }
            if let base = memory.baseAddress { platform_wipe(base, memory.count) }
            munlock(memory.baseAddress, memory.count)
            memory.deallocate()
        }

        var isEmpty: Bool { count == 0 }

        /// The text.
        var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[1..<1 + count])
        }

        /// The text, with a zero before it.
        var frame: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory).prefix(count + 1))
        }

        /// True if both have the same text.
        func isEqual(to other: SecretField) -> Bool {
            bytes.elementsEqual(other.bytes)
        }

        func clear() {
            if let base = memory.baseAddress { platform_wipe(base, memory.count) }
            count = 0
            redraw()
        }

        /// Sets the text to one that was pasted.
        func set(_ text: UnsafeRawBufferPointer) {
            clear()
            append(text)
        }

        private func append(_ text: UnsafeRawBufferPointer) {
            guard count + text.count <= Self.maximumCount, let base = memory.baseAddress, let start = text.baseAddress
            else { return }
            if list != nil, text.allSatisfy({ $0 == 0x20 }) { return next() }
            memcpy(base + 1 + count, start, text.count)
            count += text.count
            redraw()
            changed()
        }

        private func press(_ key: guint, _ state: GdkModifierType) -> Bool {
            let isControl = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
            switch Int32(key) {
            case GDK_KEY_BackSpace:
                guard count > 0 else { return true }
                // To the first byte of the last character.
                repeat {
                    count -= 1
                } while count > 0 && memory[1 + count] & 0xC0 == 0x80
                if let base = memory.baseAddress { platform_wipe(base + 1 + count, memory.count - 1 - count) }
                redraw()
                changed()
                return true
            case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
                complete()
                entered()
                return true
            case GDK_KEY_space where list != nil:
                next()
                return true
            case GDK_KEY_u where isControl:
                clear()
                changed()
                return true
            case GDK_KEY_v where isControl:
                paste()
                return true
            case GDK_KEY_Caps_Lock:
                // Its state changes after this.
                changed()
                return false
            default: return false
            }
        }

        /// Reads the clipboard; the toolkit's copy is wiped.
        private func paste() {
            guard let widget else { return }
            let finished: @convention(c) (UnsafeMutablePointer<GObject>?, OpaquePointer?, gpointer?) -> Void = {
                source, result, data in
                guard let data else { return }
                let field = Unmanaged<SecretField>.fromOpaque(data).takeRetainedValue()
                guard let text = gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil) else { return }
                let length = strlen(text)
                let bytes = UnsafeRawBufferPointer(start: text, count: length)
                if let pasted = field.pasted { pasted(bytes) } else { field.append(bytes) }
                platform_wipe(text, length)
                g_free(text)
            }
            gdk_clipboard_read_text_async(
                gtk_widget_get_clipboard(widget), nil, finished, Unmanaged.passRetained(self).toOpaque())
        }

        private func redraw() {
            if let widget { gtk_widget_queue_draw(widget) }
        }

        // A word of the list.

        /// The first word that begins with the text, and whether it is the only one.
        private var completion: (word: [UInt8], isOnly: Bool)? {
            guard let list, count > 0 else { return nil }
            let found = list.lazy.filter { $0.starts(with: self.bytes) }
            guard let first = found.first else { return nil }
            return (first, first.count == count || found.prefix(2).count == 1)
        }

        /// Takes the only word that begins with what was typed.
        func complete() {
            guard let (word, isOnly) = completion, isOnly, word.count > count else { return }
            word.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[count...])) }
        }

        private func draw(_ cairo: OpaquePointer, _ width: Int32, _ height: Int32) {
            guard let widget else { return }
            var colour = GdkRGBA()
            gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
            // Dots and caret grow with the texts.
            let unit = max(1, gtk4_text_scale())
            let caret = list == nil ? drawDots(cairo, width, height, unit, &colour) : drawWord(cairo, height, &colour)
            guard gtk_widget_has_focus(widget) != 0 else { return }
            gdk_cairo_set_source_rgba(cairo, &colour)
            cairo_rectangle(cairo, caret, Double(height) / 2 - 9 * unit, 1.5 * unit, 18 * unit)
            cairo_fill(cairo)
        }

        /// A dot a character.
        ///
        /// - Returns: Where the caret stands.
        private func drawDots(
            _ cairo: OpaquePointer, _ width: Int32, _ height: Int32, _ unit: Double, _ colour: inout GdkRGBA
        ) -> Double {
            var characters = 0
            for index in 0..<count where memory[1 + index] & 0xC0 != 0x80 { characters += 1 }
            gdk_cairo_set_source_rgba(cairo, &colour)
            let (radius, step) = (4 * unit, 13 * unit)
            let shown = min(characters, max(1, Int((Double(width) - 24 * unit) / step)))
            for index in 0..<shown {
                cairo_arc(cairo, 14 * unit + Double(index) * step, Double(height) / 2, radius, 0, 6.2832)
                cairo_fill(cairo)
            }
            return 10 * unit + Double(shown) * step
        }

        /// The word, and the rest of the one that it may become; struck through where it becomes none.
        ///
        /// - Returns: Where the caret stands.
        private func drawWord(_ cairo: OpaquePointer, _ height: Int32, _ colour: inout GdkRGBA) -> Double {
            let completion = completion
            var x = 8.0
            x += write(bytes, at: x, cairo, height, &colour)
            if let word = completion?.word {
                var faint = colour
                faint.alpha *= 0.45
                _ = word.withUnsafeBytes {
                    write(UnsafeRawBufferPointer(rebasing: $0[count...]), at: x, cairo, height, &faint)
                }
            } else if count > 0 {
                gdk_cairo_set_source_rgba(cairo, &colour)
                cairo_rectangle(cairo, 8, Double(height) / 2, x - 8, 1.5)
                cairo_fill(cairo)
            }
            return x
        }

        private func write(
            _ text: UnsafeRawBufferPointer, at x: Double, _ cairo: OpaquePointer, _ height: Int32,
            _ colour: inout GdkRGBA
        ) -> Double {
            guard let widget, let start = text.baseAddress, !text.isEmpty,
                let layout = gtk_widget_create_pango_layout(widget, nil)
            else { return 0 }
            pango_layout_set_text(layout, start.assumingMemoryBound(to: CChar.self), Int32(text.count))
            var (wide, high): (Int32, Int32) = (0, 0)
            pango_layout_get_pixel_size(layout, &wide, &high)
            gdk_cairo_set_source_rgba(cairo, &colour)
            cairo_move_to(cairo, x, Double(height - high) / 2)
            pango_cairo_show_layout(cairo, layout)
            g_object_unref(UnsafeMutableRawPointer(layout))
            return Double(wide)
        }
    }
#endif
