package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.MathNode.Call;
import dev.ipw.benchmarks.math.MathNode.Constant;
import dev.ipw.benchmarks.math.MathNode.Power;
import dev.ipw.benchmarks.math.MathNode.Product;
import dev.ipw.benchmarks.math.MathNode.Sum;
import dev.ipw.benchmarks.math.MathNode.Symbol;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** The value of an expression at one point. An undefined value is {@link ComplexNumber#UNDEFINED}. */
record NumericForm(Map<String, Double> point, WorkBudget budget) {
    ComplexNumber of(MathNode node) {
        budget.take(1);
        return switch (node) {
            case MathNode.Literal number -> ComplexNumber.of(number.value().toDouble());
            case Symbol symbol -> ComplexNumber.of(point.getOrDefault(symbol.name(), Double.NaN));
            case Constant constant -> constant(constant);
            case Sum sum -> sum.children().stream().map(this::of).reduce(ComplexNumber.ZERO, ComplexNumber::plus);
            case Product product -> product.children().stream().map(this::of)
                    .reduce(ComplexNumber.ONE, ComplexNumber::times);
            case Power power -> power(power);
            case Call call -> call(call.function(), call.children().stream().map(this::of).toList());
            default -> ComplexNumber.UNDEFINED;
        };
    }

    private static ComplexNumber constant(Constant constant) {
        return switch (constant) {
            case PI -> ComplexNumber.of(Math.PI);
            case E -> ComplexNumber.of(Math.E);
            case I -> ComplexNumber.I;
            case INFINITY -> ComplexNumber.UNDEFINED;
        };
    }

    private ComplexNumber power(Power power) {
        ComplexNumber base = of(power.base());
        if (power.exponent().equals(MathNode.Literal.MINUS_ONE)) {
            return ComplexNumber.ONE.dividedBy(base);
        }
        Rational exact = exactExponent(power.exponent());
        boolean oddRoot = exact.denominator().testBit(0);
        if (!exact.isZero() && base.isReal() && base.real() < 0 && oddRoot) {
            double size = Math.pow(-base.real(), exact.toDouble());
            return ComplexNumber.of(exact.numerator().testBit(0) ? -size : size);
        }
        ComplexNumber exponent = of(power.exponent());
        return exponent.size() == 0 && base.size() != 0 ? ComplexNumber.ONE : base.power(exponent);
    }

    /** Reads an exponent that is a fraction; zero if it is not one. */
    private Rational exactExponent(MathNode exponent) {
        try {
            return new ExactForm(budget).of(exponent).constant()
                    .filter(value -> value.denominator().compareTo(BigInteger.valueOf(1_000)) < 0)
                    .orElse(Rational.ZERO);
        } catch (NoExactFormException noFraction) {
            return Rational.ZERO;
        }
    }

    private static ComplexNumber call(String function, List<ComplexNumber> arguments) {
        ComplexNumber argument = arguments.getFirst();
        return switch (function) {
            case "ln" -> argument.logarithm();
            case "log" -> logarithm(arguments);
            case "exp" -> argument.exponential();
            case "abs" -> ComplexNumber.of(argument.size());
            default -> argument.isReal() && argument.isDefined()
                    ? ComplexNumber.of(real(function).applyAsDouble(argument.real()))
                    : ComplexNumber.UNDEFINED;
        };
    }

    /** Computes a logarithm. The base is the second argument, else 10. */
    private static ComplexNumber logarithm(List<ComplexNumber> arguments) {
        ComplexNumber base = arguments.size() > 1 ? arguments.get(1) : ComplexNumber.of(10);
        return arguments.getFirst().logarithm().dividedBy(base.logarithm());
    }

    private static DoubleUnaryOperator real(String function) {
        return switch (function) {
            case "sin" -> Math::sin;
            case "cos" -> Math::cos;
            case "tan" -> Math::tan;
            case "cot" -> value -> 1 / Math.tan(value);
            case "sec" -> value -> 1 / Math.cos(value);
            case "csc" -> value -> 1 / Math.sin(value);
            case "arcsin" -> Math::asin;
            case "arccos" -> Math::acos;
            case "arctan" -> Math::atan;
            case "sinh" -> Math::sinh;
            case "cosh" -> Math::cosh;
            case "tanh" -> Math::tanh;
            case "floor" -> Math::floor;
            case "ceil" -> Math::ceil;
            default -> value -> Double.NaN;
        };
    }
}
