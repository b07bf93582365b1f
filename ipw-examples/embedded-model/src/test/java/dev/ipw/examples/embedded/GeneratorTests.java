package dev.ipw.examples.embedded;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GeneratorTests {

    private static final Sampling GREEDY = Sampling.greedy(8);
    private static final Generator GENERATOR = Generator.load(ModelSize.MEDIUM);

    @Test
    void reportsEachCharacterOfTheAnswer() {
        StringBuilder heard = new StringBuilder();

        Generation generation = GENERATOR.generate("What is 417 + 58?", GREEDY,
                (character, logits) -> heard.append(character),
                () -> false);

        assertThat(heard).hasToString(generation.text());
        assertThat(generation.prompt()).isEqualTo("417+58=");
        assertThat(generation.inputTokens()).isEqualTo(8);
        assertThat(generation.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(generation.outputTokens()).isEqualTo(generation.text().length() + 1);
    }

    @Test
    void stopsAtTheTokenLimit() {
        Generation generation = GENERATOR.generate("417+58", Sampling.greedy(2));

        assertThat(generation.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(generation.text()).hasSize(2);
        assertThat(generation.outputTokens()).isEqualTo(2);
    }

    @Test
    void endsAtAStopTextAndGeneratesNoMore() {
        String whole = GENERATOR.generate("417+58", GREEDY).text();
        StringBuilder heard = new StringBuilder();

        Generation generation = GENERATOR.generate("417+58", stoppingAt("x", whole.substring(1)),
                (character, logits) -> heard.append(character), () -> false);

        assertThat(generation.text()).isEqualTo(whole.substring(0, 1)).isEqualTo(heard.toString());
        assertThat(generation.stopText()).contains(whole.substring(1));
        assertThat(generation.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(generation.outputTokens()).isEqualTo(whole.length());
    }

    @Test
    void reportsWhatOnlyBeganLikeAStopText() {
        String whole = GENERATOR.generate("417+58", GREEDY).text();
        StringBuilder heard = new StringBuilder();

        Generation generation = GENERATOR.generate("417+58", stoppingAt(whole + "=", whole.substring(1, 2) + "*"),
                (character, logits) -> {
                    heard.append(character);
                    assertThat(TokenProbabilities.of(logits, 1).likeliest()[0])
                            .isEqualTo(GENERATOR.config().vocabulary().indexOf(character));
                }, () -> false);

        assertThat(generation.text()).isEqualTo(whole).isEqualTo(heard.toString());
        assertThat(generation.stopText()).isEmpty();
    }

    @Test
    void takesItsOwnNewlineForAStopTextIfAsked() {
        assertThat(GENERATOR.generate("417+58", stoppingAt("\n")).stopText()).contains("\n");
    }

    @Test
    void drawsFromTheNucleusAlone() {
        String greedy = GENERATOR.generate("417+58", GREEDY).text();

        for (int seed = 0; seed < 20; seed++) {
            Sampling narrow = new Sampling(1.5, 1e-9, seed, 8, StopTexts.NONE);
            assertThat(GENERATOR.generate("417+58", narrow).text()).isEqualTo(greedy);
        }
    }

    private static Sampling stoppingAt(String... texts) {
        return new Sampling(0, 1, 0, 8, new StopTexts(List.of(texts)));
    }

    @Test
    void endsBetweenTokensWhenCancelled() {
        StringBuilder heard = new StringBuilder();

        Generation generation = GENERATOR.generate("417+58", GREEDY, (character, logits) -> heard.append(character),
                () -> heard.length() == 1);

        assertThat(generation.finishReason()).isEqualTo(FinishReason.CANCELLED);
        assertThat(generation.text()).hasSize(1).isEqualTo(heard.toString());
    }

    @Test
    void computesNothingWhenCancelledBefore() {
        Generation generation = GENERATOR.generate("417+58", GREEDY, (character, logits) -> {}, () -> true);

        assertThat(generation.finishReason()).isEqualTo(FinishReason.CANCELLED);
        assertThat(generation.inputTokens()).isZero();
        assertThat(generation.outputTokens()).isZero();
    }

    @Test
    void computesOnWhateverItIsFed() {
        for (String text : List.of("", "hello", "=", "1".repeat(500), "1234567+1234567", "\u0000\ud83d\ude00")) {
            Generation generation = GENERATOR.generate(text, Sampling.greedy(100));

            assertThat(generation.outputTokens()).isPositive();
            // The last token is generated and never fed, hence the one.
            assertThat(generation.inputTokens() + generation.outputTokens())
                    .isLessThanOrEqualTo(GENERATOR.config().context() + 1);
        }
    }

    @Test
    void keepsTheEndOfALongPrompt() {
        assertThat(GENERATOR.generate("123456789+123456789", GREEDY).prompt()).isEqualTo("6789+123456789=");
    }

    @Test
    void repeatsItselfForOneSeed() {
        Sampling warm = new Sampling(3, 42, 8);

        List<String> answers = IntStream.range(0, 20)
                .mapToObj(run -> GENERATOR.generate("417+58", warm).text())
                .toList();
        List<String> others = IntStream.range(0, 20)
                .mapToObj(seed -> GENERATOR.generate("417+58", new Sampling(3, seed, 8)).text())
                .toList();

        assertThat(answers).containsOnly(answers.getFirst());
        assertThat(others.stream().distinct().count()).isGreaterThan(3);
    }

    @Test
    void answersTheSameOnManyThreads() throws InterruptedException, ExecutionException {
        List<ArithmeticQuestion> questions = HeldOutQuestions.draw(5, 50);
        List<String> alone = answers(questions);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<List<String>>> together = threads.invokeAll(Collections.nCopies(8, () -> answers(questions)));
            for (Future<List<String>> answers : together) {
                assertThat(answers.get()).isEqualTo(alone);
            }
        }
    }

    private static List<String> answers(List<ArithmeticQuestion> questions) {
        return questions.stream()
                .map(question -> GENERATOR.generate(question.expression(), GREEDY).text())
                .toList();
    }
}
