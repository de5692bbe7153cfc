"""What is written otherwise in a game's functions, so that the compiler takes it, and does the same faster."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container
from copy import deepcopy
from typing import Any

from cardkit.table.native.reading import Reading, Untranslatable

Note = Callable[[str], None]
Read = tuple[list[ast.expr], dict[str, ast.expr]] | None
"""The tests of a pattern, and the values of the names it binds; None where it has to stay as it is."""


def name(text: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(text, ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call of a function by its name."""
    return ast.Call(name(function), list(arguments), [])


def names_of(node: ast.AST) -> set[str]:
    """The names that a piece of code has in it."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def bind(target: str, value: ast.expr) -> ast.Assign:
    """An assignment to a name."""
    return ast.Assign([ast.Name(target, ast.Store())], value, lineno=0)


class Types(ast.NodeTransformer):
    """Types as the compiler is told them: forms and fractions, which may be whole numbers, are anything."""

    def visit_Name(self, node: ast.Name) -> Any:
        return name("Any") if node.id in ("Form", "float", "Choices", "Self", "Event") else node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in ("Form", "Choices", "type", "Callable"):
            return name("Any")
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            return node
        if isinstance(node.value, ast.Name) and node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
            return self.visit(node.slice.elts[0])
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, str):
            return self.visit(ast.parse(node.value, mode="eval").body)
        return node


def typed(annotation: ast.expr | None) -> Any:
    """A type as the compiler is told it."""
    return None if annotation is None else Types().visit(deepcopy(annotation))


_ITSELF = frozenset({"bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"})
"""Classes whose one pattern is about the object itself: `str(name)`."""


class Mended(ast.NodeTransformer):
    """What the compiler would refuse, or get wrong."""

    def __init__(self, reading: Reading, note: Note) -> None:
        self.reading, self.note = reading, note
        self.matches = 0
        self.nested = False
        """Whether a pattern was left as it is."""
        self.tells = any(
            isinstance(one, ast.FunctionDef) and one.name == "tell"
            for node in reading.classes.values()
            for one in node.body
        )
        self._function: ast.AST = ast.Module([], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        outer, self._function = self._function, node
        for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg):
            if one is not None:
                one.annotation = typed(one.annotation)
        node.returns = typed(node.returns)
        self.generic_visit(node)
        self._function = outer
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.annotation = typed(node.annotation)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(), attr="tell"),
                args=[ast.Call(func=ast.Name(id=event)) as told],
            ) if not self.tells and (self.reading.derives(event, "Event") or event not in self.reading.classes):
                parts = [self.visit(part) for part in [*told.args, *(one.value for one in told.keywords)]]
                self.note("events that are told to nobody are not made; what is worked out for them is")
                does = [ast.Expr(part) for part in parts if any(isinstance(one, ast.Call) for one in ast.walk(part))]
                return does or ast.Pass()
            case _:
                return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Name):
            if function.id not in ("isinstance", "issubclass", "cast"):
                node.args = [self._made(one) for one in node.args]
            if function.id == "AnyOf" and (node.keywords or len(node.args) > 1):
                raise Untranslatable("games with claims by urgency are played by their rules alone", node)
            if function.id == "Card":
                function.id = "tw_card"
            elif function.id == "zip" and node.keywords:
                self._zip(node)
        elif (
            isinstance(function, ast.Attribute)
            and ast.unparse(function.value) == "self"
            and any(isinstance(one, ast.Starred) for one in node.args)
        ):
            node.func = call("tw_untyped", function)
        return node

    def _made(self, node: ast.expr) -> ast.expr:
        """`Card` where it is handed on to be called."""
        return name("tw_card") if isinstance(node, ast.Name) and node.id == "Card" else node

    def _zip(self, node: ast.Call) -> None:
        """Things that are named are looked at for their lengths before they are gone through together."""
        strict = all(one.arg == "strict" and ast.unparse(one.value) == "True" for one in node.keywords)
        plain = [one for one in node.args if isinstance(one, ast.Name) or _is_attribute(one)]
        if strict and len(plain) == len(node.args) > 1:
            first = plain[0]
            node.args = [first, *(call("tw_as_long", one, first) for one in plain[1:])]
            node.keywords = []
            self.note("zip(…, strict=True) looks at the lengths beforehand")
        elif len(node.keywords) == 1 and ast.unparse(node.keywords[0].value) == "False":
            node.keywords = []

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        match node.iter:
            case ast.Call(func=ast.Name(id="reversed"), args=[ast.Attribute() as items]):
                node.iter = call("reversed", call("list", items))
            case _:
                pass
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """The compiler breaks down at `x in (*A, b)`."""
        self.generic_visit(node)
        for k, one in enumerate(node.comparators):
            if isinstance(one, ast.Tuple | ast.List | ast.Set) and any(isinstance(e, ast.Starred) for e in one.elts):
                node.comparators[k] = call("tw_untyped", one)
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        """`match` over classes and constants becomes a chain of `if`, by which the compiler knows the class."""
        self.generic_visit(node)
        before: list[ast.stmt] = []
        subject: ast.expr = node.subject
        self.matches += 1
        if not isinstance(subject, ast.Name):
            before = [bind(f"tw_subject_{self.matches}", subject)]
            subject = name(f"tw_subject_{self.matches}")
        node.cases = [
            ast.match_case(pattern, deepcopy(case.guard), deepcopy(case.body) if number else case.body)
            for case in node.cases
            for number, pattern in enumerate(_either(case.pattern))
        ]
        read = [self._pattern(case.pattern, subject) for case in node.cases]
        outside = self._outside(node)
        chain: list[ast.stmt] = []
        cases: list[tuple[ast.expr | None, list[ast.stmt]]] = []
        known = [found for found in read if found is not None]
        if len(known) < len(read):
            self.nested = True
            return node
        for number, (case, (tests, bound)) in enumerate(zip(node.cases, known, strict=True)):
            own = {one: f"{one}_{self.matches}_{number}" for one in bound if one not in outside}
            if case.guard is not None:
                tests = [*tests, _Instead(bound).visit(deepcopy(case.guard))]
            body: list[ast.stmt] = [bind(own.get(one, one), value) for one, value in bound.items()]
            body += [_Named(own).visit(one) for one in case.body] if own else case.body
            test = None if not tests else tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            cases.append((test, body))
        for test, body in reversed(cases):
            chain = body if test is None else [ast.If(test, body, chain)]
        return [*before, *chain]

    def _outside(self, node: ast.Match) -> set[str]:
        """The names that the function has outside of a `match`, or in more than one of its cases as something else."""
        within = sum(1 for _ in ast.walk(node))
        if within == sum(1 for _ in ast.walk(self._function)):
            return set()
        marked = set(map(id, ast.walk(node)))
        return {one.id for one in ast.walk(self._function) if isinstance(one, ast.Name) and id(one) not in marked}

    def _pattern(self, pattern: ast.pattern, subject: ast.expr) -> Read:
        """The tests of a pattern, and the values of the names it binds; None where it has to stay as it is."""
        match pattern:
            case ast.MatchAs(pattern=inner, name=bound):
                within: Read = ([], {}) if inner is None else self._pattern(inner, subject)
                return within and (within[0], within[1] | ({bound: subject} if bound else {}))
            case ast.MatchValue(value=value):
                return [ast.Compare(subject, [ast.Eq()], [value])], {}
            case ast.MatchSingleton(value=value):
                return [ast.Compare(subject, [ast.Is()], [ast.Constant(value)])], {}
            case ast.MatchOr(patterns=parts):
                every = [self._pattern(part, subject) for part in parts]
                tests: list[ast.expr] = []
                for one in every:
                    if one is None or one[1] or not one[0]:
                        return None
                    tests.append(one[0][0] if len(one[0]) == 1 else ast.BoolOp(ast.And(), one[0]))
                kinds = [one.args[1] for one in tests if isinstance(one, ast.Call)]
                either: ast.expr = ast.BoolOp(ast.Or(), tests)
                if len(kinds) == len(tests):
                    either = call("isinstance", subject, ast.Tuple(kinds, ast.Load()))
                return [either], {}
            case ast.MatchClass(cls=ast.Name(id=kind), patterns=parts, kwd_patterns=[]) if (
                kind in _ITSELF and kind not in self.reading.classes and len(parts) < 2
            ):
                whole: Read = self._pattern(parts[0], subject) if parts else ([], {})
                return whole and ([call("isinstance", subject, name(kind)), *whole[0]], whole[1])
            case ast.MatchClass(cls=ast.Name(id=kind), patterns=parts, kwd_attrs=more, kwd_patterns=others):
                if kind not in self.reading.classes and (parts or kind not in self.reading.cardkit):
                    return None
                fields = [one[0] for one in self.reading.fields(kind)] if kind in self.reading.classes else []
                if len(fields) < len(parts):
                    return None
                values = dict[str, ast.expr]()
                every_test: list[ast.expr] = [call("isinstance", subject, name(kind))]
                for attribute, inside in zip([*fields[: len(parts)], *more], [*parts, *others], strict=True):
                    found = self._pattern(inside, ast.Attribute(subject, attribute, ast.Load()))
                    if found is None:
                        return None
                    every_test += found[0]
                    values |= found[1]
                return every_test, values
            case _:
                return None


def _either(pattern: ast.pattern) -> list[ast.pattern]:
    """The patterns of which one has to fit, where they bind names; else the pattern itself."""
    binds = any(isinstance(one, ast.MatchAs) and one.name for one in ast.walk(pattern))
    return pattern.patterns if isinstance(pattern, ast.MatchOr) and binds else [pattern]


class _Named(ast.NodeTransformer):
    """Names that a case binds, under names of its own: a name may have another type in each."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> Any:
        node.arg = self.names.get(node.arg, node.arg)
        return node


class _Instead(ast.NodeTransformer):
    """The values in the place of names, for a guard, which is looked at before they are bound."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> Any:
        return deepcopy(self.values[node.id]) if node.id in self.values else node


def _is_attribute(node: ast.expr) -> bool:
    """Whether this is a field of something that is named."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


PURE = frozenset(
    [
        *("index", "rank", "suit", "text", "get", "abs", "int", "len", "min", "max", "bool", "isdecimal", "str"),
        "tw_place_in",
    ]
)
"""What a key of a card may call."""
_OVER = frozenset(
    [
        "sorted",
        "list",
        "tuple",
        "set",
        "sum",
        "min",
        "max",
        "Counter",
        "enumerate",
        "any",
        "all",
        "map",
        "zip",
        "frozenset",
        "filter",
    ]
)


_KEYED = frozenset(["key", "default"])
"""What else than things may be given to `min` and `max`, if places stand for them."""
_CONSUMERS = frozenset(["sorted", "list", "tuple", "set", "frozenset", "min", "max", "Counter", "join"])
_SHORT = frozenset(["sum", "any", "all"])
"""What the compiler goes through itself, without a list."""


class Lean(ast.NodeTransformer):
    """Piles are gone over by their lists, cards are sorted by places that their keys have among all cards, places in
    constant rows are known beforehand, and `map` is a comprehension.
    """

    def __init__(self, reading: Reading, note: Note) -> None:
        self.reading, self.note = reading, note
        self.orders: dict[str, str] = {}
        """The keys of cards, each as the text of a function, with a number."""
        self._tables = {one for one in reading.classes if reading.derives(one, "State") or reading.derives(one, "Part")}
        kinds: dict[str, set[str]] = {}
        for one in self._tables:
            for field, annotation, _ in reading.own_fields(one):
                kinds.setdefault(field, set()).add(ast.unparse(annotation))
        self._fields = {
            field: {"Pile": "pile", "list[Pile]": "row"}.get(next(iter(texts)), "")
            for field, texts in kinds.items()
            if len(texts) == 1
        }
        self._locals: list[dict[str, str]] = [{}]
        self._in_table = False
        self.rows: set[str] = set()
        """The constants whose places are asked for."""
        self._constant_rows = _constant_rows(reading)
        self._mapped = 0

    def _kind(self, node: ast.AST) -> str:
        match node:
            case ast.Name(id=known):
                return self._locals[-1].get(known, "")
            case ast.Attribute(value=ast.Name(id="self"), attr=field) if not self._in_table:
                return ""
            case ast.Attribute(attr=field):
                return self._fields.get(field, "")
            case ast.Subscript(value=value, slice=place) if self._kind(value) == "row":
                return "row" if isinstance(place, ast.Slice) else "pile"
            case _:
                return ""

    def _bind(self, target: ast.AST, kind: str) -> None:
        for one in ast.walk(target):
            if isinstance(one, ast.Name):
                known = self._locals[-1].setdefault(one.id, kind if one is target else "")
                if known != (kind if one is target else ""):
                    self._locals[-1][one.id] = "mixed"

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self._in_table = node.name in self._tables
        self.generic_visit(node)
        self._in_table = False
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self._locals.append({})
        for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            text = ast.unparse(arg.annotation) if arg.annotation else ""
            self._locals[-1][arg.arg] = {"Pile": "pile", "list[Pile]": "row"}.get(text, "")
        known = dict(self._locals[-1])
        for _ in range(2):  # the second time, what was bound later is known as well
            before, self._locals[-1] = self._locals[-1], dict(known)
            seen = self._locals[-1]
            for one in ast.walk(node):
                self._locals[-1] = before
                match one:
                    case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(
                        targets
                    ) == len(values):
                        found = [(target, self._kind(value)) for target, value in zip(targets, values, strict=True)]
                    case ast.Assign(targets=targets, value=value):
                        found = [(target, self._kind(value)) for target in targets]
                    case ast.For() | ast.comprehension():
                        target, iterated = one.target, one.iter
                        found = [(target, "pile" if self._kind(iterated) == "row" else "")]
                    case ast.NamedExpr(target=target, value=value):
                        found = [(target, self._kind(value))]
                    case ast.AnnAssign() | ast.AugAssign():
                        found = [(one.target, "")]
                    case ast.Lambda() | ast.FunctionDef() if one is not node:
                        found = [(name(arg.arg), "") for arg in one.args.args]
                    case _:
                        continue
                self._locals[-1] = seen
                for target, kind in found:
                    self._bind(target, kind)
            self._locals[-1] = seen
        self.generic_visit(node)
        self._locals.pop()
        return node

    def _cards(self, node: ast.expr) -> ast.expr:
        if self._kind(node) == "pile":
            return ast.Attribute(node, "cards", ast.Load())
        match node:
            case ast.Call(func=function, args=[cards]) if ast.unparse(function) == "dict.fromkeys":
                return call("tw_distinct", self._cards(cards)) if self._are_cards(cards) else node
            case _:
                return node

    def _are_cards(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=method)):
                returns = [
                    one.returns
                    for kind in self.reading.classes.values()
                    for one in kind.body
                    if isinstance(one, ast.FunctionDef) and one.name == method
                ]
                return bool(returns) and all(one is not None and ast.unparse(one) == "list[Card]" for one in returns)
            case ast.Attribute(value=value, attr="cards"):
                return self._kind(value) == "pile"
            case _:
                return self._kind(node) == "pile"

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._cards(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._cards(node.iter)
        return self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> Any:
        node.value = self._cards(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=row), attr="index"), args=[one], keywords=[]) if (
                row in self._constant_rows and len(self._locals) > 1 and not any(row in one for one in self._locals)
            ):
                self.rows.add(row)
                self.note("places in a row that stays as it is are worked out once")
                return call("tw_place_in", name(row), name(f"TW_PLACES_{row}"), self.visit(one))
            case ast.Call(func=ast.Name(id=consumer) | ast.Attribute(attr=consumer), args=[only]) if (
                consumer in _CONSUMERS or (consumer in _SHORT and not node.keywords)
            ):
                node.args = [self._each(only, ast.GeneratorExp if consumer in _SHORT else ast.ListComp)]
            case _:
                pass
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        if function in ("any", "all") and len(node.args) == 1 and self._kind(node.args[0]) == "row":
            return call(f"tw_{function}_cards", self.visit(node.args[0]))
        if function in _OVER:
            node.args = [self._cards(one) for one in node.args]
        self.generic_visit(node)
        given = {one.arg: one.value for one in node.keywords}
        if function in ("sorted", "min", "max") and len(node.args) == 1 and "key" in given and given.keys() <= _KEYED:
            number = self._order(given["key"])
            if number is not None:
                order, most = name(f"TW_ORDER_{number}"), ast.Constant(function == "max")
                if "default" in given:
                    return ast.Call(
                        ast.Attribute(order, "best_or", ast.Load()), [*node.args, most, given["default"]], []
                    )
                if function == "sorted":
                    match node.args:
                        case [ast.Call(func=ast.Name(id="tw_distinct"), args=cards)]:
                            return ast.Call(ast.Attribute(order, "sorted_once", ast.Load()), cards, [])
                        case _:
                            return ast.Call(ast.Attribute(order, "sorted", ast.Load()), node.args, [])
                return ast.Call(ast.Attribute(order, "best", ast.Load()), [*node.args, most], [])
        return node

    def _each(self, node: ast.expr, make: type[ast.GeneratorExp | ast.ListComp]) -> ast.expr:
        """`map(f, things)` as a comprehension, where the compiler may know what `f` is."""
        match node:
            case ast.Call(
                func=ast.Name(id="map"), args=[ast.Name() | ast.Attribute() as function, things], keywords=[]
            ):
                if not isinstance(function, ast.Name) and not _is_attribute(function):
                    return node
                self._mapped += 1
                each = f"tw_each_{self._mapped}"
                one = ast.comprehension(ast.Name(each, ast.Store()), things, [], 0)
                return make(ast.Call(function, [name(each)], []), [one])
            case _:
                return node

    def _order(self, node: ast.expr) -> str | None:
        """The number of an order by a key that hangs on nothing but a card; None where it may hang on more."""
        body: list[ast.stmt] = []
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=method):
                own = [
                    one
                    for kind in self.reading.classes.values()
                    for one in kind.body
                    if isinstance(one, ast.FunctionDef) and one.name == method
                ]
                if len(own) != 1 or own[0].decorator_list:
                    return None
                arguments, body = own[0].args.args[1:], own[0].body
            case ast.Name(id=function) if function in self.reading.functions:
                own_function = self.reading.functions[function]
                arguments, body = own_function.args.args, own_function.body
            case ast.Lambda(args=args, body=value):
                arguments = args.args
                body[:] = [ast.Return(value)]
            case _:
                return None
        body = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
        if len(arguments) != 1 or len(body) != 1 or not isinstance(body[0], ast.Return):
            return None
        card = arguments[0].arg
        constants = {
            one
            for piece in self.reading.pieces
            if isinstance(piece.node, ast.Assign | ast.AnnAssign)
            for one in piece.names
        }
        attributes = {one.attr for one in ast.walk(body[0]) if isinstance(one, ast.Attribute)}
        places = {f"TW_PLACES_{row}" for row in self.rows}
        if not names_of(body[0]) <= {card} | constants | places | PURE or not attributes <= PURE:
            return None
        if not attributes & {"rank", "suit"}:
            return None
        text = f"({card}: Card) -> Any:\n    {ast.unparse(body[0])}"
        self.note("cards are sorted by places that are worked out once")
        return self.orders.setdefault(text, str(len(self.orders)))


class OnceMade(ast.NodeTransformer):
    """Actions that hold nothing which can change are those that were made before."""

    def __init__(self, kinds: Container[str]) -> None:
        self.kinds = kinds

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Name) and node.func.id in self.kinds:
            node.func.id = f"tw_make_{node.func.id}"
        return self.generic_visit(node)


def _constant_rows(reading: Reading) -> set[str]:
    """The constants that are rows of texts or numbers, which are written once and for all."""
    found: set[str] = set()
    for piece in reading.pieces:
        match piece.node:
            case ast.Assign(targets=[ast.Name(id=row)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=row), value=ast.expr() as value):
                pass
            case _:
                continue
        if _is_row(value) and sum(row in other.names for other in reading.pieces) == 1:
            found.add(row)
    for piece in reading.pieces:
        for one in ast.walk(piece.node):
            match one:
                case ast.Attribute(value=ast.Name(id=row), attr=method) if method not in ("index", "count", "copy"):
                    found.discard(row)
                case ast.Subscript(value=ast.Name(id=row), ctx=ast.Store() | ast.Del()):
                    found.discard(row)
                case ast.Global(names=names):
                    found.difference_update(names)
                case _:
                    pass
    return found


def _is_row(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return all(isinstance(one.value if isinstance(one, ast.Starred) else one, ast.Constant) for one in parts)
        case ast.Constant(value=str(text)):
            return len(text) > 2
        case _:
            return False
