import CarrelBasics
import CarrelCore
import CarrelStages
import CarrelViews
import Foundation

/// `carrel status`: who works on a library, what waits and what is stuck.
enum StatusCommand {
    static let spec = CommandSpec(
        name: "status", summary: "Show what the library holds, and the machines that work on it",
        discussion: """
            Of a library whose queue is in PostgreSQL it shows who works on it, what waits, and what is stuck: hosts that asked
            to wait, or that failed too often, come first, with the reason. Of any other library it says in one line what it
            holds.
            """,
        options: [
            OptionSpec(
                name: "--hosts", value: "N", help: "how many hosts to name, at most 10000 (20 unless told)")
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let hosts = try invocation.number("--hosts", in: 0...10_000) ?? 20
        let desk = try await workspace.desk()
        guard try workspace.sharesJobs else {
            let (view, _) = try await workspace.view(desk)
            let holdings = StatusRow.Holdings(view)
            if workspace.isJSON {
                JSONLine.write(StatusRow.library(holdings))
            } else {
                LineWriter.output.line(workspace.hints.completing(line(holdings)))
            }
            return .success
        }
        let status = try await desk.queueStatus(mostHosts: hosts)
        if workspace.isJSON {
            for row in StatusRow.rows(status) { JSONLine.write(row) }
        } else {
            for line in lines(status) {
                LineWriter.output.line(workspace.hints.completing(line))
            }
        }
        return .success
    }

    /// What a library holds that has no machines at work.
    private static func line(_ holdings: StatusRow.Holdings) -> String {
        let (catalogs, items, new) = (holdings.catalogs, holdings.items, holdings.new)
        guard catalogs > 0 else { return "there is no catalogue yet; add one: carrel add URL" }
        let parts = [
            Counted.text(catalogs, "catalogue"),
            Counted.text(items, "item"), "\(holdings.stored) stored",
            new > 0 ? "\(new) new" : nil,
        ]
        let holds = parts.compactMap(\.self).joined(separator: ", ") + " (carrel catalogues, carrel list)"
        let troubles = Counted.parts([
            (holdings.failed, "failed (carrel list --status failed)"),
            (holdings.quarantined, "set aside (carrel quarantine list)"),
            (holdings.missing, "missing (carrel verify)"),
        ])
        return ([holds] + troubles).joined(separator: ", ")
    }

    private static func lines(_ status: SharedQueueStatus) -> [String] {
        let counts = Counted.parts([(status.waiting, "waiting"), (status.leased, "being done")])
        var lines = [
            counts.isEmpty
                ? "no jobs"
                : "jobs: \(counts.joined(separator: ", ")), of \(Counted.text(status.hostCount, "host"))"
        ]
        if status.unnamed > 0 { lines[0] += "; \(Counted.text(status.unnamed, "document")) being named" }
        var workers = TextTable()
        for worker in status.workers {
            workers.add(
                worker.name, worker.report.trouble.map { "\(worker.state): \($0)" } ?? worker.state,
                Counted.text(worker.leases, "host"),
                Counted.text(worker.jobs, "job"),
                String(format: "%.1f/s", worker.rate),
                "\(worker.report.stored) stored, \(worker.report.unchanged) unchanged, \(worker.report.failed) failed",
                "heard of \(age(worker.seen, status.now)) ago")
        }
        if !status.workers.isEmpty { lines.append(workers.text) }
        if status.workers.allSatisfy(\.isGone) {
            lines.append("no machine works on it; start one with: carrel work")
        }
        var hosts = TextTable()
        for host in status.hosts {
            let until = host.heldUntil.map { "held for \(age(status.now, $0))" }
            let worker = host.worker.flatMap { number in status.workers.first { $0.number == number }?.name }
            hosts.add(
                host.name, "\(host.waiting) waiting", until ?? worker.map { "at \($0)" } ?? "",
                host.reason ?? "")
        }
        if !status.hosts.isEmpty { lines.append(hosts.text) }
        return lines
    }

    private static func age(_ from: Date, _ to: Date) -> String {
        let seconds = max(0, Int(to.timeIntervalSince(from)))
        if seconds < 120 { return "\(seconds) s" }
        return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    }
}
