"""The report on a checked game as a page that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from importlib.metadata import version
from string import Template

from cardkit.authors.checking import KNOWN_PROMISES, Finding, counts, told
from cardkit.authors.subjects import Subject
from cardkit.core.texts import listed


def summary(subject: Subject, findings: Sequence[Finding]) -> str:
    """How many promises are kept, broken, open and long, in a sentence."""
    found = counts(findings)
    if found["ok"] == len(findings):
        return f"{subject.game.name} keeps every promise, {len(findings)} of {len(findings)}."
    others = [f"{number} {'is' if number == 1 else 'are'} {word}" for word, number in found.items() if number]
    apart = listed(others[1:] if found["ok"] else others)
    return f"{subject.game.name} keeps {found['ok']} of {len(findings)} promises; {apart}."


def page(subject: Subject, findings: Sequence[Finding]) -> str:
    """The report as HTML."""
    template = resources.files("cardkit") / "authors" / "templates" / "report.html"
    return Template(template.read_text(encoding="utf-8")).substitute(
        title=escape(f"{subject.game.name}: what it promises"),
        summary=escape(summary(subject, findings)),
        shown="\n".join(_shown(subject, finding) for finding in findings if finding.verdict.word != "ok"),
        rows="\n".join(map(_row, findings)),
        version=escape(version("cardkit")),
    )


def _row(finding: Finding) -> str:
    verdict = finding.verdict
    cells = (
        f"<td><code>{escape(verdict.promise)}</code></td>",
        f'<td class="{verdict.word}">{verdict.word}</td>',
        f"<td>{escape(KNOWN_PROMISES[verdict.promise])}</td>",
        f"<td>{verdict.games}</td>",
    )
    return f"<tr>{''.join(cells)}</tr>"


def _shown(subject: Subject, finding: Finding) -> str:
    """A section on a promise that isn't kept, with the game that shows it."""
    parts = [f"<h2><code>{escape(finding.verdict.promise)}</code></h2>"]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in finding.sentences]
    if finding.path is not None:
        parts.append(f"<p>The game is in the record <code>{escape(str(finding.path))}</code>.</p>")
    lines = told(subject, finding)
    if lines:
        parts.append(f"<pre>{escape(chr(10).join(lines))}</pre>")
    return "\n".join(parts)
