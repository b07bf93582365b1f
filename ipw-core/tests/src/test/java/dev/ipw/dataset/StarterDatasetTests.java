package dev.ipw.dataset;

import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class StarterDatasetTests {
    private static final Pattern CALCULATION = Pattern.compile("Calculate (.+)\\. Answer with the number only\\.");
    private static final Plugins<EvaluatorProvider> EVALUATORS = Plugins.builder("evaluator", EvaluatorProvider.class)
            .build();

    private final List<DatasetRecord> records = read();

    private static List<DatasetRecord> read() {
        Plugins<DatasetProvider> datasets = Plugins.builder("dataset", DatasetProvider.class).build();
        try (Stream<DatasetRecord> records = Datasets
                .open("starter", Parameters.none("dataset starter"), DatasetContext.of(Map.of()), datasets)
                .records()) {
            return records.toList();
        }
    }

    private List<DatasetRecord> of(String subject) {
        return records.stream().filter(record -> record.subject().orElseThrow().equals(subject)).toList();
    }

    @Test
    void holdsThirtyQuestionsOfEachSubject() {
        assertThat(records.stream().collect(Collectors.groupingBy(record -> record.subject().orElseThrow(),
                Collectors.counting()))).isEqualTo(
                        Map.of("arithmetic", 30L, "multiple choice", 30L, "short reasoning", 30L, "short facts", 30L));
        assertThat(records).extracting(DatasetRecord::id).doesNotHaveDuplicates();
        assertThat(records).extracting(DatasetRecord::problem).doesNotHaveDuplicates();
    }

    @Test
    void saysHowToAnswer() {
        assertThat(records).allSatisfy(
                record -> assertThat(PromptTemplate.defaultTemplate().opening(record).getLast().text()).containsPattern(
                        "Answer (?:with (?:the number|the name|the symbol|the year|one word) only|yes or no|with the letter of the right choice)\\.$"));
    }

    @Test
    void judgesEveryAnswerOfItsOwnRight() throws InterruptedException {
        for (DatasetRecord record : records) {
            EvaluatorProvider evaluator = EVALUATORS.require(record.evaluator().orElseThrow());
            for (String phrasing : List.of("%s", "**%s**", "The answer is %s.", "Let me think.\n\nAnswer: %s")) {
                String answer = phrasing.formatted(record.answer());
                assertThat(evaluator.create(EvaluatorContext.builder().build(), Parameters.none("evaluator"))
                        .evaluate(record, Answered.with(answer)).verdict())
                        .as("%s: %s", record, answer).isEqualTo(Verdict.CORRECT);
            }
        }
    }

    @Test
    void judgesTheAnswerOfAnotherQuestionWrong() throws InterruptedException {
        for (DatasetRecord record : records) {
            EvaluatorProvider evaluator = EVALUATORS.require(record.evaluator().orElseThrow());
            assertThat(evaluator.create(EvaluatorContext.builder().build(), Parameters.none("evaluator"))
                    .evaluate(record, Answered.with("The answer is 123454321 owls."))
                    .verdict()).as("%s", record).isNotIn(Verdict.CORRECT, Verdict.UNSCORED);
        }
    }

    @Test
    void spreadsTheRightLettersEvenly() {
        List<DatasetRecord> choices = of("multiple choice");
        Map<String, Long> letters = choices.stream()
                .collect(Collectors.groupingBy(DatasetRecord::answer, Collectors.counting()));
        assertThat(letters).containsOnlyKeys("A", "B", "C", "D").values().allSatisfy(
                count -> assertThat(count).isBetween(7L, 8L));
        assertThat(choices).allSatisfy(record -> {
            assertThat(record.evaluator()).hasValue("multiple-choice");
            assertThat(record.choices()).hasSize(4).doesNotHaveDuplicates();
        });
    }

    @Test
    void calculatesItsArithmeticRight() {
        assertThat(of("arithmetic")).allSatisfy(record -> {
            Matcher calculation = CALCULATION.matcher(record.problem());
            assertThat(calculation.matches()).as(record.problem()).isTrue();
            assertThat(new BigDecimal(record.answer())).as(record.problem())
                    .isEqualByComparingTo(new Calculator(calculation.group(1)).result());
        });
    }

    /** Calculate by the usual precedence: sums of products of numbers and brackets. */
    private static final class Calculator {
        private final String text;
        private int position;

        Calculator(String text) {
            this.text = text.replace(" ", "");
        }

        BigDecimal result() {
            BigDecimal sum = sum();
            assertThat(position).as(text).isEqualTo(text.length());
            return sum;
        }

        private BigDecimal sum() {
            BigDecimal sum = product();
            while (at('+') || at('-')) {
                boolean plus = text.charAt(position++) == '+';
                sum = plus ? sum.add(product()) : sum.subtract(product());
            }
            return sum;
        }

        private BigDecimal product() {
            BigDecimal product = factor();
            while (at('*') || at('/')) {
                boolean times = text.charAt(position++) == '*';
                product = times ? product.multiply(factor()) : product.divide(factor(), MathContext.DECIMAL64);
            }
            return product;
        }

        private BigDecimal factor() {
            if (at('-')) {
                position++;
                return factor().negate();
            }
            if (at('(')) {
                position++;
                BigDecimal inner = sum();
                position++;
                return inner;
            }
            int start = position;
            while (position < text.length() && (Character.isDigit(text.charAt(position)) || at('.'))) {
                position++;
            }
            return new BigDecimal(text.substring(start, position));
        }

        private boolean at(char character) {
            return position < text.length() && text.charAt(position) == character;
        }
    }
}
