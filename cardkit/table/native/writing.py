"""A game written anew as a module for the compiler: the parts that are reached, and the loop that plays them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from cardkit.core.actions import kebab
from cardkit.core.cards import Pile
from cardkit.core.description import classes_in, fields_of
from cardkit.core.game import action_types, declared_types
from cardkit.core.state import Part
from cardkit.table.native.reading import Piece, Reading, Untranslatable, within
from cardkit.table.native.rewriting import Lean, Mended, OnceMade, names_of, typed

ROOTS = frozenset({"setup", "legal", "apply", "result", "acting", "apply_together", "all_passed", "takes"})
"""What a game is played by."""
CORE = {
    **{
        one: f"Native{one}"
        for one in ["Card", "Pile", "State", "Part", "Action", "Pass", "Dealer", "One", "All", "AnyOf"]
    },
    **{one: one for one in ("BACK", "deck", "standard52", "cards")},
}
"""What the core has for what cardkit has."""
TYPES = {
    "BySeat": "list",
    "Seat": "int",
    "Place": "int",
    "Rank": "str",
    "Suit": "str",
    "Form": "Any",
    "Choices": "Any",
    "Event": "Any",
}
MARKERS = frozenset({"inside", "private", "uncounted", "Field", "field"})
_UNREAD = frozenset({"players", "usual", "by_seats", "counts", "words", "deck", "seats", "model_config"})
_VALIDATORS = re.compile(r"valid|computed_field|serial|overload|override|abstractmethod")
_SIMPLE = {
    "int",
    "str",
    "bool",
    "tuple",
    "list",
    "BySeat",
    "dict",
    "Literal",
    "None",
    "Seat",
    "Place",
    "Suit",
    "Rank",
    "Card",
}
_UNCHANGING = {
    *("int", "str", "bool", "float", "Seat", "Place", "Suit", "Rank", "Card"),
    *("Card | None", "str | None", "int | None"),
}
HEADER = """# mypy: disable-error-code="{lenient}"
from __future__ import annotations
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Optional
from cardkit.core.chance.generators import shuffle as tw_shuffle
from mypy_extensions import mypyc_attr
from .core import CARDS_MADE as TW_CARDS
from .core import NativeAction, NativeAll, NativeAnyOf, NativeCard, NativeDealer, NativeOne, NativePart, NativePass
from .core import NativeActing, NativePile, NativeState, CardOrder as TwOrder, PASS as TW_PASS
from .lanes import NativeLane
from .common import leaning as tw_leaning
from .core import copied as tw_copied
from .core import all_cards as tw_all_cards, any_cards as tw_any_cards, any_of as tw_any_of, as_long as tw_as_long
from .core import card_of as tw_card, distinct as tw_distinct, first_of as tw_first_of, lying as tw_lying
from .core import are_many as tw_are_many, loaded as tw_loaded, made_once as tw_made_once, notation as tw_notation
from .core import one_of_each as tw_one_of_each, parts as tw_parts
from .core import piles_in as tw_piles_in, place_in as tw_place_in, places_of as tw_places_of
from .core import tried as tw_tried, untyped as tw_untyped
"""
LENIENT = [
    "arg-type",
    "assignment",
    "return-value",
    "union-attr",
    "operator",
    "index",
    "attr-defined",
    "override",
    "misc",
    "call-overload",
    "type-arg",
    "var-annotated",
    "comparison-overlap",
    "list-item",
    "dict-item",
    "type-var",
    "valid-type",
    "no-redef",
    "has-type",
    "redundant-cast",
    "truthy-bool",
    "truthy-function",
    "no-any-return",
    "no-untyped-def",
    "no-untyped-call",
    "typeddict-item",
    "str-format",
    "func-returns-value",
    "return",
    "empty-body",
    "safe-super",
    "literal-required",
    "import-untyped",
    "import-not-found",
    "type-abstract",
    "annotation-unchecked",
]
"""What may be wrong with an author's types, by mypy's codes: the compiled code looks at them when it runs.

`call-arg` and `name-defined` are not among them, for what they complain of would be compiled to a crash; nor are all
errors, for then mypy forgets types, and whole functions are compiled to nothing. Where a value is promised and a
function may fall off its end, it is given an end."""


@dataclass
class Written:
    """A game as a module for the compiler."""

    text: str
    begins: int
    """The line where the class of the game begins."""
    fielded: list[str]
    """The classes whose fields have types."""
    left_out: list[str]
    """What is not reached by playing, and so is left out."""
    notes: Counter[str] = field(default_factory=Counter[str])
    """What is written otherwise, with how often."""
    as_it_is: list[str] = field(default_factory=list[str])
    """Where a `match` stands that is left as it is."""


class ModuleWriter:
    """Writes a game anew; functions and fields in `loose` get no types; without `lean` nothing is written for speed."""

    def __init__(self, reading: Reading, *, lean: bool = True, loose: Container[str] = ()) -> None:
        self.reading, self.game, self.loose = reading, reading.game, loose
        self.notes = Counter[str]()
        self.kept: dict[str, set[str]] = {}
        """The classes that are reached, each with those of its methods that are."""
        self.reached: set[str] = set()
        self._attributes: set[str] = set(ROOTS)
        self._as_it_is: list[str] = []
        self._is_lean = lean
        self._games = [one for one in reading.classes if reading.derives(one, "Game")]

    def write(self) -> Written:
        """The module; raises Untranslatable where something that is reached can't be written."""
        reading = self.reading
        name, path = self.game.__name__, reading.paths[-1]
        if name not in reading.classes:
            raise Untranslatable(f"the class {name} isn't at the top of the file: write it there", None, path)
        declared = declared_types(self.game)
        assert declared is not None, "only games that say their actions are loaded"
        table = declared[0].__name__
        self._rewrite()
        self._reach({self.game.__name__, table, *(one.__name__ for one in action_types(declared[1]))})
        for piece in self._pieces():
            self._refuse(piece)
        self._made = self._made_once() if self._is_lean else set[str]()
        parts = [self._imports()]
        for piece in self._pieces():
            node = piece.node
            what = node.name if isinstance(node, ast.ClassDef | ast.FunctionDef) else ""
            with within(node, piece.path):
                self._file = piece.path.name
                parts.append(f"# {piece.path.name}:{node.lineno} {what}\n{self._piece(node)}")
        parts += self._orders()
        parts.append(f"# {path.name}:{reading.classes[name].lineno} {name}")
        parts.append(self._loop(declared[0], [one.__name__ for one in action_types(declared[1])]))
        left = [one for one in reading.classes if one not in self.reached]
        text = "\n\n".join(parts) + "\n"
        begins = text.count("\n", 0, text.index(f"\nclass {name}(")) + 2
        fielded = [one for one in self.kept if self._kind(one) in ("State", "Part", "Action")]
        return Written(text, begins, fielded, left, self.notes, self._as_it_is)

    # What is written otherwise, and what is reached

    def _note(self, text: str) -> None:
        self.notes[text] += 1

    def _rewrite(self) -> None:
        plain = Mended(self.reading, self._note)
        self._lean = Lean(self.reading, self._note)
        for visit in (plain.visit, *([self._lean.visit] if self._is_lean else [])):
            for piece in self.reading.pieces:
                with within(piece.node, piece.path):
                    piece.node = visit(piece.node)
        for piece in self.reading.pieces:
            ast.fix_missing_locations(piece.node)
        vars(self.reading).pop("classes", None)
        vars(self.reading).pop("functions", None)
        self._nested = plain.nested

    def _pieces(self) -> list[Piece]:
        return [piece for piece in self.reading.pieces if self.reached.intersection(piece.names)]

    def _reach(self, roots: Iterable[str]) -> None:
        """Find what is played by: names and methods that are reached from the rules, by their names alone."""
        self.reached |= set(roots)
        for text in self._lean.orders:
            self.reached |= names_of(ast.parse(f"def key{text}"))
        seen: set[int] = set()
        while True:
            before = len(self.reached), len(self._attributes), sum(map(len, self.kept.values())), len(seen)
            for piece in self._pieces():
                self.reached |= set(piece.names)
                if isinstance(piece.node, ast.ClassDef):
                    self._reach_class(piece.node, seen)
                elif id(piece.node) not in seen:
                    seen.add(id(piece.node))
                    self._see(piece.node)
            if before == (len(self.reached), len(self._attributes), sum(map(len, self.kept.values())), len(seen)):
                return

    def _kind(self, name: str) -> str:
        """Which of the classes of cardkit a class derives from that are written in a way of their own; else empty."""
        kinds = ("Game", "State", "Part", "Action", "Event")
        return next((kind for kind in kinds if self.reading.derives(name, kind)), "")

    def _reach_class(self, node: ast.ClassDef, seen: set[int]) -> None:
        methods = self.kept.setdefault(node.name, set())
        if not self._kind(node.name):  # it is written as it is
            if id(node) not in seen:
                seen.add(id(node))
                self._see(node)
            return
        is_game = node.name in self._games
        for base in node.bases:
            if not is_game:
                self.reached |= names_of(base)
            elif isinstance(base, ast.Name):
                self.reached.add(base.id)
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                wanted = one.name in self._attributes or one.name.startswith("__")
                if wanted and one.name not in methods and not any(map(_is_validator, one.decorator_list)):
                    methods.add(one.name)
                    self._see(one)
            elif id(one) not in seen and not (is_game and _names(one) & _UNREAD):
                if isinstance(one, ast.AnnAssign) and is_game:
                    usual = _default(one.value)
                    self.reached |= names_of(ast.parse(usual.text or usual.factory))
                    self.reached |= names_of(one.annotation) if _is_class_variable(one) else set()
                    continue
                seen.add(id(one))
                self._see(one)

    def _see(self, node: ast.AST) -> None:
        for one in ast.walk(node):
            if isinstance(one, ast.Name):
                self.reached.add(one.id)
            elif isinstance(one, ast.Attribute):
                self._attributes.add(one.attr)
            elif isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "getattr":
                self._attributes |= {
                    text
                    for other in ast.walk(ast.Module([piece.node for piece in self.reading.pieces], []))
                    if isinstance(other, ast.Constant) and isinstance(text := other.value, str) and text.isidentifier()
                }

    def _refuse(self, piece: Piece) -> None:
        """Raises Untranslatable for what is known to be beyond the compiler."""
        node = piece.node
        if isinstance(node, ast.ClassDef):
            if len([one for one in node.bases if ast.unparse(one) != "Generic"]) > 1 and node.name in self._games:
                raise Untranslatable(f"class {node.name} has several bases: let it have one", node, piece.path)
            for inner in node.body:
                if isinstance(inner, ast.ClassDef):
                    raise Untranslatable(
                        f"class {inner.name} is within another: write it at the top", inner, piece.path
                    )
        for one in ast.walk(node):
            if isinstance(one, ast.AsyncFunctionDef | ast.Await):
                raise Untranslatable("rules can't wait: write it without `async`", one, piece.path)
            if isinstance(one, ast.Name) and one.id in self.reading.modules and isinstance(one.ctx, ast.Load):
                reason = f"`{one.id}` is a module of the game: write `from {one.id} import` and what you take from it"
                raise Untranslatable(reason, one, piece.path)

    # Writing

    def _imports(self) -> str:
        own = {name for piece in self.reading.pieces for name in piece.names}
        lines = [HEADER.format(lenient=",".join(LENIENT))]
        for called in sorted((set(self.reading.cardkit) | set(TYPES)) - own):
            if called in TYPES:
                lines.append(f"{called} = {TYPES[called]}")
            elif called in CORE:
                lines.append(f"from .core import {CORE[called]} as {called}")
            elif called in self.reached and called not in MARKERS and called != "Game":
                lines.append(f"from {self.reading.cardkit[called]} import {called}")
        for called, statement in self.reading.imports.items():
            if (called in self.reached or called.startswith("*")) and called not in own and "pydantic" not in statement:
                lines.append(statement)
        return "\n".join(line for line in lines if line not in ("Event = Any",)) + "\nEvent = Any\n" + self._base()

    def _base(self) -> str:
        """The class that the game derives from, with those of its methods that the rules ask for and don't have."""
        lacking = [
            text
            for method, text in _DEFAULTS.items()
            if method in self._attributes or (method == "tw_apply" and "apply_together" in self._attributes)
            if method not in ("all_passed",)
            if method != "acting" or not self.game.has_one_actor()
        ]
        return "class TwGame:\n" + _inner(lacking or ["pass"])

    def _piece(self, node: ast.stmt) -> str:
        match node:
            case ast.FunctionDef():
                return self._function(node, "")
            case ast.ClassDef(name=name):
                kind = self._kind(name)
                if kind == "Game":
                    return self._game_class(node)
                if kind in ("State", "Part"):
                    return self._table_class(node, kind)
                if kind:
                    return self._value_class(node, kind)
                return self._other_class(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if _is_alias(value) or self._is_bound_again(name):
                    return ast.unparse(node)
                return f"{name}: Final{'[Any]' if name in self.loose else ''} = {ast.unparse(value)}"
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=ast.expr() as value):
                if "TypeAlias" in ast.unparse(annotation):
                    return f"{name} = {ast.unparse(value)}"
                if self._is_bound_again(name):
                    return ast.unparse(node)
                text = "Any" if name in self.loose else ast.unparse(annotation)
                text = text.removeprefix("Final[").removesuffix("]") if text.startswith("Final[") else text
                return f"{name}: Final{'' if text == 'Final' else f'[{text}]'} = {ast.unparse(value)}"
            case _:
                return ast.unparse(node)

    def _made_once(self) -> set[str]:
        """The classes of actions of which those that hold the same are one and the same."""
        found: set[str] = set()
        for kind in self.kept:
            if self._kind(kind) != "Action" or self._is_bound_again(kind):
                continue
            lines = [kind]
            for one in lines:
                lines += self.reading.bases(one)
            bodies = [self.reading.classes[one].body for one in lines if one in self.reading.classes]
            own = {one.name for body in bodies for one in body if isinstance(one, ast.FunctionDef)}
            types = [self._type(kind, annotation) for _, annotation, _ in self.reading.fields(kind)]
            if not own & {"__init__", "__post_init__"} and _UNCHANGING.issuperset(types):
                found.add(kind)
        return found

    def _is_bound_again(self, name: str) -> bool:
        return sum(name in piece.names for piece in self.reading.pieces) > 1

    def _function(self, node: ast.FunctionDef, owner: str) -> str:
        """A function with an end; without types, where they are not true."""
        node = deepcopy(node)
        node.decorator_list = [one for one in map(_decorator, node.decorator_list) if one is not None]
        if len(node.body) > 1 and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            node.body = node.body[1:]
        bound = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
        bound |= {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
        node = OnceMade(self._made - bound).visit(node)
        for one in ast.walk(node):
            if isinstance(one, ast.FunctionDef):
                _give_end(one)
            elif isinstance(one, ast.Match):
                self._as_it_is.append(f"{self._file}, line {one.lineno}")
        where = f"{owner}.{node.name}" if owner else node.name
        if where in self.loose:
            for one in ast.walk(node):
                if isinstance(one, ast.FunctionDef):
                    one.returns = None
                    for arg in (*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs):
                        arg.annotation = None
                elif isinstance(one, ast.AnnAssign):
                    one.annotation = ast.Name("Any", ast.Load())
        return f"# at {node.lineno} {where}\n{_with_lines(ast.fix_missing_locations(node))}"

    def _methods(self, node: ast.ClassDef) -> list[str]:
        wanted = self.kept.get(node.name, set())
        return [
            self._function(one, node.name)
            for one in node.body
            if isinstance(one, ast.FunctionDef) and one.name in wanted and one.name != "__init__"
        ]

    def _constants(self, node: ast.ClassDef, without: Container[str] = ()) -> list[str]:
        """What a class has that is no field: constants, the same for all."""
        found: list[str] = []
        for one in node.body:
            match one:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in without:
                    found.append(f"{name}: ClassVar[Any] = {ast.unparse(value)}")
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name not in without:
                    if _is_class_variable(one):
                        found.append(f"{name}: ClassVar[Any] = {ast.unparse(value)}")
                case _:
                    pass
        return found

    def _type(self, owner: str, annotation: ast.expr) -> str:
        return "Any" if owner in self.loose else ast.unparse(typed(annotation))

    def _table_class(self, node: ast.ClassDef, kind: str) -> str:
        """A class of a state, or of a part of one."""
        own = {one[0] for one in self.reading.own_fields(node.name)}
        needed, given, body, passed = list[str](), list[str](), list[str](), list[str]()
        turn, is_state = "0", kind == "State"
        for name, annotation, value in self.reading.fields(node.name):
            text, default = self._type(node.name, annotation), _default(value)
            if is_state and name in ("turn", "count"):
                turn = default.text if name == "turn" and default.text else turn
                continue
            if default.factory:
                given.append(f"{name}: Any = None")
            elif default.text:
                given.append(f"{name}: {text} = {default.text}")
            else:
                needed.append(f"{name}: {text}")
            made = f"{default.factory}() if {name} is None else {name}" if default.factory else name
            if name in own:
                body.append(f"self.{name}: {text} = {made}")
            else:
                passed.append(f"{name}={name}")
        base = self.reading.bases(node.name)[0]
        if is_state:
            needed.insert(0, "seats: int")
            given += [f"turn: int = {turn}", "count: int = 0", "round: int = 0"]
            passed = ["seats=seats", *passed, "turn=turn", "count=count", "round=round"]
        if passed:
            body.insert(0, f"super().__init__({', '.join(passed)})")
        after = "__post_init__" in self.kept.get(node.name, set())
        body += ["self.__post_init__()"] if after else [] if body else ["pass"]
        arguments = ", ".join(["self", *(["*"] if needed or given else []), *needed, *given])
        fields = [one[0] for one in self.reading.fields(node.name)]
        every = [*(["seats", "turn", "count", "round"] if is_state else []), *fields]
        every = list(dict.fromkeys(every))
        types = {one: ast.unparse(annotation) for one, annotation, _ in self.reading.fields(node.name)}
        counted = [
            one
            for one in every
            if one != "count"
            and not any(
                field[0] == one and isinstance(field[2], ast.Call) and ast.unparse(field[2].func) == "uncounted"
                for field in self.reading.fields(node.name)
            )
        ]
        parts = [
            *self._constants(node),
            f"def __init__({arguments}) -> None:\n{_inner(body)}",
            f"def values(self) -> Any:\n    return ({''.join(f'self.{one}, ' for one in every)})",
            _named_fields(every),
            f"def clone(self) -> Any:\n    return {node.name}({', '.join([_copied(one, types) for one in every])})",
            f"def tw_counted(self) -> Any:\n    return tw_lying(({''.join(f'self.{one}, ' for one in counted)}))",
            *self._methods(node),
        ]
        own_base = base if base in self.reading.classes else f"Native{base}"
        return f"class {node.name}({own_base}):\n{_inner(parts)}"

    def _value_class(self, node: ast.ClassDef, kind: str) -> str:
        """A class of actions, or of events that are not only told."""
        name, fields, methods = node.name, self.reading.fields(node.name), self._methods(node)
        own = {one[0] for one in self.reading.own_fields(name)}
        known = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        parts = self._constants(node, without=("word", "secret", "public", "untold"))
        at = 1 + list(self.reading.classes).index(name)
        if kind == "Action":
            words = [
                ast.unparse(one.value) for one in node.body if isinstance(one, ast.Assign) and "word" in _names(one)
            ]
            parts.append(f"word: ClassVar[str] = {words[0] if words else repr(kebab(name))}")
            places = [k for k, one in enumerate(fields) if ast.unparse(one[1]).startswith("tuple")]
            if len(places) == 1:
                parts.append(f"cards_at: ClassVar[int] = {places[0]}")
        arguments = ", ".join(
            f"{one}: {self._type(name, annotation)}" + (f" = {_default(value).text}" if value else "")
            for one, annotation, value in fields
        )
        if fields:
            if self._nested:
                parts.append(f"__match_args__ = ({''.join(f'{one[0]!r}, ' for one in fields)})")
            sets = [
                f"self.{one}: {self._type(name, annotation)} = {one}" if one in own else f"self.{one} = {one}"
                for one, annotation, _ in fields
            ]
            parts.append(f"def __init__(self, {arguments}) -> None:\n{_inner(sets)}")
        types = [self._type(name, annotation) for _, annotation, _ in fields]
        values = "".join(f"self.{one[0]}, " for one in fields)
        same = " and ".join([f"type(other) is {name}", *(f"self.{one[0]} == other.{one[0]}" for one in fields)])
        pairs = "".join(f"({one[0]!r}, self.{one[0]}), " for one in fields)
        written = {
            "values": f"def values(self) -> Any:\n    return ({values})",
            "__dict__": _named_fields([one[0] for one in fields]),
            "__eq__": f"def __eq__(self, other: object) -> bool:\n    return {same}",
            "__hash__": f"def __hash__(self) -> int:\n    return hash(({name!r}, {values}))",
        }
        if kind == "Action":
            written["__str__"] = f"def __str__(self) -> str:\n    return tw_notation({name}.word, ({pairs}))"
            if types == ["Card"]:
                written["__hash__"] = f"def __hash__(self) -> int:\n    return self.{fields[0][0]}.number * 64 + {at}"
        parts += [text for method, text in written.items() if method not in known]
        base = self.reading.bases(name)[0]
        head = base if base in self.reading.classes else "NativeAction" if kind == "Action" else "object"
        text = f"@mypyc_attr(acyclic=True)\nclass {name}({head}):\n{_inner(parts + methods)}"
        return text + (_making(name, arguments, [one[0] for one in fields], types) if name in self._made else "")

    def _other_class(self, node: ast.ClassDef) -> str:
        """A class of the author's own, as it is; what it has for all its objects is said to be so."""
        node = deepcopy(node)
        special = node.decorator_list or any(one not in self.reading.classes for one in self.reading.bases(node.name))
        body: list[str] = []
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                body.append(self._function(one, node.name))
            elif isinstance(one, ast.Assign) and not special:
                body += self._constants(ast.ClassDef(node.name, [], [], [one], []))
            elif not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                body.append(ast.unparse(one))
        node.body = [ast.Pass()]
        return ast.unparse(node).rsplit("\n", 1)[0] + "\n" + _inner(body or ["pass"])

    def _game_class(self, node: ast.ClassDef) -> str:
        bases = [one for one in self.reading.bases(node.name) if one in self._games]
        own = self.reading.own_fields(node.name)
        types = ["Any" if node.name in self.loose else _option_type(annotation) for _, annotation, _ in own]
        body = [f"self.{one[0]}: {text} = tw_options[{one[0]!r}]" for one, text in zip(own, types, strict=True)]
        if bases:
            body.insert(0, "super().__init__(tw_options)")
        unread = _UNREAD - self._attributes | {"words", "model_config"}
        parts = self._constants(node, without=unread)
        known = [(one[0], _default(one[2])) for one in self.reading.fields(node.name)]
        usual = [f"{one!r}: {usual.text or usual.factory + '()'}" for one, usual in known if usual != _Default()]
        body.insert(0, f"if tw_options is None:\n    tw_options = {{{', '.join([*usual, '**tw_given'])}}}")
        head = "def __init__(self, tw_options: dict[str, Any] | None = None, **tw_given: Any) -> None:"
        parts.append(f"{head}\n{_inner(body)}")
        return f"class {node.name}({bases[0] if bases else 'TwGame'}):\n{_inner(parts + self._methods(node))}"

    def _orders(self) -> list[str]:
        places = [
            f"TW_PLACES_{row}: Final[dict[Any, int]] = tw_places_of({row})"
            for row in sorted(self._lean.rows & self.reached)
        ]
        return places + [
            f"def tw_key_{number}{text}\n\nTW_ORDER_{number}: Final = TwOrder(tw_key_{number})"
            for text, number in self._lean.orders.items()
        ]

    def _piles_of(self, table: Any) -> str:
        """How the piles of a table are listed: one after the other, and where a field holds other things too, in it."""
        texts = {name: ast.unparse(annotation) for name, annotation, _ in self.reading.fields(table.__name__)}
        parts: list[str] = []
        for name, kinds in fields_of(table).items():
            if any(one in (Any, object) or issubclass(one, Pile | Part) for one in classes_in(kinds.written)):
                field = f"self.state.{name}"
                ways = {"Pile": field, "list[Pile]": f"*{field}", "BySeat[Pile]": f"*{field}"}
                parts.append(ways.get(texts.get(name, ""), f"*tw_piles_in({field})"))
        return f"[{', '.join(parts)}]"

    def _loop(self, declared: Any, actions: list[str]) -> str:
        game, table = self.game.__name__, declared.__name__
        legal_seat = ", seat" if self.game.wants_seat("legal") else ""
        apply_seat = ", seat" if self.game.wants_seat("apply") else ""
        text = re.sub(r"\bTABLE\b", table, re.sub(r"\bGAME\b", game, _LOOP + _TRIED + _LANE))
        text = text.replace("PILES", self._piles_of(declared))
        text = text.replace("LEGAL_SEAT", legal_seat).replace("APPLY_SEAT", apply_seat)
        text = text.replace("LEGAL_EACH", "tw_one_of_each(legal)" if self.game.has_alike() else "legal")
        together = any("apply_together" in methods for methods in self.kept.values())
        passed = any("all_passed" in methods for one, methods in self.kept.items() if one in self._games)
        text = text.replace("TOGETHER", "self.game.apply_together(state, chosen, self.dealer)" if together else _EACH)
        text = text.replace(
            "PASSED", "self.game.all_passed(state, self.dealer)" if passed else "raise NotImplementedError"
        )
        takes = any("takes" in methods for one, methods in self.kept.items() if one in self._games)
        text = text.replace("TAKES", "self.game.takes(self.state)" if takes else "None")
        acting = "" if self.game.has_one_actor() else _inner([_inner([_inner([_ACTING])])])
        text = text.replace("            ACTING\n", acting + "\n" if acting else "")
        for word, lines in (("LOOK", _LOOK), ("ASKED", _ASKED)):
            look = "" if self.game.has_one_actor() else _inner([_inner([lines])])
            text = text.replace(f"        {word}\n", look + "\n" if look else "")
        asks = _ASK_ONE if self.game.has_one_actor() else _ASK_ALL
        text = text.replace("            ASK", _inner([_inner([_inner([asks])])]))
        parts = [one for one in self.kept if self.reading.derives(one, "Part")]
        kinds = "".join(f"{one!r}: {one}, " for one in [table, *actions, *parts] if one in self.reached)
        made = any("__post_init__" in methods for one, methods in self.kept.items() if one in (table, *parts))
        return f"TW_LOADS: Final = {not made}\nTW_KINDS: Final[Any] = {{{kinds}}}\n{text}"


_EACH = "for chooser in chosen: tw_apply(self.game, state, chosen[chooser], self.dealer, chooser)"
_DEFAULTS = {
    "apply_together": (
        "def apply_together(self, state: Any, actions: Any, dealer: Any) -> None:\n"
        "    for seat, action in actions.items():\n        tw_untyped(tw_apply)(self, state, action, dealer, seat)"
    ),
    "acting": "def acting(self, state: Any) -> Any:\n    return state.turn",
}
_ACTING = """acting: Any = self.game.acting(state)
if isinstance(acting, NativeAnyOf):
    self.window(acting.seats, trace)
    continue
if isinstance(acting, NativeAll):
    self.together(acting.seats, trace)
    continue
one: NativeOne = acting if isinstance(acting, NativeOne) else NativeOne(acting)
seats: list[int] = one.seats
seat = one.actor(seat)
"""
_LOOP = '''
TW_GAME: Final[Any] = GAME


def tw_legal(game: GAME, state: TABLE, seat: int) -> list[Any]:
    legal: Any = game.legal(stateLEGAL_SEAT)
    if type(legal) is list:
        return LEGAL_EACH
    if type(legal) is tuple:
        return list(LEGAL_EACH)
    raise TypeError(type(legal).__name__)


def tw_apply(game: GAME, state: TABLE, action: Any, dealer: NativeDealer, seat: int) -> None:
    game.apply(state, action, dealerAPPLY_SEAT)


def tw_setup(game: GAME, cards: list[NativeCard], seats: int, dealer: NativeDealer) -> TABLE:
    return game.setup(NativePile(cards.copy()), seats, dealer)


class TwPlay:
    """A game that is played; it stops by itself after so many actions, and can be gone on with."""

    def __init__(
        self, game: GAME, state: TABLE, dealer: NativeDealer, rngs: list[Any], lot: Any, turns: Any, most: int
    ) -> None:
        self.game: GAME = game
        self.state: TABLE = state
        self.dealer: NativeDealer = dealer
        self.rngs: list[Any] = rngs
        self.lot: Any = lot
        self.turns: Any = turns
        self.most: int = most
        self.result: Any = None
        self.actions: int = 0
        self.choices: int = 0
        self.streak: int = 0
        self.looks: int = 0
        self.power: int = 1
        self.kept: Any = None
        self.draws: int = -1
        self.why: str = ""

    def choice(self, legal: list[Any], seat: int, trace: Optional[list[Any]]) -> Any:
        rng = self.rngs[seat]
        chosen = tw_first_of(legal) if rng is None else tw_any_of(legal, rng)
        if trace is not None:
            trace.append((seat, legal.copy(), chosen))
        return chosen

    def is_decided(self, legal: list[Any], seat: int) -> bool:
        return self.rngs[seat] is None or (len(legal) == 1 and isinstance(legal[0], NativeAction))

    def decided(self) -> bool:
        """Whether the game came back to where it was, with nothing left to chance and to anybody's choice."""
        if self.dealer.draws != self.draws:
            self.draws = self.dealer.draws
            self.streak = 0
        self.streak += 1
        if self.streak & 15:
            return False
        here: Any = self.state.tw_counted()
        if self.streak == 16:
            self.kept = here
            self.looks = 0
            self.power = 1
            return False
        if here == self.kept:
            return True
        self.looks += 1
        if self.looks == self.power:
            self.kept = here
            self.looks = 0
            self.power *= 2
        return False

    def free(self) -> None:
        self.choices += 1
        self.streak = 0

    def window(self, seats: list[int], trace: Optional[list[Any]]) -> None:
        state = self.state
        speaking: list[Any] = []
        for seat in seats:
            legal = tw_legal(self.game, state, seat)
            legal = [*legal, TW_PASS]
            chosen: Any = self.choice(legal, seat, trace)
            if type(chosen) is not NativePass:
                speaking.append((seat, chosen))
        self.free()
        if speaking:
            number: int = self.lot(self.actions, len(speaking)) if len(speaking) > 1 else 0
            one: Any = speaking[number]
            self.actions += 1
            tw_apply(self.game, state, one[1], self.dealer, one[0])
        else:
            self.actions += len(seats)
            PASSED

    def together(self, seats: list[int], trace: Optional[list[Any]]) -> None:
        state = self.state
        chosen: dict[int, Any] = {}
        for seat in seats:
            legal = tw_legal(self.game, state, seat)
            chosen[seat] = self.choice(legal, seat, trace)
            self.actions += 1
            if not self.is_decided(legal, seat):
                self.free()
        TOGETHER

    def play(self, budget: int, trace: Optional[list[Any]]) -> bool:
        """Play on; whether that came to an end, by a result, or for a reason by which the rules have to play."""
        state = self.state
        game = self.game
        end = self.actions + budget
        while True:
            result: Any = game.result(state)
            if result is not None:
                self.result = result
                return True
            if self.turns is not None and (state.round or state.count + 1) > self.turns:
                self.why = "turns" if self.streak == 0 else "decided"
                return True
            if self.choices + self.dealer.draws >= self.most or self.actions > 20 * self.most:
                self.why = "most"
                return True
            if self.actions >= end:
                return False
            seat = state.turn
            ACTING
            legal = tw_legal(game, state, seat)
            if self.is_decided(legal, seat):
                if self.decided():
                    self.why = "endless"
                    return True
            else:
                self.free()
            action: Any = None
            ASK
            self.actions += 1
            tw_apply(game, state, action, self.dealer, seat)
'''
_TRIED = '''

class TwRollout:
    """A game that is tried out from a table on, as `cardkit.bots.rollout.Rollout` has it."""

    def __init__(self, game: GAME, state: TABLE, chance: Any, first: Any) -> None:
        self.game: GAME = game
        self.state: TABLE = state
        self.chance: Any = chance
        self.dealer: NativeDealer = NativeDealer(chance, True)
        self.result: Any = None
        self.legal: list[Any] = []
        self.acting: Any = None
        self.seat: int = 0
        self.chosen: dict[int, Any] = {}
        self.waiting: list[int] = []
        self.look(first)

    @property
    def is_over(self) -> bool:
        return self.result is not None or self.dealer.ended is not None

    @property
    def is_together(self) -> bool:
        return isinstance(self.acting, NativeAll)

    @property
    def has_chosen(self) -> bool:
        return len(self.chosen) > 0

    def look(self, first: Any) -> None:
        state = self.state
        self.result = self.game.result(state)
        self.legal = []
        self.acting = None
        if self.result is not None or self.dealer.ended is not None:
            return
        self.seat = state.turn
        LOOK
        self.legal = tw_parts(tw_legal(self.game, state, self.seat))
        if not self.legal:
            raise LookupError("there is no legal action, and no result")

    def ask_several(self, acting: NativeActing, first: Any) -> None:
        self.acting = acting
        self.chosen = {}
        waiting = acting.seats.copy()
        if isinstance(acting, NativeAnyOf):
            tw_shuffle(waiting, self.chance)
        if first in waiting:
            waiting.remove(first)
            waiting.insert(0, first)
        self.waiting = waiting
        self.ask_next()

    def ask_next(self) -> None:
        self.seat = self.waiting.pop(0)
        legal = tw_parts(tw_legal(self.game, self.state, self.seat))
        self.legal = legal if isinstance(self.acting, NativeAll) else [*legal, TW_PASS]

    def carry_out(self, action: Any) -> None:
        state = self.state
        acting: Any = self.acting
        if acting is None:
            tw_apply(self.game, state, action, self.dealer, self.seat)
        elif isinstance(acting, NativeAll):
            self.chosen[self.seat] = action
            if self.waiting:
                self.ask_next()
                return
            chosen: dict[int, Any] = {}
            for other in acting.seats:
                chosen[other] = self.chosen[other]
            TOGETHER
        elif isinstance(action, NativePass):
            if self.waiting:
                self.ask_next()
                return
            PASSED
        else:
            tw_apply(self.game, state, action, self.dealer, self.seat)
        self.look(None)

    def takes(self) -> Any:
        return TAKES

    def play_on(self, avoided: Any, first: int, longest: int, leanings: Any) -> None:
        k = 0
        while k < longest and self.result is None and self.dealer.ended is None:
            action: Any = None
            if leanings is not None and len(self.legal) > 1:
                weights: Any = leanings.get(TAKES)
                if weights is not None:
                    action = tw_leaning(self.legal, weights, self.chance)
            if action is None:
                action = tw_tried(self.legal, avoided, first >> self.seat & 1, self.chance)
            self.carry_out(action)
            k += 1
'''
_LANE = '''

class TwLane(NativeLane):
    """A game among many side by side."""

    def __init__(self, game: GAME, state: TABLE, dealer: NativeDealer, lot: Any) -> None:
        super().__init__()
        self.game: GAME = game
        self.state: TABLE = state
        self.dealer: NativeDealer = dealer
        self.lot: Any = lot
        self.played: int = 0
        self.actor: int = 0
        self.waiting: list[int] = []
        self.acting: Any = None
        self.chosen: dict[int, Any] = {}
        self.look()

    def piles(self) -> list[NativePile]:
        return PILES

    def names(self) -> list[str]:
        return list(self.state.__dict__)

    def values(self) -> Any:
        return self.state.values()

    def look(self) -> None:
        state = self.state
        self.result = self.game.result(state)
        self.seat = self.actor = state.turn
        self.acting = None
        if self.result is not None:
            self.legal = []
            return
        ASKED
        legal = tw_parts(tw_legal(self.game, state, self.seat))
        self.legal = legal
        if not legal:
            raise LookupError("there is no legal action, and no result")

    def ended(self) -> Any:
        ended: Any = self.dealer.ended
        self.dealer.ended = None
        return ended

    def ask_next(self) -> None:
        self.seat = self.waiting.pop(0)
        legal = tw_parts(tw_legal(self.game, self.state, self.seat))
        self.legal = legal if isinstance(self.acting, NativeAll) else [*legal, TW_PASS]

    def answer(self, action: Any) -> None:
        state = self.state
        acting: Any = self.acting
        if acting is None:
            if self.waiting:
                self.seat = self.waiting.pop(0)
                return
            tw_apply(self.game, state, action, self.dealer, self.actor)
            self.played += 1
            self.look()
            return
        self.chosen[self.seat] = action
        if self.waiting:
            self.ask_next()
            return
        chosen: dict[int, Any] = {}
        for other in acting.seats:
            if isinstance(acting, NativeAll) or type(self.chosen[other]) is not NativePass:
                chosen[other] = self.chosen[other]
        if isinstance(acting, NativeAll):
            TOGETHER
        elif chosen:
            speaking = list(chosen)
            seat = speaking[self.lot(self.played, len(speaking)) if len(speaking) > 1 else 0]
            tw_apply(self.game, state, chosen[seat], self.dealer, seat)
        else:
            PASSED
        self.played += 1 if chosen and not isinstance(acting, NativeAll) else len(acting.seats)
        self.look()
'''
_ASKED = """several: Any = self.game.acting(state)
if isinstance(several, NativeAll) or isinstance(several, NativeAnyOf):
    self.acting = several
    self.chosen = {}
    self.waiting = several.seats.copy()
    self.ask_next()
    return
one: NativeOne = several if isinstance(several, NativeOne) else NativeOne(several)
seats: list[int] = one.seats
self.seat = self.actor = one.actor(self.seat)
if len(seats) > 1:
    alone = tw_parts(tw_legal(self.game, state, self.seat))
    if len(alone) == 1:
        self.legal = alone
        self.waiting = seats.copy()
        self.seat = self.waiting.pop(0)
        return
"""
_LOOK = """several: Any = self.game.acting(state)
if isinstance(several, NativeAll) or isinstance(several, NativeAnyOf):
    self.ask_several(several, first)
    return
one: NativeOne = several if isinstance(several, NativeOne) else NativeOne(several)
self.seat = one.actor(self.seat)
"""
_ASK_ONE = "action = self.choice(legal, seat, trace)"
_ASK_ALL = """for asked in seats if len(legal) == 1 else [seat]:
    action = self.choice(legal, asked, trace)"""


@dataclass(frozen=True)
class _Default:
    """What a field is by default: a value, or what makes one."""

    text: str = ""
    factory: str = ""


def _default(value: ast.expr | None) -> _Default:
    if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in MARKERS:
        given = {one.arg: ast.unparse(one.value) for one in value.keywords}
        return _Default(given.get("default", ""), given.get("default_factory", ""))
    return _Default() if value is None else _Default(ast.unparse(value))


def _copied(name: str, types: Mapping[str, str]) -> str:
    """How a field is given to a copy of a table: what can be changed in it, once more."""
    return f"{name}=self.{name}" if types.get(name, "int") in _UNCHANGING else f"{name}=tw_copied(self.{name})"


def _making(kind: str, arguments: str, fields: Sequence[str], types: Sequence[str]) -> str:
    """What makes an action of a class, or finds the same that was made before."""
    made, head = f"TW_MADE_{kind}", f"def tw_make_{kind}({arguments}) -> {kind}:\n    "
    if not fields:
        return f"\n\n{made}: Final[{kind}] = tw_made_once({kind}())\n\n{head}return {made}"
    if types == ["Card"]:
        row, number = f"\n\n{made}: Final[list[{kind}]] = []\n\n{head}", f"{fields[0]}.number"
        more = f"{made}.extend([tw_made_once({kind}(one)) for one in TW_CARDS[len({made}):]])"
        return f"{row}if {number} >= len({made}):\n        {more}\n    return {made}[{number}]"
    lines, whole = [f"known: Any = {made}"], f"{kind}({', '.join(fields)})"
    for place, one in enumerate(fields):
        new = "{}" if place < len(fields) - 1 else f"tw_made_once({whole})"
        lines += [f"level_{place}: dict[Any, Any] = known", f"known = level_{place}.get({one})", "if known is None:"]
        lines += ["    if tw_are_many():", f"        return {whole}", f"    known = level_{place}[{one}] = {new}"]
    text = "\n    ".join([*lines, f"made: {kind} = known", "return made"])
    return f"\n\n{made}: Final[dict[Any, Any]] = {{}}\n\n{head}{text}"


def _named_fields(names: Iterable[str]) -> str:
    fields = "".join(f"{one!r}: self.{one}, " for one in names)
    return f"@property\ndef __dict__(self) -> dict[str, Any]:\n    return {{{fields}}}"


def _with_lines(node: ast.stmt) -> str:
    """The text of a statement, in which a comment before each one within says which line of the file it is from."""
    text = ast.unparse(node)
    lines = text.splitlines()
    for own, one in reversed(list(zip(_statements(node), _statements(ast.parse(text).body[0]), strict=True))):
        lines.insert(one.lineno - 1, f"{' ' * one.col_offset}# line {own.lineno}")
    return "\n".join(lines)


def _statements(node: ast.AST) -> list[ast.stmt]:
    """The statements within one, in their order."""
    found: list[ast.stmt] = []
    for one in ast.iter_child_nodes(node):
        found += [one] if isinstance(one, ast.stmt) else []
        found += _statements(one)
    return found


def _inner(parts: Iterable[str]) -> str:
    return "\n".join("    " + line for part in parts for line in part.splitlines())


def _names(node: ast.stmt) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {one.id for one in targets if isinstance(one, ast.Name)}


def _is_class_variable(node: ast.AnnAssign) -> bool:
    return ast.unparse(node.annotation).startswith("ClassVar")


def _is_validator(node: ast.expr) -> bool:
    return bool(_VALIDATORS.search(ast.unparse(node))) and "override" not in ast.unparse(node)


def _decorator(node: ast.expr) -> ast.expr | None:
    """A decorator as the compiler takes it."""
    text = ast.unparse(node).rpartition(".")[2]
    if text == "override":
        return None
    return ast.Name("property", ast.Load()) if text == "cached_property" else node


def _option_type(annotation: ast.expr) -> str:
    return ast.unparse(annotation) if names_of(annotation) <= _SIMPLE else "Any"


def _is_alias(value: ast.expr) -> bool:
    """Whether what is assigned is a type."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
        return all(
            _is_alias(side) or isinstance(side, ast.Name) or (isinstance(side, ast.Constant) and side.value is None)
            for side in (value.left, value.right)
        )
    head = value.value if isinstance(value, ast.Subscript) else None
    kinds = "tuple list dict Sequence Annotated Literal Union Optional Callable Mapping Iterable set frozenset type"
    return isinstance(head, ast.Name) and head.id in kinds.split()


def _give_end(node: ast.FunctionDef) -> None:
    """Let a function that promises a value not fall off its end, where the compiler would make something up."""
    returns = "None" if node.returns is None else ast.unparse(node.returns)
    makes = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node))
    if returns == "None" or makes or isinstance(node.body[-1], ast.Return | ast.Raise):
        return
    none = "None" in returns or "Optional" in returns or returns == "Any"
    node.body.append(ast.parse("return None" if none else "raise TypeError('nothing is returned')").body[0])
