# SPDX-License-Identifier: Apache-2.0
"""Statements and functions of C. No statement is left by an exception: what ends a way through the
C takes its condition out of `Machine.live`, and what gathers ways puts it back.
"""

from collections.abc import Callable, Sequence

from pycparser import c_ast

from ..equivalence.aig import FALSE, TRUE
from .declarations import Routine, _Local
from .expressions import Expressions
from .library import LIBRARY
from .machine import Address, Frame, Machine, refuse
from .objects import Nothing
from .typenames import Expression
from .types import Function, Int, Void, decayed

Statement = Callable[[Frame], None]

MOST_CALLS = 200
"""Calls within each other."""


class Program(Expressions):
    """A translation unit.

    Args:
        tree: its syntax tree.
        machine: what it runs on.

    Raises:
        UnreadC: a declaration outside of functions is not served.
    """

    def __init__(self, tree: c_ast.FileAST, machine: Machine):
        super().__init__(machine)
        self._calls = 0
        # What the function that is being translated returns.
        self._result: object = None
        for entry in tree.ext:
            if isinstance(entry, c_ast.FuncDef):
                self._define(entry)
            elif not isinstance(entry, c_ast.Pragma | c_ast.StaticAssert):
                self._declared(entry)

    def _define(self, node) -> None:
        name, kind = node.decl.name, self.type_of(node.decl.type)
        self._routine(name, kind)
        routine = self._routine_of(self._scopes[0][name])
        if routine.node is not None:
            raise refuse(node.decl, f"{name} is defined twice")
        # What was declared before may have said nothing of its parameters.
        routine.kind, routine.node = kind, node
        self._scopes[0][name] = Expression(kind, lambda frame: routine)

    def _routine_of(self, expression: Expression) -> Routine:
        return expression.run(Frame([]))

    def function(self, name: str) -> Routine:
        """The function of this name; raises `UnreadC` if it is not defined."""
        found = self._scopes[0].get(name)
        if isinstance(found, Expression) and isinstance(found.kind, Function):
            routine = self._routine_of(found)
            if routine.node is not None:
                return routine
        raise refuse("", f"expected a function {name} in the C, found none")

    def called(self, routine: Routine, arguments: Sequence, node):
        """What a function returns; its objects end with the call."""
        if routine.node is None:
            if routine.name not in LIBRARY:
                raise refuse(
                    node,
                    f"the function {routine.name} is called, and the C has its declaration alone",
                )
            return LIBRARY[routine.name](self.machine, arguments, node)
        if routine.body is None:
            self._translate(routine)
        machine = self.machine
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise refuse(node, f"more than {MOST_CALLS} calls are within each other")
        before, frame = machine.live, Frame([None] * routine.slots, machine.live)
        for slot, (argument, kind) in enumerate(zip(arguments, routine.kind.parameters)):
            block = machine.block(
                f"parameter {slot + 1} of {routine.name}", self._size(kind, node), node, frame
            )
            frame.blocks[slot] = block
            machine.store(Address(block), kind, argument, node)
        routine.body(frame)
        if frame.value is not None:
            # Some way gave a value, so a way that ends here without one must not be taken.
            machine.never(machine.live, node, f"{routine.name} ends without a value")
        machine.live = before
        self._calls -= 1
        # Whoever still has an address of them uses what the C does not define.
        for block in frame.blocks:
            if block is not None:
                block.ended = f"{routine.name} has returned"
        if frame.value is None and not isinstance(routine.kind.result, Void):
            return Nothing(routine.name)
        return frame.value

    def _translate(self, routine: Routine) -> None:
        """Make a function's body, at its first call: what is never called need not be served."""
        # A function sees the scopes of the file, and not those of whoever calls it first.
        # Another function may be translated in the middle of this one, as when the length of an
        # array calls it.
        kept = self._scopes, self._tags, self._slots, self._inside, self._result
        self._scopes, self._tags = self._scopes[:1], self._tags[:1]
        self._slots, self._inside, self._result = 0, True, routine.kind.result
        self._enter()
        try:
            declared = routine.node.decl.type.args
            for one in declared.params if declared else ():
                if getattr(one, "name", None):
                    self._parameter(one)
                # A parameter without a name is passed all the same.
                elif not isinstance(self.type_of(one), Void):
                    self._slots += 1
            routine.body = self._of(routine.node.body)
            routine.slots = self._slots
        finally:
            self._leave()
            self._scopes, self._tags, self._slots, self._inside, self._result = kept

    def _parameter(self, node) -> None:
        self._scopes[-1][node.name] = _Local(self._slots, decayed(self.type_of(node.type)))
        self._slots += 1

    def _of(self, node) -> Statement:
        """What a statement does."""
        method = getattr(self, f"_run_{type(node).__name__}", None)
        if method in (
            self._run_If,
            self._run_For,
            self._run_While,
            self._run_DoWhile,
            self._run_Switch,
        ):
            return self._gathered(method(node))
        if method is not None:
            return method(node)
        if isinstance(node, c_ast.Goto | c_ast.Label | c_ast.Case | c_ast.Default):
            raise refuse(node, f"{type(node).__name__.lower()} is not served here")
        # Of a call as a statement nobody takes the value.
        made = self._call(node) if isinstance(node, c_ast.FuncCall) else self._expression(node)
        machine, run = self.machine, made.run

        def statement(frame: Frame) -> None:
            machine.step(node)
            run(frame)

        return statement

    def _gathered(self, statement: Statement) -> Statement:
        """A statement that takes several ways. If it began wherever its call had not returned, and
        leaves no way that waits elsewhere, so does what comes behind it.
        """
        machine = self.machine

        def run(frame: Frame) -> None:
            everywhere, waiting = machine.live == frame.alive, frame.waiting()
            statement(frame)
            if everywhere and waiting == frame.waiting():
                frame.alive = machine.live

        return run

    def _run_Compound(self, node) -> Statement:
        self._enter()
        try:
            parts = [self._of(one) for one in node.block_items or ()]
        finally:
            self._leave()
        return self._sequence(parts)

    def _sequence(self, parts: Sequence[Statement]) -> Statement:
        machine = self.machine

        def run(frame: Frame) -> None:
            for part in parts:
                if machine.live == FALSE:
                    return
                part(frame)

        return run

    def _run_Decl(self, node) -> Statement:
        return self._declared(node) or (lambda frame: None)

    _run_Typedef = _run_Decl

    def _run_DeclList(self, node) -> Statement:
        return self._sequence([self._run_Decl(one) for one in node.decls])

    def _run_EmptyStatement(self, node) -> Statement:
        return lambda frame: None

    _run_Pragma = _run_StaticAssert = _run_EmptyStatement

    def _run_If(self, node) -> Statement:
        truth = self._truth(self._value(node.cond), node)
        ways = [
            self._of(way) if way is not None else (lambda frame: None)
            for way in (node.iffalse, node.iftrue)
        ]
        machine = self.machine

        def run(frame: Frame) -> None:
            machine.step(node)
            condition = truth(frame)
            if condition < 2:
                ways[condition](frame)
                return
            before, ends = machine.live, [FALSE, FALSE]
            for place in (1, 0):
                machine.live = machine.graph.and_(before, condition ^ 1 ^ place)
                if machine.live != FALSE:
                    ways[place](frame)
                # Read behind the way, which may have left by a return or a jump.
                ends[place] = machine.live
            machine.live = machine.joined(before, condition, ends[1], ends[0])

        return run

    def _run_While(self, node) -> Statement:
        return self._loop(node, node.cond, node.stmt, None)

    def _run_DoWhile(self, node) -> Statement:
        return self._loop(node, node.cond, node.stmt, None, first=True)

    def _run_For(self, node) -> Statement:
        self._enter()
        try:
            start = self._of(node.init) if node.init is not None else (lambda frame: None)
            loop = self._loop(node, node.cond, node.stmt, node.next)
        finally:
            self._leave()

        def run(frame: Frame) -> None:
            start(frame)
            loop(frame)

        return run

    def _loop(self, node, condition, body, following, *, first: bool = False) -> Statement:
        truth = (
            self._truth(self._value(condition), node) if condition is not None else lambda frame: 1
        )
        statement = self._of(body)
        step = self._value(following).run if following is not None else (lambda frame: None)
        machine, graph = self.machine, self.machine.graph

        def run(frame: Frame) -> None:
            frame.breaks.append(FALSE)
            frame.continues.append(FALSE)
            before, left, asked, turn = machine.live, FALSE, not first, 0
            while machine.live != FALSE:
                machine.step(node)
                if asked:
                    held = truth(frame)
                    left = graph.or_(left, graph.and_(machine.live, held ^ 1))
                    machine.live = graph.and_(machine.live, held)
                    turn += 1
                    # The question takes time: of a condition that is known only in turns 1, 2, 4, …
                    if held > TRUE or turn & turn - 1 == 0:
                        machine.live = machine.goes_on(machine.live)
                    if machine.live == FALSE:
                        break
                statement(frame)
                if frame.continues[-1] != FALSE:
                    machine.live = machine.settled(
                        graph.or_(machine.live, frame.continues[-1]), before
                    )
                    frame.continues[-1] = FALSE
                if machine.live != FALSE:
                    step(frame)
                asked = True
            frame.continues.pop()
            machine.live = machine.settled(graph.or_(left, frame.breaks.pop()), before)

        return run

    def _run_Break(self, node) -> Statement:
        return self._jump("breaks", node)

    def _run_Continue(self, node) -> Statement:
        return self._jump("continues", node)

    def _jump(self, name: str, node) -> Statement:
        machine = self.machine

        def run(frame: Frame) -> None:
            waiting = getattr(frame, name)
            if not waiting:
                raise refuse(node, "this stands in no loop")
            waiting[-1] = machine.graph.or_(waiting[-1], machine.live)
            machine.live = FALSE

        return run

    def _run_Switch(self, node) -> Statement:
        if not isinstance(node.stmt, c_ast.Compound):
            raise refuse(node, "a switch without braces is not served")
        chosen = self._value(node.cond)
        if not isinstance(chosen.kind, Int):
            raise refuse(node, "a switch of what is no integer")
        self._enter()
        try:
            labels, parts = self._cases(node, chosen.kind)
        finally:
            self._leave()
        machine, graph = self.machine, self.machine.graph
        equal, width = machine.arithmetic.equal, chosen.kind.width

        def run(frame: Frame) -> None:
            machine.step(node)
            value, before = chosen.run(frame), machine.live
            entries = [None if label is None else equal(value, label, width) for label in labels]
            other = graph.all(entry ^ 1 for entry in entries if entry is not None)
            frame.breaks.append(FALSE)
            machine.live = FALSE
            for entry, part in zip(entries, parts):
                entered = graph.and_(before, other if entry is None else entry)
                # With what falls through from the label before.
                machine.live = graph.or_(machine.live, entered)
                if machine.live != FALSE:
                    part(frame)
            if None not in entries:
                machine.live = graph.or_(machine.live, graph.and_(before, other))
            machine.live = machine.settled(graph.or_(machine.live, frame.breaks.pop()), before)

        return run

    def _cases(self, node, kind: Int) -> tuple[list[int | None], list[Statement]]:
        """The value of each label, None of ``default``, and what stands behind it."""
        labels: list[int | None] = []
        parts: list[Statement] = []
        for one in node.stmt.block_items or ():
            if isinstance(one, c_ast.Decl):
                self._declared(one)
                continue
            if not isinstance(one, c_ast.Case | c_ast.Default):
                raise refuse(one, "in a switch only what stands behind a label is served")
            labels.append(
                None
                if isinstance(one, c_ast.Default)
                # A label is converted to the type of the switch; values are unsigned numbers with
                # these bits.
                else self._known(one.expr) & (1 << kind.width) - 1
            )
            parts.append(self._sequence([self._of(each) for each in one.stmts or ()]))
        return labels, parts

    def _run_Return(self, node) -> Statement:
        machine, result = self.machine, self._result
        run = None
        if node.expr is not None:
            run = self._converted(self._value(node.expr), result, node)

        def leave(frame: Frame) -> None:
            machine.step(node)
            value = run(frame) if run else None
            frame.value = (
                value if frame.value is None else self._either(frame.value, value, result, node)
            )
            machine.live = FALSE

        return leave

    def _either(self, before, value, kind, node):
        """What is returned: ``value`` where the C is here, else what was returned before."""
        if before == value:
            return before
        if not isinstance(kind, Int):
            raise refuse(node, f"a result of the type {kind} depends on what varies")
        machine = self.machine
        return machine.arithmetic.chosen(machine.live, value, before, kind.width)
