package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The evaluator of whether an answer begins or ends with a right answer, contains it or equals it. White space and
 * punctuation around both are ignored. With {@code numeric}, a right answer that is a number is compared by value with
 * the first number of the answer, the last, any, or the only one; the value is exact, where evaluation frameworks round
 * to five digits.
 */
final class MatchEvaluator implements TextScorer {
    private static final String LOCATION = "location";
    private static final String NUMERIC = "numeric";
    private static final String IGNORE_CASE = "ignore_case";
    private static final List<String> LOCATIONS = List.of("begin", "end", "any", "exact");

    private final ScorerArguments arguments;

    MatchEvaluator(Parameters parameters) {
        arguments = ScorerArguments.of("match", parameters, List.of(LOCATION, NUMERIC, IGNORE_CASE));
        Options.of(arguments);
    }

    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        Options options = Options.of(arguments.with(question));
        List<String> targets = Targets.of(question);
        Evaluation last = Evaluation.incorrect("");
        for (String target : targets) {
            Optional<PlainNumber> number = options.numeric() ? PlainNumber.of(target) : Optional.empty();
            last = number.isPresent()
                    ? byValue(number.get(), answer, options.location())
                    : byText(target, answer, options);
            if (last.verdict() == Verdict.CORRECT) {
                return last;
            }
        }
        return last;
    }

    private static Evaluation byValue(PlainNumber target, String answer, String location) {
        List<PlainNumber> numbers = location.equals("exact")
                ? PlainNumber.of(answer).stream().toList()
                : PlainNumber.find(answer);
        if (numbers.isEmpty()) {
            return Evaluation.notAttempted(location.equals("exact")
                    ? "The answer is not one number"
                    : "The answer gives no number");
        }
        List<PlainNumber> compared = switch (location) {
            case "begin" -> List.of(numbers.getFirst());
            case "end" -> List.of(numbers.getLast());
            default -> numbers;
        };
        Optional<PlainNumber> equal = compared.stream().filter(number -> number.meets(target)).findFirst();
        String read = equal.orElseGet(compared::getLast).text();
        return new Evaluation(equal.isPresent() ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(read),
                equal.isPresent() ? "Equals the number " + target.text() : "Differs from the number " + target.text(),
                Map.of(LOCATION, location));
    }

    private static Evaluation byText(String target, String answer, Options options) {
        String wanted = CaseFolding.fold(Punctuation.trimmed(target), options.ignoreCase());
        String text = CaseFolding.fold(Punctuation.trimmed(answer), options.ignoreCase());
        if (wanted.isEmpty()) {
            wanted = target.strip();
            text = answer.strip();
        }
        boolean matches = switch (options.location()) {
            case "begin" -> text.startsWith(wanted);
            case "end" -> text.endsWith(wanted);
            case "any" -> text.contains(wanted);
            default -> text.equals(wanted);
        };
        return (matches
                ? Evaluation.correct().withExtracted(target.strip())
                : Evaluation.incorrect("The right answer does not stand at the place '" + options.location() + "'"))
                .withMetadata(Map.of(LOCATION, options.location()));
    }

    private record Options(String location, boolean numeric, boolean ignoreCase) {
        static Options of(ScorerArguments arguments) {
            return new Options(arguments.oneOf(LOCATION, LOCATIONS, "end"), arguments.flag(NUMERIC, false),
                    arguments.flag(IGNORE_CASE, true));
        }
    }
}
