"""The report: a heading and a table a case."""

from pathlib import Path

from settings import MIB, Settings

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


class NoMarkers(Exception):
    """A document has no place for the tables."""


def write_between_markers(document: Path, text: str) -> None:
    """Replaces what stands between the two marker comments of a document."""
    before, begin, rest = document.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoMarkers(f"{document}: has not the comments {BEGIN} and {END}")
    document.write_text(f"{before}{BEGIN}\n\n{text.strip()}\n\n{END}{after}")


def title(case: str, settings: Settings) -> str:
    """A case in one line."""
    at_once = f"{settings.connections} at once"
    return {
        "small": f"`small`: {settings.files:,} files of 4 KiB, {at_once}",
        "big": f"`big`: {settings.big_files:,} files of {settings.big_size // MIB:,} MiB",
        "again": f"`again`: the {settings.files:,} small files, unchanged",
        "delayed": f"`delayed`: {settings.delayed_files:,} files of 64 KiB, each answer"
        f" {settings.delay_milliseconds} ms late, {at_once}",
        "catalogue": "`catalogue`: a catalogue with nothing to do",
        "large": "`large`: catalogues that are read in parts",
        "parse": f"`parse`: catalogues of {settings.parse_size // MIB:,} MiB",
        "search": f"`search`: {settings.texts:,} texts of 4 KiB, {settings.queries:,} queries",
        "preview": "`preview`: what a document looks like",
        "sharing": f"`sharing`: workers that share one library, each answer {settings.delay_milliseconds} ms late,"
        " or a 404 at once",
    }[case]


def note(case: str, settings: Settings) -> str:
    """What has to be said below a case's table."""
    if case == "again":
        return (
            "\n\n`curl` has one condition for a whole list of URLs, not one for each: here all files have one entity tag, which"
            " it sends with every request."
        )
    if case == "delayed":
        turns = -(-settings.delayed_files // settings.connections)
        floor = turns * settings.delay_milliseconds / 1000
        return f"\n\nThe server is `carrel delay-proxy`. Its delays alone take {floor:.2f} s of wall time."
    return ""
