import CPlatform
import CarrelBasics
import CarrelBrowse
import CarrelTerminal
import Foundation

/// Runs the browser on the terminal's alternate screen; afterwards the user's screen is as before.
final class BrowseScreen: SuspendedDrawing {
    /// Something that happened on the terminal or in the library.
    private enum Event: Sendable {
        case terminal(TerminalEvent)
        case browser(BrowserEvent)
    }

    private let terminal: ScreenTerminal
    /// What the terminal shows; `nil` if that is not known.
    private let shown = Locked<ScreenBuffer?>(nil)
    private let events: AsyncStream<Event>
    private let sender: AsyncStream<Event>.Continuation

    /// Makes a screen; `nil` without a terminal that moves its cursor.
    init?(usesMouse: Bool) {
        // The alternate screen; pastes in brackets; clicks and the wheel.
        guard
            let terminal = ScreenTerminal(
                entering: "\u{1B}[?1049h\u{1B}[?2004h" + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""),
                leaving: (usesMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")
                    + "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
        else { return nil }
        self.terminal = terminal
        (events, sender) = AsyncStream.makeStream(of: Event.self)
    }

    /// Shows a library until a key or a signal ends it.
    func run(_ host: any BrowserHost, _ options: BrowserOptions) async -> ExitStatus {
        await begin()
        let (size, sender) = (Terminal.size(STDOUT_FILENO), sender)
        var browser = Browser(columns: size.columns, lines: size.lines)
        let engine = BrowserEngine(host, options) { sender.yield(.browser($0)) }
        let input = TerminalEvents { sender.yield(.terminal($0)) }
        await input.start()
        let working = Task { await engine.run() }
        Terminal.drawing.withLock { $0 = self }
        draw(browser, options)
        var status = ExitStatus.success
        events: for await event in events {
            if case .browser(let told) = event, browser.isIdle(told) { continue }
            for effect in await effects(of: event, &browser) {
                switch effect {
                case .quit: break events
                case .redraw: shown.withLock { $0 = nil }
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
            let size = Terminal.size(STDOUT_FILENO)
            return browser.take(.resized(columns: size.columns, lines: size.lines))
        case .terminal(.hangUp): return []
        }
    }

    // MARK: The terminal

    private func begin() async {
        if await terminal.begin() { shown.withLock { $0 = nil } }
    }

    /// Gives the screen back; undoes everything in reverse order.
    private func leave() {
        shown.withLock { shown in
            let layers = shown?.graphics.contains { $0.isLayer } == true ? ScreenDrawing.noLayers : ""
            terminal.restore(undoing: "\u{1B}[m" + layers)
        }
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
            if terminal.draw(ScreenDrawing.text(of: screen, over: shown, options.depth)) { shown = screen }
        }
    }
}
