"""A game's source, read: its file and those of its own package, in pieces, of which a twin takes those it reaches."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.core.game import Game


class CannotCompile(CardkitError):
    """A game's file has something that can't be compiled; the rules play it as ever."""

    sentence = "{game} can't be compiled: {reason}; it is played by its rules"

    def __init__(self, game: str, reason: str, *, wrong: str = "", is_final: bool = False) -> None:
        super().__init__(game, reason)
        self.game = game
        self.reason = reason
        self.wrong = wrong
        """What a twin of it does otherwise than the rules, where that is why."""
        self.is_final = is_final or bool(wrong)
        """Whether it would be so the next time too, so that this is kept."""


class Untranslatable(Exception):
    """A construct of a file that can't be written anew: where it is, and what to write instead."""

    def __init__(self, what: str, node: ast.AST | None = None, path: Path | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.line: int | None = getattr(node, "lineno", None)
        self.path = path

    def __str__(self) -> str:
        if self.path is None:
            return self.what
        return f"{self.path.name}, line {self.line}: {self.what}" if self.line else f"{self.path.name}: {self.what}"


@contextmanager
def within(node: ast.AST, path: Path) -> Generator[None]:
    """What can't be written anew within is told with its place, whatever it is."""
    try:
        yield
    except Untranslatable:
        raise
    except Exception as error:
        reason = f"this can't be written anew ({type(error).__name__}: {error}): write it in plainer words"
        raise Untranslatable(reason, node, path) from error


INSTEAD = {
    "Multiple inheritance": "let the class have one base",
    "Non-trait base": "let the class have one base",
    "builtin type": "write a class that has one of these in a field",
    "metaclass": "write it without a metaclass",
    "cannot be deleted": "set it to None",
    "del obj.<attr>": "set it to None",
    "except*": "write `except`",
    "async": "write it without `async`",
    "Nested class": "write the class at the top of the file",
    "Multiple assignment in class bodies": "give each name an assignment of its own",
    "in class bod": "let classes have nothing but fields and methods there",
    "Overloads without": "write it without `overload`",
    "singledispatch": "ask by `isinstance` in one function",
    "Surrogate": "use `chr`",
    "Two starred": "write an assignment with one star",
    "Calling decorator": "ask by `isinstance` in one function",
    "Template strings": "write an f-string",
    "Property setters": "write a method that sets it",
    "property decorator": "write a method that sets it",
    "through class object": "read it from `self`",
    "defined as ClassVar": "let the class have it as a `ClassVar`",
    "Duplicate definition": "define it once, without `if` around it",
    "__getattr__": "write a property or a method for each name",
}
"""What to write instead of what the compiler refuses, by words of what it says."""


def instead_of(message: str) -> str:
    """What to write instead of what a compiler refuses by this message; empty where that is not known."""
    return next((instead for words, instead in INSTEAD.items() if words in message), "")


Field = tuple[str, ast.expr, ast.expr | None]
"""A field of a class: its name, its type, and what it is by default."""


@dataclass
class Piece:
    """A statement at the top of a file: a class, a function, a constant, or what makes one."""

    node: ast.stmt
    path: Path
    names: tuple[str, ...]
    """What it binds, or changes."""


@dataclass
class Reading:
    """What the files of a game say."""

    game: type[Game[Any, Any]]
    paths: list[Path] = field(default_factory=list[Path])
    pieces: list[Piece] = field(default_factory=list[Piece])
    cardkit: dict[str, str] = field(default_factory=dict[str, str])
    """What it imports of cardkit, under the names it has there."""
    imports: dict[str, str] = field(default_factory=dict[str, str])
    """What it imports from elsewhere: a name with the statement that imports it."""
    modules: set[str] = field(default_factory=set[str])
    """The names under which it imports its own modules as wholes, which can't be followed."""

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        """The classes by their names."""
        return {piece.node.name: piece.node for piece in self.pieces if isinstance(piece.node, ast.ClassDef)}

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """The functions by their names."""
        return {piece.node.name: piece.node for piece in self.pieces if isinstance(piece.node, ast.FunctionDef)}

    def bases(self, name: str) -> list[str]:
        """The names of a class's bases."""
        node = self.classes.get(name)
        heads = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases] if node else []
        return [head.id for head in heads if isinstance(head, ast.Name)]

    def derives(self, name: str, root: str) -> bool:
        """Whether a class derives from this class of cardkit."""
        return any((base == root and base not in self.classes) or self.derives(base, root) for base in self.bases(name))

    def own_fields(self, name: str) -> list[Field]:
        """The fields that a class declares itself."""
        found: list[Field] = []
        for node in self.classes[name].body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                head = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
                if not (isinstance(head, ast.Name) and head.id == "ClassVar"):
                    found.append((node.target.id, node.annotation, node.value))
        return found

    def fields(self, name: str) -> list[Field]:
        """All fields of a class, those of its bases first."""
        own = {one[0]: one for one in self.own_fields(name)}
        inherited = [one for base in self.bases(name) if base in self.classes for one in self.fields(base)]
        known = dict.fromkeys(one[0] for one in inherited)
        return [own.get(one[0], one) for one in inherited] + [one for one in own.values() if one[0] not in known]


def source_files(game: type[Game[Any, Any]]) -> list[Path]:
    """The files that a game's rules are written in, those first that others take from."""
    return read(game).paths


def read(game: type[Game[Any, Any]]) -> Reading:
    """What the files of a game say; raises Untranslatable where they can't be found."""
    found = Reading(game)
    homes = {base.__module__ for base in game.__mro__}
    _read(found, _module(game.__module__), homes, set())
    return found


def _module(name: str) -> ModuleType:
    module = sys.modules.get(name)
    if module is None or not str(getattr(module, "__file__", "")).endswith(".py"):
        raise Untranslatable(f"the source of {name} isn't there: keep the game in a file")
    return module


def _read(found: Reading, module: ModuleType, homes: set[str], seen: set[str]) -> None:
    """Read a module, and before it those of its own that it takes from."""
    seen.add(module.__name__)
    path = Path(str(module.__file__))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    renamed = _Renamed()
    pieces: list[Piece] = []
    for node in _statements(tree.body):
        match node:
            case ast.ImportFrom():
                _import_from(found, node, module, homes, seen, renamed)
            case ast.Import(names=names):
                for alias in names:
                    top = alias.name.partition(".")[0]
                    name = alias.asname or top
                    if alias.name == "cardkit":
                        renamed.wholes.add(name)
                    elif _is_own(alias.name, module, homes):
                        found.modules.add(name)
                    else:
                        found.imports[name] = f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pieces.append(Piece(node, path, (name,)))
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.If(test=test) if "__name__" in ast.unparse(test):
                pass
            case _:
                pieces += [Piece(part, path, tuple(_bound(part))) for part in _apart(node)]
    for piece in pieces:
        piece.node = renamed.visit(piece.node)
    found.cardkit |= renamed.taken
    known = {name: piece for piece in found.pieces for name in piece.names}
    for piece in pieces:
        for name in piece.names:
            other = known.get(name)
            binds = isinstance(piece.node, ast.ClassDef | ast.FunctionDef | ast.AnnAssign)
            if other is not None and (binds or (isinstance(piece.node, ast.Assign) and other.path != path)):
                raise Untranslatable(f"`{name}` is bound twice: give the second one another name", piece.node, path)
            known.setdefault(name, piece)
    found.pieces += pieces
    found.paths.append(path)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements at the top, those for type checkers among them."""
    for node in body:
        if (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)) or (
            isinstance(node, ast.Try) and all(isinstance(one, ast.Import | ast.ImportFrom) for one in node.body)
        ):
            yield from node.body
        else:
            yield node


def _apart(node: ast.stmt) -> list[ast.stmt]:
    """The assignments that one of several names makes at a time."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
            return [
                ast.copy_location(ast.Assign([name], value, lineno=node.lineno), node)
                for name, value in zip(names, values, strict=True)
            ]
        case ast.AnnAssign(value=None):
            return []
        case _:
            alias: Any = node
            if type(node).__name__ != "TypeAlias":
                return [node]
            return [ast.copy_location(ast.Assign([alias.name], alias.value, lineno=node.lineno), node)]


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, or whose values it may change."""
    within = {
        id(one) for part in ast.walk(node) if isinstance(part, ast.comprehension) for one in ast.walk(part.target)
    }
    stored = (ast.Store, ast.Del)
    for one in ast.walk(node):
        if isinstance(one, ast.FunctionDef | ast.ClassDef):
            yield one.name
        if isinstance(one, ast.Name) and isinstance(one.ctx, stored) and id(one) not in within:
            yield one.id
        elif (
            isinstance(one, ast.Subscript | ast.Attribute)
            and isinstance(one.value, ast.Name)
            and (isinstance(one.ctx, stored) or not isinstance(node, ast.Assign | ast.AnnAssign))
        ):
            yield one.value.id


def _is_own(name: str, module: ModuleType, homes: set[str]) -> bool:
    """Whether a module belongs to the game: one of its package, one beside it, or one that a base is from."""
    top = name.partition(".")[0]
    if top == "cardkit" or top in sys.stdlib_module_names:
        return False
    if name in homes or ("." in module.__name__ and top == module.__name__.partition(".")[0]):
        return True
    try:
        spec: Any = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        spec = None
    origin = str(getattr(sys.modules.get(name), "__file__", None) or getattr(spec, "origin", None))
    return origin.endswith(".py") and Path(origin).parent == Path(str(module.__file__)).parent


def _import_from(
    found: Reading, node: ast.ImportFrom, module: ModuleType, homes: set[str], seen: set[str], renamed: _Renamed
) -> None:
    name = node.module or ""
    if node.level:
        package = module.__package__ or module.__name__
        name = importlib.util.resolve_name("." * node.level + name, package)
    if name == "__future__":
        return
    own = _is_own(name, module, homes)
    for alias in node.names:
        called = alias.asname or alias.name
        if name.partition(".")[0] == "cardkit":
            if alias.name == "*":
                public: dict[str, str] = dict.fromkeys(importlib.import_module(name).__all__, name)
                found.cardkit |= public
                continue
            found.cardkit[alias.name] = name
            if called != alias.name:
                renamed.names[called] = alias.name
        elif own:
            if _is_own(f"{name}.{alias.name}", module, homes) and _is_module(f"{name}.{alias.name}"):
                found.modules.add(called)
                continue
            if called != alias.name:
                renamed.names[called] = alias.name
            if name not in seen:
                _read(found, importlib.import_module(name), homes, seen)
        elif alias.name == "*":
            found.imports[f"* of {name}"] = f"from {name} import *"
        else:
            found.imports[called] = f"from {name} import {alias.name} as {called}"


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


class _Renamed(ast.NodeTransformer):
    """Names that were imported as others, under their own; and what is taken from cardkit as a whole."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.wholes: set[str] = set()
        self.taken: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in self.wholes:
            self.taken[node.attr] = "cardkit"
            return ast.copy_location(ast.Name(node.attr, node.ctx), node)
        return self.generic_visit(node)
