package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.Comparison.Way;
import dev.ipw.benchmarks.math.MathNode.Group;
import dev.ipw.benchmarks.math.MathNode.Kind;
import dev.ipw.benchmarks.math.MathNode.Mark;
import dev.ipw.benchmarks.math.MathNode.Marked;
import dev.ipw.benchmarks.math.MathNode.Matrix;
import dev.ipw.benchmarks.math.MathNode.PlusMinus;
import dev.ipw.benchmarks.math.MathNode.Relation;
import dev.ipw.benchmarks.math.MathNode.Symbol;
import dev.ipw.benchmarks.math.MathNode.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A comparison of two expression trees: groups and relations by their parts, the rest by value. */
final class MathEquivalence {
    private final WorkBudget budget;
    private final ScalarComparison scalars;
    private final Relations relations;

    MathEquivalence(WorkBudget budget, OptionalInt decimalPlaces) {
        this.budget = budget;
        scalars = new ScalarComparison(budget, decimalPlaces);
        relations = new Relations(budget);
    }

    /** Compares the right answer with another. */
    Comparison compare(MathNode gold, MathNode answer) {
        MathNode right = prepared(gold);
        MathNode given = prepared(answer);
        boolean rightIsPercent = right.has(MathEquivalence::isPercent);
        Comparison asWritten = same(withoutMarks(right, MathNode.Literal.ONE),
                withoutMarks(given, MathNode.Literal.ONE));
        if (asWritten.isEqual() || rightIsPercent == given.has(MathEquivalence::isPercent)) {
            return asWritten;
        }
        MathNode hundredth = MathNode.quotient(MathNode.Literal.ONE, MathNode.Literal.of(100));
        return same(withoutMarks(right, hundredth), withoutMarks(given, hundredth));
    }

    private static MathNode prepared(MathNode node) {
        return MatrixArithmetic.done(node)
                .rewritten(part -> part instanceof Relation relation ? Relations.settled(relation) : part);
    }

    private static boolean isPercent(MathNode node) {
        return node instanceof Marked marked && marked.mark() == Mark.PERCENT;
    }

    /** Removes degree signs, and replaces percent signs by a factor. */
    private static MathNode withoutMarks(MathNode node, MathNode percent) {
        return node.rewritten(part -> part instanceof Marked(Mark mark, MathNode operand)
                ? mark == Mark.DEGREE || percent.equals(MathNode.Literal.ONE)
                        ? operand
                        : new MathNode.Product(List.of(operand, percent))
                : part);
    }

    private Comparison same(MathNode gold, MathNode answer) {
        budget.take(1);
        if (gold instanceof Relation || answer instanceof Relation) {
            return sameRelations(gold, answer);
        }
        if (isSeveral(gold) || isSeveral(answer)) {
            return sameGroups(gold, answer);
        }
        if (gold instanceof Matrix one && answer instanceof Matrix other) {
            return one.columns() == other.columns() ? sameInOrder(one.children(), other.children()) : differentShape();
        }
        if (gold instanceof Words one && answer instanceof Words other) {
            return new Comparison(one.text().equalsIgnoreCase(other.text()), Way.TEXT);
        }
        return gold instanceof Matrix != answer instanceof Matrix ? differentShape() : scalars.of(gold, answer);
    }

    private static Comparison differentShape() {
        return Comparison.different(Way.SHAPE);
    }

    private static boolean isSeveral(MathNode node) {
        return node instanceof Group || node.has(PlusMinus.class::isInstance);
    }

    private Comparison sameRelations(MathNode gold, MathNode answer) {
        if (gold instanceof Relation one && answer instanceof Relation other) {
            return sameRelations(one, other);
        }
        Relation relation = gold instanceof Relation one ? one : (Relation) answer;
        boolean isGold = gold instanceof Relation;
        MathNode plain = isGold ? answer : gold;
        Optional<MathNode> value = Relations.value(relation).or(() -> relations.interval(relation));
        if (value.isEmpty()) {
            return differentShape();
        }
        return isGold ? same(value.get(), plain) : same(plain, value.get());
    }

    private Comparison sameRelations(Relation gold, Relation answer) {
        if (gold.operators().equals(answer.operators())) {
            Comparison sides = sameInOrder(gold.children(), answer.children());
            if (sides.isEqual()) {
                return sides;
            }
        }
        if (relations.isSame(gold, answer)) {
            return Comparison.equal(Way.EXACT);
        }
        Optional<MathNode> right = Relations.value(gold).or(() -> relations.interval(gold));
        Optional<MathNode> given = Relations.value(answer).or(() -> relations.interval(answer));
        return right.isPresent() && given.isPresent() ? same(right.get(), given.get()) : differentShape();
    }

    private Comparison sameGroups(MathNode gold, MathNode answer) {
        if (kind(gold) != kind(answer)) {
            Optional<MathNode> right = union(gold).filter(union -> kind(answer) == Kind.UNION);
            Optional<MathNode> given = union(answer).filter(union -> kind(gold) == Kind.UNION);
            if (right.isPresent() || given.isPresent()) {
                return sameInAnyOrder(right.orElse(gold).children(), given.orElse(answer).children());
            }
        }
        boolean isList = isUnordered(gold) && isUnordered(answer);
        if (isList && isCompatible(gold, answer)) {
            List<MathNode> right = elements(gold);
            List<MathNode> given = elements(answer);
            boolean onlyOneHasNames = right.stream().anyMatch(Relation.class::isInstance) != given.stream()
                    .anyMatch(Relation.class::isInstance);
            return onlyOneHasNames ? sameInOrder(right, given) : sameInAnyOrder(right, given);
        }
        if (!(gold instanceof Group one) || !(answer instanceof Group other)) {
            return differentShape();
        }
        boolean tuples = one.kind() == other.kind() && one.brackets().equals(other.brackets());
        boolean withoutBrackets = one.kind() == Kind.TUPLE && one.brackets().equals("()") && other.kind() == Kind.LIST;
        return tuples || withoutBrackets ? sameInOrder(one.children(), other.children()) : differentShape();
    }

    /** Writes inequalities that are joined by "or" as a union of intervals. */
    private Optional<MathNode> union(MathNode node) {
        List<MathNode> intervals = node.children().stream()
                .flatMap(child -> child instanceof Relation relation
                        ? relations.interval(relation).stream()
                        : Stream.empty())
                .toList();
        return node instanceof Group(Kind kind, String brackets, List<MathNode> children) && kind == Kind.LIST
                && brackets.isEmpty() && intervals.size() == children.size()
                        ? Optional.of(new Group(Kind.UNION, "", intervals))
                        : Optional.empty();
    }

    private static boolean isUnordered(MathNode node) {
        return !(node instanceof Group group) || group.isUnordered();
    }

    /**
     * Returns whether two kinds of groups can be equal: lists and sets with each other; unions and intersections only
     * with their own kind.
     */
    private static boolean isCompatible(MathNode gold, MathNode answer) {
        return kind(gold) == kind(answer);
    }

    private static Kind kind(MathNode node) {
        return node instanceof Group group && group.kind() != Kind.SET ? group.kind() : Kind.LIST;
    }

    /** Lists the elements, each with plus and minus as two, and without names where all have the same. */
    private static List<MathNode> elements(MathNode node) {
        List<MathNode> written = node instanceof Group ? node.children() : List.of(node);
        List<MathNode> elements = new ArrayList<>();
        for (MathNode element : written.size() > 1 ? withoutNames(written) : written) {
            if (element.has(PlusMinus.class::isInstance)) {
                elements.add(signed(element, false));
                elements.add(signed(element, true));
            } else {
                elements.add(element);
            }
        }
        return elements;
    }

    private static List<MathNode> withoutNames(List<MathNode> elements) {
        List<MathNode> names = elements.stream().filter(Relation.class::isInstance)
                .map(element -> element.children().getFirst()).distinct().toList();
        boolean onlyFirst = elements.getFirst() instanceof Relation
                && elements.stream().skip(1).noneMatch(Relation.class::isInstance);
        boolean all = names.size() == 1 && elements.stream().allMatch(Relation.class::isInstance);
        if (!onlyFirst && !all) {
            return elements;
        }
        return elements.stream().map(element -> element instanceof Relation relation
                ? Relations.value(relation).orElse(relation)
                : element).toList();
    }

    private static MathNode signed(MathNode node, boolean other) {
        return node.rewritten(part -> part instanceof PlusMinus(boolean flipped, MathNode operand)
                ? flipped == other ? operand : MathNode.negated(operand)
                : part);
    }

    private Comparison sameInOrder(List<MathNode> gold, List<MathNode> answer) {
        if (gold.size() != answer.size()) {
            return differentShape();
        }
        Comparison all = Comparison.equal(Way.EXACT);
        for (int index = 0; index < gold.size() && all.isEqual(); index++) {
            all = all.and(same(gold.get(index), answer.get(index)));
        }
        return all;
    }

    private Comparison sameInAnyOrder(List<MathNode> gold, List<MathNode> answer) {
        if (gold.size() == 1 && answer.size() > 1) {
            return sameInOrder(Collections.nCopies(answer.size(), gold.getFirst()), answer);
        }
        if (gold.size() != answer.size()) {
            return differentShape();
        }
        List<MathNode> left = new ArrayList<>(answer);
        Comparison all = Comparison.equal(Way.EXACT);
        for (MathNode wanted : gold) {
            Comparison found = differentShape();
            for (int index = 0; index < left.size() && !found.isEqual(); index++) {
                Comparison comparison = haveOtherNames(wanted, left.get(index))
                        ? differentShape()
                        : same(wanted, left.get(index));
                if (comparison.isEqual() || index == 0) {
                    found = comparison;
                }
                if (comparison.isEqual()) {
                    left.remove(index);
                }
            }
            all = all.and(found);
        }
        return all;
    }

    /**
     * Returns whether the names differ: in a list that gives values to several letters, each letter must have its own
     * value.
     */
    private static boolean haveOtherNames(MathNode one, MathNode other) {
        return one instanceof Relation && other instanceof Relation && one.children().getFirst() instanceof Symbol left
                && other.children().getFirst() instanceof Symbol right && !left.equals(right);
    }
}
