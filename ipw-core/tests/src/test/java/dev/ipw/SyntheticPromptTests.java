package dev.ipw;

import dev.ipw.analysis.internal.LengthCheck;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Prompts that are made to a length. */
@Tag("real-time")
class SyntheticPromptTests {
    @TempDir
    Path runs;

    /** Counts a token for each word and each further letter of a word, and 11 for a template around them. */
    private static long words(String prompt, int perWord) {
        return 11 + (long) prompt.split(" ").length * perWord;
    }

    private ProfilerBuilder builder(FakeClient client, Map<String, String> parameters) {
        return Profiler.builder().client(client).dataset("synthetic").questions(asked -> asked.parameters(parameters))
                .measurement(how -> how.telemetry("none").warmupQueries(0)).output(runs);
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<String> prompts(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.map(one -> one.question().problem()).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"512", "40", "normal:300:60", "uniform:100..500"})
    void promptsAreAsLongAsTheServerCounts(String lengths) throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes", prompt -> words(prompt, 1));
        LengthCheck.Deviation input = lengths(run(
                builder(client, Map.of("input_tokens", lengths, "count", "50", "output_tokens", "3")))).input();
        assertThat(input.asked()).isEqualTo(50);
        assertThat(input.exact()).isEqualTo(50);
    }

    @Test
    void promptsFitAModelThatReadsCharacters() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes", prompt -> prompt.length() + 7);
        LengthCheck.Deviation input = lengths(run(
                builder(client, Map.of("input_tokens", "uniform:100..200", "count", "60")))).input();
        assertThat(input.exact()).isEqualTo(60);
    }

    @Test
    void saysHowFarLengthsAreOffWhereTheyCannotBeFitted() throws InterruptedException {
        // Some words are two tokens, which no line through two lengths can know.
        FakeClient client = new FakeClient(prompt -> "yes",
                prompt -> prompt.chars().filter(letter -> letter == 'e').count() + words(prompt, 1));
        LengthCheck.Deviation input = lengths(run(builder(client, Map.of("input_tokens", "200", "count", "30"))))
                .input();
        assertThat(input.exact()).isLessThan(30);
        assertThat(input.lowest()).isLessThan(input.highest()).isGreaterThan(-60);
        assertThat(input.highest()).isLessThan(60);
    }

    @Test
    void noTwoPromptsBeginAlikeHoweverOftenTheyCome() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes", prompt -> words(prompt, 1));
        Set<String> beginnings = new HashSet<>();
        int asked = 0;
        for (int time = 0; time < 2; time++) {
            ProfileRun run = run(builder(client, Map.of("count", "4", "input_tokens", "100"))
                    .load(Load.constant(200).lasting(Duration.ofMillis(100))));
            for (String prompt : prompts(run)) {
                beginnings.add(prompt.substring(0, 30));
                asked++;
            }
            assertThat(lengths(run).input().exact()).isEqualTo(prompts(run).size());
        }
        assertThat(asked).isGreaterThan(30);
        assertThat(beginnings).hasSize(asked);
    }

    @Test
    void answersAreLimitedAndFixedWhereTheClientCan() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes", prompt -> words(prompt, 1));
        ProfileRun run = run(builder(client, Map.of("count", "5", "input_tokens", "50", "output_tokens", "7")));
        List<GenerationOptions> options = client.options.subList(client.options.size() - 5, client.options.size());
        assertThat(options).allSatisfy(one -> {
            assertThat(one.maxTokens()).hasValue(7);
            assertThat(one.body()).containsEntry("ignore_eos", "true");
        });
        LengthCheck.Deviation output = lengths(run).output();
        assertThat(output.exact()).isZero();
        assertThat(output.lowest()).isEqualTo(-4);
    }

    @Test
    void nobodyJudgesTheAnswers() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> {
            throw new InferenceException(FailureKind.SERVER_ERROR, "broken");
        });
        ProfileRun run = run(builder(client, Map.of("count", "5")));
        assertThat(run.summary().totals().failed()).isEqualTo(5);
        assertThat(run.efficiency().accuracy().estimate()).isEmpty();
        assertThat(run.efficiency().intelligencePerJoule().estimate()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"input_tokens=0", "input_tokens=many", "output_tokens=uniform:5..2", "count=0",
            "input_tokens=normal:5", "lengths=5"})
    void refusesWhatIsNoLength(String parameter) {
        ProfilerBuilder builder = builder(new FakeClient(prompt -> "yes"),
                Map.of(parameter.split("=")[0], parameter.split("=")[1]));
        assertThatThrownBy(builder::build).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(parameter.split("=")[0]);
    }

    /** Return how the lengths of a run's prompts and answers differ from what was asked for. */
    static LengthCheck lengths(ProfileRun run) {
        LengthCheck.Gatherer gatherer = new LengthCheck.Gatherer();
        RecordGatherer.gather(run.reader(), List.of(gatherer));
        return gatherer.finish().orElseThrow();
    }
}
