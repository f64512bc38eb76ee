import CarrelViews

extension HelpTopic {
    /// What a run prints with `--json`.
    static let events = HelpTopic(
        name: "events", title: "Events", summary: "What sync, get, watch and work print with --json",
        blocks: [
            .text(
                """
                With --json, sync, get, watch and work print each event when it happens, as one JSON object on a line. Its \
                key event is one of these:
                """),
            .terms(EventKind.allCases.filter { $0 != .gap }.map { ($0.rawValue, $0.summary) }),
            .text(
                """
                Every other command prints its rows with --json. Ignore keys and events that you do not know: later versions \
                may have more. All keys are in docs/JSON.md, and in docs/carrel.schema.json as a JSON Schema.
                """),
            .heading("Example"),
            .lines([
                "carrel sync --json | jq -r 'select(.event == \"stored\").path'"
            ]),
        ])
}
