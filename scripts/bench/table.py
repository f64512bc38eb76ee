"""Markdown tables of medians and ratios."""

from statistics import median

from tools import BASE, TITLES
from transfers import Row

HEAD = """\
| where | tool | wall, s | ratio | CPU, s | ratio | peak, MiB |
| --- | --- | ---: | ---: | ---: | ---: | ---: |"""


def transfers(rows: list[Row]) -> str:
    """The table of one case. A ratio above 1 says: so many times what Carrel's `curl` fetcher takes."""
    lines = [HEAD]
    for row in rows:
        base = next((other for other in rows if other.tool == BASE and other.place == row.place), None)
        lines.append("| " + " | ".join([row.place, TITLES[row.tool], *_cells(row, base)]) + " |")
    return "\n".join(lines)


def _cells(row: Row, base: Row | None) -> list[str]:
    if row.failure:
        return ["failed: " + row.failure.replace("|", "/").replace("`", "'"), "", "", "", ""]
    cells = []
    for cost in ("wall", "cpu"):
        mine = middle(row, cost)
        cells.append(f"{mine:.3f}")
        usable = base is not None and base.failure is None and middle(base, cost) > 0
        cells.append(f"{mine / middle(base, cost):.2f}" if usable else "")
    return cells + [f"{middle(row, 'memory'):.0f}"]


def middle(row: Row, cost: str) -> float:
    """The median of one cost over the rounds."""
    return median(getattr(sample, cost) for sample in row.samples)
