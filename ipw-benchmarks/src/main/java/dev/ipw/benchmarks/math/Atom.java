package dev.ipw.benchmarks.math;

/** A base of the powers in a polynomial. */
record Atom(Kind kind, String name) implements Comparable<Atom> {
    static final Atom I = new Atom(Kind.IMAGINARY, "i");
    static final Atom PI = new Atom(Kind.CONSTANT, "pi");
    static final Atom E = new Atom(Kind.CONSTANT, "e");

    /** The kinds, in the order in which they are written. */
    enum Kind {
        PRIME, IMAGINARY, CONSTANT, SYMBOL,
        /** A part that is only known by its own form: two different ones may be equal. */
        OPAQUE
    }

    @Override
    public int compareTo(Atom other) {
        int kinds = kind.compareTo(other.kind);
        return kinds != 0 ? kinds : name.compareTo(other.name);
    }
}
