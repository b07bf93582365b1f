package dev.ipw.benchmarks.verification;

import dev.ipw.environment.CommandEnd;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rewards as tests may write them. */
class VerificationTests {
    @TempDir
    Path folder;

    private Evaluation judged(CommandEnd end) {
        return VerifierEvaluator.USUAL.judged(Verification.of(folder, end, 3, "podman"));
    }

    private Evaluation judged(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return judged(CommandEnd.FINISHED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"1|CORRECT", "1.0|CORRECT", "0|INCORRECT", "0.999|INCORRECT", " 1 |CORRECT"})
    void areFromZeroToOne(String text, Verdict verdict) throws IOException {
        assertThat(judged("reward.txt", text).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "2", "-1", "-0.001", "1e308", "1e999", "100"})
    void outsideOfThatAreRefusedByName(String text) throws IOException {
        Evaluation plain = judged("reward.txt", text);
        assertThat(plain.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(plain.reason()).contains("reward.txt").contains("a reward is from 0 to 1");

        for (String json : List.of("{\"reward\": VALUE, \"style\": 1}", "{\"style\": VALUE}")) {
            Evaluation named = judged("reward.json", json.replace("VALUE", text));
            assertThat(named.verdict()).as(json).isEqualTo(Verdict.UNSCORED);
            assertThat(named.reason()).contains("in reward.json, ");
        }
    }

    @Test
    void standBesideOtherNumbersThatAreNone() throws IOException {
        Evaluation evaluation = judged("reward.json", "{\"reward\": 1, \"parts\": 3}");

        assertThat(evaluation.verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(evaluation.metadata()).containsEntry("reward.parts", "3.0");
        Evaluation ofParts = new VerifierEvaluator(Optional.of("parts"), 1)
                .judged(Verification.of(folder, CommandEnd.FINISHED, 0, "podman"));
        assertThat(ofParts.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(ofParts.reason()).startsWith("The tests gave parts as 3.0, and a reward is from 0 to 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "NaN", "Infinity", "{}"})
    void thatNobodyCanReadTellNothing(String text) throws IOException {
        Evaluation evaluation = judged("reward.txt", text);

        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).startsWith("The reward that the tests wrote cannot be read: reward.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"reward\": \"1\"}", "{\"reward\": null}", "{\"reward\": 1} 2"})
    void thatAreNoNumbersByNameTellNothing(String text) throws IOException {
        assertThat(judged("reward.json", text).verdict()).isEqualTo(Verdict.UNSCORED);
    }

    @Test
    void thatWereNotWrittenTellNothing() {
        Evaluation evaluation = judged(CommandEnd.FINISHED);

        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).isEqualTo("The tests wrote no reward; they ended with the exit status 3");
    }

    @Test
    void ofTestsThatCameToALimitAreNone() {
        assertThat(judged(CommandEnd.TIMED_OUT).verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(judged(CommandEnd.OUT_OF_MEMORY).verdict()).isEqualTo(Verdict.INCORRECT);
    }

    @Test
    void inAFileThatIsTooLargeAreNotRead() throws IOException {
        Evaluation evaluation = judged("reward.txt", "1" + " ".repeat(1 << 20));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).contains("holds more than 1048576 bytes");
    }

    @Test
    void behindALinkAreNotRead() throws IOException {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "1");
        Files.createSymbolicLink(folder.resolve("reward.txt"), elsewhere);

        Evaluation evaluation = judged(CommandEnd.FINISHED);
        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).contains("no file of its own");
    }
}
