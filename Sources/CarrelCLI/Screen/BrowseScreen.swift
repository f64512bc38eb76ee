import CPlatform
import CarrelBasics
import CarrelBrowse
import CarrelTerminal
import Foundation

/// Runs the browser on the terminal's alternate screen; afterwards the user's screen is as before.
final class BrowseScreen: SuspendedDrawing {
    private struct Shown {
        /// What the terminal shows; `nil` if that is not known.
        var screen: ScreenBuffer?
        /// Whether others use the terminal.
        var isLeft = true
    }

    /// Something that happened on the terminal or in the library.
    private enum Event: Sendable {
        case terminal(TerminalEvent)
        case browser(BrowserEvent)
    }

    private let terminal: RawTerminal
    private let usesMouse: Bool
    private let shown = Locked(Shown())
    private let events: AsyncStream<Event>
    private let sender: AsyncStream<Event>.Continuation

    /// Makes a screen; `nil` if standard input or output is not a terminal, or the terminal cannot move its cursor.
    init?(usesMouse: Bool) {
        guard isatty(STDOUT_FILENO) == 1, let terminal = RawTerminal(STDIN_FILENO) else { return nil }
        guard !Terminal.isPlain(ProcessEnvironment.variables) else { return nil }
        (self.terminal, self.usesMouse) = (terminal, usesMouse)
        (events, sender) = AsyncStream.makeStream(of: Event.self)
    }

    /// Shows a library until a key or a signal ends it.
    func run(_ host: any BrowserHost, _ options: BrowserOptions) async -> ExitStatus {
        await begin()
        let (size, sender) = (RawTerminal.size, sender)
        var browser = Browser(columns: size.columns, lines: size.lines)
        let engine = BrowserEngine(host, options) { sender.yield(.browser($0)) }
        let input = TerminalEvents()
        await input.start()
        let stream = input.stream
        let forwarding = Task {
            for await event in stream { sender.yield(.terminal(event)) }
            sender.yield(.terminal(.hangUp))
        }
        let working = Task { await engine.run() }
        Terminal.drawing.withLock { $0 = self }
        draw(browser, options)
        var status = ExitStatus.success
        events: for await event in events {
            for effect in await effects(of: event, &browser) {
                switch effect {
                case .quit: break events
                case .redraw: shown.withLock { $0.screen = nil }
                case .suspend: suspend()
                default: await engine.perform(effect)
                }
            }
            if case .terminal(.hangUp) = event {
                status = .interrupted
                break
            }
            draw(browser, options)
        }
        Terminal.drawing.withLock { $0 = nil }
        input.stop()
        forwarding.cancel()
        leave()
        working.cancel()
        await working.value
        return Task.isCancelled ? .interrupted : status
    }

    private func effects(of event: Event, _ browser: inout Browser) async -> [BrowserEffect] {
        switch event {
        case .browser(let event): return browser.take(event)
        case .terminal(.inputs(let inputs)): return inputs.flatMap { browser.take(.input($0)) }
        case .terminal(.redraw):
            await begin()
            let size = RawTerminal.size
            return browser.take(.resized(columns: size.columns, lines: size.lines))
        case .terminal(.hangUp): return []
        }
    }

    // MARK: The terminal

    /// Takes the screen, also after the program was stopped and the shell used it.
    private func begin() async {
        guard await terminal.begin() else { return }
        // The alternate screen; pastes in brackets; clicks and the wheel.
        LineWriter.output.write(
            "\u{1B}[?1049h\u{1B}[?2004h" + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""))
        shown.withLock { $0 = Shown(isLeft: false) }
    }

    /// Gives the screen back; undoes everything in reverse order.
    private func leave() {
        shown.withLock { shown in
            guard !shown.isLeft else { return }
            let layers = shown.screen?.graphics.contains { $0.isLayer } == true ? ScreenDrawing.noLayers : ""
            let mouse = usesMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : ""
            LineWriter.output.write("\u{1B}[m" + layers + mouse + "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
            shown = Shown(isLeft: true)
        }
        terminal.restore()
    }

    /// Stops this program and the script that runs it, as the terminal does by the key: the script waits for it.
    private func suspend() {
        guard carrel_ignores(SIGTSTP) == 0 else { return }
        // The shell has the terminal as soon as the script has stopped.
        leave()
        kill(0, SIGTSTP)
    }

    func pause() { leave() }

    func resume() { sender.yield(.terminal(.redraw)) }

    private func draw(_ browser: Browser, _ options: BrowserOptions) {
        let screen = BrowserView.screen(of: browser, options.depth)
        shown.withLock { shown in
            guard !shown.isLeft else { return }
            let text = ScreenDrawing.text(of: screen, over: shown.screen, options.depth)
            shown.screen = screen
            if !text.isEmpty { LineWriter.output.write(text) }
        }
    }
}
