package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.MathNode.Group;
import dev.ipw.benchmarks.math.MathNode.Operator;
import dev.ipw.benchmarks.math.MathNode.Product;
import dev.ipw.benchmarks.math.MathNode.Relation;
import dev.ipw.benchmarks.math.MathNode.Symbol;
import dev.ipw.benchmarks.math.MathNode.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/** A reader of values and intervals from relations, and the comparison of relations by their meaning. */
record Relations(WorkBudget budget) {
    /** Removes an approximation behind the value itself; a lone one counts as equal. */
    static MathNode settled(Relation relation) {
        int about = relation.operators().indexOf(Operator.ABOUT);
        if (about < 0) {
            return relation;
        }
        List<MathNode> sides = relation.children();
        if (about == 0) {
            return isName(sides.getFirst())
                    ? new Relation(List.of(Operator.EQUAL), List.copyOf(sides.subList(0, 2)))
                    : sides.getFirst();
        }
        return new Relation(List.copyOf(relation.operators().subList(0, about)), List.copyOf(sides.subList(0, about
                + 1)));
    }

    /**
     * Returns the value that a relation gives to a name: the last of a chain of equal sides, or the set that contains
     * the name.
     */
    static Optional<MathNode> value(Relation relation) {
        List<MathNode> sides = relation.children();
        List<Operator> operators = relation.operators();
        boolean equals = operators.stream().allMatch(Operator.EQUAL::equals);
        boolean isIn = operators.equals(List.of(Operator.IN));
        boolean isComputation = sides.size() > 2 || !relation.has(Symbol.class::isInstance);
        if (isIn || (equals && (isName(sides.getFirst()) || isComputation))) {
            return Optional.of(sides.getLast());
        }
        boolean isTurned = equals && sides.getLast() instanceof Symbol
                && !sides.getFirst().has(node -> node instanceof Symbol);
        return isTurned ? Optional.of(sides.getFirst()) : Optional.empty();
    }

    private static boolean isName(MathNode node) {
        return switch (node) {
            case Symbol symbol -> !symbol.name().isEmpty();
            case MathNode.Constant constant -> constant != MathNode.Constant.PI;
            case MathNode.Call call -> call.function().startsWith(LatexNames.UNKNOWN_FUNCTION);
            case Words words -> !words.text().isEmpty();
            case Product product -> product.children().getFirst() instanceof Symbol && product.children().stream()
                    .allMatch(factor -> factor instanceof Symbol || factor instanceof MathNode.Literal
                            || isTupleOfNames(factor));
            default -> isTupleOfNames(node);
        };
    }

    private static boolean isTupleOfNames(MathNode node) {
        return node instanceof Group group && group.children().stream().allMatch(Symbol.class::isInstance);
    }

    /** Writes an inequality in one letter as an interval. */
    Optional<MathNode> interval(Relation relation) {
        Relation turned = increasing(relation);
        if (!turned.operators().stream().allMatch(Operator::isLess)) {
            return Optional.empty();
        }
        List<MathNode> sides = turned.children();
        if (sides.size() == 3 && sides.get(1) instanceof Symbol) {
            return Optional.of(interval(sides.get(0), turned.operators().get(0), sides.get(2),
                    turned.operators().get(1)));
        }
        return sides.size() == 2 ? halfLine(turned) : Optional.empty();
    }

    private static Relation increasing(Relation relation) {
        if (!relation.operators().getFirst().isGreater()) {
            return relation;
        }
        List<MathNode> sides = new ArrayList<>(relation.children());
        List<Operator> operators = new ArrayList<>(relation.operators().stream().map(Operator::flipped).toList());
        Collections.reverse(sides);
        Collections.reverse(operators);
        return new Relation(List.copyOf(operators), List.copyOf(sides));
    }

    private static Group interval(MathNode low, Operator afterLow, MathNode high, Operator beforeHigh) {
        return new Group(MathNode.Kind.TUPLE, (afterLow.isStrict() ? "(" : "[") + (beforeHigh.isStrict() ? ")" : "]"),
                List.of(low, high));
    }

    /** Solves an inequality that is linear in its only letter. */
    private Optional<MathNode> halfLine(Relation relation) {
        MathNode difference = MathNode.difference(relation.children().get(0), relation.children().get(1));
        TreeSet<String> symbols = new TreeSet<>();
        difference.rewritten(node -> {
            if (node instanceof Symbol symbol) {
                symbols.add(symbol.name());
            }
            return node;
        });
        if (symbols.size() != 1) {
            return Optional.empty();
        }
        MathNode start = at(difference, 0);
        MathNode slope = MathNode.difference(at(difference, 1), start);
        boolean isLinear = new ScalarComparison(budget, OptionalInt.empty())
                .of(MathNode.difference(at(difference, 3), at(difference, 2)), slope).isEqual();
        double sign = new NumericForm(Map.of(), budget).of(slope).real();
        if (!isLinear || !(Math.abs(sign) > 0)) {
            return Optional.empty();
        }
        MathNode border = MathNode.quotient(MathNode.negated(start), slope);
        Operator operator = relation.operators().getFirst();
        MathNode endless = MathNode.Constant.INFINITY;
        return Optional.of(sign > 0
                ? interval(MathNode.negated(endless), Operator.LESS, border, operator)
                : interval(border, operator, endless, Operator.LESS));
    }

    private static MathNode at(MathNode expression, long value) {
        return expression.rewritten(node -> node instanceof Symbol ? MathNode.Literal.of(value) : node);
    }

    /**
     * Returns whether two relations of two sides each have the same meaning: their differences are multiples of one
     * another.
     */
    boolean isSame(Relation one, Relation other) {
        Relation left = increasing(one);
        Relation right = increasing(other);
        if (!left.operators().equals(right.operators()) || left.operators().size() != 1) {
            return false;
        }
        try {
            Optional<Rational> ratio = difference(left).top().ratioTo(difference(right).top(), budget);
            return ratio.isPresent() && (!left.operators().getFirst().isLess() || ratio.get().signum() > 0);
        } catch (NoExactFormException noExactForm) {
            return false;
        }
    }

    private Quotient difference(Relation relation) {
        Quotient difference = new ExactForm(budget)
                .of(MathNode.difference(relation.children().get(0), relation.children().get(1)));
        if (difference.bottom().constant().isEmpty()) {
            throw new NoExactFormException("a denominator with letters");
        }
        return difference;
    }
}
