package dev.ipw.benchmarks.math;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A sum of terms with exact coefficients; no coefficient is zero. */
final class Polynomial {
    private static final int MAX_TERMS = 2_000;

    private final Map<SortedMap<Atom, Rational>, Rational> terms;

    private Polynomial(Map<SortedMap<Atom, Rational>, Rational> terms) {
        this.terms = terms;
    }

    static Polynomial of(Term term) {
        Map<SortedMap<Atom, Rational>, Rational> terms = new LinkedHashMap<>();
        add(terms, term);
        return new Polynomial(terms);
    }

    static Polynomial of(Rational value) {
        return of(Term.of(value));
    }

    Polynomial plus(Polynomial other, WorkBudget budget) {
        budget.take(terms.size() + other.terms.size());
        Map<SortedMap<Atom, Rational>, Rational> sum = new LinkedHashMap<>(terms);
        other.terms.forEach((powers, coefficient) -> add(sum, new Term(coefficient, powers)));
        return new Polynomial(sum);
    }

    Polynomial times(Polynomial other, WorkBudget budget) {
        Map<SortedMap<Atom, Rational>, Rational> product = new LinkedHashMap<>();
        for (Map.Entry<SortedMap<Atom, Rational>, Rational> one : terms.entrySet()) {
            Term left = new Term(one.getValue(), one.getKey());
            for (Map.Entry<SortedMap<Atom, Rational>, Rational> two : other.terms.entrySet()) {
                budget.take(4L + one.getKey().size() + two.getKey().size() + bits(one) / 16 + bits(two) / 16);
                add(product, left.times(new Term(two.getValue(), two.getKey())));
            }
        }
        return new Polynomial(product);
    }

    private static int bits(Map.Entry<SortedMap<Atom, Rational>, Rational> term) {
        return term.getValue().numerator().bitLength() + term.getValue().denominator().bitLength();
    }

    private static void add(Map<SortedMap<Atom, Rational>, Rational> terms, Term term) {
        Rational sum = terms.getOrDefault(term.powers(), Rational.ZERO).plus(term.coefficient());
        if (sum.isZero()) {
            terms.remove(term.powers());
        } else {
            terms.put(term.powers(), sum);
        }
        if (terms.size() > MAX_TERMS) {
            throw new NoExactFormException("a sum of more than " + MAX_TERMS + " terms");
        }
    }

    boolean isZero() {
        return terms.isEmpty();
    }

    /** Returns the only term; empty if there are more or none. */
    Optional<Term> single() {
        return terms.size() == 1
                ? terms.entrySet().stream().map(term -> new Term(term.getValue(), term.getKey())).findFirst()
                : Optional.empty();
    }

    /** Returns the value if it is a fraction. */
    Optional<Rational> constant() {
        return isZero()
                ? Optional.of(Rational.ZERO)
                : single().filter(term -> term.powers().isEmpty()).map(Term::coefficient);
    }

    boolean has(Atom.Kind kind) {
        return terms.keySet().stream().anyMatch(powers -> powers.keySet().stream()
                .anyMatch(atom -> atom.kind() == kind));
    }

    /** Returns the fraction by which the other must be multiplied to equal this one; empty if there is none. */
    Optional<Rational> ratioTo(Polynomial other, WorkBudget budget) {
        if (isZero() || other.isZero()) {
            return Optional.empty();
        }
        Map.Entry<SortedMap<Atom, Rational>, Rational> term = terms.entrySet().iterator().next();
        Rational coefficient = other.terms.getOrDefault(term.getKey(), Rational.ZERO);
        if (coefficient.isZero()) {
            return Optional.empty();
        }
        Rational ratio = term.getValue().dividedBy(coefficient);
        Polynomial rest = plus(other.times(of(ratio.negate()), budget), budget);
        return rest.isZero() ? Optional.of(ratio) : Optional.empty();
    }

    int size() {
        return terms.size();
    }

    /** Writes the polynomial in one form, independent of the order in which it was made. */
    @Override
    public String toString() {
        TreeMap<String, Rational> sorted = new TreeMap<>();
        terms.forEach((powers, coefficient) -> sorted.put(powers.entrySet().stream()
                .map(power -> power.getKey().name() + "^" + power.getValue()).collect(Collectors.joining("*")),
                coefficient));
        return sorted.entrySet().stream().map(term -> term.getValue() + "*" + term.getKey())
                .collect(Collectors.joining("+", "[", "]"));
    }
}
