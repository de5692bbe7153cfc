"""What the site needs beside its pages: those of README, CONTRIBUTING and the examples; fences for mkdocs."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_FENCE = re.compile(r"^```(\w+) file=\S+$", re.MULTILINE)
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r'<div class="(language-console\b[^"]*)">')
_EXAMPLE = re.compile(r"\]\((?:\.\./)?(?:docs/)?examples/([\w/]+)\.py\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages with README, CONTRIBUTING and the examples, each of which becomes a page of its own."""
    docs = Path(config.docs_dir)
    for name in ("README", "CONTRIBUTING"):
        text = (docs.parent / f"{name}.md").read_text(encoding="utf-8")
        text = re.sub(r"\[([^]]+)\]\((LICENSE|CHANGELOG\.md)\)", r"\1", text.replace("](docs/", "]("))
        files.append(File.generated(config, f"{name.lower()}.md", content=text))
    for path in sorted((docs / "examples").rglob("*.py")):
        name = path.relative_to(docs).with_suffix(".md").as_posix()
        page = f"# {path.name}\n\n```python\n{path.read_text(encoding='utf-8')}```\n"
        files.append(File.generated(config, name, content=page))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """The text of a page with links to the pages made above, and without the names of files behind its fences."""
    up = "../" if "/" in page.file.src_uri else ""
    for name in ("README", "CONTRIBUTING"):
        markdown = markdown.replace(f"](../{name}.md)", f"]({up}{name.lower()}.md)")
    markdown = _EXAMPLE.sub(rf"]({up}examples/\1.md)", markdown)
    return _FENCE.sub(r"```\1", markdown)


def on_page_content(html: str, *, page: Any, **_: Any) -> str:
    """The page, on which the button beside a block of commands and their output copies the commands alone."""
    blocks = iter(_CONSOLE.findall(page.markdown))

    def with_commands(found: re.Match[str]) -> str:
        lines = next(blocks).splitlines()
        commands = "\n".join(line.removeprefix("$ ") for line in lines if line.startswith("$ "))
        return f'<div class="{found[1]}" data-copy="{escape(commands)}">'

    return _SHOWN.sub(with_commands, html)
