package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.LatexToken.Kind;
import dev.ipw.benchmarks.math.MathNode.Call;
import dev.ipw.benchmarks.math.MathNode.Constant;
import dev.ipw.benchmarks.math.MathNode.Mark;
import dev.ipw.benchmarks.math.MathNode.Marked;
import dev.ipw.benchmarks.math.MathNode.PlusMinus;
import dev.ipw.benchmarks.math.MathNode.Power;
import dev.ipw.benchmarks.math.MathNode.Product;
import dev.ipw.benchmarks.math.MathNode.Sum;
import dev.ipw.benchmarks.math.MathNode.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A reader of sums, products and powers. */
final class ExpressionReader {
    private static final Set<String> TRIGONOMETRIC = Set.of("sin", "cos", "tan", "cot", "sec", "csc");

    private final LatexTokens tokens;
    private final AtomReader atoms;

    ExpressionReader(LatexTokens tokens, GroupReader groups) {
        this.tokens = tokens;
        atoms = new AtomReader(tokens, this, groups);
    }

    /** Reads a sum. */
    MathNode sum() {
        tokens.enter();
        List<MathNode> terms = new ArrayList<>();
        boolean isFirst = true;
        while (isFirst || isPlusOrMinus()) {
            terms.add(signedTerm());
            isFirst = false;
        }
        tokens.leave();
        return terms.size() == 1 ? terms.getFirst() : new Sum(List.copyOf(terms));
    }

    private boolean isPlusOrMinus() {
        LatexToken token = tokens.peek();
        return token.isSign("+") || token.isSign("-") || token.isCommand("pm") || token.isCommand("mp");
    }

    private MathNode signedTerm() {
        boolean minus = false;
        Optional<Boolean> both = Optional.empty();
        while (isPlusOrMinus()) {
            LatexToken token = tokens.take();
            minus ^= token.isSign("-");
            if (token.is(Kind.COMMAND)) {
                both = Optional.of(token.isCommand("mp"));
            }
        }
        MathNode term = product();
        MathNode signed = minus ? MathNode.negated(term) : term;
        return both.isPresent() ? new PlusMinus(both.get(), signed) : signed;
    }

    private MathNode product() {
        boolean mayBeMixed = tokens.peek().is(Kind.NUMBER)
                && (tokens.peek(1).isCommand("frac") || (tokens.peek(1).is(Kind.NUMBER) && tokens.peek(2).isSign("/")));
        List<MathNode> factors = new ArrayList<>();
        factors.add(factor());
        while (true) {
            boolean divides = tokens.peek().isSign("/") || tokens.peek().isCommand("div");
            if (divides || tokens.peek().isCommand("times")) {
                tokens.take();
                MathNode factor = signedFactor();
                factors.add(divides ? new Power(factor, MathNode.Literal.MINUS_ONE) : factor);
            } else if (tokens.peek().is(Kind.WORDS) && !isJoin()) {
                skipUnit(factors);
            } else if (atoms.isStart()) {
                factors.add(factor());
            } else {
                return mayBeMixed ? mixedNumber(factors) : product(factors);
            }
        }
    }

    private MathNode signedFactor() {
        boolean minus = false;
        while (tokens.peek().isSign("-") || tokens.peek().isSign("+")) {
            minus ^= tokens.take().isSign("-");
        }
        MathNode factor = factor();
        return minus ? MathNode.negated(factor) : factor;
    }

    /** Skips units behind numbers, with their powers and the units under them: they do not change the value. */
    private void skipUnit(List<MathNode> factors) {
        boolean isNumber = factors.stream().anyMatch(factor -> factor.has(MathNode.Literal.class::isInstance)
                || factor.has(Constant.class::isInstance));
        if (!isNumber) {
            throw new UnreadableMathException("Words behind letters cannot be read");
        }
        tokens.take();
        while (tokens.peek().isSign("^") || (tokens.peek().isSign("/") && tokens.peek(1).is(Kind.WORDS))) {
            tokens.take();
            tokens.takeRaw();
        }
        if (tokens.peek().is(Kind.NUMBER)) {
            throw new UnreadableMathException("A number behind a unit, as in hours and minutes, cannot be read");
        }
    }

    private boolean isJoin() {
        return GroupReader.isJoin(tokens.peek());
    }

    /** Reads a mixed number: a whole number right before a proper fraction is added to it, not multiplied. */
    private static MathNode mixedNumber(List<MathNode> factors) {
        boolean isMixed = isWhole(factors.getFirst()) && factors.size() >= 2 && isProperFraction(factors.get(1));
        boolean isWrittenMixed = isWhole(factors.getFirst()) && factors.size() == 3
                && isProperFraction(new Product(List.copyOf(factors.subList(1, 3))));
        if (!isMixed && !isWrittenMixed) {
            return product(factors);
        }
        MathNode fraction = isMixed ? factors.get(1) : product(factors.subList(1, 3));
        List<MathNode> all = new ArrayList<>(List.of(new Sum(List.of(factors.getFirst(), fraction))));
        all.addAll(factors.subList(isMixed ? 2 : 3, factors.size()));
        return product(all);
    }

    private static MathNode product(List<MathNode> factors) {
        return factors.size() == 1 ? factors.getFirst() : new Product(List.copyOf(factors));
    }

    private static boolean isWhole(MathNode node) {
        return node instanceof MathNode.Literal number && number.significantDigits() == 0;
    }

    private static boolean isProperFraction(MathNode node) {
        return node instanceof Product product && product.children().size() == 2
                && product.children().getFirst() instanceof MathNode.Literal top
                && product.children().getLast() instanceof Power(MathNode.Literal bottom, MathNode.Literal minusOne)
                && minusOne.equals(MathNode.Literal.MINUS_ONE) && isProper(top, bottom);
    }

    private static boolean isProper(MathNode.Literal top, MathNode.Literal bottom) {
        return top.value().isInteger() && bottom.value().isInteger() && top.value().signum() > 0
                && top.value().compareTo(bottom.value()) < 0;
    }

    /** Reads one factor with its powers and marks. */
    MathNode factor() {
        tokens.enter();
        LatexToken token = tokens.peek();
        MathNode node = token.is(Kind.COMMAND) && LatexNames.FUNCTIONS.containsKey(token.text())
                ? function()
                : postfix(atoms.atom());
        tokens.leave();
        return node;
    }

    private MathNode postfix(MathNode atom) {
        MathNode node = atom;
        for (int marks = 0;; marks++) {
            if (marks > LatexLexer.MAX_NESTING) {
                throw new MathLimitException("has more than " + LatexLexer.MAX_NESTING + " powers of one another");
            }
            if (tokens.takeSign("^")) {
                node = raised(node);
            } else if (tokens.takeCommand("circ")) {
                node = new Marked(Mark.DEGREE, node);
            } else if (tokens.takeSign("!")) {
                node = new Call("factorial", List.of(node));
            } else if (tokens.takeSign("%")) {
                node = new Marked(Mark.PERCENT, node);
            } else {
                return node;
            }
        }
    }

    private MathNode raised(MathNode base) {
        boolean braced = tokens.peek().isSign("{");
        if (tokens.takeCommand("circ") || (braced && tokens.peek(1).isCommand("circ") && tokens.peek(2).isSign("}"))) {
            if (braced) {
                tokens.takeRaw();
            }
            return new Marked(Mark.DEGREE, base);
        }
        return new Power(base, exponent());
    }

    private MathNode exponent() {
        if (tokens.peek().isSign("-")) {
            tokens.take();
            tokens.enter();
            MathNode negated = MathNode.negated(exponent());
            tokens.leave();
            return negated;
        }
        return atoms.argument();
    }

    private MathNode function() {
        String name = LatexNames.FUNCTIONS.getOrDefault(tokens.take().text(), "");
        Optional<MathNode> base = Optional.empty();
        Optional<MathNode> exponent = Optional.empty();
        while (tokens.peek().isSign("_") || tokens.peek().isSign("^")) {
            if (tokens.take().isSign("_")) {
                base = Optional.of(atoms.argument());
            } else {
                exponent = Optional.of(exponent());
            }
        }
        boolean isInverse = TRIGONOMETRIC.contains(name)
                && exponent.filter(MathNode.Literal.MINUS_ONE::equals).isPresent();
        String called = isInverse ? "arc" + name : name;
        MathNode call = call(called, functionArgument(), base);
        return exponent.isPresent() && !isInverse ? new Power(call, exponent.get()) : postfix(call);
    }

    private static MathNode call(String name, MathNode argument, Optional<MathNode> base) {
        if (name.equals("exp")) {
            return new Power(Constant.E, argument);
        }
        MathNode inRadians = TRIGONOMETRIC.contains(name)
                ? argument.rewritten(ExpressionReader::radians)
                : argument;
        return new Call(name, base.isPresent() ? List.of(inRadians, base.get()) : List.of(inRadians));
    }

    private static MathNode radians(MathNode node) {
        return node instanceof Marked(Mark mark, MathNode operand) && mark == Mark.DEGREE
                ? MathNode.quotient(new Product(List.of(operand, Constant.PI)), MathNode.Literal.of(180))
                : node;
    }

    /** Reads the argument of a function. Without brackets it is the factors up to the next function or sign. */
    private MathNode functionArgument() {
        if (tokens.peek().isSign("(") || tokens.peek().isSign("{") || tokens.peek().isSign("[")) {
            return atoms.atom();
        }
        List<MathNode> factors = new ArrayList<>();
        factors.add(signedFactor());
        while (atoms.isStart() && !LatexNames.FUNCTIONS.containsKey(tokens.peek().text())) {
            factors.add(factor());
        }
        return product(factors);
    }

    /** Reads words in the place of a number. */
    Words words() {
        return new Words(tokens.take().text());
    }
}
