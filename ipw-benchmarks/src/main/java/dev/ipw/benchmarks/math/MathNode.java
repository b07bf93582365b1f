package dev.ipw.benchmarks.math;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** One node of an expression tree. */
sealed interface MathNode {
    /** Returns the nodes right below. */
    default List<MathNode> children() {
        return List.of();
    }

    /** Makes the same node above other nodes. */
    default MathNode with(List<MathNode> children) {
        return this;
    }

    /** Changes every node, the lowest first. */
    default MathNode rewritten(UnaryOperator<MathNode> change) {
        List<MathNode> changed = new ArrayList<>();
        children().forEach(child -> changed.add(child.rewritten(change)));
        return change.apply(with(changed));
    }

    /** Returns whether a node here or below meets the condition. */
    default boolean has(Predicate<MathNode> condition) {
        return condition.test(this) || children().stream().anyMatch(child -> child.has(condition));
    }

    /** Makes the quotient of two nodes. */
    static MathNode quotient(MathNode top, MathNode bottom) {
        return new Product(List.of(top, new Power(bottom, Literal.MINUS_ONE)));
    }

    /** Makes the node with the opposite sign. */
    static MathNode negated(MathNode node) {
        return node instanceof Literal number
                ? new Literal(number.value().negate(), number.significantDigits())
                : new Product(List.of(Literal.MINUS_ONE, node));
    }

    /** Makes the difference of two nodes. */
    static MathNode difference(MathNode one, MathNode other) {
        return new Sum(List.of(one, negated(other)));
    }

    /**
     * A number as it was written.
     *
     * @param significantDigits the number of digits of a decimal; 0 for a whole number
     */
    record Literal(Rational value, int significantDigits) implements MathNode {
        static final Literal ONE = of(1);
        static final Literal MINUS_ONE = of(-1);

        static Literal of(long value) {
            return of(Rational.of(value));
        }

        static Literal of(Rational value) {
            return new Literal(value, 0);
        }
    }

    /** A number in another base. */
    record Based(Rational value, int base) implements MathNode {}

    /** A letter, with its index and primes. */
    record Symbol(String name) implements MathNode {}

    /** A number with a name. */
    enum Constant implements MathNode {
        PI, E, I, INFINITY
    }

    /** Words. */
    record Words(String text) implements MathNode {}

    /** A sum. */
    record Sum(List<MathNode> children) implements MathNode {
        @Override
        public MathNode with(List<MathNode> changed) {
            return new Sum(List.copyOf(changed));
        }
    }

    /** A product. */
    record Product(List<MathNode> children) implements MathNode {
        @Override
        public MathNode with(List<MathNode> changed) {
            return new Product(List.copyOf(changed));
        }
    }

    /** A power; roots are powers too. */
    record Power(MathNode base, MathNode exponent) implements MathNode {
        @Override
        public List<MathNode> children() {
            return List.of(base, exponent);
        }

        @Override
        public MathNode with(List<MathNode> changed) {
            return new Power(changed.get(0), changed.get(1));
        }
    }

    /** A function of arguments. */
    record Call(String function, List<MathNode> children) implements MathNode {
        @Override
        public MathNode with(List<MathNode> changed) {
            return new Call(function, List.copyOf(changed));
        }
    }

    /** Plus and minus at once; flipped is minus and plus. */
    record PlusMinus(boolean flipped, MathNode operand) implements MathNode {
        @Override
        public List<MathNode> children() {
            return List.of(operand);
        }

        @Override
        public MathNode with(List<MathNode> changed) {
            return new PlusMinus(flipped, changed.getFirst());
        }
    }

    /** A number with a sign of percent or degree behind it. */
    record Marked(Mark mark, MathNode operand) implements MathNode {
        @Override
        public List<MathNode> children() {
            return List.of(operand);
        }

        @Override
        public MathNode with(List<MathNode> changed) {
            return new Marked(mark, changed.getFirst());
        }
    }

    /** The signs behind a number. */
    enum Mark {
        PERCENT, DEGREE
    }

    /**
     * Several elements.
     *
     * @param brackets the opening and closing brackets of a tuple; else empty
     */
    record Group(Kind kind, String brackets, List<MathNode> children) implements MathNode {
        @Override
        public MathNode with(List<MathNode> changed) {
            return new Group(kind, brackets, List.copyOf(changed));
        }

        boolean isUnordered() {
            return kind == Kind.SET || kind == Kind.LIST || kind == Kind.UNION || kind == Kind.INTERSECTION;
        }
    }

    /** The kinds of groups. */
    enum Kind {
        TUPLE, SET, LIST, UNION, INTERSECTION, DIFFERENCE, RATIO
    }

    /** A matrix, its cells row by row. */
    record Matrix(int columns, List<MathNode> children) implements MathNode {
        @Override
        public MathNode with(List<MathNode> changed) {
            return new Matrix(columns, List.copyOf(changed));
        }

        int rows() {
            return children.size() / columns;
        }

        MathNode cell(int row, int column) {
            return children.get(row * columns + column);
        }
    }

    /** Sides with relations between them, with one operator fewer than sides. */
    record Relation(List<Operator> operators, List<MathNode> children) implements MathNode {
        @Override
        public MathNode with(List<MathNode> changed) {
            return new Relation(operators, List.copyOf(changed));
        }
    }

    /** The relations. */
    enum Operator {
        EQUAL, ABOUT, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, IN;

        boolean isLess() {
            return this == LESS || this == LESS_OR_EQUAL;
        }

        boolean isGreater() {
            return this == GREATER || this == GREATER_OR_EQUAL;
        }

        boolean isStrict() {
            return this == LESS || this == GREATER;
        }

        Operator flipped() {
            return switch (this) {
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
                default -> this;
            };
        }
    }
}
