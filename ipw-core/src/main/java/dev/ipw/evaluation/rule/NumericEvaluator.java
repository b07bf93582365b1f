package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.ReasoningText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * The evaluator of numbers by value, by the rules of {@link NumberExtractor} and {@link WrittenNumber}.
 *
 * <p>A whole reference must be met exactly, any other to a relative 1e-6, unless an absolute or relative tolerance is
 * given: then the larger of the given ones counts.
 *
 * <p>Units are compared where both sides carry a known one: converted within a dimension, wrong across dimensions. A
 * unit on one side only, or an unknown one, is ignored. A percentage meets a reference with a percent sign as written;
 * without one it is divided by 100 if the reference lies between -1 and 1, and is used as written otherwise. A bare
 * number meets a reference with a percent sign as written or divided by 100.
 */
final class NumericEvaluator implements RuleEvaluator {
    private static final BigDecimal DEFAULT_RELATIVE = new BigDecimal("1e-6");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final Pattern NOTHING_ELSE = Pattern.compile("[^\\d\\n]{0,60}");

    private final OptionalDouble absoluteTolerance;
    private final OptionalDouble relativeTolerance;

    /**
     * Creates the evaluator with given tolerances.
     *
     * @param absoluteTolerance the allowed deviation, in the reference's unit
     * @param relativeTolerance the allowed deviation, as a part of the reference
     */
    NumericEvaluator(OptionalDouble absoluteTolerance, OptionalDouble relativeTolerance) {
        this.absoluteTolerance = absoluteTolerance;
        this.relativeTolerance = relativeTolerance;
    }

    @Override
    public Evaluation judge(DatasetRecord question, String answer) {
        Optional<WrittenNumber> reference = reference(question.answer());
        if (reference.isEmpty()) {
            return Evaluation.unscored(question.answer().isBlank()
                    ? "The record has no answer to compare with"
                    : "The record's answer '" + question.answer() + "' is not one number");
        }
        String text = ReasoningText.removed(answer);
        if (text.isBlank()) {
            return Evaluation.notAttempted("The answer is empty");
        }
        return switch (NumberExtractor.read(text)) {
            case NumberExtractor.None none -> Evaluation.notAttempted("The answer gives no number");
            case NumberExtractor.Unclear unclear -> new Evaluation(Verdict.INCORRECT, Optional.of(unclear.text()),
                    unclear.reason(), Map.of());
            case NumberExtractor.Settled settled -> judge(reference.get(), settled.number());
        };
    }

    private static Optional<WrittenNumber> reference(String answer) {
        String plain = AnswerText.plain(NumberNotation.plain(answer)).strip();
        List<WrittenNumber> numbers = WrittenNumber.find(plain);
        if (numbers.size() != 1) {
            return Optional.empty();
        }
        WrittenNumber only = numbers.getFirst();
        boolean bare = NOTHING_ELSE.matcher(plain.substring(0, only.start())).matches()
                && NOTHING_ELSE.matcher(plain.substring(only.end())).matches();
        return bare && only.value().isPresent() ? Optional.of(only) : Optional.empty();
    }

    private Evaluation judge(WrittenNumber reference, WrittenNumber answer) {
        BigDecimal expected = reference.value().orElseThrow();
        BigDecimal given = answer.value().orElseThrow();
        if (reference.unit().isPresent() && answer.unit().isPresent()) {
            Unit wanted = reference.unit().get();
            Unit used = answer.unit().get();
            if (!wanted.dimension().equals(used.dimension())) {
                return new Evaluation(Verdict.INCORRECT, Optional.of(answer.text()),
                        "Gives " + used.dimension() + " where " + wanted.dimension() + " is asked for", Map.of());
            }
            given = given.multiply(used.factor()).divide(wanted.factor(), MathContext.DECIMAL128);
        }
        BigDecimal tolerance = tolerance(expected);
        boolean near = near(expected, given, tolerance, reference.percent(), answer.percent());
        String reason = near ? "Equals the reference" : "Differs from the reference " + reference.text();
        return new Evaluation(near ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(answer.text()), reason,
                Map.of("tolerance", tolerance.toString()));
    }

    private static boolean near(BigDecimal expected, BigDecimal given, BigDecimal tolerance, boolean percentExpected,
            boolean percentGiven) {
        if (percentExpected == percentGiven) {
            return within(expected, given, tolerance);
        }
        if (percentExpected) {
            return within(expected, given, tolerance) || within(expected, given.multiply(HUNDRED), tolerance);
        }
        boolean fraction = expected.abs().compareTo(BigDecimal.ONE) < 0;
        return within(expected, fraction ? given.divide(HUNDRED, MathContext.DECIMAL128) : given, tolerance);
    }

    private static boolean within(BigDecimal expected, BigDecimal given, BigDecimal tolerance) {
        return expected.subtract(given).abs().compareTo(tolerance) <= 0;
    }

    private BigDecimal tolerance(BigDecimal expected) {
        if (absoluteTolerance.isEmpty() && relativeTolerance.isEmpty()) {
            boolean whole = expected.stripTrailingZeros().scale() <= 0;
            return whole ? BigDecimal.ZERO : expected.abs().multiply(DEFAULT_RELATIVE);
        }
        BigDecimal absolute = BigDecimal.valueOf(absoluteTolerance.orElse(0));
        return absolute.max(expected.abs().multiply(BigDecimal.valueOf(relativeTolerance.orElse(0))));
    }
}
