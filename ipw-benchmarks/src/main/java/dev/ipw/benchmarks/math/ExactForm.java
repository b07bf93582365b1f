package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.MathNode.Based;
import dev.ipw.benchmarks.math.MathNode.Call;
import dev.ipw.benchmarks.math.MathNode.Constant;
import dev.ipw.benchmarks.math.MathNode.Power;
import dev.ipw.benchmarks.math.MathNode.Product;
import dev.ipw.benchmarks.math.MathNode.Sum;
import dev.ipw.benchmarks.math.MathNode.Symbol;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The maker of the exact form of an expression. A part without an exact form, such as a sine, becomes an atom that is
 * known by its argument.
 */
final class ExactForm {
    private static final int MAX_EXPONENT = 20_000;
    private static final int MAX_SUM_EXPONENT = 64;

    private final WorkBudget budget;
    private final RadicalForm radicals;
    private final ExactFunction functions;

    ExactForm(WorkBudget budget) {
        this.budget = budget;
        radicals = new RadicalForm(budget);
        functions = new ExactFunction(budget);
    }

    Quotient of(MathNode node) {
        budget.take(1);
        return switch (node) {
            case MathNode.Literal number -> Quotient.of(number.value());
            case Based based -> atom(Atom.Kind.SYMBOL, "base" + based.base())
                    .times(Quotient.of(based.value()), budget);
            case Symbol symbol -> atom(Atom.Kind.SYMBOL, symbol.name());
            case Constant constant -> constant(constant);
            case Sum sum -> sum(sum.children());
            case Product product -> product(product.children());
            case Power power -> power(power);
            case Call call -> call(call);
            default -> throw new NoExactFormException("no number");
        };
    }

    private static Quotient atom(Atom.Kind kind, String name) {
        return Quotient.of(Polynomial.of(Term.of(new Atom(kind, name), Rational.ONE)));
    }

    private static Quotient constant(Constant constant) {
        Atom atom = switch (constant) {
            case PI -> Atom.PI;
            case E -> Atom.E;
            case I -> Atom.I;
            case INFINITY -> new Atom(Atom.Kind.SYMBOL, "infinity");
        };
        return Quotient.of(Polynomial.of(Term.of(atom, Rational.ONE)));
    }

    private Quotient sum(List<MathNode> children) {
        Quotient sum = Quotient.of(Rational.ZERO);
        for (MathNode child : children) {
            sum = sum.plus(of(child), budget);
        }
        return sum;
    }

    private Quotient product(List<MathNode> children) {
        Quotient product = Quotient.of(Rational.ONE);
        for (MathNode child : children) {
            product = product.times(of(child), budget);
        }
        return product;
    }

    private Quotient power(Power power) {
        Quotient base = of(power.base());
        Quotient exponent = of(power.exponent());
        Optional<Rational> number = exponent.constant();
        if (number.isEmpty()) {
            return atom(Atom.Kind.OPAQUE, "power(" + base.key() + "," + exponent.key() + ")");
        }
        if (number.get().isInteger()) {
            boolean single = base.top().size() <= 1 && base.bottom().size() <= 1;
            return base.power(number.get().toSmallInteger(single ? MAX_EXPONENT : MAX_SUM_EXPONENT), budget);
        }
        return root(base, number.get());
    }

    private Quotient root(Quotient base, Rational exponent) {
        if (base.isZero() && exponent.signum() > 0) {
            return base;
        }
        Optional<Rational> number = base.constant();
        if (number.isPresent()) {
            return radicals.of(number.get(), exponent).map(Quotient::of)
                    .orElseGet(() -> opaqueRoot(base, exponent));
        }
        Optional<Term> term = base.bottom().constant().filter(Rational.ONE::equals).flatMap(one -> base.top().single())
                .filter(ExactForm::canTakeRoots);
        return term.isPresent() ? root(base, term.get(), exponent) : opaqueRoot(base, exponent);
    }

    /** Returns whether a root can be taken of each factor: all but one simple factor must be positive. */
    private static boolean canTakeRoots(Term term) {
        long others = term.powers().entrySet().stream()
                .filter(power -> power.getKey().kind() != Atom.Kind.PRIME
                        && power.getKey().kind() != Atom.Kind.CONSTANT)
                .count();
        boolean simple = term.powers().entrySet().stream()
                .filter(power -> power.getKey().kind() == Atom.Kind.SYMBOL || power.getKey().kind() == Atom.Kind.OPAQUE)
                .allMatch(power -> power.getValue().equals(Rational.ONE));
        return term.coefficient().signum() > 0 && others <= 1 && simple && !term.powers().containsKey(Atom.I);
    }

    private Quotient root(Quotient base, Term term, Rational exponent) {
        Optional<Polynomial> coefficient = radicals.of(term.coefficient(), exponent);
        if (coefficient.isEmpty()) {
            return opaqueRoot(base, exponent);
        }
        Term powers = Term.of(Rational.ONE);
        for (Map.Entry<Atom, Rational> power : term.powers().entrySet()) {
            powers = powers.times(Term.of(power.getKey(), power.getValue().times(exponent)));
        }
        return Quotient.of(coefficient.get().times(Polynomial.of(powers), budget));
    }

    private static Quotient opaqueRoot(Quotient base, Rational exponent) {
        return atom(Atom.Kind.OPAQUE, "power(" + base.key() + "," + exponent + ")");
    }

    private Quotient call(Call call) {
        List<Quotient> arguments = call.children().stream().map(this::of).toList();
        Optional<Rational> value = functions.of(call.function(), arguments.stream().map(Quotient::constant).toList());
        if (value.isPresent()) {
            return Quotient.of(value.get());
        }
        return atom(Atom.Kind.OPAQUE, call.function() + arguments.stream().map(Quotient::key)
                .collect(Collectors.joining(",", "(", ")")));
    }
}
