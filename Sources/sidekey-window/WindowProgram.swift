#if Window
    import AgentSocket
    import CGtk4
    import CPlatform
    import JSONRPC
    import NativeMessaging
    import Screens

    #if canImport(Glibc)
        import Glibc
    #endif

    /// `sidekey-window`: Sidekey's own window. It draws the screens that the agent describes, and says which button was pressed.
    ///
    /// ```
    /// standard input    frames with screens
    /// standard output   frames with answers; the secret of a field comes before its answer, in a frame that begins with a zero
    /// ```
    ///
    /// `sidekey-window sheet` draws one sheet of paper instead, from a frame to a PDF, and needs no display.
    ///
    /// It has no key, writes no file and reaches no network. It ends when its input does, and nothing that it knew stays.
    @main enum WindowProgram {
        static func main() {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments == ["--version"] {
                print("sidekey-window \(Release.version)")
                return
            }
            guard arguments.isEmpty || arguments == ["sheet"], isatty(STDIN_FILENO) == 0 else {
                report("the agent starts this program")
                exit(EX_USAGE)
            }
            signal(SIGPIPE, SIG_IGN)
            guard confine() else {
                report("the window can't be protected")
                exit(1)
            }
            if !arguments.isEmpty { _exit(SheetPage.draw() ? 0 : 1) }
            // By hand on the processor: a driver for graphics takes seconds to start and 200 MB.
            setenv("GSK_RENDERER", "cairo", 1)
            setenv("GDK_DEBUG", "gl-disable", 1)
            // Settings come from the display; a file of the user's is none of this program's.
            setenv("GSETTINGS_BACKEND", "memory", 1)
            // Without an address the toolkit would start a bus.
            setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 0)
            guard gtk_init_check() != 0 else {
                report("there is no display")
                exit(EX_UNAVAILABLE)
            }
            SystemAppearance.ask()?.apply()
            g_set_prgname("sidekey")
            g_set_application_name("Sidekey")
            let loop = g_main_loop_new(nil, 0)
            let window = ScreenWindow { g_main_loop_quit(loop) }
            let pipe = AgentPipe(
                show: { window.show($0) }, measure: { window.show($0) }, ended: { g_main_loop_quit(loop) })
            window.typed = { pipe.sendTyped($0) }
            window.answer = { pipe.send($0) }
            window.handOver = { pipe.handOver($0) }
            pipe.begin()
            withExtendedLifetime((window, pipe)) { g_main_loop_run(loop) }
            _exit(0)
        }

        /// Takes from this process what a window doesn't need, before a byte of the agent's is read.
        ///
        /// A hostile text that took over the toolkit would find no file of the user's, no network and no other program here. Display and buses
        /// stay open: a window can't be drawn or read aloud without them.
        private static func confine() -> Bool {
            // The toolkit's own: libraries, fonts, themes, names of keys. The display's key is the one file of the user's.
            var readable = ["/usr", "/lib", "/lib64", "/etc", "/var/cache/fontconfig", "/var/lib/dbus", "/proc"]
            if let key = getenv("XAUTHORITY") { readable.append(String(cString: key)) }
            var held = platform_confinement()
            guard platform_harden() == 0 else { return false }
            return CStringArray(readable).withPointer { platform_confine(PLATFORM_REACH_DISPLAY, $0, nil, &held) } == 0
        }

        /// Writes to standard error for a user who starts it by hand; the agent gives it `/dev/null` here.
        private static func report(_ text: String) {
            let line = Array("sidekey-window: error: \(text)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
        }
    }
#else
    #if canImport(Glibc)
        import Glibc
    #endif

    /// A build without GTK 4 has no window: the agent asks by pinentry then.
    @main enum WindowProgram {
        static func main() {
            print("this sidekey-window was built without GTK 4")
            exit(69)
        }
    }
#endif
