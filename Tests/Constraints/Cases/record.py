"""Records what kiwisolver makes of random systems of constraints, for `SolverOracleTests`.

    python3 Tests/Constraints/Cases/record.py 10000 > Tests/Constraints/Cases/kiwi.txt

The systems are not in the file: `RandomSystem.swift` makes the same ones from the case's number. A line has, with
spaces between them: the rejected constraints as hexadecimal digits, the lowest bit for the first; the weighted error
and the unweighted strong error of all constraints, after an edit, and after a removal; and the final values. A line of `-` is a case in which kiwisolver aborts.
"""

import os
import sys

import kiwisolver as kiwi

WEIGHTS = [None, 1e6, 1e3, 1.0]


class Random:
    """SplitMix64, as in `RandomSystem.swift`."""

    def __init__(self, seed):
        self.state = seed

    def next(self, bound):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % bound


class System:
    """A random system: rows of terms, constant, relation (-1, 0, 1), strength and weight."""

    def __init__(self, number):
        random = Random(number)
        self.count = 2 + random.next(5)
        self.nonnegative = [random.next(4) == 0 for _ in range(self.count)]
        self.constraints = []
        for _ in range(3 + random.next(10)):
            terms = [
                (random.next(self.count), [-3, -2, -1, -1, 1, 1, 2, 3][random.next(8)])
                for _ in range(1 + random.next(3))]
            constant = (random.next(401) - 200) / 4
            relation = random.next(3) - 1
            strength = [0, 0, 1, 2, 3][random.next(5)]
            weight = [1, 2, 5][random.next(3)]
            self.constraints.append((terms, constant, relation, strength, weight))
        self.edited = random.next(self.count)
        self.suggestion = (random.next(401) - 200) / 4
        self.removed = random.next(1 << 20)


def error(constraint, values):
    terms, constant, relation, _, _ = constraint
    result = constant + sum(coefficient * values[index] for index, coefficient in terms)
    if relation < 0:
        return max(0.0, result)
    return max(0.0, -result) if relation > 0 else abs(result)


def totals(constraints, values):
    weighted = sum(
        WEIGHTS[c[3]] * c[4] * error(c, values) for c in constraints if c[3] != 0)
    strong = sum(c[4] * error(c, values) for c in constraints if c[3] == 1)
    return weighted, strong


class Kiwi:
    """A solver with the accepted constraints; one that has refused a constraint is made anew."""

    def __init__(self, system):
        self.system = system
        self.variables = [kiwi.Variable(str(index)) for index in range(system.count)]
        self.accepted = []
        self.build()

    def build(self):
        self.solver = kiwi.Solver()
        for variable, nonnegative in zip(self.variables, self.system.nonnegative):
            if nonnegative:
                self.solver.addConstraint(variable >= 0)
        for _, made in self.accepted:
            self.solver.addConstraint(made)

    def make(self, constraint):
        terms, constant, relation, strength, weight = constraint
        # Terms of one variable are joined, also those that cancel each other.
        sums = {}
        for index, coefficient in terms:
            sums[index] = sums.get(index, 0) + coefficient
        expression = kiwi.Expression(
            [kiwi.Term(self.variables[index], value) for index, value in sorted(sums.items())],
            constant)
        return kiwi.Constraint(
            expression, {-1: "<=", 0: "==", 1: ">="}[relation],
            "required" if strength == 0 else WEIGHTS[strength] * weight)

    def add(self, constraint):
        made = self.make(constraint)
        try:
            self.solver.addConstraint(made)
        except kiwi.UnsatisfiableConstraint:
            self.build()
            return False
        self.accepted.append((constraint, made))
        return True

    def values(self):
        self.solver.updateVariables()
        return [variable.value() for variable in self.variables]


def text(number):
    return f"{number:.10g}"


def record(number):
    system = System(number)
    solver = Kiwi(system)
    rejected = 0
    for index, constraint in enumerate(system.constraints):
        if not solver.add(constraint):
            rejected |= 1 << index
    constraints = [constraint for constraint, _ in solver.accepted]
    fields = [f"{rejected:x}"]
    fields += map(text, totals(constraints, solver.values()))
    edited = solver.variables[system.edited]
    solver.solver.addEditVariable(edited, "strong")
    solver.solver.suggestValue(edited, system.suggestion)
    edit = ([(system.edited, 1)], -system.suggestion, 0, 1, 1)
    fields += map(text, totals(constraints + [edit], solver.values()))
    if constraints:
        removed = system.removed % len(constraints)
        solver.solver.removeConstraint(solver.accepted[removed][1])
        del constraints[removed]
    values = solver.values()
    fields += map(text, totals(constraints + [edit], values))
    fields += map(text, values)
    return " ".join(fields)


def record_apart(number):
    """Records in a process of its own, since kiwisolver aborts where an internal check fails."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.write(writer, record(number).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        line = file.read()
    os.waitpid(child, 0)
    return line or "-"


for number in range(int(sys.argv[1])):
    print(record_apart(number), flush=True)
