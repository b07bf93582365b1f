package dev.ipw.benchmarks.export;

import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.internal.yaml.YamlDocument;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Holds each format to a golden file, and to what its readers demand. */
class ResultFormatTests {
    private static final Map<String, String> LEADERBOARD = Map.of("organization", "UQ", "contact_email",
            "me@example.org", "task_type", "reasoning");

    @Test
    void writesAnEntryOfTheHub() throws IOException {
        ResultExport export = hub(Map.of("source_url", "https://example.org/traces", "source_name", "Traces",
                "notes", "no-tools.", "framework", "inspect-ai"), Provenance.MEASURED);
        assertThat(text(export)).isEqualTo(golden("hub-eval-results.yaml"));
        assertThat(export.place()).isEqualTo(".eval_results/hle.yaml");
        assertThat(YamlDocument.parse(text(export), "entry")).asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement().asInstanceOf(InstanceOfAssertFactories.MAP).containsEntry("value", 100 * (1 / 3.0));
    }

    @Test
    void writesARecordOfEveryEvalEver() throws IOException {
        ResultExport export = EveryEvalEver.read(parameters(Map.of("organization", "Example Lab", "model",
                "Qwen/Qwen3-8B", "developer", "Qwen", "split", "test"))).of(MadeFacts.run(Provenance.INTEGRATED));
        assertThat(text(export)).isEqualTo(golden("every-eval-ever.json"));
        assertThat(export.place()).isEqualTo("data/hf-cais-hle-hle-abc123/qwen/qwen-qwen3-8b/demo.json");
    }

    @Test
    void writesASubmissionToTheLeaderboard() throws IOException {
        ResultExport export = leaderboard(Map.of("notes", "vLLM in bf16.", "code_link", "https://example.org/code"),
                Provenance.MEASURED);
        assertThat(text(export)).isEqualTo(golden("ipw-leaderboard.json"));
        assertThat(export.place()).isEqualTo("submissions/uq/qwen3-8b_h200_20261124.json");
    }

    @Test
    void writesALogOfInspect() throws IOException {
        assertThat(log(Provenance.MEASURED)).isEqualTo(golden("inspect.json"));
    }

    @Test
    void aSampleWithoutVerdictHasNoScore() throws IOException {
        List<TreeReader> samples = TreeReader.ofJson("log", log(Provenance.MEASURED)).children("samples");
        assertThat(samples.get(3).has("scores")).isFalse();
        assertThat(samples.get(2).child("error").text("message")).isEqualTo("connection reset");
        assertThat(samples).extracting(sample -> sample.optionalChild("scores")
                .map(scores -> scores.child("exact").text("value")))
                .containsExactly(Optional.of("C"), Optional.of("N"), Optional.of("I"), Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(value = Provenance.class, names = {"MEASURED", "INTEGRATED", "ESTIMATED"})
    void tellsHowJoulesCameAbout(Provenance provenance) throws IOException {
        for (String text : all(provenance)) {
            assertThat(text).contains("Energy " + provenance).contains("8 J/query, IPJ 0.04167 /J, IPW 0.0006667 /W");
            if (provenance == Provenance.ESTIMATED) {
                assertThat(text).contains("(no sensor read all of it)");
            }
        }
        assertThat(text(leaderboard(Map.of(), provenance)).contains("avg_energy is ESTIMATED"))
                .isEqualTo(provenance == Provenance.ESTIMATED);
    }

    @Test
    void saysThatEnergyIsUnavailableAndNeverZero() throws IOException {
        for (String text : all(Provenance.UNAVAILABLE)) {
            assertThat(text).contains("Energy unavailable: " + MadeFacts.NOT_MEASURED)
                    .doesNotContain("avg_energy", "joules_per_query", "\"joules\"", "J/query", "IPJ", "IPW");
        }
    }

    private static List<String> all(Provenance provenance) throws IOException {
        return List.of(text(hub(Map.of(), provenance)), text(EveryEvalEver
                .read(parameters(Map.of("organization", "Lab"))).of(MadeFacts.run(provenance))),
                text(leaderboard(Map.of(), provenance)), log(provenance));
    }

    @Test
    void writesAFractionWhereTheLeaderboardHasThat() throws IOException {
        assertThat(text(hub(Map.of("scale", "fraction"), Provenance.MEASURED)))
                .contains("  value: 0.3333333333333333\n", "Accuracy in a fraction of 3 scored answers");
    }

    @Test
    void takesTheRunsOwnDatasetForNoneOfTheHubWithoutAPrefix() {
        assertThat(HubDataset.ofRun("data/questions.jsonl")).isEmpty();
        assertThat(HubDataset.ofRun("hf/cais/hle@main"))
                .contains(new HubDataset("cais/hle", Optional.empty(), Optional.of("main")));
        assertThat(HubDataset.of("cais/hle")).isPresent();
        assertThat(HubDataset.of("hle")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"organization,A name too long,at most 15", "task_type,coding,'reasoning, chat, both'",
            "contact_email,nobody,contact_email", "code_link,ftp://x/y,https://", "colour,red,colour",
            "organization,' ',the export option organization=UQ"})
    void refusesWhatTheLeaderboardDoesNotTake(String key, String value, String said) {
        String given = value.equals("A name too long") ? "A name of 16 cha" : value;
        assertThatThrownBy(() -> leaderboard(Map.of(key, given), Provenance.MEASURED))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining(said);
    }

    @Test
    void takesANameOfFifteenCharacters() throws IOException {
        assertThat(text(leaderboard(Map.of("organization", "A name of 15 ch"), Provenance.MEASURED)))
                .contains("\"organization\" : \"A name of 15 ch\"");
    }

    @Test
    void keepsNotesToFiveHundredCharactersWithoutLosingTheJoules() throws IOException {
        String own = notes(Map.of());
        int room = 500 - own.length() - 1;
        assertThat(notes(Map.of("notes", "x".repeat(room)))).hasSize(500).endsWith(own);
        assertThatThrownBy(() -> notes(Map.of("notes", "x".repeat(room + 1))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("leaves " + room);
    }

    private static String notes(Map<String, String> more) throws IOException {
        return TreeReader.ofJson("submission", text(leaderboard(more, Provenance.ESTIMATED))).text("notes");
    }

    @Test
    void refusesARunWithoutCategories() {
        LeaderboardSubmission submission = LeaderboardSubmission.read(parameters(LEADERBOARD));
        assertThatThrownBy(() -> submission.of(MadeFacts.run(Provenance.MEASURED),
                MadeFacts.queries(Provenance.MEASURED).subList(3, 4).iterator()))
                .isInstanceOf(InputException.class).hasMessageContaining(QueryFacts.CATEGORY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEGAL SERVICES", "legal_services", "Legal services"})
    void findsACategoryHoweverItIsWritten(String name) {
        assertThat(EconomicCategory.named(name)).contains(EconomicCategory.LEGAL);
        assertThat(EconomicCategory.values()).hasSize(22);
        assertThat(EconomicCategory.named("Astrology")).isEmpty();
    }

    /** A mean over those that happen to be known would favour some. */
    @Test
    void leavesOutAMeanThatFewQueriesKnow() {
        CategoryTally tally = new CategoryTally();
        tally.add(MadeFacts.queries(Provenance.MEASURED).getFirst());
        tally.add(MadeFacts.queries(Provenance.UNAVAILABLE).getFirst());
        assertThat(tally.tree().build()).doesNotContainKey("avg_energy").containsEntry("accuracy", 100.0)
                .containsEntry("avg_latency", 500.0).containsEntry("avg_compute", 5.0);
    }

    @Test
    void listsFormatsWhereOneIsUnknown() {
        assertThat(ResultFormat.named("inspect")).isEqualTo(ResultFormat.INSPECT);
        assertThatThrownBy(() -> ResultFormat.named("csv")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("hub-eval-results, every-eval-ever, ipw-leaderboard, inspect");
    }

    private static ResultExport hub(Map<String, String> options, Provenance provenance) {
        return HubEvalResults.read(parameters(options)).of(MadeFacts.run(provenance));
    }

    private static ResultExport leaderboard(Map<String, String> more, Provenance provenance) {
        Map<String, String> options = new LinkedHashMap<>(LEADERBOARD);
        options.putAll(more);
        return LeaderboardSubmission.read(parameters(options)).of(MadeFacts.run(provenance),
                MadeFacts.queries(provenance).iterator());
    }

    private static String log(Provenance provenance) throws IOException {
        StringWriter out = new StringWriter();
        InspectLog.read(parameters(Map.of())).write(MadeFacts.run(provenance), "exact",
                MadeFacts.queries(provenance).iterator(), out);
        return out.toString();
    }

    private static Parameters parameters(Map<String, String> options) {
        return Parameters.of("format", options);
    }

    private static String text(ResultExport export) throws IOException {
        StringWriter out = new StringWriter();
        export.content().write(out);
        return out.toString();
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(ResultFormatTests.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
